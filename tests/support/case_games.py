"""The hand-built positions as games."""

from tantrix import Colour, Deadlock, ForcedSides, Game, Placement, Rules
from tests.support.cases import Case


def game_of(case: Case) -> Game:
    rules = Rules(
        colours=tuple(map(Colour.parse, case.colours)),
        tile_set=case.tile_set,
        forced_sides=ForcedSides(case.forced_sides),
        deadlock=Deadlock(case.deadlock),
    )
    board = connected([Placement.parse(text) for text in case.board])
    return Game.from_position(rules, board, case.hands, case.to_play, case.free_done)


def connected(left: list[Placement]) -> list[Placement]:
    """Order tiles so that each touches an earlier one."""
    order = [left.pop(0)]
    while left:
        cells = [placement.cell for placement in order]
        near = next(
            p
            for p in left
            if any(
                abs(p.cell.q - q) <= 1 and abs(p.cell.r - r) <= 1 and abs(p.cell.q - q + p.cell.r - r) <= 1
                for q, r in cells
            )
        )
        left.remove(near)
        order.append(near)
    return order
