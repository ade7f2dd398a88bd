"""Files that are read as pictures, and those that are refused by one sentence."""

import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tantrix.eye.photograph import LONGEST, PhotographError, load_photograph


def saved(tmp_path: Path, image: Image.Image, name: str = "photo.png", **options: object) -> Path:
    path = tmp_path / name
    image.save(path, **options)
    return path


def claimed(width: int, height: int) -> bytes:
    """Return the start of a PNG that says it is so large."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = b"IDAT" + zlib.compress(bytes(1000))
    chunks = [struct.pack(">I", len(c) - 4) + c + struct.pack(">I", zlib.crc32(c)) for c in (header, body)]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"no picture", "not a picture"),
        (b"", "not a picture"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC"),
        (claimed(12_000, 9_000), "million pixels"),
        (claimed(60_000, 60_000), "million pixels"),
        (claimed(100, 100), "damaged"),
    ],
    ids=["text", "empty", "heic", "108 megapixels", "bomb", "truncated"],
)
def test_what_is_no_readable_picture_is_refused_by_a_sentence(tmp_path, content, reason):
    path = tmp_path / "photo.jpg"
    path.write_bytes(content)

    with pytest.raises(PhotographError, match=reason) as refusal:
        load_photograph(path)

    assert "\n" not in str(refusal.value)


def test_a_folder_is_refused_and_a_missing_file_is_an_error_of_the_system(tmp_path):
    with pytest.raises(PhotographError, match="folder"):
        load_photograph(tmp_path)
    with pytest.raises(FileNotFoundError):
        load_photograph(tmp_path / "none.jpg")


def test_a_truncated_jpeg_is_refused(tmp_path):
    noise = np.random.default_rng(0).integers(0, 255, (200, 200, 3), np.uint8)
    path = saved(tmp_path, Image.fromarray(noise), "photo.jpg")
    path.write_bytes(path.read_bytes()[:2000])

    with pytest.raises(PhotographError, match="damaged"):
        load_photograph(path)


@pytest.mark.parametrize("mode", ["CMYK", "L", "P", "RGBA", "LA", "1", "YCbCr"])
def test_pictures_of_all_modes_become_rgb(tmp_path, mode):
    red = Image.new("RGB", (40, 30), (200, 60, 60)).convert(mode)

    picture, scale = load_photograph(saved(tmp_path, red, "photo.tif"))

    assert (picture.shape, picture.dtype, scale) == ((30, 40, 3), np.uint8, 1)
    if mode in ("CMYK", "P", "RGBA", "YCbCr"):
        assert np.abs(picture[0, 0].astype(int) - (200, 60, 60)).max() < 30


def test_sixteen_bits_become_eight(tmp_path):
    values = np.full((20, 30), 65535 // 2, np.uint16)

    picture, _ = load_photograph(saved(tmp_path, Image.fromarray(values)))

    assert abs(int(picture[0, 0, 0]) - 127) <= 1


def test_a_picture_is_turned_upright_as_its_camera_says(tmp_path):
    left_half_red = np.zeros((20, 40, 3), np.uint8)
    left_half_red[:, :20, 0] = 255
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was turned

    picture, _ = load_photograph(saved(tmp_path, Image.fromarray(left_half_red), "photo.png", exif=exif))

    assert picture.shape == (40, 20, 3)
    assert picture[:20, :, 0].min() == 255


def test_a_large_picture_is_reduced(tmp_path):
    path = saved(tmp_path, Image.new("RGB", (4000, 2000), "green"), "photo.jpg")

    picture, scale = load_photograph(path)

    assert picture.shape == (LONGEST // 2, LONGEST, 3)
    assert scale == LONGEST / 4000
