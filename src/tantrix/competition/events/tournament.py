"""The state of a tournament: its log replayed, with the outcomes of its games."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tantrix.clock import MINUTE_MS
from tantrix.competition.events.actions import (
    AcceptTime,
    Action,
    AdjustStanding,
    BeginStage,
    BeReady,
    CancelEvent,
    CheckIn,
    CorrectPlaces,
    Enter,
    ExtendDeadline,
    FinishEvent,
    Forfeit,
    JoinGroup,
    LogEntry,
    NameStaff,
    OpenEntries,
    PairRound,
    ProposeTime,
    RecordRace,
    ReplacePlayers,
    Ruling,
    SetCategories,
    SetLineUp,
    SetPause,
    SetTerms,
    StartEvent,
    Undo,
    Withdraw,
)
from tantrix.competition.events.entrants import FILLER, Entrant, EntrantKind, Member, filler
from tantrix.competition.events.outcomes import GameKey, GameOutcome, MatchStatus, forfeited
from tantrix.competition.events.rounds import GROUP, TournamentMatch, TournamentRound
from tantrix.competition.events.terms import EventTerms, StageTerms
from tantrix.competition.race import RaceResult
from tantrix.competition.standings import GameScore

READY_MS = 10 * MINUTE_MS  # how long a side is ready to play now


class EventState(StrEnum):
    """The phase of a tournament."""

    DRAFT = "draft"
    OPEN = "open"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class StageField:
    """A stage that has begun: its terms, its entrants by seed, its groups, and the field of the Plate.

    `ends_ms`: when an arena stops pairing or a puzzle race ends, 0 for other stages.
    """

    number: int
    terms: StageTerms
    seeds: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    others: tuple[str, ...]
    ends_ms: int = 0


@dataclass(frozen=True, slots=True)
class Proposal:
    """A time that a side has proposed for a game, and when it did so."""

    entrant: str
    time_ms: int
    made_ms: int


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament after its last action.

    `outcomes`: the outcomes of finished games. `begun`: all games that began. `race`: the results of a
    puzzle race so far, final if `is_race_over`. `table_ranks`: the ranks at finished tables of a Gobble
    cup, by id. `begun_ms` and `ended_ms`: when each game began and ended. `here_since_ms`: when each
    entrant entered, or came back from a pause; `paused_ms`: when each last began a pause. `matches`: all
    matches by id, with their rounds. `categorised`: entrants whose categories a controller has set. `ruled`:
    outcomes set by the log; `decided`: those of them that a
    controller has set. `adjusted`: tenths added by a controller, by stage and entrant. `replaced`: by
    entrant, its earlier members and until when. `line_ups`: by team, its line-ups and since when, newest
    first. `closed`: matches without further games, and which sides were present. `proposals`,
    `appointments` and `ready_ms` are keyed by match and game number; `ready_ms`: when each side was ready
    to play now. `answered` has each match and side that accepted a time or was ready. `statuses` caches
    match statuses by match, `round_statuses` and `round_scores` them and the scores of games by round;
    they follow from all the other fields.
    """

    terms: EventTerms
    secret: str = ""
    state: EventState = EventState.DRAFT
    staff: tuple[str, ...] = ()
    entrants: Mapping[str, Entrant] = field(default_factory=dict)
    checked_in: frozenset[str] = frozenset()
    paused: frozenset[str] = frozenset()
    withdrawn: frozenset[str] = frozenset()
    categorised: frozenset[str] = frozenset()
    seeds: tuple[str, ...] = ()
    stages: tuple[StageField, ...] = ()
    rounds: tuple[TournamentRound, ...] = ()
    matches: Mapping[str, tuple[TournamentRound, TournamentMatch]] = field(default_factory=dict)
    ruled: Mapping[GameKey, GameOutcome] = field(default_factory=dict)
    decided: frozenset[GameKey] = frozenset()
    adjusted: Mapping[tuple[int, str], int] = field(default_factory=dict)
    replaced: Mapping[str, tuple[tuple[int, tuple[Member, ...]], ...]] = field(default_factory=dict)
    line_ups: Mapping[str, tuple[tuple[int, tuple[int, ...]], ...]] = field(default_factory=dict)
    closed: Mapping[str, tuple[bool, bool]] = field(default_factory=dict)
    deadlines: Mapping[str, int] = field(default_factory=dict)
    proposals: Mapping[tuple[str, int], tuple[Proposal, ...]] = field(default_factory=dict)
    appointments: Mapping[tuple[str, int], int] = field(default_factory=dict)
    ready_ms: Mapping[tuple[str, int], Mapping[str, int]] = field(default_factory=dict)
    answered: frozenset[tuple[str, str]] = frozenset()
    places: tuple[str, ...] = ()
    n_no_shows: Mapping[str, int] = field(default_factory=dict)
    outcomes: Mapping[GameKey, GameOutcome] = field(default_factory=dict)
    begun: Mapping[GameKey, str] = field(default_factory=dict)
    statuses: dict[str, MatchStatus] = field(default_factory=dict, init=False, repr=False, compare=False)
    round_statuses: dict[str, tuple[MatchStatus, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    round_scores: dict[str, tuple[GameScore, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    table_ranks: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    begun_ms: Mapping[GameKey, int] = field(default_factory=dict)
    ended_ms: Mapping[GameKey, int] = field(default_factory=dict)
    here_since_ms: Mapping[str, int] = field(default_factory=dict)
    paused_ms: Mapping[str, int] = field(default_factory=dict)
    race: tuple[RaceResult, ...] = ()
    is_race_over: bool = False

    @property
    def is_running(self) -> bool:
        """Return whether the tournament has begun and is not over."""
        return self.state is EventState.RUNNING

    @property
    def playing(self) -> tuple[str, ...]:
        """The entrants that have not left, in the order of entry, without the robot that fills in."""
        away = self.withdrawn | {FILLER}
        return tuple(entrant for entrant in self.entrants if entrant not in away)

    def stage(self, number: int) -> StageField:
        """Return a stage that has begun, by its number, from 1."""
        return self.stages[number - 1]

    def section(self, stage: int, name: str) -> list[TournamentRound]:
        """List the rounds of a section in order."""
        return [each for each in self.rounds if (each.stage, each.section) == (stage, name)]

    def deadline_ms(self, paired: TournamentRound) -> int:
        """Return the deadline of a round, after any extension."""
        return self.deadlines.get(paired.name, paired.deadline_ms)

    def table(self, table_id: str) -> tuple[str, ...]:
        """Return the entrants at a table of a Gobble cup. Raises KeyError if there is no such table."""
        tables = {name: table for paired in self.rounds for name, table in paired.tables_by_id.items()}
        return tables[table_id]

    def outcome(self, key: GameKey) -> GameOutcome | None:
        """Return the outcome of a game; a controller's ruling overrides the game itself."""
        return self.ruled.get(key) or self.outcomes.get(key)

    def members_at(self, entrant: str, at_ms: float) -> tuple[Member, ...]:
        """Return the members of an entrant at a given time."""
        earlier = (members for until_ms, members in self.replaced.get(entrant, ()) if at_ms < until_ms)
        return next(earlier, self.entrants[entrant].members)

    def line_up(self, entrant: str) -> tuple[Member, ...]:
        """Return the members of a team for its matches to come, first board first and reserves last."""
        members = self.entrants[entrant].members
        return tuple(members[place] for place in self._order(entrant, math.inf))

    def players(self, key: GameKey, entrant: str) -> tuple[Member, ...]:
        """Return who plays for an entrant in a game: one player, or a pair.

        A team keeps the line-up with which its match began.
        """
        members = self.members_at(entrant, self.begun_ms.get(key, math.inf))
        if self.terms.kind is not EntrantKind.TEAM:
            return members
        first_games = (GameKey(key.match, 1, board) for board in range(1, self.terms.n_boards + 1))
        began_ms = min((self.begun_ms.get(game, math.inf) for game in first_games), default=math.inf)
        return (members[self._order(entrant, began_ms)[key.board - 1]],)

    def _order(self, entrant: str, at_ms: float) -> tuple[int, ...]:
        """Return a team's line-up at a given time: places in its list of members, in board order."""
        as_entered = tuple(range(len(self.entrants[entrant].members)))
        line_ups = self.line_ups.get(entrant, ())
        return next((order for since_ms, order in line_ups if since_ms <= at_ms), as_entered)

    def entrant_of(self, user_id: str | None) -> Entrant | None:
        """Return the entrant of an account; None if it has not entered or has left."""
        if user_id is None:
            return None
        found = (self.entrants[each] for each in self.playing)
        return next((entrant for entrant in found if user_id in entrant.user_ids), None)

    def returning(self, new: Entrant) -> Entrant:
        """Return who enters if `new` does: the former entrant that comes back with its results, or `new`.

        An entrant keeps its id as long as one of its accounts is in it. After the start it keeps its members,
        too.
        """
        left = (each for each in self.entrants.values() if each.id in self.withdrawn)
        former = next((each for each in left if each.user_ids & new.user_ids), None)
        if former is None:
            return new
        return former if self.is_running else replace(new, id=former.id)

    def ready_sides(self, match: str, number: int, now_ms: int) -> frozenset[str]:
        """Return the sides that are ready to play a game now: for ten minutes after they said so."""
        since_ms = self.ready_ms.get((match, number), {})
        return frozenset(side for side, ms in since_ms.items() if now_ms < ms + READY_MS)

    def after(self, entry: LogEntry) -> "Tournament":
        """Return the tournament after an action."""
        after = _after(self, entry.action, entry.at_ms)
        match entry.action:
            case Enter(Entrant(id=entrant)) | SetPause(entrant, False):
                return replace(after, here_since_ms={**after.here_since_ms, entrant: entry.at_ms})
            case SetPause(entrant, True):
                return replace(after, paused_ms={**after.paused_ms, entrant: entry.at_ms})
            case SetCategories(entrant) if entry.by not in after.entrants[entrant].user_ids:
                return replace(after, categorised=after.categorised | {entrant})
        return after


def replay(
    entries: Sequence[LogEntry],
    secret: str = "",
    outcomes: Mapping[GameKey, GameOutcome] | None = None,
    begun: Mapping[GameKey, str] | None = None,
    ended_ms: Mapping[GameKey, int] | None = None,
    table_ranks: Mapping[str, tuple[int, ...]] | None = None,
    race: tuple[RaceResult, ...] = (),
    begun_ms: Mapping[GameKey, int] | None = None,
) -> Tournament:
    """Rebuild a tournament from its log. Raises ValueError if the log does not begin with terms."""
    if not entries or not isinstance(entries[0].action, SetTerms):
        raise ValueError(f"expected a log that begins with the terms, got {len(entries)} entries")
    taken_back = undone(entries)
    now = Tournament(
        entries[0].action.terms,
        secret=secret,
        outcomes=dict(outcomes or {}),
        begun=dict(begun or {}),
        begun_ms=dict(begun_ms or {}),
        ended_ms=dict(ended_ms or {}),
        table_ranks=dict(table_ranks or {}),
        race=race,
    )
    for entry in entries:
        if entry.sequence not in taken_back:
            now = now.after(entry)
    return now


def after_all(tournament: Tournament, entries: Sequence[LogEntry], added: Sequence[LogEntry]) -> Tournament:
    """Return a tournament with the log `entries` after more entries; an undo replays the whole log."""
    if any(isinstance(entry.action, Undo) for entry in added):
        log = (*entries, *added)
        games = (
            tournament.outcomes,
            tournament.begun,
            tournament.ended_ms,
            tournament.table_ranks,
            tournament.race,
            tournament.begun_ms,
        )
        return replay(log, tournament.secret, *games)
    for entry in added:
        tournament = tournament.after(entry)
    return tournament


def undone(entries: Iterable[LogEntry]) -> frozenset[int]:
    """Return the numbers of the entries that later entries undo."""
    return frozenset(entry.action.sequence for entry in entries if isinstance(entry.action, Undo))


def _after(tournament: Tournament, action: Action, at_ms: int) -> Tournament:
    match action:
        case SetTerms():
            return replace(tournament, terms=action.terms)
        case OpenEntries():
            return replace(tournament, state=EventState.OPEN)
        case StartEvent():
            return _started(tournament, action)
        case BeginStage():
            terms = tournament.terms.stages[action.stage - 1]
            stage = StageField(
                action.stage, terms, action.seeds, action.groups, action.others, action.ends_ms
            )
            paused = tournament.paused - {*action.seeds, *action.others}  # they are in the next stage
            return replace(tournament, stages=(*tournament.stages, stage), paused=paused)
        case JoinGroup():
            return _after_joining(tournament, action)
        case PairRound():
            return _with_round(tournament, action.round)
        case CancelEvent():
            return replace(tournament, state=EventState.CANCELLED)
        case FinishEvent():
            return replace(tournament, state=EventState.OVER, places=action.places)
        case RecordRace():
            return replace(tournament, race=action.results, is_race_over=True)
        case CorrectPlaces():
            return replace(tournament, places=action.places)
        case NameStaff():
            return replace(tournament, staff=action.user_ids)
        case Undo():
            return tournament
        case Ruling() | Forfeit() | ExtendDeadline():
            return _after_ruling(tournament, action)
        case AdjustStanding(stage, entrant, tenths):
            sum_of = tournament.adjusted.get((stage, entrant), 0) + tenths
            return replace(tournament, adjusted={**tournament.adjusted, (stage, entrant): sum_of})
        case ReplacePlayers():
            return _after_replacement(tournament, action)
        case SetLineUp(entrant, order):
            earlier = tournament.line_ups.get(entrant, ())
            return replace(tournament, line_ups={**tournament.line_ups, entrant: ((at_ms, order), *earlier)})
        case ProposeTime() | AcceptTime() | BeReady():
            return _after_arrangement(tournament, action, at_ms)
        case _:
            return _after_entry(tournament, action)


def _with_round(tournament: Tournament, paired: TournamentRound) -> Tournament:
    """Add a round, and with it the robot that fills an odd number."""
    matches = {match.id: (paired, match) for match in paired.matches}
    fills = paired.inputs.filler and FILLER not in tournament.entrants
    added = {FILLER: filler(tournament.terms.entry.filler)} if fills else {}
    return replace(
        tournament,
        rounds=(*tournament.rounds, paired),
        matches={**tournament.matches, **matches},
        entrants={**tournament.entrants, **added},
    )


def _after_joining(tournament: Tournament, action: JoinGroup) -> Tournament:
    """Add a late entrant to a group; nothing remains of the group's rounds, in which no game was played."""
    stage, at = tournament.stages[-1], action.group - 1
    groups = (*stage.groups[:at], (*stage.groups[at], action.entrant), *stage.groups[at + 1 :])
    joined = replace(stage, seeds=(*stage.seeds, action.entrant), groups=groups)
    removed = tournament.section(stage.number, f"{GROUP}{action.group}")
    names = {paired.name for paired in removed}
    matches = {match.id for paired in removed for match in paired.matches}
    return replace(
        tournament,
        stages=(*tournament.stages[:-1], joined),
        rounds=tuple(paired for paired in tournament.rounds if paired.name not in names),
        matches={each: found for each, found in tournament.matches.items() if each not in matches},
        deadlines={each: ms for each, ms in tournament.deadlines.items() if each not in names},
        proposals={at: found for at, found in tournament.proposals.items() if at[0] not in matches},
        appointments={at: ms for at, ms in tournament.appointments.items() if at[0] not in matches},
        ready_ms={at: since for at, since in tournament.ready_ms.items() if at[0] not in matches},
        answered=frozenset(each for each in tournament.answered if each[0] not in matches),
    )


def _started(tournament: Tournament, action: StartEvent) -> Tournament:
    absent = frozenset(tournament.entrants) - frozenset(action.seeds) - tournament.withdrawn
    return replace(
        tournament, state=EventState.RUNNING, seeds=action.seeds, paused=tournament.paused | absent
    )


def _after_entry(
    tournament: Tournament, action: Enter | Withdraw | SetPause | CheckIn | SetCategories
) -> Tournament:
    match action:
        case Enter(entrant):
            before = tournament.entrants.get(entrant.id, entrant)
            if entrant.id in tournament.categorised:
                entrant = replace(entrant, categories=before.categories)
            is_same = before.members == entrant.members
            kept = {
                each: found for each, found in tournament.line_ups.items() if is_same or each != entrant.id
            }
            return replace(
                tournament,
                entrants={**tournament.entrants, entrant.id: entrant},
                withdrawn=tournament.withdrawn - {entrant.id},
                line_ups=kept,
            )
        case Withdraw(entrant_id):
            return replace(
                tournament,
                withdrawn=tournament.withdrawn | {entrant_id},
                paused=tournament.paused - {entrant_id},
            )
        case SetPause(entrant_id, is_paused):
            paused = tournament.paused | {entrant_id} if is_paused else tournament.paused - {entrant_id}
            return replace(tournament, paused=paused)
        case CheckIn(entrant_id):
            return replace(tournament, checked_in=tournament.checked_in | {entrant_id})
        case SetCategories(entrant_id, categories):
            changed = replace(tournament.entrants[entrant_id], categories=categories)
            return replace(tournament, entrants={**tournament.entrants, entrant_id: changed})


def _after_ruling(tournament: Tournament, action: Ruling | Forfeit | ExtendDeadline) -> Tournament:
    if isinstance(action, ExtendDeadline):
        return replace(tournament, deadlines={**tournament.deadlines, action.round: action.deadline_ms})
    if isinstance(action, Forfeit) and action.closes:
        return replace(tournament, closed={**tournament.closed, action.match: action.present})
    key = GameKey(action.match, action.number, action.board)
    outcome = action.outcome if isinstance(action, Ruling) else forfeited(action.present)
    after = replace(tournament, ruled={**tournament.ruled, key: outcome})
    if isinstance(action, Ruling):
        return replace(after, decided=tournament.decided | {key})
    match = tournament.matches[action.match][1]
    absent = [side for side, there in zip(match.sides, action.present, strict=True) if not there]
    absent = [] if action.in_pause else absent
    counts = {side: tournament.n_no_shows.get(side, 0) + 1 for side in absent}
    return replace(after, n_no_shows={**tournament.n_no_shows, **counts})


def _after_replacement(tournament: Tournament, action: ReplacePlayers) -> Tournament:
    before = tournament.entrants[action.entrant]
    after = replace(before, name=action.name, members=action.members)
    earlier = (*tournament.replaced.get(before.id, ()), (action.at_ms, before.members))
    return replace(
        tournament,
        entrants={**tournament.entrants, before.id: after},
        replaced={**tournament.replaced, before.id: earlier},
    )


def _after_arrangement(
    tournament: Tournament, action: ProposeTime | AcceptTime | BeReady, at_ms: int
) -> Tournament:
    at = (action.match, action.number)
    match action:
        case ProposeTime():
            made = Proposal(action.entrant, action.time_ms, at_ms)
            return replace(
                tournament, proposals={**tournament.proposals, at: (*tournament.proposals.get(at, ()), made)}
            )
        case AcceptTime():
            answered = tournament.answered | {(action.match, action.entrant)}
            return replace(
                tournament, appointments={**tournament.appointments, at: action.time_ms}, answered=answered
            )
        case BeReady():
            ready_ms = {**tournament.ready_ms.get(at, {}), action.entrant: at_ms}
            answered = tournament.answered | {(action.match, action.entrant)}
            return replace(tournament, ready_ms={**tournament.ready_ms, at: ready_ms}, answered=answered)
