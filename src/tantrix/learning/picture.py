"""Pictures of a game as arrays, all of one size, as recorders of videos want them.

Needs the extra `tantrix[pictures]`.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

import numpy as np

from tantrix.pictures.draw import LIGHT, bounds, png, svg
from tantrix.placement import Placement

PIXELS = 480  # the width and the height
_BACKGROUND = "#f4f2ec"


def picture(laid: Sequence[Placement]) -> Any:
    """Draw a Tantrix in the middle of a square: uint8[PIXELS, PIXELS, 3]. Takes a few milliseconds.

    Raises ImportError with the extra to install if that is missing.
    """
    try:
        from PIL import Image

        _, _, width, height = bounds([placement.cell for placement in laid])
        scale = PIXELS / max(width, height)
        drawn = png(svg(laid, theme=LIGHT), max(1, int(width * scale)))
    except ImportError as error:
        raise ImportError(f"a picture needs the extra tantrix[pictures]: {error}") from error
    square = Image.new("RGB", (PIXELS, PIXELS), _BACKGROUND)
    with Image.open(BytesIO(drawn)) as table:
        square.paste(
            table, ((PIXELS - table.width) // 2, (PIXELS - table.height) // 2), table.convert("RGBA")
        )
    return np.asarray(square)
