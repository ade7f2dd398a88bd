"""Nothing on the page of a game moves but what a player moved: the board keeps its place and size."""

import random

from playwright.sync_api import Page

from tests.browser.support.person import ME_AND_ROBOT, PEOPLE, Person, choose
from tests.browser.support.steadiness import watch

STEADY = 0.001  # the buttons at a tile may find their place; a bar that grows by a line is ten times as much


def test_the_board_of_a_phone_keeps_its_place_from_turn_to_turn(phone_page: Page) -> None:
    me, rng = Person.start(phone_page, *ME_AND_ROBOT), random.Random(2)
    me.settle()
    seen = watch(phone_page)

    for _ in range(4):
        me.tap(choose(me.settle(), rng))
    me.settle()

    found = seen.read()
    assert len(found.boxes) == 1, str(found)
    assert found.shift < STEADY, str(found)


def test_the_rack_keeps_its_height_and_places_when_nothing_is_left_to_draw(phone_page: Page) -> None:
    me, rng = Person.start(phone_page, *PEOPLE, n_plies=44, pick=random.Random(2).choice), random.Random(2)
    position = me.settle()
    assert position["in_endgame"]
    seen = watch(phone_page)

    me.tap(choose(position, rng))
    me.sees(position["ply"] + 1)

    found = seen.read()
    assert len(found.boxes) == 1, str(found)
