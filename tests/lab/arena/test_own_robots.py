"""Robots of somebody's own: objects in a matchup, and classes of a module in the current folder."""

import json
from pathlib import Path
from random import Random

import pytest

from tantrix import Game, Placement, Rules
from tantrix.lab.arena.match import Match, play_matches
from tantrix.lab.arena.matchup import Matchup
from tantrix.lab.arena.store import MatchStore
from tantrix.lab.workers import workers
from tests.support.program import run_program

_MODULE = """
class First:
    def choose(self, game, rng):
        return game.placements()[0]


class Silent:
    pass


class Unmade:
    def __init__(self):
        raise OSError("no weights")
"""


class Last:
    def choose(self, game: Game, rng: Random) -> Placement:
        return game.placements()[-1]


@pytest.mark.parametrize("n_processes", [1, 2])
def test_an_object_plays_a_match_also_in_worker_processes(n_processes: int, tmp_path: Path) -> None:
    matchup = Matchup(Rules(), (Last(), "greedy"), 5)
    with workers(n_processes) as pool, MatchStore(tmp_path, matchup) as store:
        match = Match(matchup, 2, store=store)
        list(play_matches([match], pool))

    assert match.tally.games == 4
    assert match.tally.figures()["robots"] == ["Last", "greedy"]
    with MatchStore(tmp_path, Matchup(Rules(), (Last(), "greedy"), 5), is_resumed=True) as store:
        assert len(list(store.rounds())) == 2


def test_an_object_that_cannot_choose_is_refused() -> None:
    with pytest.raises(ValueError, match=r"an object with `choose\(game, rng\)`, got a dict"):
        Matchup(Rules(), ({}, "greedy"))  # type: ignore[arg-type]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_class_of_a_module_plays_from_the_command_line(
    jobs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mymodule.py").write_text(_MODULE)
    monkeypatch.chdir(tmp_path)

    done = run_program("match", "mymodule:First", "random", "--games", "4", "--jobs", jobs, "--json")

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["robots"] == ["mymodule:First", "random"]
    assert json.loads(done.stdout)["games"] == 4


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("mymodule:Silent", "it has no method `choose(game, rng)`"),
        ("mymodule:Unmade", "OSError('no weights')"),
        ("mymodule:Nobody", "has no attribute 'Nobody'"),
        ("nomodule:First", "No module named 'nomodule'"),
    ],
)
def test_a_class_that_is_no_robot_is_refused_in_one_line(
    name: str, problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mymodule.py").write_text(_MODULE)
    monkeypatch.chdir(tmp_path)

    done = run_program("match", name, "random", "--games", "4")

    assert done.returncode == 2
    assert f"the robot {name!r} cannot be loaded" in done.stderr
    assert problem in done.stderr
    assert done.stderr.count("\n") == 1
