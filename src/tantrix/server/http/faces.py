"""Faces: a tile whose line is the mouth.

A face is encoded as text: the number of the mouth, the number of the eyes, the colour of the line and, if it
has a cap, the colour of the cap: `36GG`. Pages draw faces with `face_svg`; the browser draws them from the
same parts, which `scripts/make_types.py` exports.
"""

import re
from typing import NamedTuple

from markupsafe import Markup

from tantrix.robots.roster import ROSTER

BODY = (
    "M48.6 21.06Q48.6 28.06 42.54 31.56L6.06 52.62Q0 56.12 -6.06 52.62L-42.54 31.56Q-48.6 28.06 -48.6 21.06"
    "L-48.6 -21.06Q-48.6 -28.06 -42.54 -31.56L-6.06 -52.62Q0 -56.12 6.06 -52.62L42.54 -31.56"
    "Q48.6 -28.06 48.6 -21.06Z"
)
CAP = "M-25 -43.3A28.87 28.87 0 0 0 25 -43.3"
# Every line ends at the middles of edges, so that faces side by side share one line.
MOUTHS = (
    "M-50 0C-40 0 -36 8 -30 18C-18 36 18 36 30 18C36 8 40 0 50 0",
    "M-50 0C-36 0 -32 22 0 22S36 0 50 0",
    "M-50 0C-34 0 -28 22 -4 20S30 0 50 0",
    "M-50 0C-40 0 -36 18 -24 18C-8 18 6 14 22 10C34 7 40 0 50 0",
    "M-50 0C-42 0 -38 16 -26 16H26C38 16 42 0 50 0",
    "M-50 0C-40 0 -38 22 -24 22S-10 12 0 12S12 22 24 22S40 0 50 0",
)
EYES = (
    '<circle cx="-16" cy="-13" r="6.5"/><circle cx="16" cy="-13" r="6.5"/>',
    '<circle cx="-16" cy="-13" r="8"/><circle class="pupil" cx="-14.5" cy="-11" r="3.8"/>'
    '<path class="drawn" d="M9 -12Q17 -19 25 -12"/>',
    '<path class="drawn" d="M-25 -10Q-17 -20 -9 -10M9 -10Q17 -20 25 -10"/>',
    '<path d="M-27 -22L-7 -14A10 9 0 0 1 -25 -9zM27 -22L7 -14A10 9 0 0 0 25 -9z"/>'
    '<circle class="pupil" cx="-15" cy="-11.5" r="3.6"/><circle class="pupil" cx="15" cy="-11.5" r="3.6"/>',
    '<g class="drawn thin"><circle cx="-17" cy="-13" r="12"/><circle cx="17" cy="-13" r="12"/>'
    '<path d="M-5 -14Q0 -17 5 -14"/></g>'
    '<circle cx="-17" cy="-13" r="4.5"/><circle cx="17" cy="-13" r="4.5"/>',
    '<path d="M-26 -14a9 9 0 0 0 18 0zM8 -14a9 9 0 0 0 18 0z"/>'
    '<circle class="pupil" cx="-16" cy="-10.5" r="3.6"/><circle class="pupil" cx="18" cy="-10.5" r="3.6"/>',
    '<circle cx="-17" cy="-13" r="9"/><circle cx="17" cy="-13" r="9"/>'
    '<circle class="pupil" cx="-15" cy="-11" r="4.2"/><circle class="pupil" cx="19" cy="-11" r="4.2"/>',
)
COLOURS = "RYGB"
# Robots of other packages, and people who chose no face, get one by their name.
ROBOT_FACES = {row.name: row.face for row in ROSTER}
_TEXT = re.compile(r"([1-6])([1-7])([RYGB])([RYGB])?")
_MODULUS = 65521  # the largest prime below 2 ** 16


class Face(NamedTuple):
    """The parts of a face: indices of `MOUTHS` and `EYES`, and letters of colours; without a cap None."""

    mouth: int
    eyes: int
    colour: str
    cap: str | None = None


def parse_face(text: str) -> Face:
    """Parse a face; raises ValueError for any other text."""
    found = _TEXT.fullmatch(text)
    if found is None:
        raise ValueError(f"expected a face like '36GG', got {text!r}")
    return Face(int(found[1]) - 1, int(found[2]) - 1, found[3], found[4])


def print_face(face: Face) -> str:
    """Return a face as the text that `parse_face` parses."""
    return f"{face.mouth + 1}{face.eyes + 1}{face.colour}{face.cap or ''}"


def face_of_name(name: str) -> str:
    """Return the default face of a name, always the same."""
    total = 0
    for letter in name:
        total = (total * 31 + ord(letter)) % _MODULUS
    total, mouth = divmod(total, len(MOUTHS))
    total, eyes = divmod(total, len(EYES))
    total, cap = divmod(total, len(COLOURS) + 1)
    return print_face(Face(mouth, eyes, COLOURS[total % len(COLOURS)], ("", *COLOURS)[cap] or None))


def face_svg(
    name: str,
    robot: str | None = None,
    chosen: str | None = None,
    line: str | None = None,
    *,
    plays: str | None = None,
) -> Markup:
    """Draw the face of a player.

    With `line`, its line has that colour, so that faces side by side share one; with `plays`, the colour that
    the player has at a table, line and cap have it.
    """
    face = parse_face(chosen or ROBOT_FACES.get(robot or "") or face_of_name(robot or name))
    line = plays or line
    cap = f'<path class="face-cap face-{plays or face.cap}" d="{CAP}"/>' if face.cap else ""
    return Markup(
        f'<svg class="face" viewBox="-50 -57 100 114" aria-hidden="true">'
        f'<path class="face-body" d="{BODY}"/>{cap}'
        f'<path class="face-line face-{line or face.colour}" d="{MOUTHS[face.mouth]}"/>'
        f'<g class="face-eyes">{EYES[face.eyes]}</g></svg>'
    )  # only parts from this file, and letters that `parse_face` has checked
