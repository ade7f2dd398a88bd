"""The large net in PyTorch: two rounds of messages between spaces and lines, then a head for two answers.

A line hears the spaces at its ends; a space hears its lines and the spaces beside it; once more the lines
hear. Sums and maxima over the lines of each side, a sum over the spaces and the numbers of the keen net lead
to a margin and to the odds of winning. `graph_net.py` of keen computes the same without PyTorch.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from research.keen.graph import LINE_NAMES, N_LINE, N_SPACE
from research.keen.graph_net import HEAD, LINE, MARGIN_UNIT, SPACE
from tantrix.robots.forecast.features import STAGE_ENDS
from tantrix.robots.keen.features import N_NUMBERS, TILES_LEFT

_IS_OWN = LINE_NAMES.index("is_own")


@dataclass(frozen=True, slots=True)
class Widths:
    """How many units there are for spaces, lines and in the head."""

    space: int = SPACE
    line: int = LINE
    head: int = HEAD


class GraphBatch(NamedTuple):
    """Positions of a batch, padded; int8 but for `rows`, int16. `n_spaces`, `n_lines`: int64[n]."""

    n_spaces: Tensor
    n_lines: Tensor
    spaces: Tensor
    lines: Tensor
    ends: Tensor
    beside: Tensor
    rows: Tensor
    keen: Tensor


def gathered(values: Tensor, places: Tensor) -> Tensor:
    """Return values[b, places[b, i, j]] summed over j; the last place is empty."""
    n, i, j = places.shape
    padded = torch.cat([values, values.new_zeros(n, 1, values.shape[2])], 1)
    flat = places.reshape(n, i * j, 1).expand(-1, -1, values.shape[2])
    return padded.gather(1, flat).reshape(n, i, j, -1).sum(2)


class GraphNet(nn.Module):
    """Judge positions: the margin expected, in tens of points, and the logarithm of the odds of winning."""

    space_scale: Tensor
    line_scale: Tensor
    row_scale: Tensor

    def __init__(self, widths: Widths = Widths()) -> None:
        super().__init__()
        self.widths = widths
        w = widths
        self.register_buffer("space_scale", torch.ones(N_SPACE))
        self.register_buffer("line_scale", torch.ones(N_LINE))
        self.register_buffer("row_scale", torch.ones(N_NUMBERS))
        self.space_in = nn.Linear(N_SPACE, w.space, bias=False)
        self.line_in = nn.Linear(N_LINE + w.space, w.line, bias=False)
        self.space_mid = nn.Linear(2 * w.space + w.line, w.line)
        self.line_mid = nn.Linear(2 * w.line, w.line)
        self.head = nn.Linear(6 * w.line + N_NUMBERS + len(STAGE_ENDS), w.head)
        self.output = nn.Linear(w.head, 2)
        nn.init.zeros_(self.output.weight)
        nn.init.zeros_(self.output.bias)

    def forward(self, batch: GraphBatch) -> tuple[Tensor, Tensor]:
        """Return margins and log-odds, float32[n] each."""
        n, most_spaces, _ = batch.spaces.shape
        most_lines = batch.lines.shape[1]
        is_space = (torch.arange(most_spaces) < batch.n_spaces[:, None]).unsqueeze(2)
        is_line = (torch.arange(most_lines) < batch.n_lines[:, None]).unsqueeze(2)
        ends, beside = batch.ends.long(), batch.beside.long()
        x_lines = batch.lines.float() * self.line_scale
        is_own = is_line & (batch.lines[:, :, _IS_OWN : _IS_OWN + 1] > 0)
        spaces = torch.relu(self.space_in(batch.spaces.float() * self.space_scale)) * is_space
        lines = torch.relu(self.line_in(torch.cat([x_lines, gathered(spaces, ends)], 2))) * is_line
        heard = torch.zeros(n, most_spaces + 1, lines.shape[2])
        for end in (0, 1):
            heard.scatter_add_(1, ends[:, :, end : end + 1].expand(-1, -1, lines.shape[2]), lines)
        near = gathered(spaces, beside)
        spaces = torch.relu(self.space_mid(torch.cat([spaces, heard[:, :-1], near], 2))) * is_space
        lines = torch.relu(self.line_mid(torch.cat([lines, gathered(spaces, ends)], 2))) * is_line
        own, others = lines * is_own, lines * ~is_own
        pooled = [own.sum(1), others.sum(1), own.amax(1), others.amax(1), spaces.sum(1), spaces.amax(1)]
        row = batch.rows.float() * self.row_scale
        stage = (batch.rows[:, TILES_LEFT, None] > torch.tensor(STAGE_ENDS[:-1])).sum(1)
        stages = torch.nn.functional.one_hot(stage, len(STAGE_ENDS))
        reached = torch.relu(self.head(torch.cat([*pooled, row, stages], 1)))
        answer = self.output(reached)
        return batch.keen[:, 0] / MARGIN_UNIT + answer[:, 0], batch.keen[:, 1] + answer[:, 1]


def arrays(net: GraphNet) -> dict[str, Any]:
    """Return the weights by their names in `graph_net.GRAPH_NET`, with all scales folded in."""
    with torch.no_grad():
        made = {
            "space_in": net.space_in.weight.T * net.space_scale[:, None],
            "line_in": net.line_in.weight.T.clone(),
            "space_mid": net.space_mid.weight.T,
            "space_bias": net.space_mid.bias,
            "line_mid": net.line_mid.weight.T,
            "line_bias": net.line_mid.bias,
            "head": net.head.weight.T.clone(),
            "head_bias": net.head.bias,
            "output": net.output.weight.T,
            "output_bias": net.output.bias,
        }
        made["line_in"][:N_LINE] *= net.line_scale[:, None]
        rows = slice(6 * net.widths.line, 6 * net.widths.line + N_NUMBERS)
        made["head"][rows] *= net.row_scale[:, None]
        return {name: value.numpy().copy() for name, value in made.items()}
