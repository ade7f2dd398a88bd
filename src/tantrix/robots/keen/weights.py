"""The weights of the keen net and what made them, in one file; before all lessons they are the forecast's."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tantrix._compile.records import Float32Array, Records
from tantrix.robots.forecast.features import N_HIDDEN, N_STAGES, NAMES, STAGE_ENDS, Net
from tantrix.robots.keen.features import (
    BAG_IS_EMPTY,
    BLOCK,
    FINE,
    FREE_TO_COME,
    N_NUMBERS,
    N_UNITS,
    ONE,
    OPPONENT,
    OWN,
    TILES_LEFT,
    Workspace,
    new_workspace,
)

# How many of the keen net's whole numbers make one of the forecast's; 1 where it is not said.
WHOLE = {
    **dict.fromkeys(
        ("best", "first_length", "first_short", "second_length", "third_length", "open_ends"), 10
    ),
    **dict.fromkeys(("joint_gain", "joint2_gain", "chain_gain", "near_gain", "near2_gain"), 10),
    **dict.fromkeys(("loop_gain", "wide_loop_gain", "chain_loop_gain"), 10),
    **dict.fromkeys(("first_fits", "second_fits", "joint2_fits"), 12),
    **dict.fromkeys(("joint_own", "joint_theirs", "joint2_own", "loop_own", "loop_theirs"), 4),
    **dict.fromkeys(("first_own_fits", "joints"), 4),
    **dict.fromkeys(("joint_bag", "loop_bag", "joint2_bag"), 8),
    **dict.fromkeys(("fillings_own", "fillings_theirs"), 2),
    **{"own_tiles": 6, "open_tiles": 20, "tiles_left": 28},
}
EXTRA = {"free_to_come": FREE_TO_COME, "tiles_left": TILES_LEFT, "bag_is_empty": BAG_IS_EMPTY, "to_play": ONE}


class Weights(NamedTuple):
    """What is fitted for each stage; the margin is `row . linear + output . max(0, row . inner)`.

    inner: float32[N_STAGES, N_NUMBERS, N_UNITS]. linear: float32[N_STAGES, N_NUMBERS]. output:
    float32[N_STAGES, N_UNITS]. scale: float32[N_STAGES], points of margin that multiply the odds by e.
    """

    inner: Float32Array
    linear: Float32Array
    output: Float32Array
    scale: Float32Array


def of_forecast(net: Net) -> Weights:
    """Return weights that judge as the forecast does (a record of features.Net), for two colours.

    A half of the units is for each colour. What the forecast knows of a colour as a share of the tiles left
    is a number here, and is taken for the middle of a stage.
    """
    made = Weights(
        np.zeros((N_STAGES, N_NUMBERS, N_UNITS), np.float32),
        np.zeros((N_STAGES, N_NUMBERS), np.float32),
        np.zeros((N_STAGES, N_UNITS), np.float32),
        net.scale.copy(),
    )
    for stage in range(N_STAGES):
        for base, sign in ((OWN, 1), (OPPONENT, -1)):
            _add_colour(made, net, stage, base, sign)
    return made


def _add_colour(made: Weights, net: Net, stage: int, base: int, sign: int) -> None:
    units = slice(0, N_HIDDEN) if sign > 0 else slice(N_HIDDEN, 2 * N_HIDDEN)
    inner, linear = made.inner[stage], made.linear[stage]
    made.output[stage, units] = sign * net.output[stage]
    inner[ONE, units] += net.inner_bias[stage]
    linear[ONE] += sign * net.bias[stage]
    linear[base] += sign  # the best score, which is on the table already
    for place, name in enumerate(NAMES):
        if sign < 0 and name in ("to_play", "free_to_come"):
            continue
        at = base + BLOCK.index(name) if name in BLOCK else EXTRA[name]
        whole = _middle(stage) if name == "colour_share" else WHOLE.get(name, 1)
        inner[at, units] += net.inner[stage, place] / whole
        linear[at] += sign * net.linear[stage, place] / whole


def _middle(stage: int) -> float:
    """Return the tiles left in the middle of a stage of a game with 56 tiles."""
    first = STAGE_ENDS[stage - 1] + 1 if stage else 1
    return (first + min(56, STAGE_ENDS[stage])) / 2


def workspace_with(weights: Weights) -> Records[Workspace]:
    """Make a workspace with these weights in whole numbers. Raises ValueError if one is too large."""
    made = new_workspace()
    inner, linear = np.rint(weights.inner * FINE), np.rint(weights.linear * FINE)
    most = max(float(abs(inner).max()), float(abs(linear).max())) / FINE
    if most >= 8:
        raise ValueError(f"expected weights below 8, got {most:.2f}")
    made[0].inner[:] = inner.transpose(0, 2, 1)
    made[0].linear[:] = linear
    made[0].output[:] = weights.output
    made[0].scale[:] = weights.scale
    return made


def write_keen(path: Path, weights: Weights, made: Mapping[str, Any]) -> None:
    """Write weights as an npz file, one array a field, and `made` as JSON."""
    np.savez_compressed(path, made=np.array(json.dumps(made)), block=np.array(BLOCK), **weights._asdict())


def read_keen(data: bytes) -> tuple[Weights, Mapping[str, Any]]:
    """Read what `write_keen` wrote. Raises ValueError if they belong to other numbers than these."""
    with np.load(BytesIO(data), allow_pickle=False) as stored:
        block = tuple(stored["block"].tolist())
        if block != BLOCK:
            raise ValueError(f"expected weights for the numbers {', '.join(BLOCK)}, got {', '.join(block)}")
        return Weights(*(stored[name] for name in Weights._fields)), json.loads(str(stored["made"]))


@cache
def shipped() -> tuple[Weights, Mapping[str, Any]]:
    """Return the weights of the package and how they were made: command, version, seconds."""
    return read_keen(files("tantrix.robots").joinpath("data", "keen-2.npz").read_bytes())


def load_workspace() -> Records[Workspace]:
    """Return a new workspace with the shipped weights."""
    return Workspace.view(_workspace().copy())


@cache
def _workspace() -> Records[Workspace]:
    return workspace_with(shipped()[0])
