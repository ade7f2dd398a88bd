"""A position described the slow way, cell by cell and placement by placement, to compare the kernel with."""

from collections.abc import Iterator

from tantrix.game import Game, Line, Verdict
from tantrix.hexes import ORIGIN, Cell, neighbour, neighbours, opposite
from tantrix.placement import Placement
from tantrix.tiles import Colour, edges, links, n_rotations


def slow_spaces(game: Game) -> tuple[Cell, ...]:
    table = {laid.placement.cell for laid in game.laid}
    around = {cell for laid in table for cell in neighbours(laid)}
    return tuple(sorted(around - table)) if table else (ORIGIN,)


def slow_facing(game: Game, cell: Cell) -> str:
    shown = ""
    for edge in range(6):
        laid = game.at(neighbour(cell, edge))
        shown += edges(laid.placement.tile, laid.placement.rotation)[opposite(edge)] if laid else "."
    return shown


def slow_refusals(game: Game) -> dict[Placement, Verdict]:
    if game.is_over:
        return {}
    return {placement: verdict for placement in _fitting(game) if (verdict := game.verdict(placement))}


def slow_best(game: Game, colour: Colour) -> Line:
    best, seen = Line(colour, (), False), set[Cell]()
    for laid in game.laid:
        cell = laid.placement.cell
        if cell not in seen and (line := _trace(game, colour, cell)):
            seen.update(line.cells)
            best = max(best, line, key=lambda candidate: candidate.score)
    return best


def _fitting(game: Game) -> Iterator[Placement]:
    for cell in slow_spaces(game):
        shown = slow_facing(game, cell)
        for tile in game.hands[game.to_play]:
            for rotation in range(n_rotations(tile)):
                if all(a in (".", b) for a, b in zip(shown, edges(tile, rotation), strict=True)):
                    yield Placement(tile, cell, rotation)


def _trace(game: Game, colour: Colour, cell: Cell) -> Line | None:
    ends = _ends(game, cell, colour)
    if not ends:
        return None
    ahead = _walk(game, colour, cell, ends[0])
    if ahead and ahead[-1] == cell:
        return Line(colour, (cell, *ahead[:-1]), True)
    behind = _walk(game, colour, cell, ends[1])
    return Line(colour, (*reversed(behind), cell, *ahead), False)


def _walk(game: Game, colour: Colour, start: Cell, edge: int) -> list[Cell]:
    walked = []
    cell = neighbour(start, edge)
    while game.at(cell):
        walked.append(cell)
        if cell == start:
            break
        a, b = _ends(game, cell, colour)
        edge = b if a == opposite(edge) else a
        cell = neighbour(cell, edge)
    return walked


def _ends(game: Game, cell: Cell, colour: Colour) -> tuple[int, ...]:
    laid = game.at(cell)
    assert laid is not None
    _, _, rotation = laid.placement
    return next(((a, b) for c, a, b in links(laid.placement.tile, rotation) if c == colour), ())
