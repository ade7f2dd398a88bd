"""`tantrix perft`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.options import Json
from tantrix.cli.record_report import record_at
from tantrix.cli.terminal.compile_progress import compile_kernel
from tantrix.cli.terminal.output import print_json, progress

if TYPE_CHECKING:
    from tantrix.game import Game

Position = Annotated[str | None, typer.Option(help=_("A position on one line."))]
RecordFile = Annotated[Path | None, typer.Option("--record", help=_("A record to take the position from."))]
Ply = Annotated[int | None, typer.Option(min=0, help=_("The number of tiles of the record to place."))]
Deck = Annotated[str | None, typer.Option(help=_("The tiles of the bag in drawing order."))]
Seed = Annotated[
    int, typer.Option(help=_("The seed of the deal or of the bag's order, where neither is given."))
]
Depth = Annotated[int, typer.Option(min=0, max=64, help=_("The number of placements in a sequence."))]
Divide = Annotated[bool, typer.Option("--divide", help=_("Also count by first placement."))]


def perft(
    depth: Depth,
    position: Position = None,
    record: RecordFile = None,
    ply: Ply = None,
    deck: Deck = None,
    seed: Seed = 0,
    divide: Divide = False,
    json: Json = False,
) -> None:
    """Count the sequences of `depth` placements from a position, for a given order of draws."""
    if position is not None and record is not None:
        raise ValueError(_("give a position or a record, not both"))
    if ply is not None and record is None:
        raise ValueError(_("--ply {ply} needs --record").format(ply=ply))
    compile_kernel()
    game, draws = _root(position, record, ply, seed)
    if deck is not None:
        from tantrix.notation import parse_tiles

        draws = parse_tiles(deck)
    _print_count(depth, game, draws, divide, json)


def _root(
    position: str | None, record: Path | None, ply: int | None, seed: int
) -> tuple["Game", Sequence[int]]:
    """Return the position, and the bag in the order given by the seed, the deal or the record."""
    from tantrix import deal
    from tantrix.lab.simulation.jobs import secret_of
    from tantrix.rules import Rules

    secret = secret_of(seed, 0)
    if position is not None:
        from tantrix.notation import parse_position

        game = parse_position(position)
        return game, deal.shuffle(secret, sorted(game.bag))
    if record is not None:
        return _from_record(record, ply, secret)
    dealt = deal.deal(Rules(), secret)
    return deal.start(Rules(), dealt), dealt.bag


def _from_record(file: Path, ply: int | None, secret: bytes) -> tuple["Game", Sequence[int]]:
    """Return the recorded draws, then the rest in the order of the secret."""
    from tantrix import deal

    record = record_at(file, 1)
    game = record.game(ply)
    drawn = [entry.draw for entry in record.entries if entry.draw in game.bag and entry.draw is not None]
    return game, (*drawn, *deal.shuffle(secret, sorted(game.bag - set(drawn))))


def _print_count(depth: int, game: "Game", draws: Sequence[int], by_first: bool, as_json: bool) -> None:
    counts = _counted(depth, game, draws)
    total = sum(counts.values()) if depth else 1
    if as_json:
        from tantrix.notation import print_position

        found = {"position": print_position(game), "draws": list(draws), "depth": depth, "count": total}
        print_json({**found, "divide": counts} if by_first else found)
        return
    for placement, count in counts.items() if by_first else ():
        print(f"{placement} {count}")
    print(total)


def _counted(depth: int, game: "Game", draws: Sequence[int]) -> dict[str, int]:
    """Count by first placement, so that the progress line advances and Ctrl-C can stop the count."""
    from tantrix.lab.perft import perft, perft_after

    if depth == 0:
        perft(game, draws, 0)
        return {}
    with progress() as line:
        placements = line.track(game.placements(), description=_("counting"))
        return {str(placement): perft_after(game, draws, depth, placement) for placement in placements}
