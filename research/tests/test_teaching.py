"""The graph net in PyTorch; left out where PyTorch is not installed (`conftest.py`)."""

from pathlib import Path

import numpy as np
import pytest
import torch

from research.keen.graph_net import (
    MARGIN_UNIT,
    WEIGHTS,
    answer_graph,
    new_graph_net,
    read_graph_net,
)
from research.teacher.labels import chunks, make_labels, read_labels
from research.teacher.network import GraphNet, arrays
from research.teacher.positions import graphs_of
from research.teacher.teach import batch_of, explained, load, set_scales, teach, trim
from tantrix._compile.jit import jit


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the labels of ten games, two playouts each."""
    made = tmp_path_factory.mktemp("labels")
    assert list(make_labels(made, seed=1, n_games=10, n_playouts=2))
    return made


@jit
def do_answers(nets, graphs, answers) -> None:
    for at in range(len(graphs)):
        nets[0].graph = graphs[at]
        answer_graph(nets[0])
        answers[at, 0] = nets[0].margin
        answers[at, 1] = nets[0].odds


def test_the_net_at_play_answers_as_the_one_that_was_taught(folder: Path) -> None:
    graphs = graphs_of(read_labels(chunks(folder)[0]))[::7]
    torch.manual_seed(1)
    net = GraphNet()
    for weights in net.parameters():
        torch.nn.init.normal_(weights, std=0.1)
    for scale in net.buffers():
        scale.copy_(torch.rand(scale.shape))

    answers = np.zeros((len(graphs), 2))
    do_answers(new_graph_net(arrays(net)), graphs, answers)

    with torch.no_grad():
        margins, odds = net(trim(batch_of(graphs)))
    assert answers[:, 0] == pytest.approx(MARGIN_UNIT * margins.numpy(), rel=1e-3, abs=1e-3)
    assert answers[:, 1] == pytest.approx(odds.numpy(), rel=1e-3, abs=1e-3)


def test_teaching_explains_more_of_what_it_was_taught(folder: Path) -> None:
    torch.manual_seed(1)
    lessons, held = load(folder, 6)
    net = GraphNet()
    set_scales(net, lessons)
    before = explained(net, lessons)[-1]
    after = []

    teach(net, lessons, held, 6, 2e-3, 1, lambda epoch, figures: after.append(epoch))

    assert explained(net, lessons)[-1] > before
    assert after == [1, 2, 3, 4, 5, 6]


def test_the_games_held_out_are_the_same_for_any_number_of_games(folder: Path) -> None:
    few, held = load(folder, 5)
    many, held_again = load(folder, 10)

    assert 0 < few.n_decisions < many.n_decisions
    assert torch.equal(held.share, held_again.share)


def test_the_same_command_teaches_the_same_net(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from research.teacher import teach as teaching

    outs = [tmp_path / "one.npz", tmp_path / "other.npz"]
    for out in outs:
        monkeypatch.setattr("sys.argv", ["teach", str(folder), str(out), "--games", "4", "--epochs", "1"])
        teaching.main()

    one, other = (read_graph_net(out.read_bytes()) for out in outs)
    assert all((one.weights[name] == other.weights[name]).all() for name in WEIGHTS)
    assert one.made["epoch"] == 1
