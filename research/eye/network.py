"""The network of `layers` in PyTorch, and what its answers cost."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from tantrix.eye.layers import CLASSES, ENDS, LAYERS, VECTOR, Layer

_CLASS_WEIGHTS = (0.4, 1.0, 1.5, 1.5, 1.5, 1.5, 1.0)  # most of a picture is ground


class Network(nn.Module):
    """Runs the layers; all but the last normalise their sums over a batch."""

    def __init__(self) -> None:
        super().__init__()
        self.convolutions = nn.ModuleList([_convolution(layer) for layer in LAYERS])
        self.norms = nn.ModuleList([nn.BatchNorm2d(layer.n_out) for layer in LAYERS[:-1]])
        with torch.no_grad():
            self.convolutions[-1].bias[: ENDS.stop] = -3.0

    def forward(self, picture: Tensor) -> Tensor:
        """Return float32[n, 14, h / 4, w / 4] for pictures of -1 to 1."""
        maps = {"picture": picture}
        for at, (layer, convolution) in enumerate(zip(LAYERS, self.convolutions, strict=True)):
            result = convolution(maps[layer.source])
            if at < len(self.norms):
                result = self.norms[at](result)
            if layer.added:
                added = maps[layer.added]
                scale = result.shape[2] // added.shape[2]
                result = result + (functional.interpolate(added, scale_factor=scale) if scale > 1 else added)
            maps[layer.target] = functional.relu(result) if layer.relu else result
        return maps["output"]

    def folded(self) -> list[tuple[Tensor, Tensor]]:
        """Return the weights and biases of each layer with the normalisation inside them."""
        folded = []
        for at, convolution in enumerate(self.convolutions):
            weights, bias = convolution.weight.detach(), convolution.bias
            if at < len(self.norms):
                norm = self.norms[at]
                scale = norm.weight.detach() / torch.sqrt(norm.running_var + norm.eps)
                weights, bias = weights * scale[:, None, None, None], norm.bias - norm.running_mean * scale
            folded.append((weights, bias.detach()))
        return folded


def _convolution(layer: Layer) -> nn.Conv2d:
    padding = layer.width // 2 * layer.dilation
    is_last = layer is LAYERS[-1]
    return nn.Conv2d(
        layer.n_in, layer.n_out, layer.width, layer.stride, padding, layer.dilation, bias=is_last
    )


def losses(answer: Tensor, heat: Tensor, vectors: Tensor, ends: Tensor, classes: Tensor) -> Tensor:
    """Return what an answer costs: centres, ends, vectors and classes, to be added with their weights."""
    likely = torch.sigmoid(answer[:, : ENDS.stop]).clamp(1e-4, 1 - 1e-4)
    # Law and Deng, "CornerNet" (2018), equation 1: pixels near a peak count less as mistakes.
    is_peak = (heat == 1).float()
    found = -(is_peak * (1 - likely) ** 2 * likely.log())
    wrong = -((1 - is_peak) * (1 - heat) ** 4 * likely**2 * (1 - likely).log())
    peaks = (found + wrong).sum((0, 2, 3)) / is_peak.sum((0, 2, 3)).clamp(min=1)
    apart = functional.smooth_l1_loss(answer[:, VECTOR], vectors, reduction="none", beta=0.05)
    where = ends[:, None].float()
    vector = (apart * where).sum() / where.sum().clamp(min=1)
    kind = functional.cross_entropy(answer[:, CLASSES], classes, weight=answer.new_tensor(_CLASS_WEIGHTS))
    return torch.stack([peaks[0], 1.5 * peaks[1:].mean(), vector, 0.7 * kind])
