"""`tantrix play`."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from tantrix.cli.compile_progress import compile_kernel
from tantrix.cli.options import (
    Colours,
    DeadlockOption,
    ForcedSidesOption,
    HandSize,
    Players,
    StartOption,
    Teams,
    TileSet,
    rules_from,
    seat_names,
)
from tantrix.cli.output import check_writable
from tantrix.i18n import gettext as _
from tantrix.rules import Deadlock, ForcedSides, Rules, Start

Robots = Annotated[
    str | None,
    typer.Option(help=_("Who sits where, parted by commas: robots by name, `me` for a person.")),
]
Resume = Annotated[Path | None, typer.Option(metavar="FILE", help=_("Go on with a saved game."))]
Save = Annotated[Path | None, typer.Option(metavar="FILE", help=_("Save here at the end, finished or not."))]
Seed = Annotated[
    int | None, typer.Option(help=_("Deal from this number, to play the same game again; for practice."))
]


def play(
    players: Players = None,
    colours: Colours = None,
    tile_set: TileSet = 56,
    start: StartOption = Start.DRAW_KEEP,
    hand_size: HandSize = 6,
    forced_sides: ForcedSidesOption = ForcedSides.THREE_OR_MORE,
    deadlock: DeadlockOption = Deadlock.DRAW,
    teams: Teams = False,
    robots: Robots = None,
    seed: Seed = None,
    resume: Resume = None,
    save: Save = None,
) -> None:
    """Play a game, by default against the robot `greedy`."""
    compile_kernel()
    from tantrix.cli.play_session import PlaySession
    from tantrix.cli.saved_game import deal_sitting, resume_sitting

    if resume:
        sitting = resume_sitting(resume, robots)
    else:
        rules = rules_from(players, colours, tile_set, start, hand_size, forced_sides, deadlock, teams)
        sitting = deal_sitting(rules, _seats(rules, robots), _secret(seed))
    if save:
        check_writable(save)
    PlaySession(sitting, sys.stdin, save).run()


def _secret(seed: int | None) -> bytes:
    if seed is None:
        # Unpredictable; the only place where the command line draws random numbers itself.
        from secrets import token_bytes

        return token_bytes(32)
    from tantrix.simulation.jobs import secret_of

    return secret_of(seed, 0)


def _seats(rules: Rules, robots: str | None) -> tuple[str, ...]:
    """Return who sits where; by default a person and robots."""
    if robots is None:
        return ("me", *["greedy"] * (rules.n_seats - 1))
    return seat_names(rules, robots)
