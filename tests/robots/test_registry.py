import os
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tantrix import Cell, Colour, Game, Placement, Rules
from tantrix.robots import BrokenRobot, UnknownRobot, choose, find
from tantrix.robots.roster import ROSTER
from tests.support.play import play_out, random_start
from tests.support.plugins import install_robots

RULE_SETS = [
    Rules(),
    Rules(colours=(Colour.GREEN, Colour.YELLOW, Colour.RED), tile_set=64),
    Rules(colours=(Colour.RED, Colour.BLUE, Colour.RED, Colour.BLUE), teams=True),
]


QUICK = [row.name for row in ROSTER if row.make and row.seconds <= 0.1]


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_robot_plays_legally_to_the_end(name: str, rules: Rules):
    game, order = random_start(rules, Random(7))

    ended = play_out(game, order, [find(name)] * rules.n_seats, Random(8))

    assert ended.is_over
    assert ended.ply == rules.tile_set


def test_a_robot_chooses_the_same_with_the_same_random_numbers():
    game, order = random_start(Rules(), Random(1))
    robots = [find("greedy"), find("random")]

    assert play_out(game, order, robots, Random(2)) == play_out(game, order, robots, Random(2))


def test_greedy_closes_the_loop_that_is_worth_most():
    game = _with_a_loop_to_close()

    chosen = find("greedy").choose(game, Random(0))

    assert game.play(chosen, min(game.bag)).best(Colour.YELLOW).is_loop


def test_greedy_wins_two_games_of_three_against_random():
    won = 0
    for seed in range(40):
        game, order = random_start(Rules(), Random(seed))
        seats = [find("greedy"), find("random")]
        greedy = seed % 2
        ended = play_out(game, order, seats if greedy == 0 else seats[::-1], Random(seed))
        assert ended.outcome
        won += ended.outcome.ranks[greedy] == 1 and not ended.outcome.is_draw

    assert won >= 27


def test_an_unknown_robot_is_refused_with_the_known_names():
    with pytest.raises(UnknownRobot, match=r"random, greedy.*'deep'"):
        find("deep")


class Crash:
    def choose(self, game: Game, rng: Random) -> Placement:
        raise RuntimeError("boom")


class Cheat:
    def choose(self, game: Game, rng: Random) -> Placement:
        return Placement(game.hands[game.to_play][0], Cell(30, 30), 0)


class Nothing:
    def choose(self, game: Game, rng: Random) -> Placement:
        return None  # type: ignore[return-value]


@pytest.mark.parametrize(("robot", "what"), [(Crash(), "boom"), (Cheat(), "must touch"), (Nothing(), "None")])
def test_a_robot_that_fails_or_breaks_a_rule_is_named(robot: Crash | Cheat | Nothing, what: str):
    game, _order = random_start(Rules(), Random(1))

    with pytest.raises(BrokenRobot, match=f"'mine'.*ply 0.*{what}") as caught:
        choose("mine", robot, game, Random(0))

    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def _with_a_loop_to_close() -> Game:
    """Tiles 1, 2 and 3 can form a yellow loop of three (Discovery 3); the last of them is in the hand."""
    for seed in range(1000):
        rng = Random(seed)
        rules = Rules(colours=(Colour.YELLOW, Colour.BLUE))
        game = Game.start(rules, [(1, 2, 3, 20, 30, 40), (4, 5, 6, 41, 42, 43)])
        game = game.play(rng.choice([p for p in game.placements() if p.tile == 1]), 50)
        others = [p for p in game.placements() if p.tile in (4, 5, 6)]
        game = game.play(rng.choice(others), 51)
        while not game.is_over and game.to_play == 1:
            game = game.play(next(iter(game.placements())), min(game.bag))
        if any(game.play(p, min(game.bag)).best(Colour.YELLOW).is_loop for p in game.placements()):
            return game
    raise AssertionError("expected a position with a yellow loop to close")


def asked(code: str, tmp_path: Path) -> "subprocess.CompletedProcess[str]":
    """Run some code with another package's robots installed."""
    settings = {**os.environ, "PYTHONPATH": install_robots(tmp_path)}
    return subprocess.run(
        [sys.executable, "-c", code], env=settings, capture_output=True, text=True, check=False
    )


def test_third_party_robots_that_cannot_be_loaded_are_left_out_and_logged(tmp_path: Path):
    done = asked("from tantrix.robots import names; print(*names()); print(*names())", tmp_path)

    assert (
        done.stdout.splitlines()
        == [" ".join([*(row.name for row in ROSTER if row.make), "cheat crash good"])] * 2
    )
    assert done.stderr.count("'missing' of the package 'other-robots' cannot be loaded") == 1
    assert done.stderr.count("no weights") == 1


@pytest.mark.parametrize("name", ["missing", "unmade"])
def test_a_robot_that_cannot_be_loaded_is_refused_by_its_package(name: str, tmp_path: Path):
    code = f"from tantrix.robots import find\ntry: find({name!r})\nexcept ValueError as error: print(error)"

    output = asked(code, tmp_path).stdout

    assert output.startswith(f"the robot {name!r} of the package 'other-robots' cannot be loaded: ")
