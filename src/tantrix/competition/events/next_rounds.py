"""The rounds that a stage pairs next: its first rounds, then each round once the one before it is over."""

from collections.abc import Sequence
from itertools import islice

from tantrix.clock import DAY_MS, MINUTE_MS
from tantrix.competition.arena import REPEAT_MS, WAVE_MS
from tantrix.competition.events.actions import BeginStage, JoinGroup, PairRound
from tantrix.competition.events.deciders import decider_sections, n_through, pair_at_cut, sections_before
from tantrix.competition.events.entrants import FILLER
from tantrix.competition.events.match_states import (
    cup_rounds,
    group_order,
    is_bracket,
    is_round_over,
    match_status,
    section_entrants,
    section_table,
    stage_sections,
    swiss_rounds,
    winners,
)
from tantrix.competition.events.outcomes import GameKey
from tantrix.competition.events.rounds import (
    ARENA,
    DECIDER,
    GOBBLE,
    GROUP,
    MAIN,
    PLATE,
    RACE,
    ROUND_ROBIN,
    SIMUL,
    SWISS,
    THIRD,
    FieldPlace,
    PairingInputs,
    PairingMethod,
    TournamentRound,
    field_in_order,
)
from tantrix.competition.events.terms import Plate, StageForm, StageTerms
from tantrix.competition.events.tournament import StageField, Tournament
from tantrix.competition.knockout import losers
from tantrix.competition.round_robin import berger, snake
from tantrix.competition.scoring import BYE
from tantrix.competition.standings import Bye


def first_stage(now: Tournament, now_ms: int) -> BeginStage:
    """Return how the first stage begins."""
    return _begin(now, 1, now.seeds, (), now_ms)


def next_stage(now: Tournament, now_ms: int) -> BeginStage | None:
    """Return how the next stage begins, once the current one is over; None after the last.

    Entrants who have paused are in it; only those who have left are not.
    """
    stage = now.stages[-1]
    if stage.number == len(now.terms.stages):
        return None
    order = [each for each in group_order(now, stage) if each not in now.withdrawn]
    cut = n_through(now, stage)
    through, others = tuple(order[:cut]), tuple(order[cut:])
    return _begin(now, stage.number + 1, through, others, now_ms)


def groups_take_entries(now: Tournament) -> bool:
    """Return whether late entrants can join the groups of the first stage: until a game begins, if not full.

    A group may have one entrant more than the terms say.
    """
    if not now.is_running or len(now.stages) != 1 or not now.stages[0].groups or now.closed:
        return False
    is_full = min(map(len, now.stages[0].groups)) > now.stages[0].terms.group_size
    return not (is_full or now.begun or now.outcomes or now.ruled)


def joining(now: Tournament) -> tuple[JoinGroup, ...]:
    """Return how the next late entrant joins the groups: the smallest one, of equal ones the last."""
    if not groups_take_entries(now):
        return ()
    stage = now.stages[0]
    late = (each for each in now.playing if each not in stage.seeds and each not in now.paused)
    number = min(range(1, len(stage.groups) + 1), key=lambda at: (len(stage.groups[at - 1]), -at))
    return tuple(JoinGroup(each, number) for each in islice(late, 1))


def rounds_to_pair(now: Tournament, now_ms: int, program: str) -> tuple[PairRound, ...]:
    """Return the rounds of the current stage that can be paired now."""
    stage = now.stages[-1]
    pairer = _RoundPairer(now, stage, now_ms, program)
    return tuple(
        PairRound(paired) for section in _all_sections(stage) for paired in pairer.next_rounds(section)
    )


def is_stage_over(now: Tournament, now_ms: int) -> bool:
    """Return whether all sections of the current stage are over."""
    stage = now.stages[-1]
    if now_ms < stage.ends_ms:
        return False
    return all(_is_section_over(now, stage, section) for section in _all_sections(stage))


class _RoundPairer:
    def __init__(self, now: Tournament, stage: StageField, now_ms: int, program: str) -> None:
        self._now, self._stage = now, stage
        self._now_ms, self._program = now_ms, program

    def next_rounds(self, section: str) -> list[TournamentRound]:
        rounds = self._now.section(self._stage.number, section)
        if section == SWISS:
            return self._swiss(rounds)
        if section == ARENA:
            return self._wave(rounds)
        if section == GOBBLE:
            return self._cup(rounds)
        if section == RACE:
            return []
        if section.startswith(DECIDER):
            return self._decider(section, rounds)
        if section == SIMUL:
            given = PairingInputs(PairingMethod.HOST, field_in_order(self._stage.seeds))
            return [] if rounds else [self._paired(SIMUL, 1, given)]
        if is_bracket(section):
            inputs = self._bracket_inputs(section, rounds)
            return [] if inputs is None else [self._paired(section, len(rounds) + 1, inputs)]
        return self._table(section, rounds)

    def _swiss(self, rounds: Sequence[TournamentRound]) -> list[TournamentRound]:
        if _is_swiss_done(self._now, self._stage, rounds) or not _is_last_over(self._now, rounds):
            return []
        field, absent = self._swiss_field(rounds)
        inputs = PairingInputs(PairingMethod.SWISS, field, filler=self._filler(len(field)))
        number = len(rounds) + 1
        pairs = inputs.pairs(number)
        byes = [Bye(pair[0], BYE) for pair in pairs if pair[1] is None and pair[0] is not None]
        byes += [Bye(entrant, 0) for entrant in absent]
        return [self._round(SWISS, number, inputs, tuple(byes))]

    def _swiss_field(self, rounds: Sequence[TournamentRound]) -> tuple[tuple[FieldPlace, ...], list[str]]:
        """Return the entrants that can be paired, in order, and those that have paused or left."""
        now, stage = self._now, self._stage
        opponents: dict[str, set[str]] = {}
        had_bye = set()
        for each in rounds:
            had_bye |= {bye.entrant for bye in each.byes if bye.tenths == BYE}
            for match in each.matches:
                had_bye |= {match.first} if match.second == FILLER else set()
                opponents.setdefault(match.first, set()).add(match.second)
                opponents.setdefault(match.second, set()).add(match.first)
                for _, outcome in match_status(now, each, match).games:
                    if not outcome.is_played:
                        had_bye |= {
                            side for side, half in zip(match.sides, outcome.halves, strict=True) if half
                        }
        tenths = {row.entrant: row.tenths for row in section_table(now, stage.number, SWISS).rows}
        order = list(tenths) if rounds else list(section_entrants(now, stage.number, SWISS))
        here = _present_entrants(now, order)
        field = tuple(
            FieldPlace(each, tenths[each], tuple(sorted(opponents.get(each, ()))), each in had_bye)
            for each in here
        )
        return field, [each for each in order if each not in here and each not in now.withdrawn]

    def _cup(self, rounds: Sequence[TournamentRound]) -> list[TournamentRound]:
        if _is_cup_done(self._now, self._stage, rounds) or not _is_last_over(self._now, rounds):
            return []
        met: dict[str, list[str]] = {}
        for each in rounds:
            for table in each.tables:
                for entrant in table:
                    met.setdefault(entrant, []).extend(other for other in table if other != entrant)
        number = self._stage.number
        order = [row.entrant for row in section_table(self._now, number, GOBBLE).rows]
        here = _present_entrants(self._now, order if rounds else section_entrants(self._now, number, GOBBLE))
        field = tuple(FieldPlace(each, opponents=tuple(met.get(each, ()))) for each in here)
        return [self._paired(GOBBLE, len(rounds) + 1, PairingInputs(PairingMethod.TABLES, field))]

    def _wave(self, rounds: Sequence[TournamentRound]) -> list[TournamentRound]:
        """Pair the free entrants once one of them has waited long enough; nobody after the end."""
        if self._now_ms >= self._stage.ends_ms:
            return []
        field = self._arena_field(rounds)
        is_time = not rounds or any(1000 * place.waited_s >= WAVE_MS for place in field)
        if len(field) < 2 or not is_time:
            return []
        inputs = PairingInputs(PairingMethod.ARENA, field)
        number = len(rounds) + 1
        return [self._round(ARENA, number, inputs, ())] if inputs.pairs(number) else []

    def _arena_field(self, rounds: Sequence[TournamentRound]) -> tuple[FieldPlace, ...]:
        """Return the free entrants in the order of the standings; ties are ordered by seed."""
        now, stage = self._now, self._stage
        opponents: dict[str, list[str]] = {}
        free_since_ms = dict(now.here_since_ms)
        in_play: set[str] = set()
        for each in rounds:
            for match in each.matches:
                for side, other in (match.sides, match.sides[::-1]):
                    opponents.setdefault(side, []).append(other)
                    ended_ms = now.ended_ms.get(GameKey(match.id, 1), each.at_ms)
                    free_since_ms[side] = max(ended_ms, free_since_ms.get(side, 0))
                if not match_status(now, each, match).is_over:
                    in_play.update(match.sides)
        tenths = {row.entrant: row.tenths for row in section_table(now, stage.number, ARENA).rows}
        here = _present_entrants(now, section_entrants(now, stage.number, ARENA))
        places = []
        for entrant in sorted(here, key=lambda each: -tenths[each]):
            if entrant in in_play:
                continue
            since_ms = max(free_since_ms.get(entrant, 0), stage.ends_ms - stage.terms.minutes * MINUTE_MS)
            waited_ms = max(0, self._now_ms - since_ms)
            may_repeat = not in_play or waited_ms >= REPEAT_MS
            met = tuple(opponents.get(entrant, ()))
            places.append(
                FieldPlace(entrant, tenths[entrant], met, waited_s=waited_ms // 1000, may_repeat=may_repeat)
            )
        return tuple(places)

    def _table(self, section: str, rounds: Sequence[TournamentRound]) -> list[TournamentRound]:
        entrants = self._entrants(section)
        n_rounds = len(berger(len(entrants))) if len(entrants) > 1 else 0
        filler = self._filler(len(entrants))
        inputs = PairingInputs(PairingMethod.BERGER, field_in_order(entrants), filler=filler)
        if self._stage.terms.days and not rounds:
            return [self._paired(section, number, inputs) for number in range(1, n_rounds + 1)]
        if len(rounds) >= n_rounds or not _is_last_over(self._now, rounds):
            return []
        return [self._paired(section, len(rounds) + 1, inputs)]

    def _decider(self, section: str, rounds: Sequence[TournamentRound]) -> list[TournamentRound]:
        """Draw an extra game, if only the lot would decide who advances."""
        now, stage = self._now, self._stage
        if rounds or not all(_is_section_over(now, stage, each) for each in sections_before(stage, section)):
            return []
        pair = pair_at_cut(now, stage, section)
        if pair is None:
            return []
        return [self._paired(section, 1, PairingInputs(PairingMethod.GIVEN, field_in_order(pair)))]

    def _filler(self, n_entrants: int) -> str:
        """Return the robot that plays in a round of an odd number, if the terms of a live stage have one."""
        fills = self._now.terms.entry.filler and n_entrants > 1 and n_entrants % 2
        return FILLER if fills and not self._stage.terms.days else ""

    def _entrants(self, section: str) -> tuple[str, ...]:
        """Return the entrants of a group or, in a round robin, of the whole stage."""
        stage = self._stage
        return (
            stage.groups[int(section.removeprefix(GROUP)) - 1] if section.startswith(GROUP) else stage.seeds
        )

    def _bracket_inputs(self, section: str, rounds: Sequence[TournamentRound]) -> PairingInputs | None:
        if not rounds:
            field = _bracket_field(self._now, self._stage, section)
            if len(field) < 2:
                return None
            method = PairingMethod.GIVEN if section == THIRD else PairingMethod.SEEDS
            return PairingInputs(method, field_in_order(field))
        last = rounds[-1]
        if len(last.pairs) == 1 or not is_round_over(self._now, last):
            return None
        return PairingInputs(PairingMethod.WINNERS, (), last.pairs, winners(self._now, last))

    def _paired(self, section: str, number: int, inputs: PairingInputs) -> TournamentRound:
        return self._round(section, number, inputs, ())

    def _round(
        self, section: str, number: int, inputs: PairingInputs, byes: tuple[Bye, ...]
    ) -> TournamentRound:
        days = self._stage.terms.days
        lasts_ms = days * DAY_MS if days else self._now.terms.round_ms * self._stage.terms.n_games
        deadline_ms = self._stage.ends_ms or self._now_ms + lasts_ms
        return TournamentRound(
            stage=self._stage.number,
            section=section,
            number=number,
            pairs=inputs.pairs(number),
            at_ms=self._now_ms,
            deadline_ms=deadline_ms,
            inputs=inputs,
            byes=byes,
            program=self._program,
            tables=inputs.tables(),
        )


def _begin(
    now: Tournament, number: int, seeds: Sequence[str], others: Sequence[str], now_ms: int
) -> BeginStage:
    terms = now.terms.stages[number - 1]
    groups: tuple[tuple[str, ...], ...] = ()
    if terms.form is StageForm.GROUPS:
        n_groups = max(1, min(-(-len(seeds) // terms.group_size), len(seeds) // 2))
        groups = snake(seeds, n_groups, _countries(now, seeds) if terms.separates_countries else None)
    has_plate = terms.form is StageForm.KNOCKOUT and terms.plate is Plate.OTHERS
    is_timed = terms.form in (StageForm.ARENA, StageForm.RACE)
    ends_ms = now_ms + terms.minutes * MINUTE_MS if is_timed else 0
    return BeginStage(number, tuple(seeds), groups, tuple(others) if has_plate else (), ends_ms)


def _countries(now: Tournament, entrants: Sequence[str]) -> dict[str, str]:
    found = {each: now.entrants[each].country for each in entrants}
    return {each: country for each, country in found.items() if country}


def _present_entrants(now: Tournament, order: Sequence[str]) -> list[str]:
    away = now.withdrawn | now.paused
    return [each for each in order if each not in away]


def _all_sections(stage: StageField) -> tuple[str, ...]:
    if stage.terms.form is StageForm.GROUPS:
        return (*stage_sections(stage), *decider_sections(stage))
    if stage.terms.form is not StageForm.KNOCKOUT:
        return stage_sections(stage)
    plate = (PLATE,) if _has_plate(stage.terms) else ()
    return (MAIN, *((THIRD,) if stage.terms.has_third_place else ()), *plate)


def _has_plate(terms: StageTerms) -> bool:
    return terms.plate is not Plate.NONE


def _bracket_field(now: Tournament, stage: StageField, section: str) -> tuple[str, ...]:
    """Return the entrants of a bracket by seed; empty before they are known."""
    if section == MAIN:
        return stage.seeds
    if section == PLATE and stage.terms.plate is Plate.OTHERS:
        return stage.others
    n_pairs = 2 if section == THIRD else None
    for paired in now.section(stage.number, MAIN):
        if n_pairs in (None, len(paired.pairs)) and is_round_over(now, paired):
            lost = [each for each in losers(paired.pairs, winners(now, paired)) if each not in now.withdrawn]
            return tuple(lost if section == THIRD else sorted(lost, key=stage.seeds.index))
        if n_pairs is None:
            return ()
    return ()


def _is_last_over(now: Tournament, rounds: Sequence[TournamentRound]) -> bool:
    return not rounds or is_round_over(now, rounds[-1])


def _is_swiss_done(now: Tournament, stage: StageField, rounds: Sequence[TournamentRound]) -> bool:
    n_here = len(_present_entrants(now, section_entrants(now, stage.number, SWISS)))
    return len(rounds) >= swiss_rounds(stage.terms, len(stage.seeds)) or n_here < 2


def _is_cup_done(now: Tournament, stage: StageField, rounds: Sequence[TournamentRound]) -> bool:
    n_here = len(_present_entrants(now, section_entrants(now, stage.number, GOBBLE)))
    return len(rounds) >= cup_rounds(stage.terms) or n_here < 2


def _is_section_over(now: Tournament, stage: StageField, section: str) -> bool:
    rounds = now.section(stage.number, section)
    if any(not is_round_over(now, each) for each in reversed(rounds)):  # mostly it is the last one
        return False
    if section == SWISS:
        return _is_swiss_done(now, stage, rounds)
    if section == ARENA:
        return True  # its time is up: see `is_stage_over`
    if section == RACE:
        return now.is_race_over
    if section == SIMUL:
        return bool(rounds)
    if section == GOBBLE:
        return _is_cup_done(now, stage, rounds)
    if section.startswith(DECIDER):
        return bool(rounds) or pair_at_cut(now, stage, section) is None
    if not is_bracket(section):
        entrants = section_entrants(now, stage.number, section) if section != ROUND_ROBIN else stage.seeds
        return len(entrants) < 2 or len(rounds) == len(berger(len(entrants)))
    if not rounds:
        return len(_bracket_field(now, stage, section)) < 2 and _is_field_known(now, stage, section)
    return len(rounds[-1].pairs) == 1


def _is_field_known(now: Tournament, stage: StageField, section: str) -> bool:
    """Return whether a bracket without rounds can get no further entrants."""
    if section == MAIN or (section == PLATE and stage.terms.plate is Plate.OTHERS):
        return True
    main = now.section(stage.number, MAIN)
    return bool(main) and len(main[-1].pairs) == 1 and is_round_over(now, main[-1])
