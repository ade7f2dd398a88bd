"""Organisers who stay away while their tournament waits for them: a controller or an entrant follows.

The members of a team do the same for its captain, but only while that one is away.

Live, that takes a minute, as in a room; over the board, where an organiser looks after the tables, longer;
and where matches take days, some days without any visit to the site.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from tantrix.clock import DAY_MS, MINUTE_MS
from tantrix.competition.events.actions import LogEntry, NameStaff, StartEvent
from tantrix.competition.events.due import ORGANISER_AWAY, starting_early
from tantrix.competition.events.entrants import Entrant
from tantrix.competition.events.forms.registry import first_form
from tantrix.competition.events.terms import EventTerms
from tantrix.competition.events.tournament import EventState, Tournament
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.cluster.online import LINGER_MS as ONLINE_MS
from tantrix.server.rooms.attendance import NOBODY_HERE, OWNER_AWAY_MS, Attendance, Owned

AT_TABLES_MS = 15 * MINUTE_MS
OF_DAYS_MS = 3 * DAY_MS
MAX_CONTROLLERS = 8  # as many as can be named
LINGER_MS = 30_000  # programs that only send requests stay here this long after each


class _Watched(NamedTuple):
    """Who was here at the last look, when that was, and when the tournament passes on, if it does."""

    looked_ms: int
    attendance: Attendance = NOBODY_HERE
    passes_ms: int | None = None


class Organisers:
    """Who is there at tournaments that wait for their organiser.

    `online` returns which of some users are on the site, at any server.
    """

    def __init__(
        self,
        accounts: Accounts,
        online: Callable[[Collection[str]], Awaitable[Collection[str]]],
        now_ms: Callable[[], int],
    ) -> None:
        self._accounts = accounts
        self._online = online
        self._now_ms = now_ms
        self._watched: dict[str, _Watched] = {}
        self._asked_ms: dict[str, int] = {}

    def saw(self, user_id: str | None) -> None:
        """Note a request about a tournament by a user, if that is an account."""
        if user_id is not None and self._is_known(user_id):
            self._asked_ms[user_id] = self._now_ms()

    def places(self) -> dict[str, str]:
        """Return whose last request was a moment ago, for the other servers; the texts are empty.

        They linger among those who are online, and so are here for as long at every server.
        """
        lately_ms = self._now_ms() - LINGER_MS
        self._asked_ms = {each: ms for each, ms in self._asked_ms.items() if ms > lately_ms}
        return {each: "" for each, ms in self._asked_ms.items() if ms > lately_ms + ONLINE_MS}

    def passes_ms(self, tournament_id: str) -> int | None:
        """Return when somebody else becomes the organiser, who is away; None if not within a day."""
        watched, now_ms = self._watched.get(tournament_id), self._now_ms()
        if watched is None or watched.passes_ms is None or watched.looked_ms < now_ms - LINGER_MS:
            return None
        return watched.passes_ms if watched.passes_ms <= now_ms + DAY_MS else None

    async def look(
        self,
        tournament_id: str,
        tournament: Tournament,
        entries: Sequence[LogEntry],
        may_list: Callable[[str], bool],
    ) -> NameStaff | None:
        """Look who is there; return the action by which somebody follows the organiser, if that is due.

        An entrant leads a public tournament only if `may_list`, which reads the database, says so.
        """
        now_ms = self._now_ms()
        is_kept = not waits(tournament) or not self._is_known(tournament.staff[0])
        here = await self._here(() if is_kept else {*tournament.staff, *_entrants(tournament)})
        barred = await asyncio.to_thread(_barred, tournament, here, may_list)
        owned = succession(tournament, here, lambda each: self._may_follow(each) and each not in barred)
        before = self._watched.get(tournament_id, _Watched(now_ms))
        attendance = before.attendance
        if before.looked_ms < now_ms - LINGER_MS:  # the server stood still
            attendance = replace(attendance, absence=None)
        attendance = attendance.seen(here, owned, now_ms)
        heir, left_ms = attendance.successor(owned), attendance.passes_in_ms(owned, now_ms)
        passes_ms = None if left_ms is None else now_ms + left_ms
        if passes_ms is not None and self._accounts.may_play(owned.owner):
            seen_ms = await asyncio.to_thread(self._last_seen_ms, tournament, entries)
            passes_ms = max(passes_ms, seen_ms + span_ms(tournament.terms))
        is_due = heir is not None and passes_ms is not None and passes_ms <= now_ms
        if here:
            self._watched[tournament_id] = _Watched(now_ms, attendance, None if is_due else passes_ms)
        else:
            self._watched.pop(tournament_id, None)
        if heir is None or not is_due:
            return None
        others = (each for each in tournament.staff if self._accounts.may_play(each))
        return NameStaff(tuple(dict.fromkeys((heir, *others)))[: 1 + MAX_CONTROLLERS], ORGANISER_AWAY)

    async def leads(self, tournament: Tournament, team: Entrant, user_id: str) -> bool:
        """Return whether a user leads a team: as its captain, or as a member while that one is away."""
        captain = team.captain.user_id
        if user_id == captain or captain is None:
            return user_id == captain
        if user_id not in team.user_ids or captain in await self._here({captain}):
            return False
        last_ms = await asyncio.to_thread(self._accounts.last_seen_ms, captain)
        return last_ms + span_ms(tournament.terms) <= self._now_ms() or not self._accounts.may_play(captain)

    async def _here(self, people: Collection[str]) -> frozenset[str]:
        lately_ms = self._now_ms() - LINGER_MS
        asked = {each for each in people if self._asked_ms.get(each, 0) > lately_ms}
        return frozenset((*asked, *await self._online(people)))

    def _last_seen_ms(self, tournament: Tournament, entries: Sequence[LogEntry]) -> int:
        """Return when the organiser last did something here or, where matches take days, was on the site."""
        organiser = tournament.staff[0]
        acted_ms = max((entry.at_ms for entry in entries if entry.by == organiser), default=0)
        return (
            max(acted_ms, self._accounts.last_seen_ms(organiser))
            if _takes_days(tournament.terms)
            else acted_ms
        )

    def _may_follow(self, user_id: str) -> bool:
        is_person = self._is_known(user_id) and not self._accounts.is_robot(user_id)
        return is_person and self._accounts.may_play(user_id)

    def _is_known(self, user_id: str) -> bool:
        """Return whether a user has an account: the server that runs its own events has none."""
        return self._accounts.lasting_name(user_id) is not None


def waits(tournament: Tournament) -> bool:
    """Return whether a tournament needs an organiser: it is in play, or could begin and has no start time.

    The host of a simul plays, so nobody can follow.
    """
    if first_form(tournament.terms).has_host:
        return False
    has_no_start = tournament.state is EventState.OPEN and tournament.terms.starts_ms is None
    return tournament.is_running or (has_no_start and isinstance(starting_early(tournament), StartEvent))


def span_ms(terms: EventTerms) -> int:
    """Return how long an organiser may stay away, by the pace of the tournament."""
    if _takes_days(terms):
        return OF_DAYS_MS
    return AT_TABLES_MS if terms.is_by_hand else OWNER_AWAY_MS


def succession(tournament: Tournament, here: Collection[str], may_follow: Callable[[str], bool]) -> Owned:
    """Return who could follow the organiser: a controller who is here, else an entrant where one may.

    A tournament in play that counts for medals is never led by an entrant, unless only people can enter its
    scores. One without a start time waits for its organiser once half of the entrants are here.
    """
    controllers = tuple(each for each in tournament.staff[1:] if may_follow(each))
    terms, entrants = tournament.terms, tuple(each for each in _entrants(tournament) if may_follow(each))
    if any(each in here for each in controllers):
        heirs = controllers
    elif tournament.is_running:
        heirs = () if terms.entry.is_listed and not terms.is_by_hand else entrants
    else:
        n_here = sum(not tournament.entrants[each].user_ids.isdisjoint(here) for each in tournament.playing)
        heirs = entrants if _takes_days(terms) or 2 * n_here >= len(tournament.playing) else ()
    return Owned(tournament.staff[0], heirs, OWNER_AWAY_MS if _takes_days(terms) else span_ms(terms))


def _barred(tournament: Tournament, here: Collection[str], may_list: Callable[[str], bool]) -> frozenset[str]:
    """Return the entrants who are here and may not lead a public tournament, if its organiser is away."""
    terms, staff = tournament.terms, tournament.staff
    if staff[0] in here or terms.is_by_hand or not terms.entry.is_listed:
        return frozenset()
    others = (each for each in _entrants(tournament) if each in here and each not in staff)
    return frozenset(each for each in others if not may_list(each))


def _takes_days(terms: EventTerms) -> bool:
    return terms.is_correspondence or any(stage.days for stage in terms.stages)


def _entrants(tournament: Tournament) -> list[str]:
    """List the accounts of the entrants in the order of entry."""
    members = (member for each in tournament.playing for member in tournament.entrants[each].members)
    return [member.user_id for member in members if member.user_id is not None]
