"""The lessons, completed on a desktop and started by touch on a phone; progress is kept."""

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from tantrix.placement import Placement
from tests.browser.support.accessibility import serious
from tests.browser.support.person import Person

Json = dict[str, Any]


def course(page: Page) -> Json:
    lessons: Json = json.loads(page.locator("#course").text_content() or "")
    return lessons


def asked(step: Json) -> Placement:
    """Return one placement that solves a step."""
    return Placement.parse((step["expected"] or step["board"]["position"]["placements"])[0])


def is_praised(page: Page, step: Json) -> None:
    expect(page.locator(".lesson-answer.done")).to_contain_text(step["praise"])


def next_step(page: Page) -> None:
    page.get_by_role("button", name="Next", exact=True).click()


def test_all_lessons_are_played_with_mouse_and_keys(page: Page) -> None:
    page.goto("/learn")
    me, lessons = Person(page), course(page)["lessons"]

    for lesson in lessons:
        for n, step in enumerate(lesson["steps"]):
            expect(page.locator(".lesson h2")).to_have_text(lesson["title"])
            expect(page.locator(".lesson-words")).to_have_text(step["words"])
            (me.type if n % 2 else me.drag)(asked(step))
            is_praised(page, step)
            next_step(page)
    lay, aside, gobble = lessons[-1]["rushes"]
    turn_and_lay(page)
    is_praised(page, lay)
    next_step(page)
    expect(page.locator(".lesson-words")).to_have_text(aside["words"])
    page.keyboard.press("Space")
    page.keyboard.press("x")
    is_praised(page, aside)
    next_step(page)
    expect(page.locator(".lesson-words")).to_have_text(gobble["words"])
    page.locator(".penalty-pile .slot").click()
    page.locator(".space.forced").click()
    page.locator(".recipient").first.click()
    is_praised(page, gobble)
    next_step(page)

    expect(page.get_by_role("heading", name="You know the game!")).to_be_visible()
    end = page.locator(".course-end")
    box, window = end.bounding_box(), page.viewport_size
    assert box
    assert window
    assert box["width"] == window["width"]
    assert box["height"] > 0.8 * window["height"]
    expect(end.locator("a, button")).to_have_count(1)
    page.get_by_role("button", name="A first game").click()
    page.wait_for_url("**/games/*")


def turn_and_lay(page: Page) -> None:
    """Turn the first tile of the stock, and lay it on the first space where it fits."""
    page.locator(".stock").click()
    expect(page.locator("button.turned-slot")).to_be_visible()
    page.locator(".space").first.wait_for()
    for space in page.locator(".space").all():
        space.hover()
        if page.locator(".preview.hovering:not(.blocked)").count():
            space.click()
            return


def test_an_illegal_tile_flies_back_and_progress_is_kept(page: Page) -> None:
    page.goto("/learn#loops")
    me, [step] = Person(page), next(one["steps"] for one in course(page)["lessons"] if one["name"] == "loops")
    [refused] = [Placement.parse(text) for text in step["board"]["position"]["refused"]["TRIPLE"]][:1]

    me.drag(refused)
    expect(page.locator(".lesson-answer.refused")).to_contain_text("three links of one colour")
    expect(me.tile(refused.tile)).to_have_attribute("aria-pressed", "false")
    me.drag(asked(step))
    is_praised(page, step)
    page.goto("/learn")

    expect(page.locator(".lesson h2")).to_have_text("Loops count double")
    expect(page.locator(".lesson-band .done")).to_have_count(1)


def test_a_lesson_rings_the_tile_that_it_means(page: Page) -> None:
    page.goto("/learn#endgame")
    me, [step] = (
        Person(page),
        next(one["steps"] for one in course(page)["lessons"] if one["name"] == "endgame"),
    )

    expect(page.get_by_role("button", name="The ringed tile.")).to_have_count(1)
    expect(page.locator(".rack .ringed .tile-ring")).to_have_count(1)
    me.drag(asked(step))
    is_praised(page, step)

    expect(page.locator(".rack .ringed")).to_have_count(0)


def test_the_first_lesson_rings_its_tile_and_its_space(page: Page) -> None:
    page.goto("/learn#lines")

    expect(page.get_by_role("button", name="The ringed tile.")).to_have_count(1)
    expect(page.get_by_role("button", name="The ringed space.")).to_have_count(1)


def test_the_band_of_ten_lessons_tells_where_one_is_and_what_is_done(page: Page) -> None:
    page.goto("/learn#lines")
    band = page.locator(".lesson-band")
    expect(band.get_by_role("listitem")).to_have_count(10)
    expect(band.locator("[aria-current=step]")).to_have_text("Your line: Step 1 of 1")

    Person(page).drag(asked(course(page)["lessons"][0]["steps"][0]))
    next_step(page)

    expect(band.locator("[aria-current=step]")).to_have_text("The golden rule: Step 1 of 2")
    expect(band.get_by_role("listitem").first).to_have_text("Your line: done")


def test_show_me_points_out_tile_and_space_until_the_step_is_done(page: Page) -> None:
    page.goto("/learn#loops")
    me = Person(page)
    placement = asked(next(one["steps"] for one in course(page)["lessons"] if one["name"] == "loops")[0])
    expect(page.locator(".hint-tile, .ring-mark, .tile-ring")).to_have_count(0)

    page.get_by_role("button", name="Show me").click()

    expect(page.locator(".hint-tile .tile")).to_have_class(f"tile turn-{placement.rotation}")
    expect(me.cell(placement)).to_have_accessible_name(re.compile("^The ringed space."))
    expect(me.cell(placement)).to_be_focused()
    expect(me.tile(placement.tile)).to_have_accessible_name(re.compile("^The ringed tile."))
    me.drag(placement)
    expect(page.locator(".lesson-answer.done")).to_be_visible()
    expect(page.locator(".hint-tile, .ring-mark, .tile-ring")).to_have_count(0)
    expect(page.get_by_role("button", name="Show me")).to_have_count(0)


def test_grey_spaces_and_arrows_appear_with_the_lesson_that_explains_them(page: Page) -> None:
    page.goto("/learn#forced-spaces")
    expect(page.locator(".space.forced")).to_have_count(1)
    expect(page.locator(".fits-arrow")).to_have_count(0)
    expect(page.locator(".space.controlled")).to_have_count(0)

    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".fits-arrow")).to_have_count(1)
    page.goto("/learn#controlled-sides")

    expect(page.locator(".space.controlled")).not_to_have_count(0)


def test_a_restriction_is_met_and_obeyed_with_a_finger(phone_page: Page) -> None:
    phone_page.goto("/learn#controlled-sides")
    me = Person(phone_page)
    steps = next(one["steps"] for one in course(phone_page)["lessons"] if one["name"] == "controlled-sides")

    closed = asked(steps[0])
    me.tile(closed.tile).tap()
    me.cell(closed).tap()

    expect(phone_page.locator(".lesson-answer.done")).to_contain_text("This space is controlled")
    expect(me.lay_it).to_have_count(0)
    assert serious(phone_page) == []
    phone_page.get_by_role("button", name="Next", exact=True).tap()
    expect(phone_page.locator(".lesson-words")).to_have_text(steps[1]["words"])
    me.tap(asked(steps[1]))

    is_praised(phone_page, steps[1])


def test_a_wrong_place_refuses_a_finger_at_once_and_does_not_ask_to_place_it(phone_page: Page) -> None:
    phone_page.goto("/learn#forced-spaces")
    me = Person(phone_page)
    first = next(one["steps"] for one in course(phone_page)["lessons"] if one["name"] == "forced-spaces")[0]
    phone_page.get_by_role("button", name="Skip").tap()
    elsewhere = asked(first)

    me.tile(elsewhere.tile).tap()
    me.cell(elsewhere).tap()

    expect(phone_page.locator(".lesson-answer.refused")).to_contain_text("forced space")
    expect(me.lay_it).to_have_count(0)
    expect(me.tile(elsewhere.tile)).to_have_attribute("aria-pressed", "false")


def test_who_skips_every_lesson_is_not_told_to_know_the_game(page: Page) -> None:
    page.goto("/learn#gobble")
    for _ in range(3):
        page.get_by_role("button", name="Skip").click()

    expect(page.get_by_role("heading", name="Your line")).to_be_visible()
    expect(page.get_by_text("You know the game!")).to_have_count(0)
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.locator(".lesson h2")).to_have_text("Your line")
