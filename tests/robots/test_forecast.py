"""The forecast, the flat search and the ladder; an independent reading of the lines checks the features."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix import Cell, Colour, Game, Phase, Rules, kernel
from tantrix.hexes import neighbour, neighbours, opposite
from tantrix.kernel import cell_of, turned_of
from tantrix.lab.training.fit import Training, new_net, train
from tantrix.lab.training.store import TrainStore
from tantrix.notation import parse_position, print_position
from tantrix.robots import find
from tantrix.robots.evaluation import Analyser
from tantrix.robots.forecast import features
from tantrix.robots.forecast.robot import Forecast, forecasts
from tantrix.robots.forecast.trial import try_placement, withdraw
from tantrix.robots.forecast.weights import load_nets, made_by, read_weights, write_weights
from tantrix.robots.roster import ROSTER
from tantrix.robots.search.flat import PLAIN, Flat, FlatSettings
from tantrix.robots.search.flat_endgame import WithEndgame
from tantrix.robots.search.playouts import line_gain
from tantrix.tiles import edges, links
from tests.support.forecast_scan import ask_scanned_forecasts, new_scan_sheet
from tests.support.play import RULE_SETS, play_out, random_play, random_start
from tests.support.program import run_program

QUICK = [row.name for row in ROSTER if row.make and row.seconds <= 0.05]
SEARCHES = {
    "guided": Flat(FlatSettings(60)),
    "two threads": Flat(FlatSettings(60, n_threads=2)),
    "plain": Flat(replace(PLAIN, n_playouts=30)),
    "solving": WithEndgame(Flat(FlatSettings(20)), 4, 500),
}
NAMES = features.NAMES


def position(rules: Rules, seed: int) -> Game:
    """Return a position of a random game that is not over."""
    games = list(random_play(rules, Random(seed)))[:-1]
    return Random(seed).choice(games)


class TestEveryRobot:
    @pytest.mark.parametrize("name", [*QUICK, *SEARCHES])
    @given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 9999))
    @settings(max_examples=6, deadline=None)
    def test_its_evaluation_has_every_placement_once_and_its_choice_first(
        self, name: str, rules: Rules, seed: int
    ):
        robot = analyser(name)
        game = position(rules, seed)

        evaluation = robot.analyse(game, Random(seed))

        assert sorted(item.placement for item in evaluation.candidates) == sorted(game.placements())
        assert evaluation.candidates[0].placement == robot.choose(game, Random(seed))
        assert all(item.line[0] == item.placement and 0 <= item.share <= 1 for item in evaluation.candidates)

    @pytest.mark.parametrize("name", SEARCHES)
    def test_it_plays_the_same_with_the_same_random_numbers(self, name: str):
        game = position(Rules(), 5)

        thoughts = [analyser(name).analyse(game, Random(3)) for _ in range(2)]

        assert thoughts[0] == thoughts[1]

    @pytest.mark.parametrize("name", SEARCHES)
    def test_stopped_at_once_it_still_evaluates_every_placement(self, name: str):
        game = position(Rules(), 6)

        evaluation = analyser(name).analyse(game, Random(3), should_stop=lambda: True)

        assert sorted(item.placement for item in evaluation.candidates) == sorted(game.placements())

    @pytest.mark.parametrize("rules", [RULE_SETS[1], RULE_SETS[8], RULE_SETS[17], RULE_SETS[26]])
    def test_it_plays_legally_to_the_end(self, rules: Rules):
        game, order = random_start(rules, Random(4))
        robots = [Flat(FlatSettings(12)), Forecast()] * 2

        assert play_out(game, order, robots[: rules.n_seats], Random(1)).is_over

    def test_the_progress_of_a_search_is_reported(self):
        counts: list[int] = []

        Flat(FlatSettings(200)).analyse(
            random_start(Rules(), Random(7))[0],
            Random(1),
            on_progress=lambda t: counts.append(t.n_playouts),
        )

        assert counts == sorted(counts)
        assert len(counts) > 2


class TestFeatures:
    @given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 9999))
    @settings(max_examples=40, deadline=None)
    def test_they_agree_with_lines_traced_cell_by_cell(self, rules: Rules, seed: int):
        game = position(rules, seed)
        sheets = features.new_sheet()
        for colour in set(rules.colours):
            features.ask_row(game.kernel_state(), kernel.tables(), sheets, int(colour), game.to_play)
            row = dict(zip(NAMES, sheets[0].rows[0].tolist(), strict=True))

            expected = slow_row(game, colour)

            assert {name: pytest.approx(row[name], abs=1e-6) for name in expected} == expected

    def test_compiled_features_equal_plain_python(self):
        game = parse_position(print_position(position(Rules(), 14)))
        code = (
            "import json, sys; from tantrix.notation import parse_position;"
            "from tantrix.robots.forecast.robot import forecasts;"
            "print(json.dumps(forecasts(parse_position(sys.argv[1])).tolist()))"
        )
        settings = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        command = [sys.executable, "-W", "ignore", "-c", code, print_position(game)]

        done = subprocess.run(command, env=settings, capture_output=True, text=True, check=True)

        assert json.loads(done.stdout) == pytest.approx(forecasts(game).tolist(), abs=1e-4)

    @given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 9999))
    @settings(max_examples=40, deadline=None)
    def test_forecasts_equal_those_of_a_plain_scan_to_the_last_bit(self, rules: Rules, seed: int):
        game = position(rules, seed)
        keys = np.array([kernel.key(placement) for placement in game.placements()])
        scanned = np.zeros(len(keys))

        ask_scanned_forecasts(
            game.kernel_state(), kernel.tables(), load_nets(rules), new_scan_sheet(), keys, len(keys), scanned
        )

        assert forecasts(game).tolist() == scanned.tolist()

    @given(rules=st.sampled_from(RULE_SETS), seed=st.integers(0, 9999))
    @settings(max_examples=20, deadline=None)
    def test_a_placement_on_trial_leaves_the_state_as_it_was(self, rules: Rules, seed: int):
        game = position(rules, seed)
        state, sheet, tables = game.kernel_state(), features.new_sheet()[0], kernel.tables()[0]
        kept = [name for name in kernel.State.dtype.names or () if name not in ("far", "length", "barred")]
        before = {name: state[0][name].tolist() for name in kept}

        for placement in game.placements():
            try_placement(state[0], tables, sheet.seen, sheet.trial, kernel.key(placement))
            withdraw(state[0], tables, sheet.trial)

        assert {name: state[0][name].tolist() for name in kept} == before

    @given(seed=st.integers(0, 9999))
    @settings(max_examples=20, deadline=None)
    def test_a_forecast_leaves_the_state_as_it_was(self, seed: int):
        game = position(Rules(), seed)
        state = game.kernel_state()
        keys = np.array([kernel.key(placement) for placement in game.placements()])

        for key in keys:
            features.ask_forecasts(
                state,
                kernel.tables(),
                load_nets(Rules()),
                features.new_sheet(),
                np.array([key]),
                1,
                np.zeros(1),
            )

        assert play_keys(state) == play_keys(game.kernel_state())

    def test_a_net_without_predictions_gives_the_margin_on_the_table(self):
        game = position(Rules(), 11)
        keys = np.array([kernel.key(placement) for placement in game.placements()])
        margins = np.zeros(len(keys))

        features.ask_forecasts(
            game.kernel_state(), kernel.tables(), new_net(), features.new_sheet(), keys, len(keys), margins
        )

        assert margins.tolist() == game.margins().tolist()

    @given(seed=st.integers(0, 9999))
    @settings(max_examples=20, deadline=None)
    def test_the_gain_in_lines_is_the_best_score_gained_and_the_squares(self, seed: int):
        game = position(Rules(), seed)
        for placement in list(game.placements())[:10]:
            gain = line_gain(game.kernel_state()[0], kernel.tables()[0], kernel.key(placement))
            after = Game.from_position(
                game.rules, [laid.placement for laid in game.laid] + [placement], [(), ()], 0
            )
            expected = 0
            for colour in game.rules.colours:
                grown = squares(after, colour) - squares(game, colour)
                better = after.best(colour).score - game.best(colour).score
                sign = 1 if colour == game.rules.colours[game.to_play] else -1
                expected += sign * ((0 if closes(game, after, colour) else grown) + 32 * better)
            assert gain == expected


class TestLevels:
    def test_the_weights_say_which_command_made_them(self):
        for rules in (RULE_SETS[0], RULE_SETS[8], RULE_SETS[16], RULE_SETS[24]):
            made = made_by(rules)

            assert made["command"].startswith("tantrix train FILE ")
            assert f"--seed {made['seed']}" in made["command"]
            assert made["games"] > 1000
            assert made["stages"][0]["explained_held_out"] > 0.2

    def test_weights_are_read_as_they_were_written(self, tmp_path: Path):
        file = tmp_path / "weights.npz"
        write_weights(file, load_nets(Rules()), {"command": "none"})

        nets, made = read_weights(file.read_bytes())

        assert nets.tobytes() == load_nets(Rules()).tobytes()
        assert made == {"command": "none"}

    def test_training_gives_the_same_weights_whatever_the_number_of_threads(self):
        first, second = (
            [done.nets.tobytes() for done in train(Training(Rules(), (100, 300), 10, 1, 7, threads), quiet)]
            for threads in (1, 2)
        )

        assert first == second

    def test_a_stopped_training_run_resumes_to_the_same_weights(self, tmp_path: Path):
        training = Training(Rules(), (100, 600), 10, 1, 7)
        whole = [done.nets.tobytes() for done in train(training, quiet)]
        reported: list[tuple[str, int, int]] = []

        def stop(what: str, done: int, of: int) -> None:
            if (what, done) == ("games", 350):  # of 600: two chunks of 250 are kept, the last is of 100
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            list(train(training, stop, TrainStore(tmp_path, {"command": "x"}, False)))
        kept = TrainStore(tmp_path, {"command": "x"}, True)
        resumed = list(train(training, lambda *said: reported.append(said), kept))

        assert [done.nets.tobytes() for done in resumed] == whole
        assert [said for said in reported if said[0] == "games"] == [("games", 600, 600), ("games", 10, 10)]
        assert not list(tmp_path.glob("games-*"))

    def test_the_folder_of_another_training_run_is_refused(self, tmp_path: Path):
        TrainStore(tmp_path, {"command": "one"}, False)

        with pytest.raises(ValueError, match="a different training run"):
            TrainStore(tmp_path, {"command": "two"}, True)
        with pytest.raises(ValueError, match="--resume to continue"):
            TrainStore(tmp_path, {"command": "one"}, False)

    @pytest.mark.long
    def test_a_killed_training_run_resumes_to_the_same_weights(self, tmp_path: Path):
        def command(name: str) -> list[str]:
            options = ["--games", "100,2500", "--epochs", "1", "--folder", str(tmp_path / name), "--json"]
            return [sys.executable, "-m", "tantrix", "train", str(tmp_path / f"{name}.npz"), *options]

        with subprocess.Popen(command("killed"), stdout=subprocess.DEVNULL) as victim:
            while victim.poll() is None and not list((tmp_path / "killed").glob("games-1-500.npy")):
                with suppress(subprocess.TimeoutExpired):
                    victim.wait(0.05)
            victim.kill()
        subprocess.run([*command("killed"), "--resume"], check=True, capture_output=True)
        subprocess.run(command("whole"), check=True, capture_output=True)

        one, other = (
            read_weights((tmp_path / f"{name}.npz").read_bytes())[0] for name in ("killed", "whole")
        )
        assert one.tobytes() == other.tobytes()

    def test_the_forecast_beats_greedy_in_nine_games_of_ten(self):
        points = 0.0
        for seed in range(30):
            game, order = random_start(Rules(), Random(seed))
            own = seed % 2
            robots: list[Any] = [find("greedy"), find("greedy")]
            robots[own] = find("forecast")
            ended = play_out(game, order, robots, Random(seed))
            points += (np.sign(ended.score(own) - ended.score(1 - own)) + 1) / 2

        assert points >= 23

    def test_the_command_writes_weights_and_says_how_well_they_predict(self, tmp_path: Path):
        file = tmp_path / "made.npz"
        command = [
            sys.executable,
            "-m",
            "tantrix",
            "train",
            str(file),
            "--games",
            "100",
            "--epochs",
            "1",
            "--json",
        ]

        done = subprocess.run(command, capture_output=True, text=True, check=True)

        made = json.loads(done.stdout)
        assert read_weights(file.read_bytes())[1] == made
        assert len(made["stages"]) == features.N_STAGES

    def test_rounds_that_are_not_numbers_are_refused_in_one_line(self, tmp_path: Path):
        done = run_program("train", str(tmp_path / "x.npz"), "--games", "many")

        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert "many" in done.stderr


def analyser(name: str) -> Analyser:
    return SEARCHES[name] if name in SEARCHES else cast(Analyser, find(name))


def quiet(what: str, done: int, of: int) -> None:
    """Ignore the progress reports of training."""


def play_keys(state: Any) -> list[list[int]]:
    """Play a few more placements and list what is legal each time: everything in a state that matters."""
    listed = []
    out = np.empty(kernel.MAX_PLACEMENTS, np.int64)
    n = kernel.do_settle(state, kernel.tables(), out)
    for _ in range(4):
        if n == 0:
            break
        listed.append(out[:n].tolist())
        key, bag = int(out[0]), int(state[0].bag)
        draw = (bag & -bag).bit_length() - 1
        n = kernel.do_place(state, kernel.tables(), cell_of(key), turned_of(key), draw, out)
    return [*listed, state[0].best.tolist()]


# The slow reference: dictionaries of cells, no kernel.


class Ends:
    """The open lines of a colour: the length and the two end spaces of each."""

    def __init__(self, game: Game, colour: Colour) -> None:
        self.lines: list[tuple[int, Cell, Cell]] = []
        self.loops: list[int] = []
        seen: set[Cell] = set()
        for laid in game.laid:
            cell = laid.placement.cell
            link = next(
                (x for x in links(laid.placement.tile, laid.placement.rotation) if x.colour == colour), None
            )
            if link is None or cell in seen:
                continue
            one, seen_one, is_loop = walk(game, colour, cell, link.a)
            if is_loop:
                seen |= seen_one
                self.loops.append(len(seen_one))
                continue
            other, seen_other, _ = walk(game, colour, cell, link.b)
            seen |= seen_one | seen_other
            self.lines.append((len(seen_one | seen_other), one, other))


def walk(game: Game, colour: Colour, cell: Cell, edge: int) -> tuple[Cell, set[Cell], bool]:
    """Follow a line from a tile; return the space at its end, the tiles passed, and whether it is a loop."""
    start, passed = cell, {cell}
    for _ in count():
        cell = neighbour(cell, edge)
        laid = game.at(cell)
        if laid is None:
            return cell, passed, False
        if cell == start:
            return cell, passed, True
        passed.add(cell)
        link = next(x for x in links(laid.placement.tile, laid.placement.rotation) if x.colour == colour)
        edge = link.b if link.a == opposite(edge) else link.a
    raise AssertionError("a line without end")


def squares(game: Game, colour: Colour) -> int:
    return sum(length * length for length, _, _ in Ends(game, colour).lines)


def closes(game: Game, after: Game, colour: Colour) -> bool:
    return len(Ends(after, colour).loops) > len(Ends(game, colour).loops)


def fits(game: Game, space: Cell) -> set[int]:
    """Return the tiles that fit a space by trying all of them, edge by edge."""
    shown = game.facing(space)
    fitting = set()
    for tile in game.rules.tiles:
        for rotation in range(6):
            if all(side in (".", own) for side, own in zip(shown, edges(tile, rotation), strict=True)):
                fitting.add(tile)
    return fitting


def slow_row(game: Game, colour: Colour) -> dict[str, float]:
    """Return the features that are simple to compute from the game alone."""
    own = {
        tile for seat, hand in enumerate(game.hands) for tile in hand if game.rules.colours[seat] == colour
    }
    hands = {tile for hand in game.hands for tile in hand}
    left = hands | game.bag
    best = game.best(colour).score
    ends = Ends(game, colour)
    alive = {cell: bool(fits(game, cell) & left) for line in ends.lines for cell in line[1:]}
    living = [line for line in ends.lines if alive[line[1]] or alive[line[2]]]
    at: dict[Cell, list[int]] = {}
    for number, line in enumerate(ends.lines):
        for cell in line[1:]:
            at.setdefault(cell, []).append(number)
    joints = [who for cell, who in at.items() if len(who) == 2 and who[0] != who[1] and alive[cell]]
    closing = [
        line[0] for line in ends.lines if line[1] == line[2] and alive[line[1]] and len(at[line[1]]) == 2
    ]
    forced = [
        cell for cell in game.spaces() if sum(game.at(near) is not None for near in neighbours(cell)) >= 3
    ]
    holders = [fits(game, cell) & left for cell in forced]
    return {
        "best": 0.1 * best,
        "to_play": float(game.rules.colours[game.to_play] == colour),
        "free_to_come": float(game.rules.colours[game.to_play] == colour and game.phase is Phase.FILL),
        "tiles_left": len(left) / 28,
        "own_tiles": sum(colour.letter in edges(tile, 0) for tile in own) / 6,
        "colour_share": sum(colour.letter in edges(tile, 0) for tile in left) / max(1, len(left)),
        "bag_is_empty": float(not game.bag),
        "open_ends": 0.1 * sum(alive[cell] for line in ends.lines for cell in line[1:]),
        "open_tiles": 0.05 * sum(line[0] for line in living),
        "fillings_own": 0.5 * min(3, sum(bool(who & own) for who in holders)),
        "fillings_theirs": 0.5
        * min(3, sum(bool(who & hands) for who in holders) - sum(bool(who & own) for who in holders)),
        "joints": 0.25 * min(6, len(joints)),
        "loop_gain": 0.1 * max([0, *(2 * (length + 1) - best for length in closing)]),
        "joint_is": float(bool(joints)),
    }


def test_every_level_can_be_made_without_loading_the_others():
    code = (
        "import sys, tantrix.robots; tantrix.robots.find('random');"
        "assert 'tantrix.robots.search.flat' not in sys.modules;"
        "assert 'tantrix.robots.forecast.features' not in sys.modules"
    )

    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_forecast_is_one_number_per_placement():
    game = position(Rules(), 21)

    assert len(forecasts(game)) == len(game.placements())
