"""The cost of a Swiss with 256 entrants: drawing a round, and showing its page.

Run `python -m benchmarks.tournaments` from the repository. It fabricates a tournament of sixteen rounds in a
temporary folder, with fifteen of them played, and opens a server on it in this process, without sockets.
Measures processor time, with a loop that never changes for comparison. `first` is the page of a state that
nobody has seen yet, on a server that has just started and has compiled its templates; `again` is the same
page for another reader; `next` is the first page after the result of one more game.
"""

import argparse
import asyncio
import gc
import json
import random
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from fastapi import FastAPI

from benchmarks.asgi import get, processor_ms
from benchmarks.reference import reference_ms
from tantrix.competition.events.actions import (
    Action,
    Enter,
    LogEntry,
    NameStaff,
    OpenEntries,
    SetTerms,
)
from tantrix.competition.events.due import apply_due, games_to_begin, starting
from tantrix.competition.events.entrants import Entrant, Member
from tantrix.competition.events.outcomes import GameKey, GameOutcome, played
from tantrix.competition.events.presets import preset
from tantrix.competition.events.tournament import EventState, Tournament, replay
from tantrix.server.app import create_app
from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE, open_folder
from tantrix.server.database.writes import write_all
from tantrix.server.http.line_streams import LineConnection
from tantrix.server.http.templates import compile_templates
from tantrix.server.services import Services
from tantrix.server.settings import Settings
from tantrix.server.tournaments.store import TournamentGame, TournamentRow, add_log_entry
from tantrix.server.tournaments.stored_text import print_outcome

ID, SECRET = "aaaaaaaaaaaa", "5e" * 32
N_ROUNDS = 16
N_SPECTATORS = 2000
DRAW_GOAL_MS, PAGE_GOAL_MS = 1000, 50


class RandomTournament:
    """A tournament with random results, and what drawing each round costs."""

    def __init__(self, n_entrants: int, rng: random.Random) -> None:
        self._rng = rng
        self.now_ms = int(time.time() * 1000)
        self.entries: list[LogEntry] = []
        self.outcomes: dict[GameKey, GameOutcome] = {}
        self.begun: dict[GameKey, str] = {}
        self.draw_ms: list[float] = []
        self._do(SetTerms(preset("open", "Grand Open")), NameStaff(("u0",)), OpenEntries())
        for n in range(1, n_entrants + 1):
            self._do(Enter(Entrant(str(n), f"Player {n}", (Member(f"Player {n}", f"u{n}"),), 1000 + n)))
        self._do(starting(self._now()))

    def play(self) -> None:
        """Draw all rounds, and play all of them but the last."""
        for number in range(1, N_ROUNDS + 1):
            now, began = self._now(), time.process_time()
            now, added = apply_due(now, self.entries, self.now_ms, "benchmark")
            self.draw_ms.append((time.process_time() - began) * 1000)
            self.entries += added
            for key in games_to_begin(now, self.now_ms):
                self.begun[key] = f"game{len(self.begun):08d}"
                if number < N_ROUNDS:
                    scores = self._rng.randint(5, 30), self._rng.randint(5, 30)
                    self.outcomes[key] = played(scores)

    def rows(self) -> list[Any]:
        """Return the rows that a server stores for the tournament."""
        row = TournamentRow(
            id=ID,
            name="Grand Open",
            preset="open",
            state=EventState.RUNNING.value,
            organiser="u0",
            secret=SECRET,
            password=None,
            is_listed=True,
            n_entrants=len(self._now().entrants),
            created_ms=self.now_ms,
            starts_ms=None,
            ended_ms=None,
            version=len(self.entries),
        )
        return [row, *(add_log_entry(ID, entry) for entry in self.entries), *map(self._game, self.begun)]

    def _game(self, key: GameKey) -> TournamentGame:
        outcome = self.outcomes.get(key)
        return TournamentGame(
            game_id=self.begun[key],
            tournament_id=ID,
            match=key.match,
            number=key.number,
            board=key.board,
            first_seat=0,
            created_ms=self.now_ms,
            finished_ms=None if outcome is None else self.now_ms,
            outcome=None if outcome is None else print_outcome(outcome),
        )

    def _now(self) -> Tournament:
        return replay(self.entries, SECRET, self.outcomes, self.begun)

    def _do(self, *actions: Action) -> None:
        self.entries += [
            LogEntry(len(self.entries) + n, self.now_ms, None, action) for n, action in enumerate(actions, 1)
        ]


async def measure(field: RandomTournament, folder: Path, n_requests: int) -> dict[str, Any]:
    """Show the page again and again, and return all figures."""
    _store(folder, field)
    app = create_app(Settings(folder))
    async with app.router.lifespan_context(app):
        services: Services = app.state.services
        await services.hub.ready.wait()
        await asyncio.to_thread(compile_templates)  # the server does it now, and it would count below
        gc.freeze()  # as the command does
        first = await processor_ms(lambda: get(app, f"/tournaments/{ID}"))
        again = [await processor_ms(lambda: get(app, f"/tournaments/{ID}")) for _ in range(n_requests)]
        following = [await _next_state_ms(app, folder, field) for _ in range(n_requests)]
        spectators = [LineConnection(None, None) for _ in range(N_SPECTATORS)]
        began = time.process_time()
        for each in spectators:
            services.tournaments.watch(ID, each, (0, 0, 0, 0))
        notify_ms = (time.process_time() - began) * 1000
        loop = [reference_ms() for _ in range(n_requests)]
    return {
        "entrants": field.rows()[0].n_entrants,
        "draw_ms": {"median": round(_median(field.draw_ms)), "most": round(max(field.draw_ms))},
        "page_first_ms": round(first),
        "page_again_ms": round(_median(again), 1),
        "page_next_ms": round(_median(following), 1),
        "notify_2000_spectators_ms": round(notify_ms),
        "reference_ms": round(_median(loop), 1),
        "goals_ms": {"draw": DRAW_GOAL_MS, "page": PAGE_GOAL_MS},
    }


async def _next_state_ms(app: FastAPI, folder: Path, field: RandomTournament) -> float:
    """Return what the first page costs after one more game of the last round is over."""
    key = next(key for key in field.begun if key not in field.outcomes)
    field.outcomes[key] = played((20, 11))
    ended = field.now_ms, print_outcome(field.outcomes[key]), field.begun[key]
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        database.execute("UPDATE tournament_games SET finished_ms = ?, outcome = ? WHERE game_id = ?", ended)
    return await processor_ms(lambda: get(app, f"/tournaments/{ID}"))


def _store(folder: Path, field: RandomTournament) -> None:
    database = Database(open_folder(folder))
    try:
        database.migrate()
        with closing(database.connect_writer()) as connection, connection.begin():
            write_all(connection, field.rows())
    finally:
        database.close()


def _median(costs: list[float]) -> float:
    return sorted(costs)[len(costs) // 2]


def main() -> None:
    """Print the figures as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entrants", type=int, default=256)
    parser.add_argument("--requests", type=int, default=20)
    chosen = parser.parse_args()
    field = RandomTournament(chosen.entrants, random.Random(1))
    field.play()
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure(field, Path(folder) / "data", chosen.requests))
    json.dump(figures, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
