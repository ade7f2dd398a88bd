"""The camera of a drawn scene: where it stands, and what it does to a picture."""

from dataclasses import dataclass

import cv2
import numpy as np

from research.eye.textures import noise
from tantrix._compile.records import Floats
from tantrix.eye.geometry import Activations, Pixels, Random


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole that sees the table at an angle; `apothem` is that of a tile in the middle, in pixels."""

    size: int
    apothem: float
    focal: float
    rotation: Floats

    def project(self, points: Floats, height: float = 0.0) -> Floats:
        """Return the pixels of points of the table, in apothems, raised by a height."""
        x, y, z = self.rotation.T
        seen = points @ np.stack([x, y]) - height * z + np.array([0, 0, self.focal / self.apothem])
        return self.focal * seen[:, :2] / np.maximum(seen[:, 2:], 1e-3) + self.size / 2


def draw_camera(rng: Random, size: int, apothems: tuple[float, float]) -> Camera:
    """Return a camera above the table; three in four look at it aslant, by up to 65 degrees."""
    yaw, roll = rng.uniform(0, 2 * np.pi), rng.uniform(-0.25, 0.25)
    tilt = rng.uniform(0, 1.13) * (rng.random() < 0.75)
    apothem = float(np.exp(rng.uniform(*np.log(apothems))))
    aslant = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    return Camera(size, apothem, rng.uniform(1.0, 3) * size, _about_axis(roll) @ aslant @ _about_axis(yaw))


def _about_axis(angle: float) -> Floats:
    cosine, sine = np.cos(angle), np.sin(angle)
    return np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])


def photographed(rng: Random, image: Activations, apothem: float) -> Pixels:
    """Return an image as a camera would take and store it: light, colours, blur, noise, JPEG."""
    image = _coloured(rng, _lit(rng, image, apothem))
    image = _blurred(rng, image, apothem)
    noisy = image + rng.normal(0, 1, image.shape) * rng.uniform(0, 9)
    pixels = np.clip(noisy, 0, 255).astype(np.uint8)
    if rng.random() < 0.75:
        quality = int(rng.uniform(25, 95))
        pixels = cv2.imdecode(cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], 1)
    if rng.random() < 0.25:  # sharpened
        pixels = cv2.addWeighted(pixels, 1.7, cv2.GaussianBlur(pixels, (0, 0), 1.2), -0.7, 0)
    return pixels


def _lit(rng: Random, image: Activations, apothem: float) -> Activations:
    """Return an image under uneven light, with glare in a quarter."""
    size = len(image)
    if rng.random() < 0.7:
        image = image * (1 + (noise(rng, size, size / rng.uniform(1.5, 4)) - 0.5) * rng.uniform(0, 1.1))
    if rng.random() < 0.25:
        spots = np.zeros((size, size), np.float32)
        for _ in range(rng.integers(1, 4)):
            radius = int(rng.uniform(0.3, 2.5) * apothem) + 1
            cv2.circle(spots, rng.integers(0, size, 2).tolist(), radius, 1.0, -1)
        spots = cv2.GaussianBlur(spots, (0, 0), rng.uniform(0.3, 1.5) * apothem)
        image = image + spots[..., None] * rng.uniform(20, 200)
    return image


def _coloured(rng: Random, image: Activations) -> Activations:
    """Return an image with the white balance, the exposure and the curve of some camera."""
    tinted: Floats = image.astype(np.float64) * np.exp(rng.normal(0, 0.13, 3))
    cast = rng.random()
    if cast < 0.25:  # warm light: less blue
        tinted = tinted * np.array([1.12, 1, rng.uniform(0.45, 0.95)])
    elif cast < 0.4:  # cold light: less red
        tinted = tinted * np.array([rng.uniform(0.6, 0.95), 1, 1.08])
    if rng.random() < 0.25:
        tinted = _hue_shifted(tinted, int(rng.uniform(-7, 9)))
    grey = tinted.mean(2, keepdims=True)
    tinted = grey + (tinted - grey) * rng.uniform(0.55, 1.35)
    tinted = 255 * np.clip(tinted / 255 * rng.uniform(0.6, 1.35), 0, 1) ** rng.uniform(0.7, 1.4)
    if rng.random() < 0.25:  # haze
        tinted = tinted * rng.uniform(0.75, 1) + rng.uniform(0, 50)
    return tinted.astype(np.float32)


def _hue_shifted(image: Floats, degrees: int) -> Floats:
    parts = cv2.cvtColor(np.clip(image, 0, 255).astype(np.uint8), cv2.COLOR_RGB2HSV)
    parts[..., 0] = (parts[..., 0].astype(int) + degrees) % 180
    return cv2.cvtColor(parts, cv2.COLOR_HSV2RGB).astype(np.float64)


def _blurred(rng: Random, image: Activations, apothem: float) -> Activations:
    """Return an image out of focus, shaken or enlarged from a smaller one, each in some."""
    size = len(image)
    if rng.random() < 0.6:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.1) * max(1, apothem / 22))
    if rng.random() < 0.12:
        length = int(rng.uniform(2, 0.25 * apothem + 3))
        reach = length / 2 * np.array([np.cos(angle := rng.uniform(0, np.pi)), np.sin(angle)])
        kernel = np.zeros((length, length), np.float32)
        ends = [(length / 2 + sign * reach).astype(int).tolist() for sign in (-1, 1)]
        cv2.line(kernel, *ends, 1.0, 1)
        image = cv2.filter2D(image, -1, kernel / max(kernel.sum(), 1e-3))
    if rng.random() < 0.3:
        share = rng.uniform(0.4, 0.9)
        small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)
    return image
