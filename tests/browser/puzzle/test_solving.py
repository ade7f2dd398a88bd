"""Solving puzzles on the page: tiles are dragged by mouse or finger, or moved by keys."""

import re
from operator import itemgetter

import pytest
from playwright.sync_api import Page, expect

from tantrix.hexes import Cell, neighbour
from tantrix.placement import Placement
from tantrix.tiles import edges
from tests.browser.support.accessibility import serious
from tests.browser.support.pages import PHONE, NewPage
from tests.browser.support.person import Fingers, middle
from tests.browser.support.puzzler import Puzzler, link, solution, unfold_packs
from tests.browser.support.touch import FINGER_PX

SOLVED = ("discovery-3", "discovery-4", "discovery-5", "pyramid-yellow")


@pytest.mark.parametrize("name", SOLVED)
def test_a_puzzle_is_solved_by_dragging_with_the_mouse(page: Page, name: str) -> None:
    me = Puzzler.open(page, name)

    for placement in solution(name):
        me.drag_and_turn(placement)

    expect(page.locator(".solved-card h2")).to_contain_text("Solved")
    expect(page.locator(".solved-line path").first).to_be_attached()
    page.goto("/puzzles")
    unfold_packs(page)
    expect(page.locator(f"[data-puzzle={name}] .solved-sign")).to_be_visible()


@pytest.mark.parametrize("name", SOLVED)
def test_a_puzzle_is_solved_by_dragging_with_a_finger(phone_page: Page, name: str) -> None:
    me = Puzzler.open(phone_page, name)

    for placement in solution(name):
        me.swipe_and_tap(placement)

    expect(phone_page.locator(".solved-card h2")).to_contain_text("Solved")
    # Chromium treats the first tap after the driver's swipe as the end of a fling, and fires no click.
    phone_page.get_by_role("heading", name="Solved").tap()
    phone_page.get_by_role("link", name="Next puzzle").tap()
    expect(phone_page).not_to_have_url(re.compile(name))


NOTE_BUZZES = "navigator.vibrate = (pattern) => (window.buzzes ??= []).push(pattern)"


def test_on_solving_light_runs_the_phone_vibrates_and_times_are_compared(new_page: NewPage) -> None:
    page = new_page(**PHONE, reduced_motion="no-preference")
    page.add_init_script(NOTE_BUZZES)
    solve_from_the_last_tile(page)

    expect(page.locator(".solved-line .light")).to_have_count(5)
    assert (
        page.locator(".light").first.evaluate("(light) => getComputedStyle(light).animationName") == "light"
    )
    delays = page.locator(".light").evaluate_all(
        "(all) => all.map((one) => parseInt(one.style.animationDelay))"
    )
    assert delays == sorted(set(delays))
    assert page.evaluate("window.buzzes.length") == 1
    rows = page.locator(".time-bars li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("You, now")
    expect(rows.last).to_contain_text("Usual time, estimated")


def test_without_motion_the_solved_line_is_lit_at_once(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.add_init_script(NOTE_BUZZES)
    solve_from_the_last_tile(page)

    expect(page.locator(".solved-line .lit-core")).to_have_count(5)
    assert page.locator(".light").first.evaluate("(light) => getComputedStyle(light).animationName") == "none"
    assert page.evaluate("window.buzzes") is None


def solve_from_the_last_tile(page: Page) -> None:
    """Open the puzzle of five tiles with all but one on the table, and lay that one."""
    *first, last = solution("discovery-5")
    me = Puzzler.open(page, "discovery-5", link(first))
    me.swipe_and_tap(last)
    expect(page.locator(".solved-card h2")).to_contain_text("Solved")


def test_a_puzzle_is_solved_by_keys_alone(page: Page) -> None:
    me = Puzzler.open(page, "discovery-3")
    press = page.keyboard.press

    for placement in solution("discovery-3"):
        me.tile(placement.tile).focus()
        press("Enter")
        page.locator('.surface [tabindex="0"]').focus()
        go_to(page, placement.cell)
        for _ in range(placement.rotation):
            press("r")
        press("Enter")
        me.lies(placement)

    expect(page.locator(".solved-card h2")).to_contain_text("Solved")


def go_to(page: Page, cell: Cell) -> None:
    """Press arrows until the focus is on a cell: left and right along a row, up and down to the next."""
    for _ in range(30):
        q, r = map(int, str(page.evaluate("document.activeElement.dataset.cell")).split(","))
        if (q, r) == cell:
            return
        key = ("ArrowDown" if r < cell.r else "ArrowUp") if r != cell.r else None
        page.keyboard.press(key or ("ArrowRight" if q < cell.q else "ArrowLeft"))
    raise AssertionError(f"the keys never came to {cell}")


def test_a_group_moves_and_turns_as_a_whole(page: Page) -> None:
    me = Puzzler.open(page, "discovery-5", "1@0,0^0;2@1,0^0")
    page.get_by_role("button", name="Move joined tiles together").click()

    me.drag(me.piece(1), Cell(-1, 1))
    me.lies(Placement(1, Cell(-1, 1), 0))
    me.lies(Placement(2, Cell(0, 1), 0))
    me.piece(1).click()

    me.lies(Placement(1, Cell(-1, 1), 1))
    me.lies(Placement(2, Cell(-1, 2), 1))


def test_a_group_of_which_another_tile_has_no_room_is_refused_for_the_tile_there(page: Page) -> None:
    me = Puzzler.open(page, "discovery-5", "1@0,0^0;2@1,0^0;3@3,0^0")
    page.get_by_role("button", name="Move joined tiles together").click()

    me.piece(1).focus()
    page.keyboard.press("Enter")
    me.cell(Cell(2, 0)).click()

    expect(page.locator(".hint")).to_have_text("There is already a tile here.")


def test_a_single_tile_leaves_its_group_and_goes_back_to_the_tray(page: Page) -> None:
    me = Puzzler.open(page, "discovery-5", "1@0,0^0;2@1,0^0")

    me.drag(me.piece(2), Cell(-1, 0))
    me.lies(Placement(1, Cell(0, 0), 0))
    me.lies(Placement(2, Cell(-1, 0), 0))
    me.piece(2).hover()
    page.mouse.down()
    page.locator(".tray").hover()
    page.mouse.up()

    expect(me.tile(2)).to_be_visible()
    expect(me.piece(2)).to_have_count(0)


def test_actions_can_be_undone_and_redone(page: Page) -> None:
    me = Puzzler.open(page, "discovery-4", "1@0,0^0")

    me.piece(1).click()
    me.lies(Placement(1, Cell(0, 0), 1))
    page.get_by_role("button", name="Undo").click()
    me.lies(Placement(1, Cell(0, 0), 0))
    page.keyboard.press("Control+y")
    me.lies(Placement(1, Cell(0, 0), 1))


def test_the_wheel_turns_a_tile_one_step(page: Page) -> None:
    me = Puzzler.open(page, "discovery-4", "1@0,0^0")

    me.piece(1).hover()
    page.mouse.wheel(0, 100)

    me.lies(Placement(1, Cell(0, 0), 1))


def test_a_tile_cannot_be_dropped_on_another(page: Page) -> None:
    me = Puzzler.open(page, "discovery-4", "1@0,0^0;2@1,0^0")

    me.tile(3).click()
    page.mouse.move(*middle(me.piece(2)))
    page.mouse.down()
    page.mouse.up()

    me.lies(Placement(2, Cell(1, 0), 0))
    expect(me.tile(3)).to_be_visible()


def test_a_tile_dropped_outside_the_shape_goes_back_with_a_word(phone_page: Page) -> None:
    me = Puzzler.open(phone_page, "pyramid-yellow")
    me.swipe_and_tap(solution("pyramid-yellow")[0])
    assert phone_page.locator(".place:not(.frame)").count() <= 1  # the cell of the keyboard's cursor
    fingers, start = Fingers.on(phone_page), middle(phone_page.locator(".tray [data-tile]").first)

    fingers.down(start)
    fingers.move((start[0], start[1] - FINGER_PX))
    fingers.move(min((middle(place) for place in phone_page.locator(".frame").all()), key=itemgetter(1)))
    fingers.up()

    expect(phone_page.locator(".hint")).to_contain_text("It cannot go there.")
    expect(phone_page.locator(".piece")).to_have_count(1)


def test_mistakes_are_shown_unless_that_is_switched_off(page: Page) -> None:
    me = Puzzler.open(page, "discovery-4", "1@0,0^0;2@1,0^2;3@0,1^1")
    expect(page.locator(".seam-mark")).to_have_count(1)
    expect(page.locator(".hint")).to_contain_text("1 edge does not match.")

    page.locator("summary[aria-label='More']").click()
    page.get_by_role("button", name="Show mistakes").click()
    expect(page.locator(".seam-mark")).to_have_count(0)
    page.reload()

    me.lies(Placement(1, Cell(0, 0), 0))
    expect(page.locator(".seam-mark")).to_have_count(0)


@pytest.mark.parametrize("edge", range(6))
def test_the_cross_of_a_mismatch_is_upright_on_every_edge(page: Page, edge: int) -> None:
    rotation = next(turned for turned in range(6) if edges(2, turned)[(edge + 3) % 6] != edges(1)[edge])
    beside = neighbour(Cell(0, 0), edge)
    Puzzler.open(page, "discovery-4", f"1@0,0^0;{Placement(2, beside, rotation)}")

    mark = page.locator(".seam-mark path")
    expect(mark).to_have_count(1)
    turned = mark.evaluate("cross => { const { b, c } = cross.getScreenCTM(); return Math.hypot(b, c); }")
    assert turned < 0.01  # a cross that is turned by 45 degrees reads as a plus


def test_a_loop_that_closes_too_early_and_a_hole_are_shown(page: Page) -> None:
    Puzzler.open(page, "discovery-9", link(solution("discovery-3")))
    expect(page.locator(".early-mark")).to_have_count(1)

    Puzzler.open(page, "discovery-9", "1@1,0^0;2@0,1^0;3@-1,1^0;4@-1,0^0;5@0,-1^0;6@1,-1^0")
    page.reload()
    expect(page.locator(".hint")).to_contain_text("There is a hole.")


def test_the_table_is_kept_in_the_browser_and_shared_by_a_link(page: Page, new_page: NewPage) -> None:
    me = Puzzler.open(page, "discovery-6")
    me.drag_and_turn(Placement(3, Cell(0, 0), 2))
    laid = me.text()

    page.reload()
    me.lies(Placement(3, Cell(0, 0), 2))
    other = Puzzler.open(new_page(), "discovery-6", laid)

    other.lies(Placement(3, Cell(0, 0), 2))


def test_hints_lead_to_the_solution(page: Page) -> None:
    me = Puzzler.open(page, "discovery-5")
    ask(page, "possible")
    expect(page.locator(".hint")).to_contain_text("can be solved in these colours")

    for n in range(5):
        ask(page, "tile")
        expect(page.locator(".surface .piece")).to_have_count(n + 1)
        if n == 1:
            ask(page, "pair")
            expect(page.locator(".hint")).to_contain_text("side by side")

    expect(page.locator(".solved-card")).to_be_visible()
    assert me.text().count(";") == 4


def test_a_solution_can_be_shown_and_counts_as_help(page: Page) -> None:
    Puzzler.open(page, "pyramid-3")

    page.locator("summary[aria-label='Hints']").click()
    page.locator("[data-hint=solution]").click()

    expect(page.locator(".solved-card h2")).to_have_text("This is a solution.")
    expect(page.locator(".celebrating")).to_have_count(0)
    page.goto("/puzzles")
    unfold_packs(page)
    expect(page.locator("[data-puzzle=pyramid-3] .solved-sign")).to_be_hidden()


def test_an_unsolvable_table_is_reported(page: Page) -> None:
    Puzzler.open(page, "discovery-3", "1@0,0^0;2@1,0^3")

    ask(page, "solvable")

    expect(page.locator(".hint")).to_contain_text("must come apart")


def ask(page: Page, hint: str) -> None:
    page.locator("summary[aria-label='Hints']").click()
    page.locator(f"[data-hint={hint}]").click()
    expect(page.locator(".hint")).not_to_contain_text("Let me think")


@pytest.mark.parametrize("look", [{}, {"color_scheme": "dark"}, {"locale": "ru-RU"}])
def test_axe_finds_nothing_serious_on_the_pages_of_puzzles(new_page: NewPage, look: dict[str, str]) -> None:
    page = new_page(**look)

    page.goto("/puzzles")
    unfold_packs(page)
    found = serious(page)
    Puzzler.open(page, "pyramid-blue", "1@0,0^0;2@1,0^2;3@0,1^1")
    found += serious(page)
    page.locator("details.menu summary").last.click()
    found += serious(page)

    assert found == []


@pytest.mark.parametrize("path", ["/puzzles", "/puzzles/discovery-30", "/puzzles/pyramid-3"])
def test_nothing_is_outside_a_phones_screen(phone_page: Page, path: str) -> None:
    phone_page.goto(path)

    assert phone_page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
