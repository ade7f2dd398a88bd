"""The typefaces have every letter of every language, so that no word changes its face in the middle."""

import pytest
from playwright.sync_api import Page

from scripts.extract_messages import LOCALE
from tantrix._tools.languages import LANGUAGES

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
