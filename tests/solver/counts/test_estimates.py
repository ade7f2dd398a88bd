from statistics import fmean, stdev

from tantrix.solver import Status, parse_goal
from tantrix.solver.counts.pieces import NONE_SAMPLED, estimate
from tantrix.solver.loops.population import sampled_count
from tantrix.tiles import Colour


def test_small_populations_are_right_on_average():
    counts = [sampled_count(range(1, 13), Colour.RED, seed, 20) for seed in range(200)]

    assert abs(fmean(counts) - 40_580) < 4 * stdev(counts) / 200**0.5 < 4_000


def test_a_population_is_decided_by_its_seed():
    once, again, other = (sampled_count(range(1, 17), Colour.RED, seed, 50) for seed in (3, 3, 4))

    assert once == again != other


def test_an_estimate_for_eighteen_tiles_agrees_with_the_exact_count():
    found = estimate(parse_goal("1-18 loop:R"), 100).estimate

    assert found is not None
    assert found.samples == 20
    assert 0 < abs(found.count - 72_366_620) < 4 * found.error < 30_000_000


def test_thirty_tiles_have_an_estimate():
    found = estimate(parse_goal("1-30 loop:R"), 100).estimate

    assert found is not None
    assert 0 < found.error < found.count < 1e16


def test_an_estimate_that_is_stopped_at_once_is_unknown():
    answer = estimate(parse_goal("1-30 loop:R"), 100, should_stop=lambda: True)

    assert (answer.status, answer.estimate) == (Status.UNKNOWN, None)


def test_an_estimate_that_is_stopped_midway_says_so():
    calls = iter(range(100))

    answer = estimate(parse_goal("1-20 loop:R"), 100, should_stop=lambda: next(calls) == 5)

    assert answer.estimate is not None
    assert answer.estimate.samples == 5
    assert answer.reason


def test_populations_without_a_solution_prove_nothing():
    answer = estimate(parse_goal("1-17 loop:R"), 10)  # an odd number of bends

    assert (answer.status, answer.estimate, answer.reason) == (Status.UNKNOWN, None, NONE_SAMPLED)
