"""How different two colours look, with ordinary colour vision and without one kind of cone.

Colours are triples of linear light, red, green, blue, 0 to 1.
"""

import math
from collections.abc import Mapping, Sequence

Triple = tuple[float, float, float]

# Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision
# deficiency" (2009), severity 1. They apply to linear light.
VISIONS: Mapping[str, tuple[Triple, Triple, Triple]] = {
    "ordinary": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def difference(one: Sequence[int], other: Sequence[int], vision: str) -> float:
    """Return the CIEDE2000 difference of two sRGB colours (components 0 to 255) for a kind of vision."""
    matrix = VISIONS[vision]
    return ciede2000(_lab(_seen(_linear(one), matrix)), _lab(_seen(_linear(other), matrix)))


def ciede2000(one: Triple, other: Triple) -> float:
    """Return the difference of two colours in CIELAB.

    Sharma, Wu and Dalal, "The CIEDE2000 color-difference formula" (2005), equations 2 to 22.
    """
    (l_1, a_1, b_1), (l_2, a_2, b_2) = one, other
    g = 0.5 * (1 - _knee((math.hypot(a_1, b_1) + math.hypot(a_2, b_2)) / 2))
    c_1, c_2 = math.hypot((1 + g) * a_1, b_1), math.hypot((1 + g) * a_2, b_2)
    h_1, h_2 = (math.degrees(math.atan2(b, (1 + g) * a)) % 360 for a, b in ((a_1, b_1), (a_2, b_2)))
    turn = (h_2 - h_1 + 180) % 360 - 180 if c_1 * c_2 else 0.0
    l_mean, c_mean = (l_1 + l_2) / 2, (c_1 + c_2) / 2
    h_mean = (h_1 + turn / 2) % 360 if c_1 * c_2 else h_1 + h_2
    light = (l_2 - l_1) / (1 + 0.015 * (l_mean - 50) ** 2 / math.sqrt(20 + (l_mean - 50) ** 2))
    chroma = (c_2 - c_1) / (1 + 0.045 * c_mean)
    hue = 2 * math.sqrt(c_1 * c_2) * _sin(turn / 2) / (1 + 0.015 * c_mean * _hue_weight(h_mean))
    rotation = -2 * _knee(c_mean) * _sin(60 * math.exp(-(((h_mean - 275) / 25) ** 2)))
    return math.sqrt(light**2 + chroma**2 + hue**2 + rotation * chroma * hue)


def _knee(chroma: float) -> float:
    return math.sqrt(chroma**7 / (chroma**7 + 25**7))


def _hue_weight(h: float) -> float:
    return 1 - 0.17 * _cos(h - 30) + 0.24 * _cos(2 * h) + 0.32 * _cos(3 * h + 6) - 0.20 * _cos(4 * h - 63)


def _sin(degrees: float) -> float:
    return math.sin(math.radians(degrees))


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def _linear(colour: Sequence[int]) -> Triple:
    """Undo the gamma of sRGB (IEC 61966-2-1)."""
    r, g, b = (part / 255 for part in colour)
    return _light(r), _light(g), _light(b)


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def _seen(colour: Triple, matrix: tuple[Triple, Triple, Triple]) -> Triple:
    r, g, b = (min(1.0, max(0.0, _dot(row, colour))) for row in matrix)
    return r, g, b


def _lab(colour: Triple) -> Triple:
    """Convert linear sRGB to CIELAB under D65."""
    x, y, z = (
        _root(_dot(row, colour) / white)
        for row, white in (
            ((0.4124564, 0.3575761, 0.1804375), 0.95047),
            ((0.2126729, 0.7151522, 0.0721750), 1.0),
            ((0.0193339, 0.1191920, 0.9503041), 1.08883),
        )
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _root(share: float) -> float:
    return share ** (1 / 3) if share > 216 / 24389 else (share * 24389 / 27 + 16) / 116


def _dot(one: Triple, other: Triple) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))
