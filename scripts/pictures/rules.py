"""Draw the pictures of docs/play/rules.md into docs/pictures, each from a position of a legal game.

What a picture shows is computed by the game. Run this again after a change to `tantrix.pictures.draw`.
"""

from pathlib import Path

from tantrix.game import Game, Verdict
from tantrix.hexes import Cell, neighbours
from tantrix.notation import parse_position
from tantrix.pictures.draw import Overlay, Space, SpaceKind, svg
from tantrix.placement import Placement
from tantrix.tiles import Colour

FOLDER = Path(__file__).resolve().parents[2] / "docs/pictures"

FORCED = "RB 56 draw-keep; 12@0,-1^2 28@0,0^1 29@1,0^3; 45 8 13 7 25 34 / 42 2 16 35 51 4; 1+"
TRIPLE = "RB 56 draw-keep; 15@0,0^1 21@1,-1^4; 40 55 13 36 17 6 / 54 53 20 33 7 9; 2"
TRIPLE_PLACEMENT = "33@-1,0^1"
CONTROLLED = (
    "RB 56 draw-keep; 45@-3,1^1 43@-2,1^1 12@-1,1^1 7@0,0^0 5@1,-1^3 40@2,-2^2 51@3,-3^0; "
    "19 33 54 35 1 55 / 15 4 48 17 25 44; 2"
)
LOOP = "RB 56 draw-keep; 27@-1,0^5 13@0,-1^4 25@0,0^1; 14 28 20 11 22 47 / 34 42 3 38 55 4; 1"


def pictures() -> dict[str, str]:
    """Return the pictures by file name."""
    return {
        "tiles.svg": _tiles(),
        "forced.svg": _forced(parse_position(FORCED)),
        "triple.svg": _triple(parse_position(TRIPLE), Placement.parse(TRIPLE_PLACEMENT)),
        "fourth-side.svg": _fourth_side(parse_position(FORCED)),
        "controlled-side.svg": _controlled(parse_position(CONTROLLED)),
        "loop.svg": _loop(parse_position(LOOP)),
    }


def _tiles() -> str:
    row = [Placement(tile, Cell(2 * n, 0), 0) for n, tile in enumerate((3, 1, 13, 57))]
    description = (
        "Tile 3 has three corners, tile 1 a corner and two bends, tile 13 two corners and a straight, "
        "tile 57 three straights."
    )
    return svg(row, title="Four tiles", description=description, numbers=True)


def _forced(game: Game) -> str:
    (space,) = game.forced_spaces()
    overlay = Overlay(spaces={space: Space(SpaceKind.FORCED, _holders(game, space))})
    description = "An empty cell with three tiles around it, and a dot for each player who can fill it."
    return svg(_laid(game), title="A forced space", description=description, overlay=overlay)


def _triple(game: Game, placement: Placement) -> str:
    if game.verdict(placement) is not Verdict.TRIPLE:
        raise ValueError(f"expected {placement} to be refused as TRIPLE, got {game.verdict(placement).name}")
    laid = [*_laid(game), placement]
    shown = Game.from_position(game.rules, laid, [[] for _ in game.hands])
    bad = [cell for cell in shown.spaces() if max(map(shown.facing(cell).count, "RYGB")) == 3]
    spaces = {cell: Space(SpaceKind.BARRED) for cell in bad}
    description = "The ringed tile is illegal: the crossed cell would face three links of one colour."
    overlay = Overlay(spaces=spaces, highlight=[placement.cell])
    return svg(laid, title="First restriction: the triple", description=description, overlay=overlay)


def _fourth_side(game: Game) -> str:
    (space,) = game.forced_spaces()
    barred = [cell for cell in game.controlled_cells() if cell in neighbours(space)]
    description = "No tile may be placed on the crossed cells: it would be the fourth at the forced space A."
    title = "Second restriction: the fourth side"
    return svg(
        _laid(game), title=title, description=description, overlay=_around(space, barred, SpaceKind.BARRED)
    )


def _controlled(game: Game) -> str:
    (space,) = game.forced_spaces()
    description = "No tile may be placed on the grey cells: the rows that the forced space A controls."
    title = "Third restriction: the controlled side"
    overlay = _around(space, game.controlled_cells(), SpaceKind.CONTROLLED)
    return svg(_laid(game), title=title, description=description, overlay=overlay)


def _loop(game: Game) -> str:
    line = max((game.best(colour) for colour in game.rules.colours), key=lambda best: best.score)
    overlay = Overlay(lines=[(line.colour, line.cells)])
    description = f"A closed loop of {len(line.cells)} tiles; it scores {line.score}."
    return svg(_laid(game), title="A loop", description=description, overlay=overlay)


def _holders(game: Game, space: Cell) -> tuple[Colour, ...]:
    fitting = game.fitting(space)
    both = zip(game.rules.colours, game.hands, strict=True)
    return tuple(colour for colour, hand in both if fitting & set(hand))


def _around(space: Cell, cells: list[Cell] | tuple[Cell, ...], kind: SpaceKind) -> Overlay:
    """Show a forced space as A, and the cells that it bars."""
    shown = {space: Space(SpaceKind.PLAIN), **{cell: Space(kind) for cell in cells}}
    return Overlay(spaces=shown, labels={space: "A"})


def _laid(game: Game) -> list[Placement]:
    return [item.placement for item in game.laid]


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, drawn in pictures().items():
        (FOLDER / name).write_text(drawn + "\n", encoding="utf-8")
