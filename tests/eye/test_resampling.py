"""Pictures of another size, against Pillow's."""

import numpy as np
import pytest
from PIL import Image

from tantrix.eye.resampling import resized


@pytest.mark.parametrize(("height", "width"), [(333, 512), (200, 150), (71, 90), (480, 480)])
@pytest.mark.parametrize("longest", [220, 320, 480, 720])
def test_a_picture_gets_the_same_pixels_as_from_pillow(height: int, width: int, longest: int) -> None:
    picture = np.random.default_rng(height).integers(0, 256, (height, width, 3), np.uint8)

    result = resized(picture, longest)

    scale = longest / max(height, width)
    size = (result.shape[1], result.shape[0])
    assert size == (round(width * scale + 1e-9), round(height * scale + 1e-9))
    way = Image.Resampling.BOX if scale < 1 else Image.Resampling.BICUBIC
    assert (result == np.asarray(Image.fromarray(picture).resize(size, way))).all()


def test_the_thinnest_picture_keeps_a_pixel() -> None:
    assert resized(np.zeros((1, 2000, 3), np.uint8), 320).shape == (1, 320, 3)
