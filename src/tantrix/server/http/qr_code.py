"""QR codes as pictures on pages."""

import segno
from markupsafe import Markup


def qr_code(text: str) -> Markup:
    """Return a QR code as SVG, black on white in every theme, because cameras expect it."""
    code = segno.make(text, error="m")
    # With a unit the drawing has a viewBox, and grows with its element.
    picture: str = code.svg_inline(scale=5, dark="#000", light="#fff", border=3, unit="px")
    return Markup(picture)
