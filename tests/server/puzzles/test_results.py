"""A shared result: its picture, its link, the times of others, and the tiles to cut out."""

import re
from io import BytesIO

import pytest
from PIL import Image
from starlette.testclient import TestClient

from tantrix.pictures.draw import DARK
from tantrix.pictures.titles import centred_title
from tantrix.server.puzzles.catalogue import PUZZLES
from tantrix.server.puzzles.cut_outs import SHEET_HEIGHT, SHEET_WIDTH, cut_outs
from tantrix.server.puzzles.result_card import SharedResult, result_card
from tantrix.tiles import Colour

RESULT = "47-13-0001000000"


@pytest.mark.parametrize(("seconds", "time"), [(7, "0:07"), (754, "12:34"), (3723, "1:02:03")])
def test_a_result_is_read_from_its_word(seconds: int, time: str) -> None:
    result = SharedResult.parse(f"{seconds}-3-0100")

    assert (result.time, result.n_days, result.taken_back) == (time, 3, (False, True, False, False))


@pytest.mark.parametrize("word", ["", "47-13", "47-13-002", "x-1-0", f"1-1-{'0' * 65}", "1-1-0\n"])
def test_any_other_word_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match="expected a result like"):
        SharedResult.parse(word)


def test_the_picture_of_a_result_tells_which_tile_was_taken_back_and_tomorrow() -> None:
    card = result_card(SharedResult.parse(RESULT), Colour.RED)

    assert card.count("stroke-dasharray") == 2  # the tile, and tomorrow
    assert card.count("<polygon") == 10 + 7 + 1
    assert result_card(SharedResult.parse("47-0-0000"), None).count("stroke-dasharray") == 0


def test_the_time_stands_in_the_middle_of_the_ring_in_the_letters_of_titles() -> None:
    card = result_card(SharedResult.parse(RESULT), Colour.RED)

    assert centred_title("0:47", (800.0, 315.0), 104.0, DARK.tile) in card


def test_a_link_with_a_result_shows_its_picture_in_previews(client: TestClient) -> None:
    plain = client.get("/puzzles/discovery-10").text
    shared = client.get(f"/puzzles/discovery-10?result={RESULT}").text

    address = f"/puzzles/discovery-10/result.png?result={RESULT}"
    assert "result.png?result" not in plain
    assert re.search(f'og:image" content="[^"]*{re.escape(address)}"', shared)
    assert client.get("/puzzles/discovery-10?result=nothing").status_code == 422
    picture = client.get(address)
    assert picture.headers["content-type"] == "image/png"
    assert Image.open(BytesIO(picture.content)).size == (1200, 630)


def test_a_puzzle_of_a_link_has_a_picture_of_its_result(client: TestClient) -> None:
    page = client.get("/puzzles/custom", params={"goal": "1-5 loop:R", "result": "9-0-00000"}).text

    found = re.search(r'og:image" content="http://testserver([^"]*)"', page)
    assert found
    assert client.get(found[1].replace("&amp;", "&")).headers["content-type"] == "image/png"


@pytest.mark.parametrize("name", [name for name, one in PUZZLES.items() if one.mode == "solve"])
def test_tiles_to_cut_out_fit_one_sheet_and_do_not_overlap(name: str) -> None:
    places, width = cut_outs(PUZZLES[name].tiles)

    half, height = width / 2, width * 2 / 3**0.5
    assert [one.tile for one in places] == list(PUZZLES[name].tiles)
    assert width >= 20
    for n, one in enumerate(places):
        assert half <= one.x <= SHEET_WIDTH - half
        assert height / 2 <= one.y <= SHEET_HEIGHT - height / 2
        assert all(abs(one.x - other.x) > width or abs(one.y - other.y) > height for other in places[:n])


def test_the_sheet_has_the_tiles_of_a_puzzle_and_none_of_a_stack_in_play(client: TestClient) -> None:
    assert client.get("/puzzles/discovery-7").text.count('<use href="#tile-') == 7
    assert "cut-outs" not in client.get("/solitaire/daily").text
