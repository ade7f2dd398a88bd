"""The program: its commands and its own options."""

import sys
from typing import Annotated

import typer

from tantrix import __version__
from tantrix._tools.languages import gettext as _
from tantrix.cli.admin.accounts import (
    accounts,
    audit,
    backup,
    ban,
    drop_second_factor,
    mark_robot,
    rename,
    reset_password,
    restore,
    token,
    unban,
)
from tantrix.cli.admin.archive import export, import_records
from tantrix.cli.admin.archive import remove as remove_record
from tantrix.cli.admin.moderation import moderator, reports, silence, unsilence
from tantrix.cli.admin.ratings import ratings, results
from tantrix.cli.admin.tournament import check as check_tournaments
from tantrix.cli.admin.tournament import transfer_tournament
from tantrix.cli.admin.upgrade import upgrade
from tantrix.cli.analyse import analyse
from tantrix.cli.bench.kernel import bench_kernel
from tantrix.cli.bench.robots import bench_robots
from tantrix.cli.bench.solver import bench_solver
from tantrix.cli.engine import engine
from tantrix.cli.league import league
from tantrix.cli.match import match
from tantrix.cli.perft import perft
from tantrix.cli.play import play
from tantrix.cli.puzzle import puzzle
from tantrix.cli.record import check, gif, png, show, svg
from tantrix.cli.record import json as record_json
from tantrix.cli.scan import scan
from tantrix.cli.serve import serve
from tantrix.cli.simulate import simulate
from tantrix.cli.solve import solve
from tantrix.cli.terminal.status import FAULT, UNUSABLE, explained, guarded, print_error
from tantrix.cli.train import train
from tantrix.cli.verify import verify
from tantrix.cli.warmup import warmup

_HELP = {"help": ["-h", "--help"]}
_NEW_WORDS = {"goal": "kind", "held": "fixed", "strategy": "tantrix"}  # of options and choices
_UNTIL_0_2 = {"token_normalize_func": lambda word: _NEW_WORDS.get(word, word)}

app = typer.Typer(
    name="tantrix",
    help=_("Tantrix, the game of 56 hexagonal tiles: play, record, analyse, solve and serve it."),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": _HELP["help"]},
)
record = typer.Typer(
    help=_("Check, show and draw game records."), no_args_is_help=True, pretty_exceptions_enable=False
)
bench = typer.Typer(help=_("Measure speed."), no_args_is_help=True, pretty_exceptions_enable=False)
admin = typer.Typer(
    help=_("Manage a server: accounts, moderation, ratings, results and the archive."),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

archive = typer.Typer(
    help=_("Manage the archive of a server."), no_args_is_help=True, pretty_exceptions_enable=False
)
tournament = typer.Typer(
    help=_("Check the tournaments of a server."), no_args_is_help=True, pretty_exceptions_enable=False
)


def _show_version(is_given: bool) -> None:
    if is_given:
        print(f"tantrix {__version__}")
        raise typer.Exit


@app.callback()
def program(
    _lang: Annotated[
        str | None, typer.Option("--lang", help=_("The language, such as en, ru or pl."))
    ] = None,
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help=_("Show the version."))
    ] = False,
) -> None:
    """Accept the program's own options; `--lang` has already taken effect."""


app.command(help=_("Play in the terminal, against robots or people beside you."))(guarded(play))
app.command(help=_("Run a robot that speaks the engine protocol, for other programs."))(guarded(engine))
app.command(help=_("Play many games between robots and print statistics."), context_settings=_UNTIL_0_2)(
    guarded(simulate)
)
app.command(help=_("Play two robots against each other and measure which is stronger."))(guarded(match))
app.command(help=_("Play several robots against each other, every pair, and rank them."))(guarded(league))
app.command(help=_("Count the placement sequences of a position."))(guarded(perft))
app.command(
    help=_("Solve a puzzle, count its solutions, or prove that it has none."), context_settings=_UNTIL_0_2
)(guarded(solve))
app.command(help=_("Read the tiles in photographs."))(guarded(scan))
app.command(help=_("Judge every placement of a game and the luck of every draw."))(guarded(analyse))
app.command(help=_("Generate a solvable puzzle of a chosen difficulty."))(guarded(puzzle))
app.add_typer(record, name="record")
app.command(help=_("Repeat the deal from the secrets in a record and compare every draw."))(guarded(verify))
app.add_typer(tournament, name="tournament")
tournament.command("check", help=_("Repeat the pairing of every round from the stored data and compare."))(
    guarded(check_tournaments)
)
app.add_typer(bench, name="bench")
app.command(help=_("Fit the robots' forecast to games of self-play."))(guarded(train))
app.command(help=_("Compile the kernel now, so that later commands start at once."))(guarded(warmup))
app.command(help=_("Run a server to play in the browser."))(guarded(serve))
app.add_typer(admin, name="admin")
app.command(help=_("Copy all data of a server into one file, even while it runs."))(guarded(backup))
app.command(help=_("Restore a server's data from a backup."))(guarded(restore))
app.command(help=_("Write the finished games of a server to one file of records."))(guarded(export))

admin.command(help=_("List the accounts."))(guarded(accounts))
admin.command(help=_("Ban an account from playing."))(guarded(ban))
admin.command(help=_("Lift the ban of an account."))(guarded(unban))
admin.command(help=_("Switch off the second factor of a user who has lost it."))(guarded(drop_second_factor))
admin.command(help=_("Create a link with which a user can choose a new password."))(guarded(reset_password))
admin.command(help=_("Mark an account permanently as a robot."))(guarded(mark_robot))
admin.command(help=_("Change the name of an account at once."))(guarded(rename))
admin.command(help=_("Create a personal token for a program of an account."))(guarded(token))
admin.command(help=_("List administrative actions on accounts."))(guarded(audit))
admin.command("import", help=_("Check records and store them as imported games."))(guarded(import_records))
admin.add_typer(archive, name="archive")
archive.command("remove", help=_("Remove an imported record from the archive."))(guarded(remove_record))
admin.command(help=_("Count the results of games, or rebuild them from the journals."))(guarded(results))
admin.command(help=_("Count the rated games, or rebuild all ratings from the results."))(guarded(ratings))
admin.command(help=_("List the reports of players."))(guarded(reports))
admin.command(help=_("Hide the chat of an account from everybody else for some days."))(guarded(silence))
admin.command(help=_("Show the chat of an account to others again."))(guarded(unsilence))
admin.command(help=_("Give the moderator role to an account, or revoke it."))(guarded(moderator))
admin.command(help=_("Let another account organise a tournament."))(guarded(transfer_tournament))
admin.command(help=_("Bring the data up to this version, or say what that would do."))(guarded(upgrade))
admin.command("allow", hidden=True)(guarded(unban))  # these four are the old words, until 0.2
admin.command("organiser", hidden=True)(guarded(transfer_tournament))
admin.command("reset", hidden=True)(guarded(reset_password))
admin.command("robot", hidden=True)(guarded(mark_robot))

record.command(help=_("Replay records and report errors."))(guarded(check))
record.command(help=_("Show the table of a record in the terminal."))(guarded(show))
record.command(help=_("Draw the table of a record as SVG."))(guarded(svg))
record.command(help=_("Draw the table of a record as PNG."))(guarded(png))
record.command(help=_("Draw a record as a GIF, one frame per tile."))(guarded(gif))
record.command("json", help=_("Print a record as JSON."))(guarded(record_json))

bench.command("kernel", help=_("Measure the rules: games, perft, listing, compiling."))(guarded(bench_kernel))
bench.command("robots", help=_("Fingerprint how robots play and measure how fast they choose."))(
    guarded(bench_robots)
)
bench.command("solver", help=_("Measure the solver: loops, counts, packs, boards."))(guarded(bench_solver))


def run() -> None:
    """Run the program; errors that no command handles become a single line too."""
    try:
        app()
    except OSError as error:
        print_error(explained(error))
        sys.exit(UNUSABLE)
    except Exception as error:  # a user never sees a traceback
        print_error(_("this is a bug in tantrix, please report it: {error!r}").format(error=error))
        sys.exit(FAULT)
