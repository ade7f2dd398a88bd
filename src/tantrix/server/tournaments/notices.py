"""Notices to entrants of a tournament: the start, rounds, times of matches, decisions, and the end.

The notices are saved in the commit that adds the entries to the log.
"""

from collections.abc import Collection, Iterable, Iterator

from tantrix.clock import DAY_MS, MINUTE_MS
from tantrix.competition.events.actions import (
    AcceptTime,
    BeginStage,
    BeReady,
    CancelEvent,
    CheckIn,
    Enter,
    ExtendDeadline,
    FinishEvent,
    Forfeit,
    JoinGroup,
    LogEntry,
    NameStaff,
    PairRound,
    ProposeTime,
    Ruling,
    SetPause,
    SetTerms,
    StartEvent,
    Withdraw,
)
from tantrix.competition.events.due import GIVEN_AWAY, ORGANISER_AWAY
from tantrix.competition.events.forms.base import Plays
from tantrix.competition.events.forms.registry import first_form, form_of
from tantrix.competition.events.match_states import match_status, next_keys
from tantrix.competition.events.outcomes import GameKey
from tantrix.competition.events.rounds import ARENA, GROUP, TournamentMatch, TournamentRound
from tantrix.competition.events.tournament import Tournament
from tantrix.server.database.writes import Write
from tantrix.server.notices.store import NoticeOnce, NoticeRow, delete_planned_notices, mark_read

START_MS = 15 * MINUTE_MS  # how long before the start of a tournament its entrants are reminded
REMIND_MS = (DAY_MS, 15 * MINUTE_MS)  # how long before the time of a match
DEADLINE_MS = DAY_MS  # how long before the deadline of a match its sides are reminded
MAX_ENTRANTS = 500  # entrants in a round that is announced in one commit


def tournament_notices(
    tournament_id: str,
    tournament: Tournament,
    entries: Iterable[LogEntry],
    watching: Collection[str | None] = (),
) -> list[Write]:
    """List the writes to save with new entries of a log; `tournament` is as it is after them.

    Each is listed once: the host of a simul has many matches in a round, but needs one notice. `watching`:
    the accounts that have its page open, where games of an arena and tables of a cup open automatically.
    """
    notices = _TournamentNotices(tournament_id, tournament, watching)
    return list(dict.fromkeys(write for entry in entries for write in notices.of(entry)))


def deadline_notices(tournament_id: str, tournament: Tournament, now_ms: int) -> list[NoticeOnce]:
    """List the notices of matches whose deadline is less than a day away while a game has not begun.

    The ids contain the deadline, so each account gets one notice for each deadline of a match. A match whose
    last game has an appointment needs none.
    """
    if not tournament.is_running or tournament.terms.is_by_hand or tournament.terms.is_correspondence:
        return []
    found: list[NoticeOnce] = []
    for drawn in tournament.rounds:
        deadline_ms = tournament.deadline_ms(drawn)
        if tournament.stage(drawn.stage).terms.days > 1 and deadline_ms - DEADLINE_MS <= now_ms < deadline_ms:
            for match in drawn.matches:
                if _is_unarranged(tournament, drawn, match):
                    found += _of_deadline(tournament_id, tournament, match, now_ms, deadline_ms)
    return found


def _is_unarranged(tournament: Tournament, drawn: TournamentRound, match: TournamentMatch) -> bool:
    """Return whether the next game of a match has not begun, and is not the last one with an appointment."""
    keys = next_keys(tournament, drawn, match)
    if not keys or any(key in tournament.begun for key in keys):
        return False
    return (
        form_of(tournament, drawn.stage).games_left(drawn, match) > 1
        or (match.id, keys[0].number) not in tournament.appointments
    )


def _of_deadline(
    tournament_id: str, tournament: Tournament, match: TournamentMatch, now_ms: int, deadline_ms: int
) -> Iterator[NoticeOnce]:
    notice_id = f"deadline-{tournament_id}-{match.id}-{deadline_ms}"
    url = f"/tournaments/{tournament_id}/matches/{match.id}"
    for side, other in (match.sides, match.sides[::-1]):
        name = tournament.entrants[other].name
        for user_id in sorted(tournament.entrants[side].user_ids):
            row = NoticeRow(
                user_id, notice_id, "reminder", name, url, now_ms, variant="deadline", moment_ms=deadline_ms
            )
            yield NoticeOnce(row)


def delete_reminders(user_id: str, tournament_id: str, game: GameKey, at_ms: int) -> Write:
    """Return the write that removes a user's reminders of a game."""
    return delete_planned_notices(user_id, _reminder_id(tournament_id, game.match, game.number), at_ms)


def _reminder_id(tournament_id: str, match: str, number: int) -> str:
    """Return the prefix of the ids of all reminders of a game."""
    return f"reminder-{tournament_id}-{match}.{number}."


class _TournamentNotices:
    """Makes the notices of a tournament."""

    def __init__(self, tournament_id: str, tournament: Tournament, watching: Collection[str | None]) -> None:
        self._watching = watching
        self._absent: set[str] = set()  # who did not come to a game, by the entries seen so far
        self._id = tournament_id
        self._now = tournament
        self._url = f"/tournaments/{tournament_id}"

    def of(self, entry: LogEntry) -> Iterator[Write]:
        """List the notices of an entry, and the removals of reminders that are no longer needed."""
        match entry.action:
            case BeginStage(seeds=seeds, ends_ms=ends_ms) if ends_ms:
                for entrant in self._away(seeds):
                    yield from self._notify(entrant, entry, "round", self._kind_of_start())
            case JoinGroup(_entrant, group):
                members = self._now.stages[0].groups[group - 1]
                yield from self._forget_all(members, entry, f"reminder-{self._id}-1-{GROUP}{group}-")
            case PairRound(paired) if paired.tables:
                for entrant in self._away(each for table in paired.tables for each in table):
                    yield from self._notify(entrant, entry, "round")
            case PairRound(paired) if paired.section != ARENA:  # its waves are paired all the time
                for entrant in _paired(paired):
                    yield from self._notify(entrant, entry, "round")
            case ProposeTime(match) | BeReady(match) | AcceptTime(match):
                yield from self._of_arrangement(entry, entry.action)
                if entry.by is not None:  # has seen what the other side proposed before
                    yield mark_read(entry.by, entry.at_ms, url=self._match_url(match))
            case Forfeit(match, number):
                yield from self._forget(match, number, entry)
                for side, came in zip(self._now.matches[match][1].sides, entry.action.present, strict=True):
                    if not came:
                        self._absent.add(side)
                        missed = self._missed(side, entry.action)
                        yield from self._notify(side, entry, "result", "missed", match=match, only=missed)
            case SetPause(entrant, is_paused=True) if entry.by is None:
                yield from self._notify(entrant, entry, "round", "paused")
            case Ruling(match, number):
                yield from self._forget(match, number, entry)
                if not self._now.terms.is_by_hand:
                    for side in self._now.matches[match][1].sides:
                        yield from self._notify(side, entry, "result", "decided", match=match)
            case ExtendDeadline(name, deadline_ms):
                for entrant in self._with_matches_in(name):
                    yield from self._notify(entrant, entry, "round", "deadline", moment_ms=deadline_ms)
            case CancelEvent():
                yield from self._forget_all(self._now.entrants, entry, f"reminder-{self._id}-")
                for each in self._now.playing:
                    yield from self._notify(each, entry, "result", "cancelled")
            case Enter(new):
                if len(new.user_ids) > 1:
                    yield from self._notify(new.id, entry, "round", "partner")
                yield from self._remind_of_start((new.id,), entry)
            case Withdraw(entrant):
                yield from self._forget_all((entrant,), entry, self._start_id)
                if entrant in self._absent:  # the server withdraws for no-shows with the last of them
                    yield from self._notify(entrant, entry, "round", "out")
            case CheckIn(entrant):
                yield from self._forget_all((entrant,), entry, f"{self._start_id}check-in")
            case SetTerms() if self._now.entrants:
                yield from self._forget_all(self._now.playing, entry, self._start_id)
                yield from self._remind_of_start(self._now.playing, entry)
            case StartEvent():
                yield from self._forget_all(self._now.playing, entry, self._start_id)
            case NameStaff(user_ids, reason) if reason in (ORGANISER_AWAY, GIVEN_AWAY):
                yield from self._of_another_organiser(user_ids, entry)
            case FinishEvent(places):
                for entrant in places:
                    yield from self._notify(entrant, entry, "result", "tournament")

    def _missed(self, side: str, action: Forfeit) -> frozenset[str | None]:
        """Return whose games of a side were not played: those at one board, or all that were left."""
        now = self._now
        keys = [GameKey(action.match, action.number, action.board)]
        if action.closes:
            games = match_status(now, *now.matches[action.match]).games
            left = [key for key, outcome in games if not outcome.is_played and key not in now.ruled]
            keys = left or keys  # of extra games none is listed before it is played
        return frozenset(member.user_id for key in keys for member in now.players(key, side))

    def _of_another_organiser(self, staff: Iterable[str], entry: LogEntry) -> Iterator[NoticeRow]:
        """Tell everybody in a tournament that it has another organiser."""
        members = frozenset[str]().union(*(self._now.entrants[each].user_ids for each in self._now.playing))
        notice_id, name = f"round-{self._id}-{entry.sequence}", self._now.terms.name
        for user_id in sorted({*staff, *members} - {entry.by}):
            yield NoticeRow(user_id, notice_id, "round", name, self._url, entry.at_ms, variant="organiser")

    def _of_arrangement(self, entry: LogEntry, action: ProposeTime | BeReady | AcceptTime) -> Iterator[Write]:
        """List the notices of a side that arranges a match."""
        match, side = action.match, action.entrant
        other = self._other(match, side)
        match action:
            case ProposeTime(time_ms=time_ms):
                yield from self._notify(other, entry, "appointment", "proposed", side, time_ms, match)
            case BeReady(number=number):
                if other not in self._now.ready_sides(match, number, entry.at_ms):
                    yield from self._notify(other, entry, "appointment", "ready", side, match=match)
            case AcceptTime(number=number, time_ms=time_ms):
                yield from self._notify(other, entry, "appointment", "", side, time_ms, match)
                yield from self._forget(match, number, entry)
                for one, two in ((side, other), (other, side)):
                    yield from self._remind(one, two, entry, match, number, time_ms)

    def _match_url(self, match: str) -> str:
        return f"{self._url}/matches/{match}"

    def _away(self, entrants: Iterable[str]) -> Iterator[str]:
        """List the entrants that do not have the page open."""
        return (each for each in entrants if not self._now.entrants[each].user_ids & {*self._watching})

    @property
    def _start_id(self) -> str:
        """The prefix of the ids of the reminders of the start."""
        return f"reminder-{self._id}-start."

    def _remind_of_start(self, entrants: Iterable[str], entry: LogEntry) -> Iterator[NoticeRow]:
        """Plan the reminders of the start, and of the check-in before it."""
        terms, starts_ms = self._now.terms, self._now.terms.starts_ms
        if starts_ms is None:
            return
        times = {"start": starts_ms - START_MS}
        if terms.check_in_ms:
            times["check-in"] = starts_ms - terms.check_in_ms
        for entrant in entrants:
            for variant, at_ms in times.items():
                if at_ms > entry.at_ms:
                    notice_id = f"{self._start_id}{variant}.{entry.sequence}"
                    for user_id in sorted(self._now.entrants[entrant].user_ids):
                        yield NoticeRow(
                            user_id,
                            notice_id,
                            "reminder",
                            terms.name,
                            self._url,
                            at_ms,
                            variant=variant,
                            moment_ms=starts_ms,
                        )

    def _forget_all(self, entrants: Iterable[str], entry: LogEntry, prefix: str) -> Iterator[Write]:
        for entrant in entrants:
            for user_id in sorted(self._now.entrants[entrant].user_ids):
                yield delete_planned_notices(user_id, prefix, entry.at_ms)

    def _with_matches_in(self, name: str) -> list[str]:
        """List the entrants with a match in a round that is not over."""
        found = [each for each in self._now.rounds if each.name == name]
        matches = [(paired, match) for paired in found for match in paired.matches]
        open_matches = [
            match for paired, match in matches if not match_status(self._now, paired, match).is_over
        ]
        return [side for match in open_matches for side in match.sides]

    def _kind_of_start(self) -> str:
        return "race" if first_form(self._now.terms).plays is Plays.PUZZLES else "arena"

    def _forget(self, match: str, number: int, entry: LogEntry) -> Iterator[Write]:
        for side in self._now.matches[match][1].sides:
            for user_id in sorted(self._now.entrants[side].user_ids):
                yield delete_planned_notices(user_id, _reminder_id(self._id, match, number), entry.at_ms)

    def _remind(
        self, entrant: str, other: str, entry: LogEntry, match: str, number: int, time_ms: int
    ) -> Iterator[NoticeRow]:
        prefix, url = _reminder_id(self._id, match, number), self._match_url(match)
        for n, before_ms in enumerate(REMIND_MS):
            if time_ms - before_ms > entry.at_ms:
                notice_id = f"{prefix}{entry.sequence}.{n}"
                for user_id in sorted(self._now.entrants[entrant].user_ids):
                    name = self._now.entrants[other].name
                    at_ms = time_ms - before_ms
                    yield NoticeRow(
                        user_id, notice_id, "reminder", name, url, at_ms, variant="match", moment_ms=time_ms
                    )

    def _notify(
        self,
        entrant: str,
        entry: LogEntry,
        kind: str,
        variant: str = "",
        by: str | None = None,
        moment_ms: int | None = None,
        match: str | None = None,
        only: Collection[str | None] | None = None,
    ) -> Iterator[NoticeRow]:
        """Notify the members of an entrant, or `only` some; `match`: whose page the notice leads to."""
        url = self._url if match is None else self._match_url(match)
        name = self._now.terms.name if by is None else self._now.entrants[by].name
        notice_id = f"{kind}-{self._id}-{entry.sequence}"
        for user_id in sorted(self._now.entrants[entrant].user_ids):
            if user_id != entry.by and (only is None or user_id in only):
                yield NoticeRow(
                    user_id, notice_id, kind, name, url, entry.at_ms, variant=variant, moment_ms=moment_ms
                )

    def _other(self, match: str, entrant: str) -> str:
        first, second = self._now.matches[match][1].sides
        return second if entrant == first else first


def _paired(paired: TournamentRound) -> list[str]:
    """List the entrants of a round who have an opponent; none if there are too many to notify at once."""
    found = [each for pair in paired.pairs if None not in pair for each in pair if each is not None]
    return found if len(found) <= MAX_ENTRANTS else []
