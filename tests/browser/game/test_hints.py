"""Hints on the board: why a space is refused, which tiles fit a forced space, what is left."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tantrix.game import Verdict
from tantrix.placement import Placement
from tests.browser.support.pages import stored
from tests.browser.support.person import PEOPLE, Fingers, Json, Person, colours, middle
from tests.browser.support.touch import below

DOES_NOT_FIT = re.compile(r"That doesn't fit: (red|yellow|green|blue) would touch (red|yellow|green|blue)\.")
REFUSALS = (Verdict.FORCED_FIRST, Verdict.TRIPLE, Verdict.FOURTH_SIDE, Verdict.CONTROLLED)


@pytest.mark.parametrize("verdict", REFUSALS)
def test_a_refused_space_names_the_rule(page: Page, verdict: Verdict) -> None:
    me = seek(page, lambda position: bool(refused_there(position, verdict.name)))
    placement = refused_there(me.position(), verdict.name)[0]

    me.tile(placement.tile).click()
    me.cell(placement).hover()

    hint = verdict.sentence
    expect(page.locator(".hint")).to_have_text(hint)
    place = re.escape(f"Space {placement.cell.q},{placement.cell.r}: ")
    expect(me.cell(placement)).to_have_attribute("aria-label", re.compile(f"^{place}.*{re.escape(hint)}"))
    expect(me.preview).to_have_count(0)
    me.cell(placement).click()
    assert me.position()["ply"] == len(me.look()["laid"])


def test_colours_that_do_not_match_are_announced_on_focus(page: Page) -> None:
    me = seek(page, lambda position: bool(mismatching(position)))
    placement = mismatching(me.position())[0]

    me.take_up(placement.tile)
    me.cell(placement).focus()

    expect(page.locator(".hint")).to_have_text(DOES_NOT_FIT)


def test_a_refused_tile_says_why_to_a_screen_reader(page: Page) -> None:
    me = seek(page, lambda position: bool(mismatching(position)))
    placement = mismatching(me.position())[0]

    me.take_up(placement.tile)
    me.cell(placement).focus()
    page.keyboard.press("Enter")

    expect(page.locator(".announcements")).to_contain_text(DOES_NOT_FIT)


def drop(me: Person, placement: Placement) -> None:
    me.tile(placement.tile).hover()
    me.page.mouse.down()
    me.page.mouse.move(*middle(me.cell(placement)), steps=3)
    me.page.mouse.up()


def press_enter(me: Person, placement: Placement) -> None:
    me.take_up(placement.tile)
    me.cell(placement).focus()
    me.page.keyboard.press("Enter")


def press_twice(me: Person, placement: Placement) -> None:
    me.tile(placement.tile).click()
    me.cell(placement).click()


@pytest.mark.parametrize("refuse", [drop, press_enter, press_twice])
def test_the_board_says_at_the_cell_why_it_refuses_a_tile(
    page: Page, refuse: Callable[[Person, Placement], None]
) -> None:
    me = seek(page, lambda position: bool(mismatching(position)))
    placement = mismatching(me.position())[0]

    refuse(me, placement)

    bubble = page.locator(".board-bubble")
    expect(bubble).to_have_text(DOES_NOT_FIT)
    expect(bubble.locator("use")).to_have_attribute("href", f"#tile-{placement.tile}")
    expect(page.locator(".clash").first).to_be_attached()
    assert apart(bubble, me.cell(placement))
    expect(me.tile(placement.tile)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)


def test_a_tile_dropped_wrongly_by_finger_shows_the_reason(phone_page: Page) -> None:
    me = seek(phone_page, lambda position: bool(mismatching(position)))
    placement = mismatching(me.position())[0]
    fingers, (x, y) = Fingers.on(phone_page), below(phone_page, middle(me.cell(placement)))

    fingers.down(middle(me.tile(placement.tile)))
    fingers.move((x, y + 60))
    fingers.move((x, y))
    fingers.up()

    expect(phone_page.locator(".board-bubble")).to_have_text(DOES_NOT_FIT)


def test_with_numbers_on_the_sentences_name_the_tile(page: Page) -> None:
    page.add_init_script(stored("setting/numbers", "on"))
    me = seek(page, lambda position: bool(mismatching(position)))
    placement = mismatching(me.position())[0]

    press_twice(me, placement)

    expect(page.locator(".board-bubble")).to_contain_text(f"Tile {placement.tile} cannot go here. ")


def test_the_cause_glows_if_another_space_comes_first(page: Page) -> None:
    me = seek(page, lambda position: bool(refused_there(position, "FORCED_FIRST")))
    position = me.position()
    placement = refused_there(position, "FORCED_FIRST")[0]
    first = {Placement.parse(text).cell for text in position["placements"]}

    press_twice(me, placement)

    expect(page.locator(".cause")).to_have_count(len(first))


def apart(one: Locator, other: Locator) -> bool:
    """Return whether two elements do not overlap."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a
    assert b
    return a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1


def test_a_forced_space_shows_the_colours_of_the_players_who_can_fill_it(page: Page) -> None:
    me = seek(page, lambda position: {1, 0} <= {len(s["holders"]) for s in forced(position)})
    colours = [seat["colour"] for seat in me.look()["game"]["seats"]]

    for space in forced(me.position()):
        dots = cell_of(me, space).locator(".dot")
        fills = [(dot.get_attribute("class") or "").removeprefix("dot ") for dot in dots.all()]
        wanted = [f"fill-{colours[seat]}" for seat in space["holders"]] or ["fill-nobody"]
        assert fills == wanted


def test_an_arrow_marks_the_rack_tiles_that_fit_a_forced_space(page: Page) -> None:
    me = seek(page, lambda position: 0 < len(position["forced_tiles"]) < 6)
    position = me.position()

    for tile in position["hands"][position["to_play"]]:
        fits = tile in position["forced_tiles"]
        expect(me.tile(tile).locator(".fits-arrow")).to_have_count(1 if fits else 0)
        name = f"Tile {tile}: {colours(tile)}"
        expect(me.tile(tile)).to_have_accessible_name(f"{name}, fits a forced space" if fits else name)


def test_controlled_spaces_are_greyed(page: Page) -> None:
    me = seek(page, lambda position: any(s["is_controlled"] for s in position["spaces"]))
    plain = next(s for s in me.position()["spaces"] if not s["is_controlled"] and not s["is_forced"])

    for space in me.position()["spaces"]:
        grey = "controlled" in (cell_of(me, space).get_attribute("class") or "")
        assert grey == space["is_controlled"]
        if grey:
            assert fill(me, space) != fill(me, plain)


def test_the_tiles_of_the_last_turn_are_marked_in_order(page: Page) -> None:
    me = seek(page, lambda position: len(position["last_turn"]) > 1)
    laid = me.look()["laid"]
    last = [laid[ply] for ply in me.position()["last_turn"]]

    marks = page.locator(".last-mark").all()

    assert [(mark.text_content() or "").strip() for mark in marks] == [str(n + 1) for n in range(len(last))]
    for mark, one in zip(marks, last, strict=True):
        tile = page.locator(f'.laid[data-cell="{one["q"]},{one["r"]}"]')
        assert mark.get_attribute("transform") == tile.get_attribute("transform")


def test_each_colours_best_line_is_traced_on_demand(page: Page) -> None:
    me = seek(page, lambda position: all(line["score"] > 3 for line in position["lines"]))

    for line in me.position()["lines"]:
        name = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}[line["colour"]]
        button = page.get_by_role("button", name=f"Show the best {kind(line)} of {name}")
        button.click()
        parts = page.locator(f".trace-{line['colour']} path")
        expect(parts).to_have_count(len(line["cells"]))
        assert all(part.get_attribute("d") for part in parts.all())
        expect(button).to_have_attribute("aria-pressed", "true")
        button.click()
        expect(parts).to_have_count(0)


def test_the_unseen_tiles_are_listed(page: Page) -> None:
    me = Person.start(page, n_plies=11)
    unseen = me.settle()["unseen"]

    page.locator(".bag-button").click()

    dialog = page.get_by_role("dialog", name="Unseen tiles")
    expect(dialog).to_contain_text(f"{len(unseen)} tiles are left in the bag")
    shown = [int(one.inner_text()) for one in dialog.locator(".tile-number").all()]
    assert shown == unseen


def test_review_counts_the_unseen_tiles_that_fit_each_forced_space(page: Page) -> None:
    me = seek(page, lambda position: bool(forced(position)))
    expect(page.locator(".unseen-count")).to_have_count(0)
    spaces = forced(me.position())

    page.goto(f"{page.url}?ply={me.position()['ply']}")

    for space in spaces:
        expect(cell_of(me, space).locator(".unseen-count")).to_have_text(str(space["n_unseen_fitting"]))


def test_the_scores_are_live(page: Page) -> None:
    me = Person.start(page)
    me.settle()

    for _ in range(3):
        me.play(4)
        scores = me.position()["scores"]
        for seat, score in enumerate(scores):
            shown = page.locator(f'.player[data-seat="{seat}"] .player-figures .score b')
            expect(shown).to_have_text(str(score))


# Positions are found by playing: the seats are known, the contents of the bag are not.


def seek(page: Page, is_wanted: Callable[[Json], bool]) -> Person:
    """Play at random by the API until a position has the required property, and open it."""
    rng = random.Random(11)
    for _ in range(12):
        me = Person.start(page, *PEOPLE)
        while (position := me.position())["outcome"] is None:
            if position["ply"] > 2 and is_wanted(position):
                page.reload()
                me.settle()
                return me
            me.play(1, rng.choice)
    raise AssertionError("expected such a position within twelve games")


def refused_there(position: Json, verdict: str) -> list[Placement]:
    """Return placements whose tile is refused in its cell for only this reason, in every rotation."""
    legal = {(p.tile, p.cell) for p in map(Placement.parse, position["placements"])}
    other = {
        (p.tile, p.cell)
        for name, texts in position["refused"].items()
        for p in map(Placement.parse, texts)
        if name != verdict
    }
    found = map(Placement.parse, position["refused"].get(verdict, []))
    return [p for p in found if (p.tile, p.cell) not in legal | other]


def mismatching(position: Json) -> list[Placement]:
    """Return tiles of the hand to play and spaces that they fit in no rotation."""
    texts = [*position["placements"], *(text for texts in position["refused"].values() for text in texts)]
    fitting = {(p.tile, p.cell) for p in map(Placement.parse, texts)}
    hand = position["hands"][position["to_play"]]
    pairs = [(tile, (space["q"], space["r"])) for tile in hand for space in position["spaces"]]
    return [Placement.parse(f"{tile}@{q},{r}^0") for tile, (q, r) in pairs if (tile, (q, r)) not in fitting]


def forced(position: Json) -> list[Json]:
    return [space for space in position["spaces"] if space["is_forced"]]


def cell_of(me: Person, space: Json) -> Locator:
    return me.page.locator(f'.space[data-cell="{space["q"]},{space["r"]}"]')


def fill(me: Person, space: Json) -> str:
    colour: str = cell_of(me, space).locator(".field").evaluate("(field) => getComputedStyle(field).fill")
    return colour


def kind(line: Json) -> str:
    return "loop" if line["is_loop"] else "line"
