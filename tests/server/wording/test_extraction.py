"""What scripts/extract_messages.py finds in catalogues: missing sentences, and wrong ones."""

import re

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from scripts.extract_messages import LOCALE, faults, missing
from tantrix._tools.languages import LANGUAGES


def catalogue(*messages: tuple[str | tuple[str, str], str | tuple[str, ...]]) -> Catalog:
    made = Catalog(locale="de", fuzzy=False)
    for english, german in messages:
        made.add(english, german)
    return made


def test_a_sentence_without_a_translation_is_missing_and_not_wrong() -> None:
    german = catalogue(("tile", "Stein"), ("space", ""))

    assert missing(german) == ["space"]
    assert list(faults(german)) == []


def test_a_sentence_that_lacks_a_plural_form_is_missing() -> None:
    german = catalogue((("{n} tile", "{n} tiles"), ("{n} Stein", "")))

    assert missing(german) == ["{n} tile"]


def test_a_translation_with_a_placeholder_of_its_own_is_wrong() -> None:
    german = catalogue(("Tile {tile}", "Stein {stein}"), ("by %(name)s", "von %(name)s"))

    assert [fault.partition(":")[0] for fault in faults(german)] == ["de"]


def test_a_translation_with_a_percent_sign_of_its_own_is_wrong() -> None:
    german = catalogue(("{n} percent", "{n} %"), ("95 %", "95 %"), ("{x:.0%} of it", "davon {x:.0%}"))

    assert [fault.partition(", unlike")[0] for fault in faults(german)] == ["de: a percent sign of its own"]


def test_every_language_on_offer_has_a_catalogue() -> None:
    catalogues = {path.parents[1].name for path in LOCALE.glob("*/LC_MESSAGES/tantrix.po")}

    assert set(LANGUAGES) - {"en"} <= catalogues


def test_no_sentence_says_what_was_expected_and_what_was_got() -> None:
    with (LOCALE / "tantrix.pot").open("rb") as file:
        sentences = [str(message.id) for message in read_po(file)]

    assert len(sentences) > 3_000
    assert [each for each in sentences if re.search(r"\bexpected .*\bgot\b|^expected |, got ", each)] == []


@pytest.mark.parametrize(
    ("language", "unlike"),
    [
        ("fr", r"(?<![\w-])(?:tu|toi|te|tes|ton|ta)(?![\w-])|e-toi\b|\w'\w"),
        ("ru", r"\b(?:ты|тебя|тебе|тобой|тво\w+|укажи|введи|коснись|отметь|сравни|исправь)\b"),
    ],
    ids=["fr", "ru"],
)
def test_french_and_russian_address_everybody_politely(language: str, unlike: str) -> None:
    with (LOCALE / language / "LC_MESSAGES/tantrix.po").open("rb") as file:
        said = [message.string or "" for message in read_po(file) if message.id]
    sentences = [text for one in said for text in ([one] if isinstance(one, str) else one)]

    assert [text for text in sentences if re.search(unlike, text, re.IGNORECASE)] == []
