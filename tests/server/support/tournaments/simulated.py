"""Simulated tournaments in a database."""

import random
from contextlib import closing

from tantrix.competition.events.actions import NameStaff, OpenEntries, SetTerms
from tantrix.competition.events.due import starting
from tantrix.competition.events.outcomes import GameKey
from tantrix.competition.events.terms import EventTerms
from tantrix.server.database.database import Database
from tantrix.server.database.writes import Write, write_all
from tantrix.server.tournaments.store import (
    TournamentGame,
    TournamentRow,
    add_log_entry,
    change_tournament,
    finish_match_game,
)
from tantrix.server.tournaments.stored_text import print_outcome
from tests.support.tournaments import Habits, SimulatedEvent

ID, SECRET = "a" * 12, "secret"


class StoredEvent:
    """A simulated tournament, written to a database whenever it has changed."""

    def __init__(self, event: SimulatedEvent, database: Database) -> None:
        self.event = event
        self._database = database
        self._n_saved = 0
        self._saved: set[GameKey] = set()
        self._over: set[GameKey] = set()

    def save(self) -> None:
        """Write what has happened since the last time."""
        row = self._row()
        self._write(change_tournament(row, self._n_saved) if self._n_saved else row)
        self._write(*(add_log_entry(ID, entry) for entry in self.event.entries[self._n_saved :]))
        self._write(*(self._game(key) for key in self.event.begun if key not in self._saved))
        over = [key for key in self.event.outcomes if key not in self._over]
        self._write(*map(self._end, over))
        self._n_saved = len(self.event.entries)
        self._saved |= {*self.event.begun}
        self._over |= {*over}

    def _write(self, *rows: Write) -> None:
        with closing(self._database.connect_writer()) as connection, connection.begin():
            write_all(connection, rows)

    def _row(self) -> TournamentRow:
        now = self.event.now
        return TournamentRow(
            id=ID,
            name=now.terms.name,
            preset=now.terms.preset,
            state=now.state.value,
            organiser="u1.0",
            secret=SECRET,
            password=None,
            is_listed=True,
            n_entrants=len(now.entrants),
            created_ms=0,
            starts_ms=None,
            ended_ms=None,
            version=len(self.event.entries),
        )

    def _game(self, key: GameKey) -> TournamentGame:
        at_ms = self.event.begun_ms[key]
        return TournamentGame(self.event.begun[key], ID, key.match, key.number, key.board, 0, at_ms)

    def _end(self, key: GameKey) -> finish_match_game:
        outcome = print_outcome(self.event.outcomes[key])
        return finish_match_game(self.event.begun[key], self.event.now_ms, (outcome, outcome))


def begun(terms: EventTerms, n_entrants: int, habits: Habits) -> SimulatedEvent:
    """Return a tournament whose first round is still to be paired."""
    event = SimulatedEvent(random.Random(n_entrants), habits)
    event.do(SetTerms(terms), NameStaff(("u1.0",)), OpenEntries())
    for number in range(1, n_entrants + 1):
        event.enter(number, terms)
    event.do(starting(event.now))
    return event
