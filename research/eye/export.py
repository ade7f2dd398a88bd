"""From a trained network to a file of weights with its provenance."""

import hashlib
import json
from pathlib import Path

import cv2
import numpy as np
import torch

from research.eye.network import Network
from research.eye.run import TrainingPlan, log_path
from research.eye.scenes import draw_scene
from tantrix.eye.layers import LAYERS
from tantrix.eye.weights import LayerWeights, NetworkWeights, joined, print_weights


def layer_weights(network: Network) -> tuple[LayerWeights, ...]:
    """Return the layers of a network as the reader wants them."""
    return tuple(
        LayerWeights(np.ascontiguousarray(kernel.numpy().transpose(2, 3, 1, 0)), bias.numpy())
        for kernel, bias in network.folded()
    )


def generator_digest() -> str:
    """Return a digest of what the generator draws and of the layers: it changes when either does."""
    digest = hashlib.sha256(repr(LAYERS).encode())
    for seed in range(4):
        scene = draw_scene(seed)
        digest.update(scene.image.tobytes() + scene.classes.tobytes())
    return digest.hexdigest()


def write_weights(network: Network, plan: TrainingPlan, path: Path) -> None:
    """Write the weights of a network that was trained by a plan; its log says how far."""
    steps = json.loads(log_path(plan.folder).read_text("utf-8").splitlines()[-1])["step"]
    provenance: dict[str, str | int] = {
        "generator": generator_digest(),
        "opencv": cv2.__version__,
        "torch": torch.__version__,
        "log": hashlib.sha256(log_path(plan.folder).read_bytes()).hexdigest(),
        "seed": plan.seed,
        "steps": steps,
        "steps planned": plan.n_steps,
    }
    path.write_bytes(print_weights(NetworkWeights(provenance, joined(layer_weights(network)))))
