"""Labels from deep searches, what a net sees of them, and the tuning of constants; all without PyTorch."""

import json
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from research.keen.graph import LINE_NAMES, NOWHERE, SPACE_NAMES, Graph, find_after
from research.keen.graph_net import (
    WEIGHTS,
    GraphNetRecord,
    ask_graphs,
    new_graph_net,
    read_graph_net,
    write_graph_net,
)
from research.keen.static import Static
from research.teacher import labels as labelling
from research.teacher.constants import CONSTANTS, Step, next_values, tune
from research.teacher.distil import lessons_of
from research.teacher.labels import Label, chunks, make_labels, read_labels
from research.teacher.positions import graphs_of
from tantrix import Colour, Game, Rules, kernel
from tantrix._compile.jit import jit
from tantrix._compile.records import Records
from tantrix.hexes import neighbour
from tantrix.kernel import States, TableArray
from tantrix.robots.forecast.robot import placement_keys
from tantrix.robots.keen.features import Workspace, evaluate_all_with_net
from tantrix.robots.keen.weights import load_workspace
from tantrix.tiles import edges
from tests.support.play import random_play


def position(seed: int) -> Game:
    games = list(random_play(Rules(), Random(seed)))[1:-1]
    return Random(seed).choice(games)


def random_weights(seed: int) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    return {name: rng.normal(0, 0.1, GraphNetRecord.dtype[name].shape).astype(np.float32) for name in WEIGHTS}


@jit
def do_find_after(
    states: States, tables: TableArray, workspaces: Records[Workspace], graphs: Records[Graph], key: int
) -> None:
    find_after(states[0], tables[0], workspaces[0], graphs[0], key)


def graph_after(game: Game, key: int) -> Any:
    graphs = Graph.zeros()
    do_find_after(game.kernel_state(), kernel.tables(), load_workspace(), graphs, key)
    return graphs[0]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the labels of two games, two playouts each."""
    monkeypatch.setattr(labelling, "CHUNK", 1)
    assert list(make_labels(tmp_path, seed=1, n_games=2, n_playouts=2)) == [1, 2]
    return tmp_path


def open_lines(game: Game, colour: Colour) -> list[int]:
    """Return the lengths of the open lines of a colour, found by following links from tile to tile."""
    links = {}
    for item in game.laid:
        shown = edges(item.placement.tile, item.placement.rotation)
        pair = [edge for edge in range(6) if shown[edge] == "RYGB"[colour]]
        links.update({(item.placement.cell, edge): other for edge, other in permutations(pair, 2)})
    lengths = []
    for cell, edge in links:
        if (neighbour(cell, edge), (edge + 3) % 6) in links:
            continue  # no end: the line goes on
        length, here, side = 0, cell, edge
        while (here, side) in links:
            length += 1
            out = links[here, side]
            here, side = neighbour(here, out), (out + 3) % 6
        lengths.append(length)
    return sorted(lengths)[::2]


@given(seed=st.integers(0, 10**6))
@settings(max_examples=40)
def test_a_graph_has_the_open_lines_of_both_colours(seed: int) -> None:
    game = position(seed)
    key = int(Random(seed).choice(placement_keys(game).tolist()))

    graph = graph_after(game, key)

    placement = next(item for item in game.placements() if kernel.key(item) == key)
    after = game.play(placement, draw=min(game.bag) if game.bag else None)
    lines = graph.lines[: graph.n_lines]
    for is_own, seat in ((1, game.to_play), (0, 1 - game.to_play)):
        here = lines[lines[:, LINE_NAMES.index("is_own")] == is_own]
        lengths = sorted(here[:, LINE_NAMES.index("length")].tolist())
        assert lengths == open_lines(after, game.rules.colours[seat])


@given(seed=st.integers(0, 10**6))
@settings(max_examples=40)
def test_both_ends_of_every_line_are_spaces_of_the_graph(seed: int) -> None:
    game = position(seed)

    graph = graph_after(game, int(placement_keys(game)[0]))

    assert NOWHERE not in graph.ends[: graph.n_lines]
    own_ends = graph.spaces[: graph.n_spaces, SPACE_NAMES.index("own_ends")].sum()
    assert own_ends == 2 * graph.lines[: graph.n_lines, LINE_NAMES.index("is_own")].sum()


@given(seed=st.integers(0, 10**6))
@settings(max_examples=20)
def test_a_look_at_a_placement_leaves_the_table_as_it_was(seed: int) -> None:
    game = position(seed)
    state, graphs = game.kernel_state(), Graph.zeros()
    before = {
        name: state[0][name].copy() for name in ("turned", "code", "hands", "bag", "phase", "best", "spaces")
    }

    for key in placement_keys(game):
        do_find_after(state, kernel.tables(), load_workspace(), graphs, int(key))

    for name, value in before.items():
        assert (state[0][name] == value).all(), name


def test_a_net_whose_output_is_zero_judges_as_keen_does() -> None:
    weights = random_weights(1) | {
        name: np.zeros(GraphNetRecord.dtype[name].shape) for name in ("output", "output_bias")
    }
    game = position(4)
    keys = placement_keys(game)
    keen, graph, odds = np.empty(len(keys)), np.empty(len(keys)), np.empty(len(keys))

    evaluate_all_with_net(game.kernel_state(), kernel.tables(), load_workspace(), keys, len(keys), keen)
    state = game.kernel_state()
    ask_graphs(state, kernel.tables(), load_workspace(), new_graph_net(weights), keys, len(keys), graph, odds)

    assert graph == pytest.approx(keen, abs=1e-4)
    assert (odds[np.argsort(keen)] == np.sort(odds)).all()


def test_weights_of_another_net_are_refused(tmp_path: Path) -> None:
    write_graph_net(tmp_path / "net.npz", random_weights(1) | {"head": np.zeros((3, 3), np.float32)}, {})

    with pytest.raises(ValueError, match="expected weights of the shapes"):
        read_graph_net((tmp_path / "net.npz").read_bytes())


def test_a_robot_plays_by_a_graph_net(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    write_graph_net(path, random_weights(2), {"command": "a test"})
    game = position(7)

    chosen = [Static(str(path)).choose(game, Random(1)) for _ in range(2)]

    assert chosen[0] == chosen[1]
    assert not game.verdict(chosen[0])


def test_labels_are_the_same_after_a_kill(folder: Path) -> None:
    path = chunks(folder)[1]
    before = read_labels(path)
    path.unlink()

    assert list(make_labels(folder, seed=1, n_games=2, n_playouts=2)) == [1, 2]

    again = read_labels(path)
    assert (again.labels == before.labels).all()
    assert (again.games == before.games).all()


def test_every_placement_of_a_labelled_decision_has_a_label(folder: Path) -> None:
    labelled = read_labels(chunks(folder)[0])
    plays = labelled.games[0]["keys"]

    for ply in set(labelled.labels.ply.tolist()):
        keys = labelled.labels.key[labelled.labels.ply == ply].tolist()
        assert len(set(keys)) == len(keys) > 1
        assert plays[ply] in keys


def test_labels_of_another_version_are_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "labels-1-0.npz", games=np.zeros(1), labels=np.zeros(1, Label.dtype))

    with pytest.raises(ValueError, match="expected labels of this version"):
        read_labels(tmp_path / "labels-1-0.npz")


def test_a_folder_without_labels_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="run research"):
        chunks(tmp_path)


def test_a_replayed_game_meets_all_its_labels(folder: Path) -> None:
    labelled = read_labels(chunks(folder)[0])

    graphs = graphs_of(labelled)

    assert len(graphs) == len(labelled.labels)
    assert (graphs.n_left == 55 - labelled.labels.ply).all()


def test_labels_that_belong_to_another_game_are_refused(folder: Path) -> None:
    one, other = (read_labels(path) for path in chunks(folder))
    labels = one.labels.copy()
    labels["ply"][-1] = 99

    with pytest.raises(ValueError, match="on the way through game 0"):
        graphs_of(other._replace(labels=labels.view(np.recarray)))


def test_the_lessons_of_a_student_are_the_same_after_a_kill(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("research.teacher.distil.CHUNK", 1)
    nets = new_graph_net(random_weights(3))
    before = lessons_of(tmp_path, nets, 1, 2)
    (tmp_path / "judged-1-000001.npy").unlink()

    again = lessons_of(tmp_path, nets, 1, 2)

    assert len(before) > 500
    assert (again == before).all()


def rising(best: float) -> Any:
    """Return a game that the setting wins whose `explore` is closer to the best."""

    def play(up: Any, down: Any, number: int) -> float:
        return float(abs(up["explore"] - best) < abs(down["explore"] - best))

    return play


def test_constants_go_towards_what_wins() -> None:
    *_, steps = tune([], 60, seed=1, pace=1.0, play=rising(2.0))

    assert next_values(steps[-1], 59, 1.0)["explore"] == pytest.approx(2.0, abs=0.4)


def test_tuning_goes_on_where_it_stopped() -> None:
    *_, whole = tune([], 12, seed=3, pace=1.0, play=rising(2.0))
    saved = json.loads(json.dumps(whole[:5]))

    *_, rest = tune([Step(*step) for step in saved], 12, seed=3, pace=1.0, play=rising(2.0))

    assert rest == whole


def test_constants_stay_within_their_bounds() -> None:
    *_, steps = tune([], 80, seed=2, pace=5.0, play=rising(99.0))

    for step in steps:
        for name, value in step.values.items():
            assert CONSTANTS[name].least <= value <= CONSTANTS[name].most
