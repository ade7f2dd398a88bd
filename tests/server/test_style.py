"""The look of the pages: one file of tokens, contrast of its colours, and names that exist."""

import json
import re
from itertools import product
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SERVER = ROOT / "src/tantrix/server"
STYLES = sorted((ROOT / "web/styles").rglob("*.css"))
TOKENS = (ROOT / "web/styles/page/tokens.css").read_text("utf-8")
COLOUR = re.compile(r"(?<![\w&])#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})\b(?!-)")
LIGHT_AND_DARK = ("light", "dark")
# Foregrounds, their backgrounds, and the least contrast: 4.5 for text, 3 for large text, marks and borders.
TEXT = product(
    ("ink", "ink-2", "ink-3", "red-ink", "yellow-ink", "green-ink", "blue-ink"), ("ground", "surface")
)
PAIRS = [
    *((text, ground, 4.5) for text, ground in TEXT),
    *((text, "table", 4.5) for text in ("ink", "ink-2", "red-ink", "yellow-ink", "green-ink", "blue-ink")),
    *((text, "sunk", 4.5) for text in ("ink", "ink-2", "ink-3", "red-ink")),
    *(("on-field", f"classic-{colour}", 4.5) for colour in ("red", "yellow", "green", "blue")),
    *((f"{colour}-ink", f"tint-{colour}", 4.5) for colour in ("red", "yellow", "green", "blue")),
    ("edge", "ground", 3.0),
    ("edge", "surface", 3.0),
    ("focus", "ground", 3.0),
    ("focus", "surface", 3.0),
    ("legal", "table", 3.0),
    ("on-primary", "primary", 4.5),
    ("on-tile", "tile", 4.5),
    ("on-tile-2", "tile", 4.5),
    ("on-tile-3", "tile", 4.5),
    ("on-toast", "toast", 4.5),
    ("on-paper-2", "paper", 4.5),
    *(("on-seat", f"seat-{n}", 4.5) for n in range(1, 9)),
]


def test_no_colour_is_outside_the_tokens() -> None:
    files = [path for path in STYLES if path.name != "tokens.css"]
    files += [*(SERVER / "templates").rglob("*.html")]
    files += [path for path in (ROOT / "web/src").rglob("*.ts") if ".test." not in path.name]

    found = {
        path.relative_to(ROOT).as_posix(): colours
        for path in files
        if (colours := COLOUR.findall(path.read_text("utf-8")))
    }

    assert found == {}


def test_dark_by_the_device_and_dark_by_choice_are_the_same() -> None:
    blocks = re.findall(
        r":root(?::not\(\[data-theme=\"light\"\]\)|\[data-theme=\"dark\"\]) \{(.*?)\}", TOKENS, re.S
    )

    by_device, by_choice = (" ".join(block.split()) for block in blocks)

    assert by_device == by_choice


@pytest.mark.parametrize("theme", LIGHT_AND_DARK)
def test_text_and_marks_stand_out_from_what_they_are_on(theme: str) -> None:
    tokens = colours_of(theme)

    weak = {
        f"{text} on {ground}": round(found, 2)
        for text, ground, least in PAIRS
        if (found := contrast(tokens[text], tokens[ground])) < least
    }

    assert weak == {}


def test_every_custom_property_in_use_has_a_value() -> None:
    text = "".join(path.read_text("utf-8") for path in STYLES)
    scripts = "".join(path.read_text("utf-8") for path in (ROOT / "web/src").rglob("*.ts"))

    used = set(re.findall(r"var\((--[\w-]+)\)", text))

    assert {name for name in used if f"{name}:" not in text and f'"{name}"' not in scripts} == set()


def test_the_icons_of_templates_and_sections_exist() -> None:
    names = json.loads((ROOT / "web/icons.json").read_text("utf-8"))
    templates = "".join(path.read_text("utf-8") for path in (SERVER / "templates").rglob("*.html"))

    used = set(re.findall(r'icon\("([\w-]+)"\)', templates))

    assert used - names.keys() == set()
    assert {"play", "puzzles", "learn", "watch", "community"} <= names.keys()


def test_the_typefaces_are_those_that_the_build_makes() -> None:
    made = (ROOT / "web/assets.ts").read_text("utf-8")
    packages = json.loads((ROOT / "web/package.json").read_text("utf-8"))["devDependencies"]

    for family, script, version in re.findall(r"built/(\w+)-([\w-]+)\.woff2\?v=([\d.]+)", TOKENS):
        assert f"{family}:" in made
        assert script in made
        # A last number tells the choices of letters apart: browsers keep a file for a year.
        assert re.fullmatch(rf"{re.escape(packages[f'@fontsource-variable/{family}'])}(\.\d+)?", version)


def colours_of(theme: str) -> dict[str, str]:
    light = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})(?![0-9a-f])", TOKENS.partition("@media")[0]))
    dark = dict(
        re.findall(
            r"--([\w-]+): (#[0-9a-f]{6})(?![0-9a-f])", TOKENS.partition('"dark"] {')[2].partition("}")[0]
        )
    )
    return light if theme == "light" else {**light, **dark}


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of WCAG 2.2."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
