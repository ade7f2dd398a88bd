"""The robots with a style: legal, repeatable, within their band, and with a preference that shows."""

from collections.abc import Callable, Iterable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix import Game, Placement, Rules
from tantrix.reasons.traced_lines import trace_lines
from tantrix.robots import find
from tantrix.robots.evaluation import Evaluation, ScoredPlacement
from tantrix.robots.registry import STYLED
from tantrix.robots.search.flat import Flat, FlatSettings
from tantrix.robots.style import (
    BAND,
    N_CANDIDATES,
    STYLES,
    Prospects,
    Style,
    Styled,
    calmness,
    candidates,
    cut_ends,
    loop_chances,
    preferred,
    prospects_after,
    value,
)
from tests.support.play import RULE_SETS, play_out, random_play, random_start

games = st.builds(
    lambda rules, seed, ply: _position(rules, seed, ply),
    st.sampled_from(RULE_SETS),
    st.integers(0, 10**6),
    st.integers(0, 63),
)
styles = st.sampled_from(sorted(STYLES))


def _position(rules: Rules, seed: int, ply: int) -> Game:
    """Play at random up to a ply, or to the last position before the game ends."""
    last = None
    for game in random_play(rules, Random(seed)):
        if game.is_over:
            break
        last = game
        if game.ply >= ply:
            break
    assert last
    return last


def _judged(game: Game, n_playouts: int = 60) -> Evaluation:
    return Flat(FlatSettings(n_playouts)).judge(game, Random(1))


def test_every_style_has_its_robot() -> None:
    assert set(STYLED) == set(STYLES)
    assert all(isinstance(find(name), Styled) for name in STYLED)


@settings(max_examples=2, deadline=None)
@given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 10**6))
def test_the_three_play_legally_to_the_end_of_the_game(rules: Rules, seed: int) -> None:
    game, order = random_start(rules, Random(seed))
    robots = [find(STYLED[seat % 3]) for seat in range(rules.n_seats)]

    assert play_out(game, order, robots, Random(seed)).is_over


@settings(max_examples=12, deadline=None)
@given(name=styles, game=games)
def test_the_choice_is_the_first_of_what_it_judged_and_can_be_repeated(name: str, game: Game) -> None:
    robot = Styled(STYLES[name])

    evaluation = robot.think(game, Random(3))

    assert robot.choose(game, Random(3)) == evaluation.judged[0].placement
    assert robot.think(game, Random(3)) == evaluation
    assert sorted(each.placement for each in evaluation.judged) == sorted(game.placements())


@settings(max_examples=30, deadline=None)
@given(game=games, weight=st.floats(-100, 100))
def test_no_style_leaves_its_band(game: Game, weight: float) -> None:
    evaluation = _judged(game)

    chosen = preferred(game, evaluation, Style(calmness, weight, 1)).judged[0]

    assert value(chosen) >= value(evaluation.judged[0]) - BAND


@settings(max_examples=20, deadline=None)
@given(game=games, measure=st.sampled_from([calmness, loop_chances, cut_ends]))
def test_a_style_that_outweighs_all_else_plays_what_it_likes_best(
    game: Game, measure: Callable[[Prospects], float]
) -> None:
    evaluation = _judged(game)
    near = [item.placement for item in candidates(evaluation)]
    if len(near) == 1 or sum(map(len, game.hands)) + len(game.bag) == 1:
        return

    chosen = preferred(game, evaluation, Style(measure, 1e6, 1)).judged[0].placement

    liked = [measure(each) for each in prospects_after(game, near)]
    assert liked[near.index(chosen)] == max(liked)


@settings(max_examples=20, deadline=None)
@given(name=styles, game=games)
def test_a_style_changes_only_what_comes_first(name: str, game: Game) -> None:
    evaluation = _judged(game)

    styled = preferred(game, evaluation, STYLES[name])

    first = styled.judged[0]
    assert [first, *(each for each in evaluation.judged if each is not first)] == list(styled.judged)
    assert styled.n_playouts == evaluation.n_playouts


def test_the_last_report_of_a_style_is_its_answer() -> None:
    reports: list[Evaluation] = []
    game, _order = random_start(Rules(), Random(1))

    evaluation = Styled(STYLES["looper"]).think(game, Random(1), on_progress=reports.append)

    assert reports[-1] == evaluation
    assert len(reports) > 1


def _equal(placements: Iterable[Placement]) -> Evaluation:
    """Judge some placements as if a search had found all of them equally good."""
    return Evaluation(tuple(ScoredPlacement(each, 1.0, 0.55, 20, (each,)) for each in placements), 20, False)


@settings(max_examples=20, deadline=None)
@given(game=games)
def test_careful_leaves_the_fewest_forced_spaces_that_a_hand_fits(game: Game) -> None:
    equal = _equal(list(game.placements())[:N_CANDIDATES])

    chosen = preferred(game, equal, STYLES["careful"]).judged[0].placement

    n_forced = {item.placement: _n_forced(game, item.placement) for item in equal.judged}
    assert n_forced[chosen] == min(n_forced.values())


def _n_forced(game: Game, placement: Placement) -> int:
    """Count the forced spaces that a hand fits, up to three for the seat to play and three for the others."""
    after, own = game.play_undrawn(placement), game.rules.partners(game.to_play)
    fits = [after.fitting(space) for space in after.forced_spaces()]
    own_hands, hands = (
        frozenset().union(*(after.hands[seat] for seat in own)),
        frozenset().union(*after.hands),
    )
    n_own, n_all = (sum(not held.isdisjoint(each) for each in fits) for held in (own_hands, hands))
    return min(3, n_own) + min(3, n_all - n_own)


def test_looper_closes_a_loop_rather_than_play_something_as_good() -> None:
    game, closing, other = _with_a_choice(_closes_a_loop)

    assert _first_choice(game, other, closing, "looper") == closing


def test_blocker_shuts_both_ends_of_a_line_rather_than_play_something_as_good() -> None:
    game, shutting, other = _with_a_choice(_shuts_the_opponents_line)

    assert _first_choice(game, other, shutting, "blocker") == shutting


def _closes_a_loop(game: Game, placement: Placement) -> bool:
    """Return whether a placement closes the first own loop, which is worth more than any line."""
    own = game.rules.colours[game.to_play]
    return game.play_undrawn(placement).best(own).is_loop and not game.best(own).is_loop


def _shuts_the_opponents_line(game: Game, placement: Placement) -> bool:
    """Return whether no tile fits the ends of the longest line of the opponent any more."""
    after = game.play_undrawn(placement)
    left, other = after.bag.union(*after.hands), after.rules.colours[1 - game.to_play]
    lines = [line for line in trace_lines(after) if line.colour is other and not line.is_loop]
    longest = max(lines, key=lambda line: line.n_tiles, default=None)
    return longest is not None and all(left.isdisjoint(after.fitting(end)) for end in longest.ends)


def _first_choice(game: Game, first: Placement, second: Placement, name: str) -> Placement:
    return preferred(game, _equal([first, second]), STYLES[name]).judged[0].placement


def _with_a_choice(does: Callable[[Game, Placement], bool]) -> tuple[Game, Placement, Placement]:
    """Return a position from a random game with a placement that does something, and one that does not."""
    for seed in range(100):
        for game in random_play(Rules(), Random(seed)):
            if 12 <= game.ply <= 40 and not game.is_over and len(game.placements()) > 4:
                doing = {does(game, each): each for each in list(game.placements())[::3]}
                if len(doing) == 2:
                    return game, doing[True], doing[False]
    raise AssertionError("expected a position with such a choice")
