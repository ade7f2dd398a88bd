"""From files to pictures: upright, RGB, not larger than a photograph of tiles needs to be.

Pillow decodes, inside limits that are checked before a pixel is decoded. What cannot be read is refused by
one sentence.
"""

import warnings
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from tantrix._tools.languages import gettext as _
from tantrix.eye.geometry import Pixels

MOST_PIXELS = 64_000_000  # the largest cameras of telephones have 50 million in one picture
LONGEST = 1600
_SIXTEEN_BITS = ("I", "I;16", "I;16B", "I;16L", "F")
_HEIF = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")


class PhotographError(ValueError):
    """A file that is no picture, or one that we do not read; the message is a sentence for the user."""


def load_photograph(path: Path) -> tuple[Pixels, float]:
    """Read a file; return the picture, at most LONGEST wide and high, and its pixels per pixel of the file.

    Raises PhotographError if it cannot be read, OSError if there is no such file.
    """
    if path.is_dir():
        raise PhotographError(_("{path}: this is a folder, not a picture").format(path=path))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # our own limit is the stricter one
            with Image.open(path) as image:
                return prepared(image, str(path))
    except UnidentifiedImageError:
        if _is_heif(path):
            raise PhotographError(
                _("{path}: HEIC pictures cannot be read, JPEG can").format(path=path)
            ) from None
        raise PhotographError(_("{path}: this is not a picture").format(path=path)) from None
    except Image.DecompressionBombError:
        raise _too_large(str(path)) from None
    except (OSError, SyntaxError, EOFError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise PhotographError(_("{path}: the picture is damaged").format(path=path)) from None


def prepared(image: Image.Image, name: str = "picture") -> tuple[Pixels, float]:
    """Return an open picture upright, as uint8[h, w, 3], and how much smaller it became."""
    if image.width * image.height > MOST_PIXELS:
        raise _too_large(name)
    longest = max(image.size)
    image.draft("RGB", (LONGEST, LONGEST))  # a JPEG is decoded at a half or less if that is enough
    image.thumbnail((LONGEST, LONGEST), Image.Resampling.BOX)
    upright = ImageOps.exif_transpose(image)
    scale = max(upright.size) / longest
    return np.asarray(_in_rgb(upright)), scale


def _in_rgb(image: Image.Image) -> Image.Image:
    """Return a picture of any mode as RGB; what is transparent becomes white."""
    if image.mode in _SIXTEEN_BITS:
        values = np.asarray(image, np.float64)
        most = max(255.0, 65535.0 if values.max(initial=0) > 255 else 255.0)
        return Image.fromarray((values * (255 / most)).clip(0, 255).astype(np.uint8)).convert("RGB")
    if image.has_transparency_data:
        layer = image.convert("RGBA")
        return Image.alpha_composite(Image.new("RGBA", layer.size, "white"), layer).convert("RGB")
    return image.convert("RGB")


def _too_large(name: str) -> PhotographError:
    most = MOST_PIXELS // 1_000_000
    return PhotographError(
        _("{path}: the picture has more than {most} million pixels").format(path=name, most=most)
    )


def _is_heif(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(12)
    return head[4:8] == b"ftyp" and head[8:12] in _HEIF
