"""The quick count and the quick first solution against the plain ones and against the checker."""

from fractions import Fraction
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.solver import Goal, Strand, parse_goal, solve
from tantrix.solver.answer import Status
from tantrix.solver.checker import faults
from tantrix.solver.counts.pieces import Cut, count_piece, find_ceiling, piece_of
from tantrix.solver.goal import GoalScope
from tantrix.solver.loops.large import parts
from tantrix.solver.pipeline import continue_count
from tantrix.solver.proofs.refusals import why_unsolvable
from tantrix.solver.searches.complete import ClosureSearch, FrontierSearch, GateSearch
from tantrix.solver.steps.random_choices import luby
from tantrix.tiles import Colour, colours


def carrying(colour):
    return [tile for tile in range(1, 65) if colour in colours(tile)]


@st.composite
def sets(draw, least=4, most=10):
    """Distinct tiles that all carry a colour, triple straights too."""
    colour = draw(st.sampled_from(tuple(Colour)))
    tiles = st.lists(st.sampled_from(carrying(colour)), min_size=least, max_size=most, unique=True)
    return Goal(tuple(draw(tiles)), (Strand(colour),))


def likely_sets(n_sets, sizes, seed=1):
    """Sets that no quick proof rules out; most of them have solutions."""
    rng = Random(seed)
    while n_sets > 0:
        colour = rng.choice(tuple(Colour))
        goal = Goal(tuple(rng.sample(carrying(colour), rng.choice(sizes))), (Strand(colour),))
        if not why_unsolvable(goal):
            n_sets -= 1
            yield goal


def counted(goal, largest):
    return continue_count(ClosureSearch(goal, largest))[0]


@settings(deadline=None, max_examples=20)
@given(sets(), st.integers(1, 8))
def test_counts_with_and_without_closures_are_those_of_gates(goal, largest):
    expected = continue_count(GateSearch(goal))[0]

    assert counted(goal, 0) == expected
    assert counted(goal, largest) == expected


def test_likely_sets_are_counted_the_same():
    counts = []
    for at, goal in enumerate(likely_sets(40, range(5, 11))):
        counts.append(continue_count(GateSearch(goal))[0])
        assert counted(goal, at % 9) == counts[-1], str(goal)

    assert sum(count > 0 for count in counts) > 20


@pytest.mark.long
def test_many_likely_sets_are_counted_the_same():
    for at, goal in enumerate(likely_sets(300, range(8, 14), seed=2)):
        assert counted(goal, at % 9) == continue_count(GateSearch(goal))[0], str(goal)


@pytest.mark.parametrize("largest", [0, 3, 8])
@pytest.mark.parametrize(
    ("text", "count"), [("1-10 loop:R", 1280), ("1-10 loop:Y", 388), ("1-9 loop:Y", 114)]
)
def test_the_published_counts_are_reproduced_with_closures_of_any_size(text, count, largest):  # R7.3
    assert counted(parse_goal(text), largest) == count


def test_lists_grow_with_the_closures_that_are_listed():
    assert counted(parse_goal("1-13 loop:B"), 6) == 178240


def test_the_pieces_of_a_large_count_add_up_to_it():
    goal = parse_goal("1-13 loop:B")
    ceiling, n_pieces = find_ceiling(goal, 300)
    cut = Cut(goal, ceiling)

    pieces = [count_piece(goal, piece_of(machine))[0] for machine in cut]

    assert len(pieces) == n_pieces
    assert sum(pieces, Fraction(0)) + cut.above == 178240


def test_a_large_count_that_is_handed_back_is_resumed():
    goal = parse_goal("1-13 loop:B")
    cut, found = Cut(goal, 3), Fraction(0)

    for machine in cut:
        rest = piece_of(machine)
        while rest is not None:
            part = count_piece(goal, rest, most=100_000)
            found, rest = found + part.found, part.rest

    assert found + cut.above == 178240


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "text", ["1-10*7 loop:Y", "1-10*20 loop:B", "1-10*100 loop:R", "1-7*30 loop:B", "1-42*4 loop:R"]
)
def test_repeated_packs_are_solved(text, seed):  # R7.1
    goal = parse_goal(text)

    answer = solve(goal, seed=seed)

    assert answer.status is Status.SOLVED
    assert faults(goal, answer.solution) == []


def test_a_stopped_large_search_is_unknown():
    answer = solve(parse_goal("1-10*7 loop:Y"), should_stop=lambda: True)

    assert answer.status is Status.UNKNOWN


@settings(deadline=None, max_examples=10)
@given(st.integers(0, 100))
def test_parts_of_a_large_set_pass_the_parity_rule_and_make_up_the_whole(seed):
    goal = parse_goal("1-10*8,48,49*3,50-56*2,12,17*5 loop:Y")
    goal = Goal(tuple(tile for tile in goal.tiles if Colour.YELLOW in colours(tile)), goal.strands)

    made = parts(goal.tiles, Colour.YELLOW, Random(seed))

    assert tuple(sorted(tile for part in made for tile in part)) == goal.tiles
    for part in made[:-1]:
        assert not why_unsolvable(Goal(part, goal.strands)).startswith("parity")


def test_every_restart_length_gets_the_same_share():
    lengths = list(islice(luby(), 31))

    assert lengths[:15] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    assert {n: n * lengths.count(n) for n in set(lengths)} == dict.fromkeys((1, 2, 4, 8, 16), 16)


@pytest.mark.parametrize("seed", [1, 1000])
@pytest.mark.parametrize("text", ["1-30 loop:R holes:3", "1-12 loop:Y holes:1"])
def test_a_loop_with_holes_is_found(text, seed):
    goal = parse_goal(text)

    answer = solve(goal, seed=seed)

    assert answer.status is Status.SOLVED
    assert faults(goal, answer.solution) == []


def test_the_parity_of_a_loop_among_other_tiles_is_proved_by_search():
    rng, n_refused = Random(5), 0
    while n_refused < 12:
        tiles = tuple(rng.sample(range(1, 57), 5))
        goal = Goal(tiles, (Strand(Colour.RED, scope=GoalScope.OWN),))
        if why_unsolvable(goal).startswith("parity"):
            n_refused += 1
            assert continue_count(FrontierSearch(goal))[0] == 0, str(goal)
