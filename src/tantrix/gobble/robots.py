"""Robots for Gobble, in several styles: they see what a person sees and act at a person's pace.

A robot is shown a `View` and answers with a `RobotAction`: what it wants to do, and after how long. It looks
at the current table, then takes its time; others may be faster in the meantime, and its command is refused
like anyone else's. It keeps no state: every action follows from what it sees now and the random numbers.

The paces are chosen, not measured on people: a calm player needs about 6 s to find a tile's place, a gentle
one 12 s, as a child does.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from tantrix.gobble.commands import Command, Give, Lay, PutAside, Turn
from tantrix.gobble.table import FORCED_SIDES, MIN_SIDES, RushTable, n_sides
from tantrix.gobble.view import View
from tantrix.placement import Placement


@dataclass(frozen=True, slots=True)
class RobotStyle:
    """How a robot plays. Times are means; each actual time is drawn between 0.5 and 1.5 times its mean.

    `turn_ms`, `lay_ms`, `aside_ms`, `give_ms`: the time for the action itself. `look_ms`: one look over the
    table for one tile. `find_rate`: the chance that such a look finds a space where the tile fits, for each
    such space. `give_up_rate`: the chance to give a tile up after a look that found nothing. `mistake_rate`:
    the chance to lay a tile where all sides but one match. `prefers_forced`: whether it prefers forced spaces
    and gives tiles to the leader. `waits`: whether it lays no tile while it is ahead of the slowest person.
    """

    name: str
    turn_ms: int
    look_ms: int
    lay_ms: int
    aside_ms: int
    give_ms: int
    find_rate: float
    give_up_rate: float
    mistake_rate: float
    prefers_forced: bool
    waits: bool = False


STYLES = {
    style.name: style
    for style in (
        RobotStyle("gentle", 1200, 4000, 2500, 1500, 4000, 0.60, 0.12, 0.0, False, waits=True),
        RobotStyle("calm", 800, 2200, 1100, 700, 2000, 0.60, 0.12, 0.0, True),
        RobotStyle("balanced", 700, 1900, 1000, 600, 1700, 0.45, 0.30, 0.03, True),
        RobotStyle("hasty", 450, 1100, 700, 400, 900, 0.22, 0.65, 0.20, False),
    )
}


class RobotAction(NamedTuple):
    """What a robot does next; no command means that it looks at the table, and `act` is called again."""

    command: Command | None
    after_ms: int


def find_style(name: str) -> RobotStyle:
    """Find a style by its name. Raises ValueError for an unknown name."""
    if name not in STYLES:
        raise ValueError(f"expected a style {', '.join(STYLES)}, got {name!r}")
    return STYLES[name]


def act(view: View, style: RobotStyle, rng: Random, people: Collection[int] = ()) -> RobotAction | None:
    """Choose what to do next; None when there is nothing left to do in this rush.

    `people`: the seats of persons, for whom a robot may wait. Raises ValueError for a spectator's view.
    """
    if view.seat is None:
        raise ValueError("expected the view of a seat, got that of a spectator")
    me = view.holdings[view.seat]
    if view.outcome is not None or not me.is_active:
        return None
    if me.dues:
        return RobotAction(_gift(view, style, rng), _drawn(style.give_ms, rng))
    if style.waits and _is_ahead(view, view.seat, people):
        return RobotAction(None, _drawn(style.look_ms, rng))
    if view.turned is not None:
        return _with_turned(view, view.turned, style, rng)
    if me.n_stock == 0 or (view.pile and rng.random() < _PILE_FIRST):
        found = _find_placement(view.table, view.pile, view.rules.penalty_sides, style, rng)
        took_ms = _drawn(style.look_ms, rng)
        if found is not None:
            return RobotAction(Lay(view.seat, found), took_ms + _drawn(style.lay_ms, rng))
        if me.n_stock == 0:
            return RobotAction(None, took_ms)
        return RobotAction(Turn(view.seat), took_ms + _drawn(style.turn_ms, rng))
    return RobotAction(Turn(view.seat), _drawn(style.turn_ms, rng))


_PILE_FIRST = 0.5  # the chance to look at the pile before turning the next tile


def _is_ahead(view: View, seat: int, people: Collection[int]) -> bool:
    """Return whether a seat got rid of more tiles than the slowest of the people who still play."""
    gone = [dealt - held.n_tiles for dealt, held in zip(view.rules.tiles, view.holdings, strict=True)]
    slowest = min((gone[each] for each in people if view.holdings[each].is_active), default=gone[seat])
    return gone[seat] > slowest


def _with_turned(view: View, tile: int, style: RobotStyle, rng: Random) -> RobotAction:
    assert view.seat is not None, "asked before"
    took_ms = _drawn(style.look_ms, rng)
    mistake = _find_mistake(view.table, tile, rng) if rng.random() < style.mistake_rate else None
    found = mistake or _find_placement(view.table, (tile,), MIN_SIDES, style, rng)
    if found is not None:
        return RobotAction(Lay(view.seat, found), took_ms + _drawn(style.lay_ms, rng))
    if rng.random() < style.give_up_rate:
        return RobotAction(PutAside(view.seat), took_ms + _drawn(style.aside_ms, rng))
    return RobotAction(None, took_ms)


def _find_placement(
    table: RushTable, tiles: Sequence[int], least: int, style: RobotStyle, rng: Random
) -> Placement | None:
    """Look over the table for some tiles, and choose one of the placements noticed."""
    spaces: dict[tuple[int, object], Placement] = {}
    for tile in tiles:
        for placement in table.placements(tile, least):
            spaces.setdefault((tile, placement.cell), placement)
    noticed = [placement for placement in spaces.values() if rng.random() < style.find_rate]
    if not noticed:
        return None
    if not style.prefers_forced:
        return rng.choice(noticed)
    most = max(min(table.sides(placement.cell), FORCED_SIDES + 1) for placement in noticed)
    return rng.choice([placement for placement in noticed if table.sides(placement.cell) >= most])


def _find_mistake(table: RushTable, tile: int, rng: Random) -> Placement | None:
    """Choose a placement that almost fits, as a person might by mistake."""
    spaces = [cell for cell, facing in table.spaces.items() if n_sides(facing) >= MIN_SIDES]
    return Placement(tile, rng.choice(spaces), rng.randrange(6)) if spaces else None


def _gift(view: View, style: RobotStyle, rng: Random) -> Command:
    """Give the oldest penalty tile, or one of the stock, to the leader or to any player."""
    assert view.seat is not None, "asked before"
    others = [s for s, held in enumerate(view.holdings) if held.is_active and s != view.seat]
    fewest = min(view.holdings[seat].n_tiles for seat in others)
    to = rng.choice(
        [s for s in others if view.holdings[s].n_tiles == fewest] if style.prefers_forced else others
    )
    return Give(view.seat, to, view.pile[0] if view.pile else None)


def _drawn(mean_ms: int, rng: Random) -> int:
    return round(mean_ms * rng.uniform(0.5, 1.5))


def find_styles(names: Iterable[str]) -> tuple[RobotStyle, ...]:
    """Find several styles by their names. Raises ValueError for an unknown name."""
    return tuple(find_style(name) for name in names)
