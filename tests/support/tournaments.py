"""Simulated tournaments: entrants of known strength, random results, people who leave."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from tantrix.clock import DAY_MS
from tantrix.competition.events.actions import (
    Action,
    Enter,
    LogEntry,
    NameStaff,
    OpenEntries,
    ProposeTime,
    SetLineUp,
    SetPause,
    SetTerms,
    Withdraw,
)
from tantrix.competition.events.due import (
    MAX_NO_SHOWS,
    apply_due,
    games_to_begin,
    no_show,
    starting,
    tables_to_begin,
)
from tantrix.competition.events.entrants import FILLER, Entrant, EntrantKind, Member
from tantrix.competition.events.forms.base import FinalTable
from tantrix.competition.events.forms.registry import form_of
from tantrix.competition.events.match_states import carry_final_statuses, next_keys, simul_host
from tantrix.competition.events.outcomes import GameKey, GameOutcome, played
from tantrix.competition.events.presets import preset
from tantrix.competition.events.rounds import GOBBLE, SWISS
from tantrix.competition.events.terms import EventTerms, StageForm
from tantrix.competition.events.tournament import Tournament, after_all, replay
from tantrix.competition.race import RaceResult

MAX_STEPS = 2000
LARGE = (32, 64, 128, 255, 256)  # entrants of every hundredth tournament

ApplyDue = Callable[[Tournament, Sequence[LogEntry], int, str], tuple[Tournament, tuple[LogEntry, ...]]]


@dataclass(frozen=True, slots=True)
class Habits:
    """How often entrants leave, come late, do not come to a game, or enter again after leaving."""

    leaves: float = 0.0
    is_late: float = 0.0
    is_absent: float = 0.0
    returns: float = 0.0


@dataclass(slots=True)
class SimulatedEvent:
    """A tournament with its log, its clock and the outcomes of its games.

    `played_by`: who sat down at the boards of teams.
    `ends`: when and how each game of an arena that is in play will end. `apply`: `apply_due`, or a version of
    it that measures.
    """

    rng: random.Random
    habits: Habits
    apply: ApplyDue = apply_due
    entries: list[LogEntry] = field(default_factory=list)
    outcomes: dict[GameKey, GameOutcome] = field(default_factory=dict)
    begun: dict[GameKey, str] = field(default_factory=dict)
    begun_ms: dict[GameKey, int] = field(default_factory=dict)
    ended_ms: dict[GameKey, int] = field(default_factory=dict)
    played_by: dict[GameKey, list[tuple[Member, ...]]] = field(default_factory=dict)
    table_ranks: dict[str, tuple[int, ...]] = field(default_factory=dict)
    race: tuple[RaceResult, ...] = ()
    ends: list[tuple[int, GameKey, GameOutcome]] = field(default_factory=list)
    now_ms: int = 1_700_000_000_000
    _reached: Tournament | None = field(default=None, init=False)
    _n_reached: int = field(default=0, init=False)
    _before: Tournament | None = field(default=None, init=False)

    @property
    def now(self) -> Tournament:
        """Return the tournament after all entries, with the games so far."""
        if self._reached is None:
            self._reached = replay(self.entries, "secret")
        else:
            before, added = self.entries[: self._n_reached], self.entries[self._n_reached :]
            self._reached = after_all(self._reached, before, added)
        self._n_reached = len(self.entries)
        return replace(
            self._reached,
            outcomes=dict(self.outcomes),
            begun=dict(self.begun),
            begun_ms=dict(self.begun_ms),
            ended_ms=dict(self.ended_ms),
            table_ranks=dict(self.table_ranks),
            race=self.race,
        )

    @property
    def replayed(self) -> Tournament:
        """Return the same, from the whole log."""
        games = self.outcomes, self.begun, self.ended_ms, self.table_ranks, self.race, self.begun_ms
        return replay(self.entries, "secret", *games)

    def do(self, *actions: Action) -> None:
        for action in actions:
            self.entries.append(LogEntry(len(self.entries) + 1, self.now_ms, None, action))

    def advance(self) -> Tournament:
        """Apply what is due; statuses are carried from step to step, as a server does."""
        now = self.now
        if self._before is not None:
            carry_final_statuses(self._before, now)
        after, added = self.apply(now, self.entries, self.now_ms, "test")
        if added:
            carry_final_statuses(now, after)
        self.entries += added
        self._before = after
        return after

    def enter(self, number: int, terms: EventTerms) -> None:
        with_reserve = terms.n_boards + 1
        n_members = {EntrantKind.SINGLE: 1, EntrantKind.PAIR: 2, EntrantKind.TEAM: with_reserve}
        members = tuple(Member(f"p{number}.{at}", f"u{number}.{at}") for at in range(n_members[terms.kind]))
        rating = None if self.rng.random() < 0.2 else round(self.rng.gauss(1500, 200))
        country = self.rng.choice(["NZ", "GB", "HU", "PL", ""])
        self.do(Enter(Entrant(str(number), f"p{number}", members, rating, country)))

    def play_on(self, now: Tournament) -> None:
        """Play the games that can be played, or let time pass."""
        has_groups = bool(now.stages) and bool(now.stages[0].groups)
        if has_groups and form_of(now, 1).may_enter(self.now_ms) and self.rng.random() < self.habits.is_late:
            self.enter(len(now.entrants) + 1, now.terms)
            return
        keys = games_to_begin(now, self.now_ms)
        for key in keys:
            self._play(key, now)
        if now.terms.stages[0].form is StageForm.ARENA and len(now.stages) == 1:
            self._let_time_pass()
        elif now.terms.stages[0].form is StageForm.RACE:
            self._solve_puzzles(now)
        elif tables := tables_to_begin(now):
            for table, seated in tables.items():
                self.begun[GameKey(table, 1)] = f"table {len(self.begun)}"
                self.begun_ms[GameKey(table, 1)] = self.now_ms
                self.table_ranks[table] = tuple(self.rng.randint(1, len(seated)) for _ in seated)
        elif not keys:
            self._agree_or_wait(now)
        self._come_and_go()

    def _play(self, key: GameKey, now: Tournament) -> None:
        self.begun[key], self.begun_ms[key] = f"game {len(self.begun)}", self.now_ms
        if now.terms.kind is EntrantKind.TEAM:
            seated = replace(now, begun_ms=self.begun_ms)
            self.played_by[key] = [seated.players(key, side) for side in now.matches[key.match][1].sides]
        if self.rng.random() < self.habits.is_absent:
            present = self.rng.choice([(True, False), (False, True), (False, False)])
            sides = now.matches[key.match][1].sides
            present = (sides[0] == FILLER, sides[1] == FILLER) if FILLER in sides else present
            self.do(*no_show(self.now, key, present))
            return
        outcome = self._outcome()
        if key.match.startswith("1-arena"):
            self.ends.append((self.now_ms + self.rng.randint(1, 500) * 1000, key, outcome))
        else:
            self.outcomes[key] = outcome

    def _outcome(self) -> GameOutcome:
        penalties = (self.rng.choice([0] * 9 + [2]), self.rng.choice([0] * 9 + [1]))
        return played((self.rng.randint(5, 30), self.rng.randint(5, 30)), penalties)

    def _let_time_pass(self) -> None:
        """Let some seconds pass in an arena; games end, and some come late."""
        self.now_ms += self.rng.choice([3_000, 7_000, 20_000, 60_000])
        for at_ms, key, outcome in [each for each in self.ends if each[0] <= self.now_ms]:
            self.outcomes[key], self.ended_ms[key] = outcome, at_ms
            self.ends.remove((at_ms, key, outcome))
        if self.rng.random() < self.habits.is_late / 10:
            self.enter(len(self.now.entrants) + 1, self.now.terms)

    def _solve_puzzles(self, now: Tournament) -> None:
        """Let some minutes pass in a puzzle race, in which everybody solves some."""
        self.now_ms += self.rng.choice([20_000, 120_000])
        before = {each.entrant: each for each in self.race}
        solved = {each: before.get(each, RaceResult(each, 0, 0, 0)) for each in now.playing}
        self.race = tuple(
            RaceResult(name, each.n_solved + self.rng.randrange(5), each.n_missed, self.now_ms)
            for name, each in solved.items()
        )
        if self.rng.random() < self.habits.is_late:
            self.enter(len(now.entrants) + 1, now.terms)

    def _agree_or_wait(self, now: Tournament) -> None:
        """In an arranged match, play a game that both agreed upon; otherwise wait for a day."""
        keys = [
            key for paired in now.rounds for match in paired.matches for key in next_keys(now, paired, match)
        ]
        keys = [key for key in keys if key not in self.begun]
        for key in self.rng.sample(keys, min(len(keys), 1 + len(keys) // 3)):
            if self.rng.random() < 0.9:
                self._play(key, now)
            else:
                side = now.matches[key.match][1].first
                days = (self.now_ms + DAY_MS, self.now_ms + 2 * DAY_MS)
                self.do(*[ProposeTime(key.match, key.number, side, time_ms) for time_ms in days])
        self.now_ms += DAY_MS

    def _come_and_go(self) -> None:
        now = self.now
        if not now.is_running:
            return
        if now.terms.kind is EntrantKind.TEAM:
            self._change_line_ups(now)
        for entrant in now.playing:
            if entrant != simul_host(now) and self.rng.random() < self.habits.leaves:
                self.do(Withdraw(entrant))
        for entrant in sorted(now.paused & {*now.playing}):
            if self.rng.random() < 0.5:
                self.do(SetPause(entrant, False))
        rounds = now.section(1, SWISS) or now.section(1, GOBBLE)
        is_open = 0 < 2 * len(rounds) <= 5 or any(self.now_ms < stage.ends_ms for stage in now.stages)
        if not is_open:
            return
        for entrant in sorted(now.withdrawn):
            is_out = now.n_no_shows.get(entrant, 0) >= MAX_NO_SHOWS
            if not is_out and self.rng.random() < self.habits.returns:
                again = replace(now.entrants[entrant], id=str(len(now.entrants) + 1))
                self.do(Enter(now.returning(again)))
        if rounds and self.rng.random() < self.habits.is_late:
            self.enter(len(self.now.entrants) + 1, now.terms)

    def _change_line_ups(self, now: Tournament) -> None:
        self.now_ms += 1
        for entrant in now.playing:
            if self.rng.random() < 0.3:
                n_members = len(now.entrants[entrant].members)
                self.do(SetLineUp(entrant, tuple(self.rng.sample(range(n_members), n_members))))


def simulated_terms(name: str, form: StageForm | None = None) -> EventTerms:
    """Return the terms of a preset, with games on the server; an arena is shorter, and teams are smaller."""
    terms = replace(preset(name, "Simulated", form), is_by_hand=False)
    if name == "arena":
        return replace(terms, stages=(replace(terms.stages[0], minutes=20, n_best=3),))
    if terms.kind is EntrantKind.TEAM:
        return replace(terms, n_boards=2, entry=replace(terms.entry, most=128))
    return terms


def random_tournament(
    name: str, seed: int, apply: ApplyDue = apply_due, form: StageForm | None = None
) -> SimulatedEvent:
    """Play a tournament of a preset with a random number of entrants and random habits."""
    rng = random.Random(seed)
    terms = simulated_terms(name, form)
    n_entrants = rng.randint(2, 24) if rng.random() < 0.9 else rng.randint(25, 64)
    if seed % 100 == 99:
        n_entrants = LARGE[seed // 100 % len(LARGE)]
    n_entrants = min(n_entrants, terms.entry.most)
    habits = Habits(
        leaves=rng.choice([0, 0.01, 0.05]) if n_entrants < 100 else rng.choice([0, 0.001]),
        is_late=rng.choice([0, 0.5]),
        is_absent=rng.choice([0, 0.05, 0.2]) if n_entrants < 100 else rng.choice([0, 0.01]),
        returns=rng.choice([0, 0.5]),
    )
    return simulate(terms, n_entrants, seed, habits, apply)


def simulate(
    terms: EventTerms, n_entrants: int, seed: int, habits: Habits, apply: ApplyDue = apply_due
) -> SimulatedEvent:
    """Play a tournament to its end."""
    event = SimulatedEvent(random.Random(seed), habits, apply)
    event.do(SetTerms(terms), NameStaff(("u1.0",)), OpenEntries())
    for number in range(1, n_entrants + 1):
        event.enter(number, terms)
    event.do(starting(event.now))
    for _ in range(MAX_STEPS):
        now = event.advance()
        if not now.is_running:
            return event
        event.play_on(now)
    raise AssertionError(f"{terms.preset} of {n_entrants} (seed {seed}) does not end")


def section_table(tournament: Tournament, stage: int, section: str) -> FinalTable:
    """Return the standings of a section; the host of a simul is not listed."""
    return form_of(tournament, stage).table(section)
