"""`tantrix scan`: refusals by one sentence, and a picture without tiles."""

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner, Result

from tantrix.cli.app import app
from tantrix.eye import weights
from tantrix.eye.layers import LAYERS
from tantrix.eye.weights import LayerWeights, NetworkWeights, joined, print_weights


def ran(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["scan", *arguments])


@pytest.fixture
def blind(tmp_path, monkeypatch) -> Path:
    """Give the package weights that see nothing; return a photograph."""
    layers = tuple(
        LayerWeights(
            np.zeros((layer.width, layer.width, layer.n_in, layer.n_out), np.float32),
            np.full(layer.n_out, -8, np.float32),
        )
        for layer in LAYERS
    )
    (tmp_path / "weights.bin").write_bytes(print_weights(NetworkWeights({}, joined(layers))))
    monkeypatch.setattr(weights, "SHIPPED", tmp_path / "weights.bin")
    weights.shipped_weights.cache_clear()
    Image.new("RGB", (64, 48), "white").save(tmp_path / "photo.png")
    yield tmp_path / "photo.png"
    weights.shipped_weights.cache_clear()


def test_a_picture_without_tiles_is_said_to_have_none(blind):
    result = ran(str(blind))

    assert result.exit_code == 1
    assert "no tiles were found" in result.stdout


def test_json_of_several_files_is_by_file(blind):
    result = ran(str(blind), str(blind.parent / "." / "photo.png"), "--json")
    single = json.loads(ran(str(blind), "--json").stdout)

    assert single == {
        "tiles": [],
        "partly_visible": [],
        "backs": [],
        "groups": [],
        "notes": ["no tiles were found"],
    }
    assert json.loads(result.stdout) == single


def test_the_photograph_is_drawn_with_what_was_read(blind):
    svg = blind.with_suffix(".svg")

    ran(str(blind), "--svg", str(svg))

    assert 'viewBox="0 0 64 48"' in svg.read_text("utf-8")
    assert "data:image/jpeg;base64," in svg.read_text("utf-8")


@pytest.mark.parametrize("name", ["none.jpg", "", "text.jpg"])
def test_what_cannot_be_read_is_refused_by_one_line(tmp_path, name):
    (tmp_path / "text.jpg").write_text("no picture")

    result = ran(str(tmp_path / name))

    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("tantrix: ")


def test_one_drawing_is_for_one_photograph(tmp_path):
    result = ran("a.jpg", "b.jpg", "--svg", str(tmp_path / "out.svg"))

    assert result.exit_code == 2
    assert "one photograph" in result.stderr
