"""Batches for training: crops of drawn scenes, the same for the same step of the same run."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from research.eye.scenes import draw_scene
from research.eye.targets import Targets, targets
from tantrix._compile.records import Numbers
from tantrix.eye.geometry import Activations, Flags, Pixels
from tantrix.eye.layers import STRIDE

N_CROPS = 8
CROP = 192
SCENE = 320
FIRST_SCENES = 64  # drawn before the first step; then one a step
KEPT_SCENES = 400  # the newest, from which crops are taken


class CropBatch(NamedTuple):
    """Pictures of -1 to 1, float32[n, 3, CROP, CROP], and their targets."""

    pictures: Activations
    heat: Activations
    vectors: Activations
    ends: Flags
    classes: Numbers


class ScenePool:
    """The newest scenes of a run, kept on disk too, so that a resumed run need not draw them again."""

    def __init__(self, folder: Path, first_seed: int) -> None:
        self._folder, self._first_seed = folder, first_seed
        self._scenes: dict[int, tuple[Pixels, Targets]] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def batch(self, step: int) -> CropBatch:
        """Return the batch of a step."""
        rng = np.random.default_rng((self._first_seed, step))
        last = FIRST_SCENES + step
        first = max(0, last - KEPT_SCENES)
        for number in [number for number in self._scenes if number < first]:
            del self._scenes[number]
            self._path(number).unlink(missing_ok=True)
        self._scene(last - 1)
        crops = [_crop(rng, *self._scene(int(rng.integers(first, last)))) for _ in range(N_CROPS)]
        pictures, heat, vectors, ends, classes = (np.stack(parts) for parts in zip(*crops, strict=True))
        return CropBatch(pictures, heat, vectors, ends, classes)

    def _scene(self, number: int) -> tuple[Pixels, Targets]:
        if number not in self._scenes:
            path = self._path(number)
            if path.exists():
                with np.load(path) as stored:
                    self._scenes[number] = (
                        stored["image"],
                        Targets(*(stored[name] for name in Targets._fields)),
                    )
            else:
                scene = draw_scene(self._first_seed + number, SCENE)
                answer = targets(scene)
                self._scenes[number] = scene.image, answer
                partial = path.with_suffix(".part.npz")
                np.savez(partial, image=scene.image, **answer._asdict())
                partial.replace(path)
        return self._scenes[number]

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:06}.npz"


def _crop(rng: np.random.Generator, image: Pixels, answer: Targets) -> tuple[np.ndarray, ...]:  # type: ignore[type-arg]
    """Return a piece of a scene, mirrored in half of the cases and transposed in half."""
    n = CROP // STRIDE
    y, x = rng.integers(0, (SCENE - CROP) // STRIDE + 1, 2)
    at = np.s_[y : y + n, x : x + n]
    picture = (
        image[STRIDE * y : STRIDE * y + CROP, STRIDE * x : STRIDE * x + CROP].astype(np.float32) / 127.5 - 1
    )
    maps = np.concatenate([answer.heat[:, *at], answer.vectors[:, *at]])
    masks = np.stack([answer.ends[at], answer.classes[at]])
    picture = picture.transpose(2, 0, 1)
    if rng.random() < 0.5:
        picture, maps, masks = picture[:, :, ::-1], maps[:, :, ::-1].copy(), masks[:, :, ::-1]
        maps[5] *= -1
    if rng.random() < 0.5:
        picture, maps, masks = (part.transpose(0, 2, 1) for part in (picture, maps, masks))
        maps = maps[[0, 1, 2, 3, 4, 6, 5]]
    return picture, maps[:5], maps[5:], masks[0].astype(np.bool_), masks[1].astype(np.int64)
