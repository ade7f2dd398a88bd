"""The colour-blind palettes stay distinguishable for three kinds of colour blindness."""

import re
from itertools import combinations, product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.colour_vision import VISIONS, ciede2000, difference
from tests.browser.support.pages import stored
from tests.browser.support.person import Person

APART = 20.0
NAMES = ("red", "yellow", "green", "blue")


# Sharma, Wu and Dalal (2005), table 1, pairs 1, 7, 10, 17, 21, 25 and 34.
@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 0.0, 0.0), (50.0, -1.0, 2.0), 2.3669),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0010), 7.1792),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((50.0, 2.5, 0.0), (50.0, 3.1736, 0.5854), 1.0000),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_agrees_with_the_authors_table(
    one: tuple[float, float, float], other: tuple[float, float, float], wanted: float
) -> None:
    assert ciede2000(one, other) == pytest.approx(wanted, abs=1e-4)


def test_the_palettes_for_the_colour_blind_are_distinguishable_for_everybody(page: Page) -> None:
    Person.start(page).settle()
    palettes = [name for name in options(page, "palette") if name.startswith(("apart", "deep"))]
    assert len(palettes) >= 2

    too_close = []
    for palette, tiles, theme in product(palettes, options(page, "tiles"), ("light", "dark")):
        colours = shown(page, palette=palette, tiles=tiles, theme=theme)
        for vision, (one, other) in product(VISIONS, combinations(NAMES, 2)):
            distance = difference(colours[one], colours[other], vision)
            if distance < APART:
                too_close.append(f"{palette}, {tiles}: {one}, {other} under {vision}: {distance:.1f}")

    assert too_close == []


def test_every_colour_stands_out_from_the_tile(page: Page) -> None:
    Person.start(page).settle()

    too_close = []
    for palette, tiles in product(options(page, "palette"), options(page, "tiles")):
        colours = shown(page, palette=palette, tiles=tiles, theme="light")
        for vision, name in product(VISIONS, NAMES):
            distance = difference(colours[name], colours["tile"], vision)
            if distance < APART:
                too_close.append(f"{palette}, {tiles}: {name} under {vision}: {distance:.1f}")

    assert too_close == []


def test_a_palette_reaches_the_links_of_the_tiles(page: Page) -> None:
    me = Person.start(page, n_plies=1)
    me.settle()
    link = page.locator(".laid use").first

    for palette in options(page, "palette"):
        wanted = shown(page, palette=palette, tiles="black", theme="light")["red"]
        style = link.evaluate("(use) => getComputedStyle(use).getPropertyValue('--tantrix-red')")
        assert parts(style) == wanted


@pytest.mark.parametrize("tiles", ["black", "light"])
def test_each_choice_shows_the_colours_that_it_gives_the_tiles(page: Page, tiles: str) -> None:
    page.goto("/settings")
    page.locator(f"#settings [name=tiles][value={tiles}]").check()
    beside = {palette: swatches(page, palette) for palette in options(page, "palette")}
    assert len(set(beside.values())) == len(beside) == 4

    for palette in beside:
        page.locator(f"#settings [name=palette][value={palette}]").check()
        on_tiles = shown(page, palette=palette)

        assert [parts(colour) for colour in beside[palette]] == [on_tiles[name] for name in NAMES]
        assert swatches(page, palette) == beside[palette]


def test_each_colour_of_a_tile_has_its_own_mark(page: Page) -> None:
    me = Person.start(page)
    me.play(3)

    for tile in (one["tile"] for one in me.look()["laid"]):
        letters = [mark.get_attribute("d") for mark in page.locator(f"#marks-{tile} path").all()]
        assert len(letters) == 6
        assert len(set(letters)) == 3


@pytest.mark.parametrize("part", ["marks", "numbers"])
def test_letters_and_numbers_join_the_tiles_once_they_are_wanted(page: Page, part: str) -> None:
    me = Person.start(page, n_plies=1)
    me.settle()
    tile = me.look()["laid"][0]["tile"]
    joined = page.locator(f"#tile-{tile} .{part}")
    expect(joined).to_have_count(0)

    page.evaluate("(part) => { document.documentElement.dataset[part] = 'on' }", part)
    expect(joined).to_have_count(1)
    page.evaluate(stored(f"setting/{part}", "on"))
    page.reload()

    me.settle()
    expect(joined).to_have_count(1)


def options(page: Page, name: str) -> list[str]:
    values = [one.get_attribute("value") for one in page.locator(f"input[name={name}]").all()]
    return [value for value in values if value]


def swatches(page: Page, palette: str) -> tuple[str, ...]:
    """Return the colours of the hexagons beside a palette's name."""
    found: list[str] = page.locator(f"#settings .palette[data-palette={palette}] polygon").evaluate_all(
        """(all) => all.map((one) => '#' + getComputedStyle(one).fill.match(/\\d+/g)
            .map((part) => Number(part).toString(16).padStart(2, '0')).join(''))"""
    )
    return tuple(found)


def shown(page: Page, **settings: str) -> dict[str, tuple[int, ...]]:
    """Set the page's attributes and read the resulting styles."""
    page.evaluate("(settings) => Object.assign(document.documentElement.dataset, settings)", settings)
    values: dict[str, str] = page.evaluate(
        """(names) => Object.fromEntries(names.map((name) =>
            [name, getComputedStyle(document.documentElement).getPropertyValue(`--tantrix-${name}`)]))""",
        [*NAMES, "tile"],
    )
    return {name: parts(value) for name, value in values.items()}


def parts(colour: str) -> tuple[int, ...]:
    found = re.fullmatch(r"\s*#(\w\w)(\w\w)(\w\w)\s*", colour)
    assert found, f"expected a colour like #ee3e38, got {colour!r}"
    return tuple(int(part, 16) for part in found.groups())
