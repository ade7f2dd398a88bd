"""The graph net at play: the answers of `research/teacher/network.py` from flat arrays, without PyTorch.

A line hears the spaces at its ends; a space hears its lines and the spaces beside it; once more the lines
hear. Sums and maxima lead, with the numbers of the keen net, to what is added to the keen net's answers.
"""

import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np

from research.keen.graph import LINE_NAMES, MAX_LINES, MAX_SPACES, N_LINE, N_SPACE, NOWHERE, Graph, find_after
from tantrix._compile.jit import jit
from tantrix._compile.records import (
    CompiledRecord,
    Float32Array,
    Float32Rows,
    Float32s,
    Floats,
    Numbers,
    Records,
)
from tantrix.kernel import State, States, TableArray, Tables
from tantrix.robots.forecast.features import N_STAGES, stage_of
from tantrix.robots.keen.features import N_NUMBERS, Workspace

SPACE, LINE, HEAD = 24, 32, 64  # units
N_SEEN = 6 * LINE + N_NUMBERS + N_STAGES
MARGIN_UNIT = 10.0  # the net's margins are in tens of points
_IS_OWN = LINE_NAMES.index("is_own")


class GraphNetRecord(CompiledRecord):
    """The weights, inputs first; then scratch. One for each thread."""

    is_on: int
    space_in: Annotated[Float32Rows, (N_SPACE, SPACE)]
    line_in: Annotated[Float32Rows, (N_LINE + SPACE, LINE)]
    space_mid: Annotated[Float32Rows, (2 * SPACE + LINE, LINE)]
    space_bias: Annotated[Float32s, LINE]
    line_mid: Annotated[Float32Rows, (2 * LINE, LINE)]
    line_bias: Annotated[Float32s, LINE]
    head: Annotated[Float32Rows, (N_SEEN, HEAD)]
    head_bias: Annotated[Float32s, HEAD]
    output: Annotated[Float32Rows, (HEAD, 2)]
    output_bias: Annotated[Float32s, 2]
    graph: Graph
    spaces: Annotated[Float32Rows, (MAX_SPACES + 1, SPACE)]
    lines: Annotated[Float32Rows, (MAX_LINES, LINE)]
    heard: Annotated[Float32Rows, (MAX_SPACES + 1, LINE)]
    near: Annotated[Float32s, SPACE]
    spaces_again: Annotated[Float32Rows, (MAX_SPACES + 1, LINE)]
    again: Annotated[Float32s, LINE]
    seen: Annotated[Float32s, N_SEEN]
    reached: Annotated[Float32s, HEAD]
    margin: float  # the last answers
    odds: float


WEIGHTS = (
    *("space_in", "line_in", "space_mid", "space_bias", "line_mid", "line_bias"),
    *("head", "head_bias", "output", "output_bias"),
)


class MadeBy(NamedTuple):
    """Weights by name, and what made them."""

    weights: Mapping[str, Any]
    made: Mapping[str, Any]


@jit
def _add(out: Float32Array, value: np.float32, weights: Float32Array) -> None:
    if value != 0:
        for unit in range(len(out)):
            out[unit] += value * weights[unit]


@jit
def _rectify(out: Float32Array) -> None:
    for unit in range(len(out)):
        out[unit] = max(out[unit], np.float32(0))


@jit
def _hear_ends(n: GraphNetRecord) -> None:
    """Compute spaces, and lines from their ends; leave in `heard` what each space hears of its lines."""
    g = n.graph
    for at in range(g.n_spaces):
        n.spaces[at, :] = 0
        for place in range(N_SPACE):
            _add(n.spaces[at], np.float32(g.spaces[at, place]), n.space_in[place])
        _rectify(n.spaces[at])
        n.heard[at, :] = 0
    for at in range(g.n_lines):
        line = n.lines[at]
        line[:] = 0
        for place in range(N_LINE):
            _add(line, np.float32(g.lines[at, place]), n.line_in[place])
        for side in range(2):
            space = int(g.ends[at, side])
            if space != NOWHERE:
                for unit in range(SPACE):
                    _add(line, n.spaces[space, unit], n.line_in[N_LINE + unit])
        _rectify(line)
        for side in range(2):
            space = int(g.ends[at, side])
            if space != NOWHERE:
                for unit in range(LINE):
                    n.heard[space, unit] += line[unit]


@jit
def _hear_around(n: GraphNetRecord) -> None:
    """Compute spaces again, from themselves, their lines and the spaces beside them."""
    g = n.graph
    for at in range(g.n_spaces):
        n.near[:] = 0
        for place in range(6):
            beside = int(g.beside[at, place])
            if beside == NOWHERE:
                break
            for unit in range(SPACE):
                n.near[unit] += n.spaces[beside, unit]
        out = n.spaces_again[at]
        out[:] = n.space_bias
        for unit in range(SPACE):
            _add(out, n.spaces[at, unit], n.space_mid[unit])
            _add(out, n.near[unit], n.space_mid[SPACE + LINE + unit])
        for unit in range(LINE):
            _add(out, n.heard[at, unit], n.space_mid[SPACE + unit])
        _rectify(out)


@jit
def _pool(n: GraphNetRecord) -> None:
    """Compute lines again, and gather all that the head sees."""
    g, seen = n.graph, n.seen
    seen[:] = 0
    for at in range(g.n_lines):
        out = n.again
        out[:] = n.line_bias
        for unit in range(LINE):
            _add(out, n.lines[at, unit], n.line_mid[unit])
        for side in range(2):
            space = int(g.ends[at, side])
            if space != NOWHERE:
                for unit in range(LINE):
                    _add(out, n.spaces_again[space, unit], n.line_mid[LINE + unit])
        _rectify(out)
        base = 0 if g.lines[at, _IS_OWN] else LINE
        for unit in range(LINE):
            seen[base + unit] += out[unit]
            seen[2 * LINE + base + unit] = max(seen[2 * LINE + base + unit], out[unit])
    for at in range(g.n_spaces):
        for unit in range(LINE):
            value = n.spaces_again[at, unit]
            seen[4 * LINE + unit] += value
            seen[5 * LINE + unit] = max(seen[5 * LINE + unit], value)
    for place in range(N_NUMBERS):
        seen[6 * LINE + place] = g.row[place]
    seen[6 * LINE + N_NUMBERS + stage_of(g.n_left)] = 1


@jit
def answer_graph(n: GraphNetRecord) -> None:
    """Leave the margin and the logarithm of the odds that the net gives for its graph."""
    _hear_ends(n)
    _hear_around(n)
    _pool(n)
    n.reached[:] = n.head_bias
    for place in range(N_SEEN):
        _add(n.reached, n.seen[place], n.head[place])
    _rectify(n.reached)
    margin, odds = n.output_bias[0], n.output_bias[1]
    for unit in range(HEAD):
        margin += n.reached[unit] * n.output[unit, 0]
        odds += n.reached[unit] * n.output[unit, 1]
    n.margin = float(n.graph.keen[0] + MARGIN_UNIT * margin)
    n.odds = float(n.graph.keen[1] + odds)


@jit
def judge_graph(s: State, t: Tables, d: Workspace, n: GraphNetRecord, key: int) -> float:
    """Return the margin expected after a placement by the seat to play; leave it and the odds in the net."""
    find_after(s, t, d, n.graph, key)
    if n.graph.n_left > 0:
        answer_graph(n)
    else:
        n.margin, n.odds = float(n.graph.keen[0]), float(100.0 * np.sign(n.graph.keen[0]))
    return float(n.margin)


@jit
def ask_graphs(
    states: States,
    tables: TableArray,
    workspaces: Records[Workspace],
    nets: Records[GraphNetRecord],
    keys: Numbers,
    n: int,
    margins: Floats,
    odds: Floats,
) -> None:
    """Return the margin and the logarithm of the odds after each of the placements."""
    for at in range(n):
        margins[at] = judge_graph(states[0], tables[0], workspaces[0], nets[0], int(keys[at]))
        odds[at] = nets[0].odds


def new_graph_net(weights: Mapping[str, Any] | None = None) -> Records[GraphNetRecord]:
    """Make a net, recarray[1]; switched off if it has no weights."""
    made = GraphNetRecord.zeros()
    if weights is not None:
        made[0].is_on = 1
        for name in WEIGHTS:
            getattr(made[0], name)[:] = weights[name]
    return made


def write_graph_net(path: Path, weights: Mapping[str, Any], made: Mapping[str, Any]) -> None:
    """Write weights as an npz file, one array each, and `made` as JSON."""
    np.savez_compressed(path, made=np.array(json.dumps(made)), **{name: weights[name] for name in WEIGHTS})


def read_graph_net(data: bytes) -> MadeBy:
    """Read what `write_graph_net` wrote. Raises ValueError if the weights belong to another net."""
    with np.load(BytesIO(data), allow_pickle=False) as stored:
        weights = {name: stored[name] for name in WEIGHTS}
        made = json.loads(str(stored["made"]))
    expected = {name: GraphNetRecord.dtype[name].shape for name in WEIGHTS}
    if {name: weight.shape for name, weight in weights.items()} != expected:
        raise ValueError(f"expected weights of the shapes {expected}, got others")
    return MadeBy(weights, made)
