"""The letters of the colours in each language: four different ones, each from its colour's name."""

import re

import pytest
from fastapi.testclient import TestClient

from tantrix.pictures.draw import tile_symbols
from tantrix.server.wording.catalogues import LANGUAGES, translate
from tantrix.server.wording.colours import colour_letter, colour_letters

NAMES = ("red", "yellow", "green", "blue")


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_each_letter_belongs_to_the_name_of_its_colour_and_can_be_drawn(language: str) -> None:
    letters = colour_letters(language)

    assert len(set(letters)) == 4
    for letter, name in zip(letters, NAMES, strict=True):
        assert letter in translate(language, name).upper()
    assert len({tile_symbols([1], letters), tile_symbols([1])}) == (1 if language == "en" else 2)


def test_russian_letters_are_the_first_of_the_four_colours() -> None:
    assert [colour_letter(letter, "ru") for letter in "RYGB"] == ["К", "Ж", "З", "С"]
    assert colour_letters("ru") == "".join(translate("ru", name)[0].upper() for name in NAMES)


def test_polish_yellow_has_a_letter_that_does_not_look_like_green() -> None:
    assert [colour_letter(letter, "pl") for letter in "RYGB"] == ["C", "Ł", "Z", "N"]


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_pages_show_the_letters_of_their_language_beside_the_seats(client: TestClient, language: str) -> None:
    seats = [{"colour": colour, "kind": "person", "name": f"Seat {colour}"} for colour in "RYGB"]
    assert client.post("/api/games", json={"seats": seats}).status_code == 201

    page = client.get("/games", headers={"accept-language": language}).text

    assert re.findall(r'<text class="swatch-letter[^>]*>(.)</text>', page) == list(colour_letters(language))


def test_a_word_that_is_not_a_colour_stays_unchanged() -> None:
    assert [colour_letter(text, "pl") for text in ("?", "")] == ["?", ""]
