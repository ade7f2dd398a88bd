"""Options that several commands share.

A group of options is a frozen dataclass; each field is an option with its annotation and default. A command
takes a group as one parameter and is decorated with `takes_groups`.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from tantrix._tools.languages import gettext as _
from tantrix.rules import Deadlock, ForcedSides, Rules, Start
from tantrix.tiles import Colour

Json = Annotated[bool, typer.Option("--json", help=_("Print one JSON object."))]

_DEFAULT_COLOURS = "RBYG"

RecordFile = Annotated[Path, typer.Argument(help=_("A file of one or more records; - for standard input."))]
RecordFiles = Annotated[list[Path], typer.Argument(help=_("Files of records; - for standard input."))]
RecordNumber = Annotated[int, typer.Option("--game", min=1, help=_("The number of the record in the file."))]
RecordsOut = Annotated[Path | None, typer.Option(help=_("Write the records of all games to this file."))]
TileSet = Annotated[int, typer.Option(help=_("The tile set: 56 or 64 tiles."))]
Teams = Annotated[bool, typer.Option("--teams", help=_("Doubles: four seats, partners sit opposite."))]
PlayerCount = Annotated[
    int | None, typer.Option(min=2, max=4, help=_("The number of players; 2 unless --colours is given."))
]


@dataclass(frozen=True)
class RuleOptions:
    """The options that choose a rule set."""

    players: PlayerCount = None
    colours: Annotated[
        str | None,
        typer.Option(metavar="RBYG", help=_("The colour of each seat in turn order: R, Y, G or B.")),
    ] = None
    tile_set: TileSet = 56
    start: Annotated[Start, typer.Option(help=_("How hands are dealt and who starts."))] = Start.DRAW_KEEP
    hand_size: Annotated[int, typer.Option(min=1, max=12, help=_("The number of tiles in a hand."))] = 6
    forced_sides: Annotated[ForcedSides, typer.Option(help=_("How many sides make a space forced."))] = (
        ForcedSides.THREE_OR_MORE
    )
    deadlock: Annotated[
        Deadlock, typer.Option(help=_("What happens to a player without a legal free placement."))
    ] = Deadlock.DRAW
    teams: Teams = False

    def rules(self) -> Rules:
        """Make the rule set. Raises ValueError for contradictory options."""
        letters = self._default_colours() if self.colours is None else self.colours
        if self.players is not None and self.players != len(letters):
            raise ValueError(
                _("each of the {players} players needs a colour, not {colours}").format(
                    players=self.players, colours=letters
                )
            )
        return Rules(
            colours=tuple(Colour.parse(letter) for letter in letters),
            tile_set=self.tile_set,
            start=self.start,
            hand_size=self.hand_size,
            forced_sides=self.forced_sides,
            deadlock=self.deadlock,
            teams=self.teams,
        )

    def _default_colours(self) -> str:
        if self.teams:
            return _DEFAULT_COLOURS[:2] * 2
        return _DEFAULT_COLOURS[: self.players or 2]


def takes_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Replace the parameters of a command that take groups by the options of these groups."""
    parameters = inspect.signature(command, eval_str=True).parameters
    groups = {name: each.annotation for name, each in parameters.items() if _is_group(each.annotation)}

    @wraps(command)
    def run(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = group(**{field.name: given.pop(field.name) for field in fields(group)})
        command(**given)

    flat = list(_flattened(parameters.values()))
    # Typer reads the options from these two attributes.
    run.__signature__ = inspect.Signature(flat)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in flat}
    return run


def _is_group(annotation: Any) -> bool:
    return isinstance(annotation, type) and is_dataclass(annotation)


def _flattened(parameters: Iterable[inspect.Parameter]) -> Iterator[inspect.Parameter]:
    for each in parameters:
        if not _is_group(each.annotation):
            yield each
            continue
        hints = get_type_hints(each.annotation, include_extras=True)
        for field in fields(each.annotation):
            yield inspect.Parameter(
                field.name,
                inspect.Parameter.KEYWORD_ONLY,
                default=field.default,
                annotation=hints[field.name],
            )


def seat_names(rules: Rules, names: str) -> tuple[str, ...]:
    """Read comma-separated names, one per seat; a single name stands for all seats, two for the two teams."""
    given = tuple(name.strip() for name in names.split(","))
    if len(given) == 1 or (rules.teams and len(given) == 2):
        return given * (rules.n_seats // len(given))
    return given
