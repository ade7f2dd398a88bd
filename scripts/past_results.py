"""Invented results for a server: accounts, and rated games between them and robots."""

import asyncio
import random
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from tantrix.server.accounts.names import skeleton
from tantrix.server.accounts.store import Account, Audit
from tantrix.server.admin.rebuild import rebuild_ratings
from tantrix.server.database.database import Database
from tantrix.server.database.folder import open_folder
from tantrix.server.database.writer import Writer
from tantrix.server.database.writes import Write
from tantrix.server.ratings.results import GameResult, RatingPool, ResultSeat

NAMES = ("Ann", "Bea", "Cleo", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
DAY_MS = 24 * 3600 * 1000
_RULES = {2: "RB 56 draw-keep", 3: "RBY 56 draw-keep", 4: "RBYG 56 draw-keep"}


def user_id_of(name: str) -> str:
    """Return how games know an account of the past."""
    return f"owner-{name}"


def write_past(
    folder: Path, now_ms: int, n_games: int, seed: int = 1, names: Sequence[str] = NAMES, days: int = 75
) -> None:
    """Fill an empty folder with accounts, the first the strongest, and rated games of the last days."""
    rng = random.Random(seed)
    began_ms = now_ms - (days + 1) * DAY_MS
    writes: list[Write] = [Account(user_id_of(name), name, skeleton(name), "", began_ms) for name in names]
    writes.append(Audit(began_ms, "past", "made", "past"))
    for number in range(n_games):
        at_ms = now_ms - DAY_MS // 24 - (n_games - 1 - number) * days * DAY_MS // n_games
        writes += _game(rng, number, at_ms, names)
    with (
        closing(Database(open_folder(folder))) as database,
        closing(Writer(database.connect_writer)) as writer,
    ):
        database.migrate()
        asyncio.run(writer.append(*writes))
    rebuild_ratings(folder)


def _game(rng: random.Random, number: int, at_ms: int, names: Sequence[str]) -> list[Write]:
    n_seats = rng.choice((2, 2, 2, 2, 3, 4))
    players = rng.sample([*names, *("robot:greedy", "robot:club")], n_seats)
    if all(player.startswith("robot:") for player in players):
        players[0] = names[0]
    scores = [max(3, round(rng.gauss(24 - 10 * _weakness(player, names), 5))) for player in players]
    ranks = [1 + sum(other > score for other in scores) for score in scores]
    game_id = f"{number:012x}"
    result = GameResult(
        game_id=game_id,
        pool=RatingPool.TWO if n_seats == 2 else RatingPool.MANY,
        rules=_RULES[n_seats],
        n_seats=n_seats,
        is_teams=False,
        is_rated=True,
        control="15 tournament",
        listing="open",
        termination="played-out",
        started_ms=at_ms - 1_800_000,
        finished_ms=at_ms,
        n_plies=56,
    )
    seats = (
        ResultSeat(
            game_id=game_id,
            seat=seat,
            user_id=None if player.startswith("robot:") else user_id_of(player),
            name=player.removeprefix("robot:"),
            robot=player.removeprefix("robot:") if player.startswith("robot:") else None,
            colour="RBYG"[seat],
            score=scores[seat],
            rank=ranks[seat],
            share=_share(ranks, seat),
            line_length=scores[seat],
            has_loop=False,
            is_quitter=False,
        )
        for seat, player in enumerate(players)
    )
    return [result, *seats]


def _weakness(player: str, names: Sequence[str]) -> float:
    return names.index(player) / len(names) if player in names else 0.6


def _share(ranks: Sequence[int], seat: int) -> float:
    others = [rank for other, rank in enumerate(ranks) if other != seat]
    return sum((rank > ranks[seat]) + (rank == ranks[seat]) / 2 for rank in others) / len(others)
