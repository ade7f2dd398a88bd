"""The first game of a newcomer against the easiest computer, from the start page to the result."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tantrix.placement import Placement
from tests.browser.support.person import Person, choose


@pytest.mark.parametrize("lay", [Person.drag, Person.type])
def test_a_first_game_is_played_to_its_end_by_a_single_input_method(
    page: Page, lay: Callable[[Person, Placement], None]
) -> None:
    page.goto("/")
    pip = page.get_by_role("button", name="Play Pip")
    if lay is Person.type:
        pip.focus()
        page.keyboard.press("Enter")
    else:
        pip.click()
    page.wait_for_url("**/games/*")
    me, rng = Person(page), random.Random(7)

    while not (position := me.settle())["outcome"]:
        lay(me, choose(position, rng))

    expect(page.locator(".result-field h2")).to_be_visible()
