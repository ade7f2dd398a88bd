"""Games in lockstep are the games that `Game` plays, and their arrays follow the rules."""

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from tantrix import Game, Placement, Rules, kernel
from tantrix.hexes import ORIGIN
from tantrix.learning.observation import GRID
from tantrix.learning.steps import choose_by_margin
from tantrix.learning.vector import RESIGN, VectorGames
from tantrix.tiles import Colour, edges
from tests.support.play import RULE_SETS, random_play

ARRAYS = ("observation", "hands", "bag", "table", "placements", "action_mask")


def tiles_in(row: Any) -> set[int]:
    return {int(at) + 1 for at in np.flatnonzero(row)}


def dealt(games: VectorGames, number: int) -> Game:
    """Set up the position of a newly dealt game from its observation."""
    rules, seat = games.rules, int(games.seats[number])
    seen = {name: games.observations[name][number] for name in ARRAYS}
    rows = [tiles_in(seen["hands"][row]) for row in range(rules.n_seats)]
    hands = [rows[(other - seat) % rules.n_seats] for other in range(rules.n_seats)]
    laid = set(rules.tiles) - set().union(*hands) - tiles_in(seen["bag"])
    opening = Placement(laid.pop(), ORIGIN, 0) if laid else None
    return Game.start(rules, [sorted(hand) for hand in hands], seat, opening)


def drawn(games: VectorGames, number: int, before: Game) -> int | None:
    gone = before.bag - tiles_in(games.observations["bag"][number])
    return next(iter(gone), None)


def planes_of(game: Game) -> Any:
    planes = np.zeros((7, GRID, GRID), np.int8)
    for item in game.laid:
        tile, (q, r), rotation = item.placement
        planes[:6, r % GRID, q % GRID] = [Colour.parse(letter) + 1 for letter in edges(tile, rotation)]
    for mark, cells in ((1, game.spaces()), (2, game.forced_spaces()), (3, game.controlled_cells())):
        for q, r in cells:
            planes[6, r % GRID, q % GRID] = mark
    return planes


def assert_shows(games: VectorGames, number: int, game: Game) -> None:
    """Compare all arrays of a game with what the rules say."""
    seen = {name: games.observations[name][number] for name in ARRAYS}
    seat, n_seats = int(games.seats[number]), game.rules.n_seats
    order = [(seat + row) % n_seats for row in range(n_seats)]
    placements = [list((tile, *cell, rotation)) for tile, cell, rotation in game.placements()]
    assert games.counts[number] == len(placements)
    assert games.laid(number) == tuple(item.placement for item in game.laid)
    assert seen["placements"][: len(placements)].tolist() == placements
    assert not seen["placements"][len(placements) :].any()
    assert seen["action_mask"].tolist() == [1] * len(placements) + [0] * (games.n_actions - len(placements))
    assert (seen["observation"] == planes_of(game)).all()
    assert [tiles_in(row) for row in seen["hands"][:n_seats]] == [set(game.hands[other]) for other in order]
    assert not seen["hands"][n_seats:].any()
    assert tiles_in(seen["bag"]) == game.bag
    assert seen["table"][1:4].tolist() == [(game.to_play - seat) % n_seats, n_seats, game.ply]
    assert seen["table"][4 : 4 + n_seats].tolist() == [game.score(other) for other in order]
    assert seen["table"][8 : 8 + n_seats].tolist() == [game.rules.colours[other] for other in order]
    assert not seen["table"][4 + n_seats : 8].any()
    assert (seen["table"][8 + n_seats :] == -1).all()
    assert bool(games.over[number]) == game.is_over


def steps(games: VectorGames, rng: Random, n: int) -> Iterator[Any]:
    """Step at random `n` times; yield the actions after each."""
    for _ in range(n):
        actions = [rng.randrange(count) if count else 0 for count in games.counts.tolist()]
        games.step(actions)
        yield actions


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_the_games_follow_the_rules(rules: Rules) -> None:
    games = VectorGames(2, rules, seed=5)
    game = dealt(games, 1)
    assert_shows(games, 1, game)

    for actions in steps(games, Random(1), 70):
        if game.is_over:
            game = dealt(games, 1)
            assert not games.rewards[1].any()
        else:
            placement = list(game.placements())[actions[1]]
            game = game.play(placement, drawn(games, 1, game))
        assert_shows(games, 1, game)


@pytest.mark.parametrize("reward", ["result", "margin"])
@pytest.mark.parametrize("rules", RULE_SETS[::7], ids=str)
def test_rewards_are_paid_by_seat_when_a_game_is_over(rules: Rules, reward: str) -> None:
    games = VectorGames(8, rules, seed=3, reward=reward)
    is_over = np.zeros(8, np.bool_)

    for _ in steps(games, Random(2), 64):
        assert not games.rewards[~games.over].any()
        is_over |= games.over
        for number in np.flatnonzero(games.over):
            seat = int(games.seats[number])
            scores = games.observations["table"][number, 4:]
            paid = [games.rewards[number, (seat + row) % rules.n_seats] for row in range(rules.n_seats)]
            opponents = [
                max(scores[other] for other in range(rules.n_seats) if scores[4 + other] != scores[4 + row])
                for row in range(rules.n_seats)
            ]
            margins = [int(scores[row]) - int(opponents[row]) for row in range(rules.n_seats)]
            is_deadlock = games.observations["hands"][number].any()
            expected = margins if reward == "margin" else np.sign(margins).tolist()
            assert paid == ([0] * rules.n_seats if is_deadlock else expected)

    assert is_over.all()


def test_threads_and_their_number_change_nothing() -> None:
    alone, shared = VectorGames(5, seed=9), VectorGames(5, seed=9, n_threads=3)

    for _ in range(130):
        actions = alone.choose_at_random()
        assert (actions == shared.choose_at_random()).all()
        alone.step(actions)
        shared.step(actions)
        assert all((alone.observations[name] == shared.observations[name]).all() for name in ARRAYS)
        assert (alone.rewards == shared.rewards).all()
    shared.close()


def test_a_learner_of_one_seat_always_chooses_for_that_seat() -> None:
    rules = Rules(colours="RYB")  # type: ignore[arg-type]
    games = VectorGames(20, rules, seed=4, learner="one")
    seats = games.seats.copy()

    for _ in range(200):
        was_over = games.over.copy()
        games.step(games.choose_at_random())
        seats[was_over] = games.seats[was_over]
        assert (games.seats == seats).all()
        assert (games.observations["table"][~games.over, 1] == 0).all()
    assert set(seats.tolist()) == {0, 1, 2}


@pytest.mark.parametrize("colours", ["RY", "RYB", "RYGB"])
def test_greedy_opponents_choose_a_best_margin_on_the_table(colours: str) -> None:
    rng, margins = Random(5), np.empty(2000, np.int64)
    words = np.array([rng.getrandbits(63) | 1], np.uint64)
    for game in random_play(Rules(colours=colours), rng):  # type: ignore[arg-type]
        if game.is_over:
            break
        keys, states = game.kernel_keys(), game.kernel_state()
        before = states.copy()

        key = choose_by_margin(states, kernel.tables(), 0, keys, len(keys), words, margins)

        assert game.margins()[keys.tolist().index(key)] == game.margins().max()
        assert all((states[name] == before[name]).all() for name in ("turned", "hands", "best"))


def test_greedy_opponents_beat_a_learner_that_plays_at_random() -> None:
    games = VectorGames(200, seed=4, learner="one", opponents="greedy")
    results = np.zeros(200)

    while not results.all():
        games.step(games.choose_at_random())
        results[games.over] = games.rewards[games.over, games.seats[games.over]] + 2

    assert (results - 2).mean() < -0.4


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    first, again, other = VectorGames(3, seed=1), VectorGames(3, seed=2), VectorGames(3, seed=2)

    again.reset(1)

    assert (first.observations["hands"] == again.observations["hands"]).all()
    assert (first.observations["hands"] != other.observations["hands"]).any()


def test_a_seat_that_resigns_loses_and_the_next_step_deals_again() -> None:
    games = VectorGames(2, seed=1, reward="margin")
    seat = int(games.seats[1])

    games.step([0, RESIGN])

    assert games.over.tolist() == [False, True]
    assert games.rewards[1, seat] == -84
    assert np.abs(games.rewards).sum() == 84
    assert games.counts[1] == 0
    games.step([0, 0])
    assert not games.over.any()
    assert_shows(games, 1, dealt(games, 1))


def test_an_action_that_is_not_allowed_changes_nothing() -> None:
    games = VectorGames(3, seed=1)
    before = games.observations["observation"].copy()
    refused = games.counts.copy()
    refused[:2] = 0

    with pytest.raises(ValueError, match=rf"expected an action 0 to {refused[2] - 1} for game 2"):
        games.step(refused)

    assert (games.observations["observation"] == before).all()


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"n_games": 0}, "expected at least one of the games, got 0"),
        ({"n_games": 1, "n_threads": 0}, "expected at least one of the threads, got 0"),
        ({"n_games": 1, "learner": "some"}, "expected a learner 'all' or 'one', got 'some'"),
        ({"n_games": 1, "opponents": "kind"}, "expected opponents 'random' or 'greedy', got 'kind'"),
        ({"n_games": 1, "reward": "fame"}, "'fame' is not a valid Reward"),
    ],
)
def test_bad_arguments_are_named(given: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        VectorGames(**given)
