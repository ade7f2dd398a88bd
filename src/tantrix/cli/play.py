"""`tantrix play`."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.options import RuleOptions, seat_names, takes_groups
from tantrix.cli.terminal.compile_progress import compile_kernel
from tantrix.cli.terminal.output import check_writable
from tantrix.rules import Rules

Robots = Annotated[
    str | None,
    typer.Option(help=_("The players in seat order, separated by commas: names of robots, or `me`.")),
]
Resume = Annotated[Path | None, typer.Option(metavar="FILE", help=_("Resume a saved game."))]
Save = Annotated[
    Path | None, typer.Option(metavar="FILE", help=_("Save the game here at the end, finished or not."))
]
Seed = Annotated[
    int | None, typer.Option(help=_("Deal from this seed, to play the same game again for practice."))
]


@takes_groups
def play(
    *,
    rules: RuleOptions,
    robots: Robots = None,
    seed: Seed = None,
    resume: Resume = None,
    save: Save = None,
) -> None:
    """Play a game, by default against the robot `greedy`."""
    compile_kernel()
    from tantrix.cli.play_session import PlaySession
    from tantrix.cli.saved_game import deal_game, resume_game

    if resume:
        saved = resume_game(resume, robots)
    else:
        rule_set = rules.rules()
        saved = deal_game(rule_set, _seats(rule_set, robots), _secret(seed))
    if save:
        check_writable(save)
    PlaySession(saved, sys.stdin, save).run()


def _secret(seed: int | None) -> bytes:
    if seed is None:
        # Unpredictable: the only place where the command line makes random numbers itself.
        from secrets import token_bytes

        return token_bytes(32)
    from tantrix.lab.simulation.jobs import secret_of

    return secret_of(seed, 0)


def _seats(rules: Rules, robots: str | None) -> tuple[str, ...]:
    """Return the player of each seat; by default a person against robots."""
    if robots is None:
        return ("me", *["greedy"] * (rules.n_seats - 1))
    return seat_names(rules, robots)
