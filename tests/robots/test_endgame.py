"""Endgames: the solver against an exhaustive search, on the oracle's rules and on games."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix import Colour, Deadlock, Game, Rules, Termination, kernel
from tantrix.hexes import Cell
from tantrix.notation import parse_position
from tantrix.robots.endgame.bounds import cannot_deadlock, max_score_of, new_bounds, prepare
from tantrix.robots.endgame.robot import EndgameAnalyser, analyse_endgame
from tantrix.robots.endgame.solve import Solver, Window, solve
from tantrix.robots.evaluation import final_margin
from tests.support.oracle import Oracle, OracleRules, parse_board
from tests.support.play import RULE_SETS, random_play

ROOM = 10**7  # nodes: more than any test needs

# Six tiles around one show nothing but red to the outside, so that tile 47, without red, fits nowhere.
FLOWER = "9@0,0^0 23@1,0^2 26@0,1^3 30@-1,1^3 39@-1,0^5 10@0,-1^0 34@1,-1^0".split()


def value(position: Oracle, colour: str, known: dict[Any, int]) -> int:
    """Search exhaustively: the final margin of a colour, all others against it; a deadlock counts 0."""
    if position.phase == "over":
        if position.termination == "deadlock":
            return 0
        scores = dict(zip(position.rules.colours, position.scores(), strict=True))
        return scores[colour] - max(score for other, score in scores.items() if other != colour)
    state = (frozenset(position.board.items()), position.to_play, position.phase)
    if state not in known:
        values = [value(position.play(*each, None), colour, known) for each in position.placements()]
        is_own = position.rules.colours[position.to_play] == colour
        known[state] = max(values) if is_own else min(values)
    return known[state]


def worth_of_game(game: Game, seat: int) -> int:
    """Search games exhaustively."""
    if game.is_over:
        return final_margin(game, seat)
    values = [worth_of_game(game.play(placement), seat) for placement in game.placements()]
    is_own = game.rules.colours[game.to_play] == game.rules.colours[seat]
    return max(values) if is_own else min(values)


def kernel_state(position: Oracle) -> Any:
    """Set up the kernel with a position with an empty bag, its tiles laid in the order of the board."""
    state = kernel.new_state()
    record, rules = state[0], position.rules
    record.n_seats = len(rules.colours)
    record.colours[: record.n_seats] = [Colour.parse(letter) for letter in rules.colours]
    record.hands[: record.n_seats] = [kernel.mask(hand) for hand in position.hands]
    record.is_exact = rules.forced_sides == "exactly-three"
    record.passes = rules.deadlock == "pass"
    record.to_play = position.to_play
    record.phase = {"fill": kernel.FILL, "free": kernel.FILL, "refill": kernel.REFILL}[position.phase]
    for (q, r), (tile, rotation) in position.board.items():
        kernel.do_lay(state, kernel.tables(), kernel.index(Cell(q, r)), 8 * (tile - 1) + rotation)
    kernel.do_settle(state, kernel.tables(), np.empty(kernel.MAX_PLACEMENTS, np.int64))
    return state


def endgames(rng: Random, rules: OracleRules, n_left: int) -> Iterator[Oracle]:
    """Lay some tiles at random, without restrictions, and yield the positions with few tiles left."""
    tiles = rng.sample(range(1, rules.tile_set + 1), n_left + rng.randrange(3, 7))
    n_seats = len(rules.colours)
    hands = tuple(tuple(tiles[1 + seat :: n_seats]) for seat in range(n_seats))
    position = Oracle.at(rules, {(0, 0): (tiles[0], 0)}, hands, (), rng.randrange(n_seats))
    while position.phase != "over":
        if sum(map(len, position.hands)) <= n_left:
            yield position
        position = position.play(*rng.choice(sorted(position.placements())), None)


def check(position: Oracle) -> None:
    """Compare the solver's margin and result with those of the exhaustive search."""
    state = kernel_state(position)
    assert int(state[0].to_play) == position.to_play
    colour = position.rules.colours[position.to_play]

    margin = value(position, colour, {})

    known = Solver(ROOM).ask(state.copy(), position.to_play, Window.MARGIN)
    assert (known.low, known.high, known.is_solved) == (margin, margin, True)
    sign = Solver(ROOM).ask(state, position.to_play, Window.RESULT)
    assert sign.low <= margin <= sign.high
    assert sign.low > 0 or sign.high < 0 or sign.low == sign.high == 0


ORACLE_RULES = [
    OracleRules(colours, tile_set, forced, deadlock, teams)
    for colours, teams in (("RB", False), ("GYB", False), ("YRBG", False), ("RBRB", True))
    for tile_set, forced, deadlock in ((56, "three-or-more", "draw"), (64, "exactly-three", "pass"))
]


@pytest.mark.parametrize("rules", ORACLE_RULES, ids=str)
def test_margins_equal_a_plain_search(rules: OracleRules) -> None:
    for seed in range(4):
        for position in endgames(Random(seed), rules, 2):
            check(position)


@pytest.mark.long
@pytest.mark.parametrize("rules", ORACLE_RULES, ids=str)
def test_margins_with_more_tiles_equal_a_plain_search(rules: OracleRules) -> None:
    for seed in range(8):
        for position in endgames(Random(f"long/{seed}"), rules, 3):
            check(position)


@pytest.mark.parametrize("deadlock", Deadlock)
@pytest.mark.parametrize("hands", [((47, 1), (2,)), ((2,), (47, 3)), ((47,), (48, 2)), ((47, 46), (1,))])
def test_a_deadlock_counts_as_a_draw(hands: Any, deadlock: Deadlock) -> None:  # R3.6
    rules = OracleRules("RB", 56, "three-or-more", deadlock.value)

    for seat in range(2):
        position = Oracle.at(rules, parse_board(FLOWER), hands, (), seat)
        if position.phase != "over":
            check(position)


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_solving_a_game_equals_playing_everything(rules: Rules) -> None:
    for game in random_play(rules, Random(str(rules))):
        if game.in_endgame and not game.is_over and sum(map(len, game.hands)) == 1:
            solved = solve(game)

            assert (solved.low, solved.high) == (worth_of_game(game, game.to_play),) * 2
            assert solved.is_exact


def an_endgame(seed: int, n_left: int, rules: Rules | None = None) -> Game:
    """Play at random until few tiles are left."""
    return next(
        game
        for game in random_play(rules or Rules(), Random(seed))
        if game.in_endgame and sum(map(len, game.hands)) <= n_left
    )


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.integers(3, 7))
def test_the_line_leads_to_the_margin(seed: int, n_left: int) -> None:
    game = an_endgame(seed, n_left)

    solved = solve(game, max_nodes=ROOM)

    after = game
    for placement in solved.line:
        after = after.play(placement)
    assert solved.line[0] == solved.best
    assert after.is_over
    assert final_margin(after, game.to_play) == solved.low == solved.high


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6), st.integers(5, 8), st.integers(1, 300))
def test_early_proofs_hold(seed: int, n_left: int, max_nodes: int) -> None:
    game = an_endgame(seed, n_left)

    margin = solve(game, max_nodes=ROOM).low
    early = solve(game, max_nodes=max_nodes)
    result = solve(game, goal=Window.RESULT, max_nodes=ROOM)

    assert early.low <= margin <= early.high
    assert early.best in game.placements()
    assert early.is_exact or early.n_nodes == max_nodes
    assert early == solve(game, max_nodes=max_nodes)
    assert result.low <= margin <= result.high
    assert result.result == (margin > 0) - (margin < 0)


def test_best_play_of_the_result_keeps_the_result() -> None:
    game = an_endgame(5, 7)
    solved = solve(game, goal=Window.RESULT, max_nodes=ROOM)

    after = game
    for placement in solved.line:
        after = after.play(placement)

    margin = final_margin(after, game.to_play)
    assert (margin > 0) - (margin < 0) == solved.result


def test_a_search_that_is_stopped_at_once_still_answers() -> None:
    game = an_endgame(3, 12)

    solved = solve(game, should_stop=lambda: True)

    assert solved.best in game.placements()
    assert solved.n_nodes == 0
    assert not solved.is_exact


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 5))
def test_every_placement_is_worth_its_continuation(seed: int, n_left: int) -> None:
    game = an_endgame(seed, n_left)

    evaluation = analyse_endgame(game, ROOM)

    assert evaluation.is_exact
    assert {candidate.placement for candidate in evaluation.candidates} == set(game.placements())
    assert EndgameAnalyser(ROOM).choose(game, Random(0)) == evaluation.candidates[0].placement
    for candidate in evaluation.candidates:
        after = game
        for placement in candidate.line:
            after = after.play(placement)
        assert candidate.margin == final_margin(after, game.to_play) <= evaluation.candidates[0].margin


def test_an_evaluation_deepens_until_it_is_stopped() -> None:
    game = an_endgame(4, 6)
    evaluations: list[Any] = []

    final = analyse_endgame(game, ROOM, on_progress=evaluations.append)
    stopped = analyse_endgame(game, ROOM, lambda: True)

    assert evaluations[-1] == final
    assert not stopped.is_exact
    assert len(stopped.candidates) == len(game.placements())


@pytest.mark.parametrize("seats", [3, 4])
def test_with_more_seats_all_others_play_against_one(seats: int) -> None:
    rules = Rules(colours=tuple(Colour)[:seats])

    solved = solve(an_endgame(1, seats + 1, rules), max_nodes=ROOM)

    assert solved.is_exact
    assert solved.low == solved.high


def test_only_an_endgame_in_play_is_solved() -> None:
    *_, over = random_play(Rules(), Random(1))
    begun = parse_position("RB 56 draw-keep; 1@0,0^0; 2 3 / 4 5; 1")

    with pytest.raises(ValueError, match="empty bag, got one of 51 tiles"):
        solve(begun)
    with pytest.raises(ValueError, match="over"):
        solve(over)
    with pytest.raises(ValueError, match="at least one node, got 0"):
        Solver(0)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.integers(2, 10), st.sampled_from(RULE_SETS))
def test_no_score_outgrows_its_bound(seed: int, n_left: int, rules: Rules) -> None:
    rng = Random(seed)
    try:
        game = an_endgame(seed, n_left, rules)
    except StopIteration:  # a deadlock came first
        return
    bounds, tables, state = new_bounds(), kernel.tables()[0], game.kernel_state()[0]
    prepare(state, bounds[0], 0)
    most = {colour: max_score_of(state, tables, bounds[0], colour) for colour in rules.colours}
    is_safe = cannot_deadlock(state, tables, bounds[0], np.empty(64, np.int64))

    for eager in rules.colours:
        after = game
        while not after.is_over:
            options = [
                after.play(each) for each in rng.sample(after.placements(), min(8, len(after.placements())))
            ]
            seat = rules.colours.index(eager)
            after = max(options, key=lambda option: option.score(seat))

        assert all(after.score(seat) <= most[colour] for seat, colour in enumerate(rules.colours))
        assert not (is_safe and after.outcome and after.outcome.termination is Termination.DEADLOCK)
