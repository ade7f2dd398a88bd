"""The typefaces have every letter of every language, so that no word changes its face in the middle."""

import pytest
from playwright.sync_api import Page, expect

from scripts.extract_messages import LOCALE
from tantrix._tools.languages import LANGUAGES
from tests.browser.support.person import PEOPLE, Person, begin

# A letter that the typeface lacks has the width of the generic face that follows in the list.
LACKS = """async ({typeface, letters}) => {
    const font = (generic) => `600 40px ${typeface}, ${generic}`;
    await document.fonts.load(font('serif'), letters);
    const drawing = document.createElement('canvas').getContext('2d');
    const widths = (generic) => {
        drawing.font = font(generic);
        return [...letters].map((letter) => drawing.measureText(letter).width);
    };
    const [serif, monospace] = [widths('serif'), widths('monospace')];
    return [...letters].filter((_, at) => serif[at] !== monospace[at]);
}"""
GREEK = "Ω"


@pytest.mark.parametrize("typeface", ["Unbounded", "Onest"])
def test_a_typeface_has_the_letters_of_all_languages(page: Page, typeface: str) -> None:
    catalogues = "".join(path.read_text("utf-8") for path in LOCALE.glob("*/LC_MESSAGES/tantrix.po"))
    sentences = catalogues + "".join(LANGUAGES.values())
    letters = "".join(sorted({each for each in sentences if each.isprintable() and not each.isspace()}))
    page.goto("/")

    assert page.evaluate(LACKS, {"typeface": typeface, "letters": letters + GREEK}) == [GREEK]


def test_no_figure_has_a_hole_beside_the_digit_one(page: Page) -> None:
    Person.start(page, *PEOPLE, control="15 tournament", n_plies=6)
    clock = page.get_by_role("timer").first
    expect(clock).to_be_visible()

    spaced = page.evaluate(
        """() => [...document.querySelectorAll("*")].map((one) => getComputedStyle(one).fontVariantNumeric)
            .filter((figures) => figures !== "normal")"""
    )

    assert spaced == []
    ticks = [
        clock.evaluate("(one, text) => { one.textContent = text; return one.offsetWidth; }", text)
        for text in ("11:11", "14:00")
    ]
    assert ticks[0] == ticks[1]  # so that nothing beside a clock moves


def test_a_score_stands_apart_from_its_clock(phone_page: Page) -> None:
    Person.start(phone_page, *PEOPLE, control="15 tournament", n_plies=6)
    bar = phone_page.locator(".opponents .player").first

    score = bar.locator(".score b").bounding_box()
    clock = bar.get_by_role("timer").bounding_box()

    assert score
    assert clock
    assert clock["x"] - score["x"] - score["width"] >= 12


@pytest.mark.parametrize(
    ("path", "clock"),
    [
        ("/gobble", "rush-clock"),
        ("/gobble", "replay-time"),
        ("/puzzles", "run-clock"),
        ("game", "clock long"),
    ],
)
def test_a_clock_keeps_its_width_while_it_ticks(page: Page, path: str, clock: str) -> None:
    page.goto(f"/games/{begin(page.request)}" if path == "game" else path)

    widths = page.evaluate(
        """(clock) => ["11:11:11", "00:00:00"].map((time) => {
            const one = document.createElement("span");
            one.className = clock;
            one.textContent = time;
            one.style.cssText = "position: absolute; min-width: 0";
            document.body.append(one);
            return one.getBoundingClientRect().width;
        })""",
        clock,
    )

    assert widths[0] == widths[1] > 0
