"""Matches: the same deal from every side, and the same result whichever process plays a round."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix import Rules, Start
from tantrix.lab.arena.match import Match, play_matches
from tantrix.lab.arena.matchup import Matchup
from tantrix.lab.arena.rounds import Round, play_rounds
from tantrix.lab.arena.sprt import Test as Sprt
from tantrix.lab.arena.store import MatchStore
from tantrix.lab.arena.tally import MatchTally
from tantrix.lab.workers import workers
from tantrix.record import Record, check, parse_records, verify
from tantrix.rules import Colour
from tests.support.dask_cluster import local_cluster
from tests.support.play import RULE_SETS

RANDOM = Matchup(Rules(), ("random", "random"), 5)
GREEDY = Matchup(Rules(), ("greedy", "random"), 5)
DOUBLES = Rules(colours=(Colour.RED, Colour.BLUE) * 2, teams=True)
THREE = Rules(colours=(Colour.RED, Colour.YELLOW, Colour.BLUE))
FOUR = Rules(colours=tuple(Colour))
N_ROUNDS = 12


def records_of(rounds: list[Round]) -> list[Record]:
    return [record for played in rounds for record in parse_records(played.records)]


def without_time(figures: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in figures.items() if name != "cpu_ms_a_decision"}


def whole(
    matchup: Matchup, n_rounds: int, folder: Path, n_processes: int = 1
) -> tuple[dict[str, object], bytes]:
    """Play the missing rounds of a folder; return the figures and all records."""
    with MatchStore(folder, matchup, is_resumed=True) as store, workers(n_processes) as lent:
        match = Match(matchup, n_rounds, store=store)
        for _ in play_matches([match], lent):
            pass
        return without_time(match.tally.figures()), store.write_games(n_rounds).read_bytes()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, object], bytes]:
    folder = tmp_path_factory.mktemp("match")
    return (folder, *whole(RANDOM, N_ROUNDS, folder))


# Rounds


@pytest.mark.parametrize(("rules", "size"), [(Rules(), 2), (DOUBLES, 2), (THREE, 6), (FOUR, 8)])
def test_both_robots_sit_on_every_seat_equally_often(rules: Rules, size: int):
    seatings = Matchup(rules, ("greedy", "random")).seatings

    assert len(set(seatings)) == len(seatings) == size
    assert {tuple(1 - side for side in seating) for seating in seatings} == set(seatings)
    assert {sum(column) for column in zip(*seatings, strict=True)} == {size // 2}
    if rules.teams:  # R2.6
        assert all(seating[:2] == seating[2:] for seating in seatings)


@settings(max_examples=12, deadline=None)
@given(
    st.sampled_from(RULE_SETS), st.sampled_from(Start), st.sampled_from(["greedy", "random"]), st.integers()
)
def test_the_games_of_a_round_share_their_deal_and_verify(rules: Rules, start: Start, robot: str, seed: int):
    rules = Rules(rules.colours, rules.tile_set, start, 6, rules.forced_sides, rules.deadlock, rules.teams)
    matchup = Matchup(rules, (robot, "random"), seed)

    played = play_rounds(matchup, [3], with_records=True)[0]

    records = list(parse_records(played.records))
    assert all(check(record) == () and verify(record) == () for record in records)
    assert len({(record.hands, record.start, record.secret) for record in records}) == 1
    for record, result, seating in zip(records, played.results, matchup.seatings, strict=True):
        assert [seat.robot for seat in record.seats] == [matchup.robots[side] for side in seating]
        assert record.end is not None and record.end.scores == result.scores


@settings(max_examples=12, deadline=None)
@given(st.sampled_from(RULE_SETS), st.integers())
def test_points_and_loops_match_the_game(rules: Rules, seed: int):
    played = play_rounds(Matchup(rules, ("random", "random"), seed), range(4), with_records=True)
    results = [result for each in played for result in each.results]

    for record, result in zip(records_of(played), results, strict=True):
        game = record.game()
        assert game.outcome is not None
        first = {result.sides[seat] for seat in game.outcome.winners}
        assert result.points == {frozenset({0}): 2, frozenset({1}): 0}.get(frozenset(first), 1)
        colours = {rules.colours[seat] for seat in game.outcome.winners}
        assert result.is_decided == (len(colours) == 1)  # R2.6, R5.2
        if result.by_loop != (result.is_decided and game.best(next(iter(colours))).is_loop):
            # A line twice as long as the loop scores the same (R5.1), and only one of them is shown.
            assert max(result.scores) % 2 == 0


def test_a_round_depends_on_the_seed_and_its_number_only():
    alone = play_rounds(GREEDY, [2], with_records=True)
    among = play_rounds(GREEDY, [1, 2, 3], with_records=True)

    assert alone[0].records == among[1].records
    assert play_rounds(Matchup(Rules(), GREEDY.robots, 6), [2], True)[0].records != alone[0].records


def test_a_robot_against_itself_plays_different_games_from_each_side():
    played = play_rounds(Matchup(Rules(), ("greedy", "greedy"), 1), [0], with_records=True)

    first, second = records_of(played)
    assert first.hands == second.hands
    assert first.entries != second.entries


def test_only_choices_are_counted_as_decisions():
    result = play_rounds(GREEDY, [0], with_records=True)[0].results[0]
    record = next(parse_records(play_rounds(GREEDY, [0], with_records=True)[0].records))
    games = [record.game(ply) for ply in range(len(record.entries))]

    for side in (0, 1):
        choices = [game for game in games if game.to_play == side and len(game.placements()) > 1]
        assert result.thinking[side].decisions == len(choices)


# The result of a match


def test_the_figures_are_sums_over_the_games():
    rounds = play_rounds(GREEDY, range(10))
    tally = MatchTally(GREEDY)
    for each in rounds:
        tally.add(each)
    results = [result for each in rounds for result in each.results]

    figures = tally.figures()

    points = [result.points for result in results]
    assert [figures[name] for name in ("wins", "draws", "losses")] == [points.count(n) for n in (2, 1, 0)]
    assert figures["score"] == sum(points) / 40
    assert figures["mean_scores"][0] == sum(r.scores[r.sides.index(0)] for r in results) / 20
    assert figures["round_points"] == [sum(each.points == n for each in rounds) for n in range(5)]
    assert figures["mean_winning_score"] == sum(max(result.scores) for result in results) / 20


def test_figures_before_the_first_round_have_nothing_to_divide():
    figures = MatchTally(GREEDY, Sprt(0, 10)).figures()

    assert figures["games"] == figures["sprt"]["llr"] == 0
    assert figures["score"] is figures["elo"] is figures["mean_winning_score"] is None


def test_infinite_elo_is_none_in_the_figures():
    tally = MatchTally(RANDOM)
    lost = play_rounds(RANDOM, range(40))
    tally.add(next(each for each in lost if each.points == 0))

    figures = tally.figures()

    assert figures["elo"] is None and figures["elo_interval"][0] is None
    assert figures["elo_interval"][1] is not None
    json.dumps(figures, allow_nan=False)


def test_a_match_ends_at_the_round_that_decides_the_test():
    match = Match(GREEDY, 1000, Sprt(-400, 0))
    with workers() as lent:
        for _ in play_matches([match], lent):
            pass

    again = MatchTally(GREEDY, Sprt(-400, 0))
    for each in play_rounds(GREEDY, range(match.tally.rounds)):
        assert again.verdict is None
        again.add(each)
    assert match.tally.verdict is again.verdict is True
    assert match.tally.rounds < 100


# On disk


@pytest.mark.parametrize("n_processes", [1, 2])
def test_the_result_does_not_depend_on_which_process_plays(
    n_processes: int, played: tuple[Path, dict[str, object], bytes], tmp_path: Path
):
    assert whole(RANDOM, N_ROUNDS, tmp_path, n_processes) == played[1:]


def test_the_result_does_not_depend_on_a_cluster(
    played: tuple[Path, dict[str, object], bytes], tmp_path: Path
):
    with (
        local_cluster() as address,
        workers(1, address) as lent,
        MatchStore(tmp_path, RANDOM) as store,
    ):
        match = Match(RANDOM, N_ROUNDS, store=store)
        for _ in play_matches([match], lent):
            pass

        assert without_time(match.tally.figures()) == played[1]
        assert store.write_games(N_ROUNDS).read_bytes() == played[2]


@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_a_match_file_cut_at_any_byte_resumes_to_the_same_result(
    data: st.DataObject,
    played: tuple[Path, dict[str, object], bytes],
    tmp_path_factory: pytest.TempPathFactory,
):
    folder = tmp_path_factory.mktemp("cut")
    kept = (played[0] / "rounds.jsonl").read_bytes()
    (folder / "matchup.json").write_bytes((played[0] / "matchup.json").read_bytes())
    (folder / "rounds.jsonl").write_bytes(kept[: data.draw(st.integers(0, len(kept)))])

    assert whole(RANDOM, N_ROUNDS, folder) == played[1:]


def test_only_the_missing_rounds_are_played(played: tuple[Path, dict[str, object], bytes], tmp_path: Path):
    lines = (played[0] / "rounds.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "rounds.jsonl").write_bytes(b"".join([lines[7], lines[2], lines[0]]))

    with MatchStore(tmp_path, RANDOM, is_resumed=True) as store:
        match = Match(RANDOM, N_ROUNDS, store=store)
        taken = [number for _ in range(N_ROUNDS) for number in match.take()]

    assert taken == [1, 3, 4, 5, 6, 8, 9, 10, 11]
    assert match.tally.rounds == 1  # the rounds after the gap count once the gap is closed


_KILLED = """
import os, signal
from pathlib import Path
from tantrix import Rules
from tantrix.lab.arena.match import Match, play_matches
from tantrix.lab.arena.matchup import Matchup
from tantrix.lab.arena.store import MatchStore
from tantrix.lab.workers import workers
pairing = Matchup(Rules(), ("random", "random"), 5)
with MatchStore(Path({folder!r}), pairing) as store, workers({n_processes}) as lent:
    for n, _ in enumerate(play_matches([Match(pairing, 12, store=store)], lent)):
        if n == 1:
            os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("n_processes", [1, 2])
def test_a_match_killed_and_resumed_gives_the_same_result(
    n_processes: int, played: tuple[Path, dict[str, object], bytes], tmp_path: Path
):
    code = _KILLED.format(folder=str(tmp_path), n_processes=n_processes)

    done = subprocess.run([sys.executable, "-c", code], check=False)

    assert done.returncode == -signal.SIGKILL
    assert 0 < len((tmp_path / "rounds.jsonl").read_bytes().splitlines()) < N_ROUNDS
    assert whole(RANDOM, N_ROUNDS, tmp_path) == played[1:]


def test_a_shorter_match_of_the_same_folder_uses_its_first_rounds(
    played: tuple[Path, dict[str, object], bytes], tmp_path: Path
):
    for name in ("matchup.json", "rounds.jsonl"):
        (tmp_path / name).write_bytes((played[0] / name).read_bytes())

    figures, games = whole(RANDOM, 5, tmp_path)

    assert figures["games"] == 10
    assert played[2].startswith(games)


def test_all_records_are_in_the_order_of_the_games(played: tuple[Path, dict[str, object], bytes]):
    records = records_of(play_rounds(RANDOM, range(N_ROUNDS), with_records=True))

    assert list(parse_records(played[2].decode())) == records


@pytest.mark.parametrize(
    "other",
    [
        Matchup(Rules(), ("random", "random"), 6),
        Matchup(Rules(), ("random", "greedy"), 5),
        Matchup(Rules(hand_size=5), ("random", "random"), 5),
    ],
)
def test_the_folder_of_another_match_is_refused(
    other: Matchup, played: tuple[Path, dict[str, object], bytes]
):
    with pytest.raises(ValueError, match="another match"):
        MatchStore(played[0], other, is_resumed=True)


def test_a_match_is_not_resumed_when_a_robot_plays_differently(
    played: tuple[Path, dict[str, object], bytes], tmp_path: Path
):
    facts = json.loads((played[0] / "matchup.json").read_text())
    facts["play"][1] = "0" * 16
    (tmp_path / "matchup.json").write_text(json.dumps(facts))

    with pytest.raises(ValueError, match="the robots have changed"):
        MatchStore(tmp_path, RANDOM, is_resumed=True)


def test_a_match_is_resumed_only_on_request(played: tuple[Path, dict[str, object], bytes]):
    with pytest.raises(ValueError, match="--resume"):
        MatchStore(played[0], RANDOM)


def test_two_matches_do_not_share_a_folder(tmp_path: Path):
    with (
        MatchStore(tmp_path, RANDOM),
        pytest.raises(ValueError, match="no other match"),
    ):
        MatchStore(tmp_path, RANDOM, is_resumed=True)


@pytest.mark.parametrize(
    "line", [b"nonsense\n", b"{}\n", b"[]\n", b'{"round":0,"results":[],"records":""}\n']
)
def test_a_line_that_is_not_a_round_is_refused(line: bytes, tmp_path: Path):
    (tmp_path / "rounds.jsonl").write_bytes(line)

    with (
        MatchStore(tmp_path, RANDOM, is_resumed=True) as store,
        pytest.raises(ValueError, match=r"rounds\.jsonl"),
    ):
        Match(RANDOM, 4, store=store)


def test_a_computer_with_another_version_refuses_to_play():
    def from_elsewhere(function, calls, in_order=False):  # type: ignore[no-untyped-def]
        for *call, _version in calls:
            yield function(*call, "0.0.2")

    with pytest.raises(ValueError, match=r"expected tantrix 0\.0\.2 on every computer"):
        list(play_matches([Match(RANDOM, 2)], from_elsewhere))
