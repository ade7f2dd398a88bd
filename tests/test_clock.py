"""Clocks as values: how each kind of time control counts time (R8.1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantrix.clock import (
    DAY_MS,
    MINUTE_MS,
    TOURNAMENT,
    Clock,
    TimeControl,
    TimeControlKind,
    parse_control,
    print_control,
)

BLITZ = TimeControl(TimeControlKind.INCREMENT, 60_000, 3_000)
SUDDEN = TimeControl(TimeControlKind.SUDDEN_DEATH, 60_000)
CREDIT = TimeControl(TimeControlKind.CREDIT, 60_000, 20_000)
DAYS = TimeControl(TimeControlKind.DAYS, 2 * DAY_MS)
BANK = TimeControl(TimeControlKind.DAYS, 2 * DAY_MS, bank_ms=7 * DAY_MS)

controls = st.one_of(
    st.builds(
        TimeControl,
        st.sampled_from((TimeControlKind.TOURNAMENT, TimeControlKind.SUDDEN_DEATH)),
        st.integers(1_000, 10_800_000),
    ),
    st.builds(
        lambda kind, base, bonus: TimeControl(kind, base, min(base, bonus)),
        st.sampled_from((TimeControlKind.INCREMENT, TimeControlKind.CREDIT)),
        st.integers(1_000, 10_800_000),
        st.integers(1, 600_000),
    ),
    st.builds(
        lambda base, bank: TimeControl(TimeControlKind.DAYS, base, bank_ms=bank),
        st.integers(1_000, 30 * DAY_MS),
        st.one_of(st.just(0), st.integers(1, 60 * DAY_MS)),
    ),
)


def test_a_fallen_flag_gets_no_increment() -> None:
    clock = Clock.start(BLITZ, 2).press(0, now_ms=0)

    assert clock.press(1, now_ms=60_000).left_ms == (0, 60_000)


def test_an_increment_is_added_when_the_turn_passes() -> None:
    clock = Clock.start(BLITZ, 2).press(0, now_ms=5_000).press(1, now_ms=15_000)

    assert clock.left(0, now_ms=99_000) == 53_000
    assert clock.left(1, now_ms=20_000) == 55_000


def test_credit_never_exceeds_the_initial_time() -> None:
    clock = Clock.start(CREDIT, 2).press(0, now_ms=0).press(1, now_ms=5_000)

    assert clock.left_ms[0] == 60_000
    assert clock.press(0, now_ms=45_000).left_ms[1] == 40_000


def test_every_turn_of_a_game_by_days_has_the_same_time() -> None:
    clock = Clock.start(DAYS, 2).press(0, now_ms=0).press(1, now_ms=DAY_MS)

    assert clock.left_ms == (2 * DAY_MS, 2 * DAY_MS)
    assert clock.fallen(now_ms=3 * DAY_MS) == 1


def test_a_turn_within_its_time_leaves_the_bank_alone() -> None:
    clock = Clock.start(BANK, 2).press(0, now_ms=0)

    assert clock.left(0, now_ms=DAY_MS) == 8 * DAY_MS
    assert clock.bank(0, now_ms=DAY_MS) == 7 * DAY_MS
    assert clock.press(1, now_ms=DAY_MS).left_ms == (9 * DAY_MS, 9 * DAY_MS)


def test_a_longer_turn_is_paid_from_the_bank() -> None:
    clock = Clock.start(BANK, 2).press(0, now_ms=0).press(1, now_ms=5 * DAY_MS)

    assert clock.bank(0, now_ms=5 * DAY_MS) == 4 * DAY_MS
    assert clock.left_ms == (6 * DAY_MS, 9 * DAY_MS)
    assert clock.press(0, now_ms=6 * DAY_MS).falls_at_ms() == 12 * DAY_MS


def test_the_flag_falls_when_turn_and_bank_are_used_up() -> None:
    clock = Clock.start(BANK, 2).press(0, now_ms=0)

    assert clock.falls_at_ms() == 9 * DAY_MS
    assert clock.fallen(now_ms=9 * DAY_MS - 1) is None
    assert clock.fallen(now_ms=9 * DAY_MS) == 0
    assert clock.press(1, now_ms=9 * DAY_MS).left_ms[0] == 0


def test_a_turn_taken_back_is_full_again_but_not_the_bank() -> None:
    clock = Clock.start(BANK, 2).press(0, now_ms=0).press(1, now_ms=4 * DAY_MS)

    back = clock.turn_back(0, now_ms=7 * DAY_MS)

    assert back.left_ms == (7 * DAY_MS, 8 * DAY_MS)
    assert back.bank_ms == (5 * DAY_MS, 6 * DAY_MS)


turns = st.lists(st.integers(0, 4 * DAY_MS), max_size=12)


@given(turns, st.integers(0, 10 * DAY_MS))
def test_a_bank_pays_exactly_for_the_time_beyond_that_of_the_turns(spent: list[int], bank_ms: int) -> None:
    control = TimeControl(TimeControlKind.DAYS, DAY_MS, bank_ms=bank_ms)
    clock, now_ms = Clock.start(control, 1).press(0, 0), 0
    over = 0
    for ms in spent:
        over += max(0, ms - DAY_MS)
        now_ms += ms

        is_fallen = clock.fallen(now_ms) is not None

        assert is_fallen == (ms >= DAY_MS and over >= bank_ms)
        if is_fallen:
            return
        clock = clock.press(0, now_ms)
        assert clock.bank(0, now_ms) == bank_ms - over


@given(turns, st.lists(st.integers(0, 100), min_size=1, max_size=6))
def test_pauses_neither_cost_nor_earn_time(spent: list[int], parts: list[int]) -> None:
    straight = paused = Clock.start(BANK, 2).press(0, 0)
    now_ms = late_ms = 0
    for turn, ms in enumerate(spent, 1):
        end_ms = now_ms + ms
        for part in sorted(parts):
            at_ms = now_ms + ms * part // 100 + late_ms
            paused = paused.pause(at_ms).resume((turn - 1) % 2, at_ms + 1_000)
            late_ms += 1_000
        now_ms = end_ms
        straight, paused = straight.press(turn % 2, now_ms), paused.press(turn % 2, now_ms + late_ms)

    assert (straight.left_ms, straight.bank_ms) == (paused.left_ms, paused.bank_ms)


# R8.1
@pytest.mark.parametrize(
    ("used_ms", "points"),
    [(0, 0), (899_999, 0), (900_000, 1), (959_999, 1), (960_000, 2), (1_200_000, 6)],
)
def test_fifteen_minutes_cost_a_point_and_each_full_minute_over_one_more(used_ms: int, points: int) -> None:
    clock = Clock.start(TOURNAMENT, 2).press(0, now_ms=1_000)

    assert clock.penalty((0,), now_ms=1_000 + used_ms) == points
    assert clock.penalty((1,), now_ms=1_000 + used_ms) == 0


# R8.1
def test_a_tournament_game_continues_after_the_time_is_up() -> None:
    clock = Clock.start(TOURNAMENT, 2).press(0, now_ms=0)

    assert clock.fallen(now_ms=2_000_000) is None
    assert clock.falls_at_ms() is None
    assert clock.press(1, now_ms=1_000_000).left_ms[0] == -100_000


def test_a_pause_stops_the_time_and_earns_nothing() -> None:
    clock = Clock.start(BLITZ, 2).press(0, now_ms=0).pause(now_ms=10_000)

    assert clock.left(0, now_ms=90_000) == 50_000
    assert clock.resume(0, now_ms=90_000).left(0, now_ms=91_000) == 49_000


def test_time_given_back_delays_the_fall_of_the_flag() -> None:
    clock = Clock.start(SUDDEN, 3).press(2, now_ms=7)

    assert clock.falls_at_ms() == 60_007
    assert clock.give(2, 500).falls_at_ms() == 60_507


@given(controls, st.lists(st.integers(0, 100_000), max_size=30))
def test_only_the_running_clock_runs(control: TimeControl, waits: list[int]) -> None:
    clock, now_ms = Clock.start(control, 3).press(0, 0), 0
    for turn, wait in enumerate(waits, 1):
        now_ms += wait
        before = clock
        clock = clock.press(turn % 3, now_ms)
        for seat in range(3):
            if seat != before.running:
                assert clock.left_ms[seat] == before.left_ms[seat]
            elif clock.left_ms[seat] > before.left_ms[seat] - wait:
                assert (
                    control.kind in (TimeControlKind.INCREMENT, TimeControlKind.CREDIT, TimeControlKind.DAYS)
                    or clock.left_ms[seat] == 0
                )


@given(controls, st.integers(0, 10**7))
def test_the_flag_falls_at_the_predicted_time(control: TimeControl, wait: int) -> None:
    clock = Clock.start(control, 2).press(1, now_ms=3)
    falls = clock.falls_at_ms()

    fallen = clock.fallen(now_ms=3 + wait)

    assert fallen == (1 if falls is not None and 3 + wait >= falls else None)


@given(controls)
def test_a_printed_time_control_reads_the_same(control: TimeControl) -> None:
    assert parse_control(print_control(control)) == control


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("15 tournament", TOURNAMENT),
        ("10", TimeControl(TimeControlKind.SUDDEN_DEATH, 10 * MINUTE_MS)),
        ("5+3", TimeControl(TimeControlKind.INCREMENT, 5 * MINUTE_MS, 3_000)),
        ("0.5+20 credit", TimeControl(TimeControlKind.CREDIT, 30_000, 20_000)),
        ("2 days", DAYS),
        ("2+7 days", BANK),
    ],
)
def test_time_controls_are_written_as_people_say_them(text: str, control: TimeControl) -> None:
    assert parse_control(text) == control
    assert print_control(control) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x",
        "-5",
        "5+",
        "1e3",
        "nan",
        "5 hours",
        "0",
        "400",
        "5+3 tournament",
        "5 credit",
        "60 days",
        "2+61 days",
        "2+ days",
        "٥",
    ],
)
def test_an_unknown_time_control_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        parse_control(text)
