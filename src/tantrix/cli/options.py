"""The options that choose a rule set, the same for every command that plays."""

from typing import Annotated

import typer

from tantrix.i18n import gettext as _
from tantrix.rules import Deadlock, ForcedSides, Rules, Start
from tantrix.tiles import Colour

Players = Annotated[int | None, typer.Option(min=2, max=4, help=_("How many play; 2 unless colours say."))]
Colours = Annotated[
    str | None, typer.Option(metavar="RBYG", help=_("A colour a seat in turn order: R, Y, G or B."))
]
TileSet = Annotated[int, typer.Option(help=_("The set of 56 or of 64 tiles."))]
StartOption = Annotated[Start, typer.Option("--start", help=_("Who starts, and how the hands come about."))]
HandSize = Annotated[int, typer.Option(min=1, max=12, help=_("Tiles in a hand."))]
ForcedSidesOption = Annotated[
    ForcedSides, typer.Option("--forced-sides", help=_("How many sides make a space forced."))
]
DeadlockOption = Annotated[
    Deadlock, typer.Option("--deadlock", help=_("What happens to a player without a legal free placement."))
]
Teams = Annotated[bool, typer.Option("--teams", help=_("Doubles: four seats, partners opposite."))]
Json = Annotated[bool, typer.Option("--json", help=_("Print one JSON object."))]

_DEFAULT_COLOURS = "RBYG"


def rules_from(
    players: int | None,
    colours: str | None,
    tile_set: int,
    start: Start,
    hand_size: int,
    forced_sides: ForcedSides,
    deadlock: Deadlock,
    teams: bool,
) -> Rules:
    """Make the rule set. Raises ValueError for contradictory options."""
    letters = _default_colours(players, teams) if colours is None else colours
    if players is not None and players != len(letters):
        raise ValueError(
            _("expected a colour for each of {players} players, got {colours}").format(
                players=players, colours=letters
            )
        )
    return Rules(
        colours=tuple(Colour.parse(letter) for letter in letters),
        tile_set=tile_set,
        start=start,
        hand_size=hand_size,
        forced_sides=forced_sides,
        deadlock=deadlock,
        teams=teams,
    )


def _default_colours(players: int | None, teams: bool) -> str:
    if teams:
        return _DEFAULT_COLOURS[:2] * 2
    return _DEFAULT_COLOURS[: players or 2]


def seat_names(rules: Rules, names: str) -> tuple[str, ...]:
    """Read names separated by commas, one per seat; one is for all seats, two are for teams."""
    given = tuple(name.strip() for name in names.split(","))
    if len(given) == 1 or (rules.teams and len(given) == 2):
        return given * (rules.n_seats // len(given))
    return given
