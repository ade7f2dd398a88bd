"""The pictures of the rules page show what their texts say: each claim is asked of the rules."""

from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

from tantrix.game import Verdict
from tantrix.gobble.table import RushTable
from tantrix.hexes import Cell, neighbours, opposite
from tantrix.placement import Placement
from tantrix.server.learn.curriculum import LESSONS
from tantrix.server.learn.rule_pictures import (
    DISCOVERY,
    GOBBLE_PENALTY,
    GOBBLE_TURNED,
    WITHOUT_A_TILE,
    RulePicture,
    pictures,
    rule_pictures,
)
from tantrix.solver import parse_goal, solutions
from tantrix.tiles import Colour, back, edges

PICTURES = {picture.name: picture for picture in pictures()}


def facing(picture: RulePicture, cell: Cell) -> list[str]:
    """Return the colours that face a cell, of all tiles drawn."""
    at = {placement.cell: placement for placement in picture.laid}
    around = [(edge, at[near]) for edge, near in enumerate(neighbours(cell)) if near in at]
    return [edges(laid.tile, laid.rotation)[opposite(edge)] for edge, laid in around]


@pytest.mark.parametrize("picture", PICTURES.values(), ids=list(PICTURES))
def test_every_picture_obeys_the_golden_rule(picture: RulePicture) -> None:  # R1.4
    at = {placement.cell: placement for placement in picture.laid}

    assert len(at) == len(picture.laid)
    for cell, laid in at.items():
        for edge, near in enumerate(neighbours(cell)):
            if near in at:
                other = edges(at[near].tile, at[near].rotation)[opposite(edge)]
                assert edges(laid.tile, laid.rotation)[edge] == other


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("golden-rule", Verdict.LEGAL),
        ("three-of-one-colour", Verdict.TRIPLE),
        ("fourth-side", Verdict.FOURTH_SIDE),
        ("controlled-sides", Verdict.CONTROLLED),
        ("endgame", Verdict.LEGAL),
    ],
)
def test_the_ringed_tile_is_allowed_or_refused_as_the_picture_says(
    name: str, verdict: Verdict
) -> None:  # R4.1, R4.2, R4.3
    picture = PICTURES[name]
    assert picture.game is not None and picture.tile is not None

    assert picture.game.verdict(picture.tile) is verdict
    assert picture.is_refused is (verdict is not Verdict.LEGAL)


def test_the_crossed_space_would_face_three_blue_ends() -> None:  # R4.1
    assert facing(PICTURES["three-of-one-colour"], WITHOUT_A_TILE) == ["B", "B", "B"]


def test_the_forced_space_has_three_sides_and_red_holds_a_tile_for_it() -> None:  # R3.4
    picture = PICTURES["forced-spaces"]
    assert picture.game is not None
    [cell] = picture.game.forced_spaces()

    assert len(facing(picture, cell)) == 3
    assert picture.overlay.spaces[cell].holders == (Colour.RED,)


def test_a_turn_fills_then_is_free_then_fills() -> None:  # R3.1
    cells = list(PICTURES["turn"].overlay.labels)

    assert [PICTURES["turn"].overlay.labels[cell] for cell in cells] == ["1", "2", "3"]
    assert [len(facing(PICTURES["turn"], cell)) >= 3 for cell in cells] == [True, False, True]


def test_the_line_is_five_points_and_the_loop_twelve() -> None:  # R5.1
    line, loop = PICTURES["lines"].game, PICTURES["loops"].game
    assert line is not None and loop is not None

    assert (line.best(Colour.RED).score, line.best(Colour.RED).is_loop) == (5, False)
    assert (loop.best(Colour.RED).score, loop.best(Colour.RED).is_loop) == (12, True)


@pytest.mark.parametrize(("step", "text", "sides"), [(0, GOBBLE_TURNED, 2), (2, GOBBLE_PENALTY, 3)])
def test_gobble_allows_the_ringed_tile(step: int, text: str, sides: int) -> None:  # R6.2, R6.3
    table = RushTable()
    for laid in LESSONS[-1].rushes[step].placements:
        table = table.lay(laid)
    placement = Placement.parse(text)

    assert placement in set(table.placements(placement.tile, sides))


def test_the_loop_of_discovery_solves_the_puzzle_of_three_tiles() -> None:  # R7.1
    shown = tuple(map(Placement.parse, DISCOVERY))

    assert back(3) == "Y"
    assert shown in set(solutions(parse_goal("1-3 loop:Y")))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_picture_is_named_by_what_it_shows(client: TestClient, language: str) -> None:
    drawn = rule_pictures(language)
    page = client.get("/help", headers={"accept-language": language, "accept": "text/html"}).text

    for name, picture in drawn.items():
        title = ElementTree.fromstring(picture).findtext("{http://www.w3.org/2000/svg}title")
        assert title and (title == PICTURES[name].alt) is (language == "en")
        assert f'id="{name}"' in page and picture in page


def test_the_contents_lead_to_every_chapter(client: TestClient) -> None:
    page = client.get("/help", headers={"accept": "text/html"}).text

    for chapter in ("rules", "gobble-rules", "discovery-rules", "board", "place", "keys", "puzzles"):
        assert f'href="#{chapter}"' in page and f'id="{chapter}"' in page
