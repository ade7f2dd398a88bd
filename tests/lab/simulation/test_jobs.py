"""Bulk simulation: the same games however they are run, and consistent statistics."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix import Deadlock, ForcedSides, Game, Phase, Rules, Start, Termination
from tantrix.deal import deal, next_draw, start
from tantrix.lab.simulation.counting import Column
from tantrix.lab.simulation.figures import Summary
from tantrix.lab.simulation.jobs import Job, placement_seed, play_batch, secret_of, simulate
from tantrix.record import check, parse_records, verify
from tantrix.rules import Colour
from tests.support.play import RULE_SETS

WORD = 2**64 - 1


def numbers(seed: int) -> Iterator[int]:
    """The generator that the kernel documents, in Python's own integers: 24 bits a step."""
    x = seed
    while True:
        x ^= (x << 13) & WORD
        x ^= x >> 7
        x ^= (x << 17) & WORD
        yield x >> 40


def random_game(job: Job, number: int) -> list[Game]:
    """Play the game `number` through `Game`; return all positions."""
    dealt = deal(job.rules, secret_of(job.seed, number))
    chance = numbers(placement_seed(job.seed, number))
    games = [start(job.rules, dealt)]
    while not games[-1].is_over:
        placements = list(games[-1].placements())
        chosen = placements[next(chance) * len(placements) >> 24]
        games.append(games[-1].play(chosen, next_draw(dealt, games[-1])))
    return games


def random_job(rules: Rules, seed: int) -> Job:
    return Job(rules, ("random",) * rules.n_seats, seed)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(RULE_SETS), st.sampled_from(Start), st.integers(0, 2**32), st.integers(0, 10**6))
def test_compiled_random_games_equal_those_of_game_placement_for_placement(
    rules: Rules, begin: Start, seed: int, number: int
):
    rules = Rules(rules.colours, rules.tile_set, begin, 6, rules.forced_sides, rules.deadlock, rules.teams)
    job = random_job(rules, seed)
    games = random_game(job, number)

    batch = play_batch(job, number, number + 1, with_records=True)
    record = next(parse_records(batch.records))

    assert record.game() == games[-1]
    row = batch.rows[0]
    free = [game for game in games[:-1] if game.phase is Phase.FREE]
    assert row[Column.LAID] == len(games) - 1
    assert row[Column.FORCED] == len(games) - 1 - len(free)
    assert row[Column.FREE_PLACEMENTS] == sum(len(game.placements()) for game in free)
    assert row[Column.TURNS] == len({laid.turn for laid in games[-1].laid if laid.seat is not None})
    assert tuple(row[Column.SCORES : Column.SCORES + rules.n_seats]) == games[-1].scores


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_a_best_line_that_is_a_loop_is_the_longest_loop_of_its_colour(seed: int):
    job = random_job(Rules(), seed)
    row = play_batch(job, 0, 1).rows[0]
    final = random_game(job, 0)[-1]

    for colour in Colour:
        line = final.best(colour)
        if line.is_loop:
            assert row[Column.LOOPS + colour] == len(line.cells)  # R5.1
        assert 2 * row[Column.LOOPS + colour] <= line.score


def test_all_records_of_a_run_are_valid_and_dealt_from_their_secrets():
    job = random_job(Rules(), 3)
    text = "".join(batch.records for batch in simulate(job, 12, with_records=True))

    records = list(parse_records(text))

    assert len(records) == 12
    assert all(check(record) == () and verify(record) == () for record in records)


def test_games_do_not_depend_on_how_they_are_distributed():
    job = Job(Rules(), ("greedy", "random"), 8)

    alone = list(simulate(job, 10, 1, with_records=True))
    apart = list(simulate(job, 10, 2, with_records=True))

    assert "".join(batch.records for batch in alone) == "".join(batch.records for batch in apart)
    assert np.array_equal(np.vstack([b.rows for b in alone]), np.vstack([b.rows for b in apart]))


def test_a_game_depends_on_the_seed_and_its_number_only():
    job = random_job(Rules(), 4)

    assert play_batch(job, 7, 8, True).records in play_batch(job, 5, 9, True).records
    assert play_batch(random_job(Rules(), 5), 7, 8, True).records != play_batch(job, 7, 8, True).records


def test_robots_play_their_own_seats():
    rules = Rules()
    job = Job(rules, ("greedy", "random"), 1)
    summary = Summary(rules)

    for batch in simulate(job, 40):
        summary.add(batch.rows)

    greedy, chance = summary.figures()["seats"]
    assert greedy["win_share"] > chance["win_share"]


def test_figures_agree_with_a_run_of_five_million_games():
    rules = Rules(forced_sides=ForcedSides.EXACTLY_THREE, deadlock=Deadlock.PASS)
    summary = Summary(rules)

    for batch in simulate(random_job(rules, 1), 4000):
        summary.add(batch.rows)

    # Means and standard errors of a public run of 5,000,000 random games; five standard errors
    # of 4,000 games are allowed.
    figures = summary.figures()
    assert figures["games"] == 4000
    assert figures["mean_winning_score"] == pytest.approx(16.47, abs=0.36)
    assert figures["mean_losing_score"] == pytest.approx(11.95, abs=0.25)
    assert figures["draw_share"] == pytest.approx(0.0794, abs=0.022)
    assert figures["first_seat_share"] == pytest.approx(0.4602, abs=0.04)
    assert figures["forced_share"] == pytest.approx(0.604, abs=0.006)
    assert figures["mean_turns"] == pytest.approx(22.27, abs=0.35)
    assert figures["own_loop_share"] == pytest.approx(0.926, abs=0.021)
    assert figures["loop_share"] == pytest.approx(0.995, abs=0.006)
    assert figures["won_by_loop_share"] == pytest.approx(0.165, abs=0.031)


def test_figures_of_no_games_have_nothing_to_divide():
    figures = Summary(Rules()).figures()

    assert figures["games"] == 0
    assert figures["mean_winning_score"] is None


def row_of(scores: tuple[int, ...], starter: int = 0, deadlock: int = 0) -> list[int]:
    row = [0] * 16
    row[Column.LAID] = 56
    row[Column.STARTER] = starter
    row[Column.DEADLOCK] = deadlock
    row[Column.SCORES : Column.SCORES + len(scores)] = scores
    return row


def test_a_deadlock_is_a_draw_whatever_the_scores():  # R3.6
    summary = Summary(Rules())

    summary.add(np.array([row_of((20, 10), deadlock=1), row_of((20, 10))]))

    figures = summary.figures()
    assert figures["deadlocks"] == 1
    assert figures["draw_share"] == 0.5
    assert figures["first_seat_share"] == 0.5


def test_a_deadlock_is_not_won_by_a_loop():  # R3.6
    summary = Summary(Rules())
    rows = np.array([row_of((6, 3), deadlock=1), row_of((6, 3))])
    rows[:, Column.LOOPS + Colour.RED] = 3

    summary.add(rows)

    assert summary.figures()["won_by_loop_share"] == 1


def test_partners_in_doubles_win_together():  # R2.6
    rules = Rules(colours=(Colour.RED, Colour.BLUE) * 2, teams=True)
    summary = Summary(rules)

    summary.add(np.array([row_of((9, 12, 9, 12), starter=3), row_of((9, 9, 9, 9))]))

    figures = summary.figures()
    assert [seat["win_share"] for seat in figures["seats"]] == [0, 0.5, 0, 0.5]
    assert figures["draw_share"] == 0.5
    assert figures["first_seat_share"] == 0.5


def test_a_first_rank_shared_by_some_is_neither_a_win_nor_a_draw():  # R5.2
    summary = Summary(Rules(colours=(Colour.RED, Colour.BLUE, Colour.GREEN)))

    summary.add(np.array([row_of((12, 12, 9))]))

    figures = summary.figures()
    assert figures["draw_share"] == 0
    assert [seat["win_share"] for seat in figures["seats"]] == [0, 0, 0]


def test_an_unknown_robot_is_refused_by_name():
    with pytest.raises(ValueError, match="'nobody'"):
        Job(Rules(), ("random", "nobody"))


def test_there_must_be_one_robot_per_seat():
    with pytest.raises(ValueError, match="each of 2 seats"):
        Job(Rules(), ("random",))


def test_the_end_in_a_record_says_how_the_game_ended():
    job = random_job(Rules(), 2)
    text = "".join(batch.records for batch in simulate(job, 3, with_records=True))

    assert all(
        record.end is not None and record.end.termination is Termination.PLAYED_OUT
        for record in parse_records(text)
    )
