"""Creating tournaments: by an organiser, or as the next event of a series."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

from tantrix.competition.events.actions import Action, Enter, LogEntry, NameStaff, OpenEntries, SetTerms
from tantrix.competition.events.entrants import Entrant
from tantrix.competition.events.presets import kind_of
from tantrix.competition.events.terms import EventTerms
from tantrix.competition.events.tournament import EventState
from tantrix.server.accounts.profiles import NameOf
from tantrix.server.database.writes import Write
from tantrix.server.protocol.times import print_time
from tantrix.server.protocol.tournaments import TournamentOptions
from tantrix.server.series.formats import EventStateName, HeldEvent, PlannedEvent, ServerSeries
from tantrix.server.tournaments.store import Participant, TournamentRow, TournamentStore, add_log_entry
from tantrix.server.tournaments.terms import terms_of
from tantrix.server.wording.events import DAILY_ARENA as DAILY
from tantrix.server.wording.events import WEEKLY_OPEN as WEEKLY

FORMAT = "tournament"  # the format name of tournaments in series


def creation(
    terms: EventTerms,
    tournament_id: str,
    organiser: str,
    now_ms: int,
    secret: bytes,
    password: str | None,
    host: Entrant | None = None,
) -> list[Write]:
    """Return the writes for a new tournament with open entries. `password`: a hash, None without one.

    `host`: the organiser as the first entrant of a simul.
    """
    actions: tuple[Action, ...] = (SetTerms(terms), NameStaff((organiser,)), OpenEntries())
    participants: list[Write] = []
    if host is not None:
        actions = (*actions, Enter(host))
        participants = [Participant(tournament_id, organiser)]
    entries = [LogEntry(number, now_ms, organiser, action) for number, action in enumerate(actions, 1)]
    row = TournamentRow(
        id=tournament_id,
        name=terms.name,
        preset=kind_of(terms, terms.stages[0].form),
        state=EventState.OPEN.value,
        organiser=organiser,
        secret=secret.hex(),
        password=password,
        is_listed=terms.entry.is_listed,
        n_entrants=len(participants),
        created_ms=now_ms,
        starts_ms=terms.starts_ms,
        ended_ms=None,
        version=len(entries),
    )
    return [row, *(add_log_entry(tournament_id, entry) for entry in entries), *participants]


def print_series_options(options: TournamentOptions, password: str | None) -> str:
    """Print options for a series, with the hash of the password instead of the password."""
    stored = options.model_dump(mode="json", exclude={"password", "starts_at", "name", "repeats"})
    return json.dumps({"options": stored, "password": password}, ensure_ascii=False)


WEEKLY_OPEN = ServerSeries(
    id="weekly-open",
    name=WEEKLY,
    format=FORMAT,
    options=print_series_options(
        TournamentOptions(preset="open", name=WEEKLY, n_rounds=5, check_in_minutes=15), None
    ),
    recurrence="weekly sat 18:00",
)

DAILY_ARENA = ServerSeries(
    id="daily-arena",
    name=DAILY,
    format=FORMAT,
    options=print_series_options(TournamentOptions(preset="arena", name=DAILY, allows_robots=True), None),
    recurrence="daily 19:00",
)


class TournamentFormat:
    """Tournaments as the events of series."""

    def __init__(
        self,
        store: TournamentStore,
        name_of: NameOf,
        make_secret: Callable[[], bytes],
        announce: Callable[[str], None],
    ) -> None:
        self._store = store
        self._name_of = name_of
        self._make_secret = make_secret
        self._announce = announce

    async def creation(self, planned: PlannedEvent) -> Sequence[Write]:
        """Return the writes for the next tournament. Raises ValueError for invalid options."""
        stored = json.loads(planned.options)
        given = {"name": planned.name, "starts_at": print_time(planned.starts_ms)}
        terms = terms_of(TournamentOptions.model_validate({**stored["options"], **given}))
        terms = replace(terms, entry=replace(terms.entry, has_password=stored["password"] is not None))
        secret = self._make_secret()
        return creation(terms, planned.id, planned.organiser, planned.now_ms, secret, stored["password"])

    async def created(self, event_id: str) -> None:
        self._announce(event_id)

    async def held(self, event_ids: Sequence[str]) -> list[HeldEvent]:
        """Return tournaments with the names of their winners."""
        return await asyncio.to_thread(self._held, event_ids)

    def _held(self, event_ids: Sequence[str]) -> list[HeldEvent]:
        rows = {row.id: row for row in self._store.rows(event_ids)}
        winners = self._store.winners(event_ids)
        found = (rows[each] for each in event_ids if each in rows)
        return [
            HeldEvent(
                id=row.id,
                url=f"/tournaments/{row.id}",
                name=row.name,
                state=cast(EventStateName, "open" if row.state == "draft" else row.state),
                n_entrants=row.n_entrants,
                winners=tuple(name for each in winners.get(row.id, ()) if (name := self._name_of(each))),
            )
            for row in found
        ]
