"""The picture of a scene while it is drawn, at twice its size, and the class of each of its pixels."""

from dataclasses import dataclass

import cv2
import numpy as np

from tantrix._compile.records import Floats
from tantrix.eye.geometry import Activations, Pixels

SCALE = 2
_SHIFT = 4  # bits after the point of a coordinate
GROUND, BLACK, FIRST_COLOUR, BACK = 0, 1, 2, 6


@dataclass(slots=True)
class Canvas:
    """`image` is RGB at twice the size; `classes` says at the size itself what each pixel shows."""

    image: Pixels
    classes: Pixels

    def polygon(self, points: Floats, colour: Floats, kind: int | None = None) -> None:
        """Fill a polygon, given in pixels of the scene, and mark it as of a class."""
        if kind is not None:
            cv2.fillPoly(self.classes, [_fixed(points - 0.25)], kind, cv2.LINE_8, _SHIFT)
        cv2.fillPoly(self.image, [_fixed(points * SCALE)], colour.tolist(), cv2.LINE_AA, _SHIFT)

    def darken(self, mask: Activations, share: float) -> None:
        """Darken where a mask of 0 to 1 says."""
        self.image[:] = np.clip(self.image * (1 - mask[..., None] * share), 0, 255)

    def cover(self, mask: Activations, colour: Activations) -> None:
        """Cover by something of a colour, or a surface, where a mask of 0 to 1 says."""
        share = mask[..., None]
        self.image[:] = np.clip(self.image * (1 - share) + colour * share, 0, 255)
        small = cv2.resize(mask, self.classes.shape[::-1], interpolation=cv2.INTER_AREA)
        self.classes[small > 0.4] = GROUND

    def reduced(self) -> Activations:
        """Return the picture at the size of the scene."""
        size = self.classes.shape[::-1]
        return cv2.resize(self.image, size, interpolation=cv2.INTER_AREA).astype(np.float32)


def _fixed(points: Floats) -> np.ndarray[tuple[int, ...], np.dtype[np.int32]]:
    return np.round(np.clip(points, -8000, 8000) * (1 << _SHIFT)).astype(np.int32)
