"""Robots of somebody's own: objects in a matchup, and classes of a module in the current folder."""

import json
from pathlib import Path
from random import Random

import pytest

from tantrix import Game, Placement, Rules, Termination
from tantrix.lab.arena.match import Match, play_matches
from tantrix.lab.arena.matchup import Matchup
from tantrix.lab.arena.store import MatchStore
from tantrix.lab.workers import workers
from tantrix.record import check, parse_records, verify
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


class Fragile:
    """Fails as soon as a few tiles are laid."""

    def choose(self, game: Game, rng: Random) -> Placement:
        if game.ply >= 6:
            raise RuntimeError("no idea")
        return game.placements()[0]


def play_all(match: Match) -> None:
    with workers() as pool:
        list(play_matches([match], pool))


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


@pytest.mark.parametrize("rules", [Rules(), Rules("RBY"), Rules("RBRB", teams=True)])
def test_a_robot_that_fails_loses_the_game_and_the_match_goes_on(rules: Rules, tmp_path: Path) -> None:
    matchup = Matchup(rules, (Fragile(), "random"), 5)
    with MatchStore(tmp_path, matchup) as store:
        match = Match(matchup, 1, store=store)
        play_all(match)
        text = "".join(store.records(1))

    figures = match.tally.figures()
    assert figures["games"] == figures["losses"] == len(matchup.seatings)
    assert figures["failures"] == [len(matchup.seatings), 0]
    assert "failed at ply" in match.tally.first_failure and "no idea" in match.tally.first_failure
    for record, seating in zip(parse_records(text), matchup.seatings, strict=True):
        assert check(record) == verify(record) == ()
        assert record.end and record.end.termination is Termination.ABANDONED
        assert record.end.seat is not None and seating[record.end.seat] == 0


def test_a_match_with_forfeits_resumes_to_the_same_figures(tmp_path: Path) -> None:
    matchup = Matchup(Rules(), (Fragile(), "random"), 5)
    with MatchStore(tmp_path, matchup) as store:
        play_all(Match(matchup, 2, store=store))
    with MatchStore(tmp_path, matchup, is_resumed=True) as store:
        resumed = Match(matchup, 4, store=store)
        assert resumed.tally.failures == [4, 0]
        play_all(resumed)

    whole = Match(matchup, 4)
    play_all(whole)
    assert whole.tally.failures == resumed.tally.failures == [8, 0]
    assert whole.tally.counts == resumed.tally.counts


def test_a_match_is_not_resumed_with_another_time_for_programs(tmp_path: Path) -> None:
    with MatchStore(tmp_path, Matchup(Rules(), ("random", "greedy"), 5)):
        pass

    with pytest.raises(ValueError, match=r"to say seconds 1\.0, got 10\.0: another match"):
        MatchStore(tmp_path, Matchup(Rules(), ("random", "greedy"), 5, seconds=1.0), is_resumed=True)


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
