"""The weights of the forecast: one file for each number of players, which also says how it was made."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from tantrix._compile.records import Records
from tantrix.robots.forecast.features import NAMES, Net
from tantrix.rules import Rules


def kind_of(rules: Rules) -> str:
    """Return the name of the weights for a rule set: `2`, `3` or `4` players, or `teams`."""
    return "teams" if rules.teams else str(rules.n_seats)


def load_nets(rules: Rules) -> Records[Net]:
    """Return the weights for a rule set; they are read once and must not be changed."""
    return _shipped(kind_of(rules))[0]


def made_by(rules: Rules) -> Mapping[str, Any]:
    """Return how the weights were made: command, seed, games, seconds, version, variance explained."""
    return _shipped(kind_of(rules))[1]


def write_weights(path: Path, nets: Records[Net], made: Mapping[str, Any]) -> None:
    """Write weights as an npz file, one array per field, and `made` as JSON."""
    fields = {name: nets[0][name] for name in Net.dtype.names or ()}
    np.savez_compressed(path, made=np.array(json.dumps(made)), features=np.array(NAMES), **fields)


def read_weights(data: bytes) -> tuple[Records[Net], Mapping[str, Any]]:
    """Read what `write_weights` wrote. Raises ValueError if the weights are for other features."""
    with np.load(BytesIO(data), allow_pickle=False) as stored:
        names = tuple(stored["features"].tolist())
        if names != NAMES:
            raise ValueError(f"expected weights for the features {', '.join(NAMES)}, got {', '.join(names)}")
        nets = Net.zeros()
        for name in Net.dtype.names or ():
            nets[0][name] = stored[name]
        return nets, json.loads(str(stored["made"]))


@cache
def _shipped(kind: str) -> tuple[Records[Net], Mapping[str, Any]]:
    return read_weights(files("tantrix.robots").joinpath("data", f"forecast-{kind}.npz").read_bytes())
