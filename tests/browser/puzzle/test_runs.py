"""A storm in Chromium, by mouse and by keys."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tantrix.placement import Placement
from tests.browser.support.accessibility import serious
from tests.browser.support.pages import PHONE, NewPage, sign_up
from tests.support.gap_solutions import solution_of


def start(page: Page) -> dict[str, Any]:
    page.goto("/puzzles")
    page.get_by_role("link", name="Storm").click()
    with page.expect_response("**/api/puzzle-runs") as answer:
        page.get_by_role("button", name="Start").click()
    view: dict[str, Any] = answer.value.json()["gap"]
    return view


def is_sent(page: Page, n_answered: int) -> bool:
    """Return whether the line has closed, so that the answer is under way or judged."""
    is_asking = page.get_by_role("button", name="Skip").is_disabled()
    return is_asking or page.locator(".run-line li").count() > n_answered


def solve(
    page: Page, view: dict[str, Any], lay: Callable[[Placement], None], turn: Callable[[Placement], None]
) -> int:
    """Answer until one is right; return how many were missed: a line may close with a clash on the way."""
    n_missed = 0
    while True:
        [one] = solution_of(view)
        with page.expect_response("**/answers") as answer:
            lay(one)
            while not is_sent(page, n_missed):
                turn(one)
        run = answer.value.json()
        if run["was_right"]:
            return n_missed
        n_missed, view = n_missed + 1, run["gap"]
        expect(page.locator(".run-line .missed")).to_have_count(n_missed)


def test_a_storm_goes_on_to_the_next_loop_after_each_answer(page: Page) -> None:
    view = start(page)

    def press(one: Placement) -> None:
        page.locator(f"[data-space='{one.cell.q},{one.cell.r}']").click()

    def lay(one: Placement) -> None:
        page.locator(f"[data-tile='{one.tile}']").click()
        press(one)

    n_missed = solve(page, view, lay, press)

    expect(page.locator(".run-score b")).to_have_text("1")
    expect(page.locator(".run-line li")).to_have_count(n_missed + 1)
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".run-line .missed")).to_have_count(n_missed + 1)
    expect(page.get_by_role("timer")).to_contain_text("2:")


def test_a_press_meant_for_the_puzzle_before_places_no_tile_in_the_next(page: Page) -> None:
    start(page)
    page.evaluate(
        """() => {
            const line = document.querySelector(".run-line");
            const press = () => document.querySelector("[data-space]")
                .dispatchEvent(new MouseEvent("click", { bubbles: true }));
            new MutationObserver(press).observe(line, { childList: true });
        }"""
    )

    page.get_by_role("button", name="Skip").click()

    expect(page.locator(".run-line .missed")).to_have_count(1)
    expect(page.locator("[data-space] .tile")).to_have_count(0)
    page.locator("[data-tile]").first.click()
    while page.locator("[data-space] .tile").count() == 0:
        page.locator("[data-space]").first.click()


def test_a_wrong_table_ends_a_streak(page: Page) -> None:
    page.goto("/puzzles/streak")
    with page.expect_response("**/api/puzzle-runs") as answer:
        page.get_by_role("button", name="Start").click()
    view = answer.value.json()["gap"]
    [right] = solution_of(view)
    expect(page.locator(".run-tray")).to_contain_text("5 turns left.")

    page.locator(f"[data-tile='{next(tile for tile in view['tiles'] if tile != right.tile)}']").click()
    page.locator("[data-space]").click()
    page.evaluate("document.querySelectorAll('.run-buttons button')[1]?.click()")  # unless it has closed

    expect(page.get_by_role("img", name="The solution")).to_be_visible()
    expect(page.get_by_role("heading")).to_contain_text(["0 loops closed."])
    expect(page.get_by_role("img", name="What you laid")).to_be_visible()
    expect(page.locator(".run-end")).to_contain_text("Mismatch of tile")
    assert serious(page) == []


def test_a_streak_that_ends_by_the_clock_says_so(page: Page) -> None:
    page.goto("/puzzles/streak")
    page.get_by_role("button", name="Start").click()

    page.locator(".run-clock tantrix-countdown").evaluate(
        "(clock) => clock.dispatchEvent(new Event('reached'))"
    )

    expect(page.get_by_text("Time was up.")).to_be_visible()


def test_what_a_storm_missed_is_stepped_through_by_keys_and_buttons(page: Page) -> None:
    start(page)
    for n in range(2):
        page.get_by_role("button", name="Skip").click()
        expect(page.locator(".run-line .missed")).to_have_count(n + 1)
    end = "(run) => { run.run = { ...run.run, is_over: true, best: 1 }; }"  # three minutes later
    page.locator("tantrix-puzzle-run").evaluate(end)

    expect(page.locator(".run-end")).to_contain_text("Missed: 1 of 2")
    expect(page.get_by_role("button", name="Previous")).to_be_disabled()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".run-end")).to_contain_text("Missed: 2 of 2")
    page.get_by_role("button", name="Previous").click()
    expect(page.locator(".announcements")).to_contain_text("Missed: 1 of 2")


def test_a_guest_gives_a_rated_puzzle_up_and_sees_no_points(page: Page) -> None:
    page.goto("/puzzles/rated")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".run-score")).to_have_text("0 solved")
    expect(page.get_by_role("button", name="Skip")).to_have_count(0)

    page.get_by_role("button", name="Give up").click()

    expect(page.get_by_role("img", name="The solution")).to_be_visible()
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("button", name="Give up")).to_be_visible()


def test_a_missed_rated_puzzle_shows_how_its_loop_runs_and_how_one_compares(new_page: NewPage) -> None:
    page = new_page(reduced_motion="reduce")
    sign_up(page, "Renata")
    page.goto("/puzzles/rated")
    page.get_by_role("button", name="Start").click()
    ask, question = page.locator(".run-buttons button").last, page.get_by_role("dialog")
    for n in (1, 2):
        ask.click()
        expect(question).to_contain_text(re.compile(r"It costs \d+ point"))
        expect(page.locator(".run-line .missed")).to_have_count(n - 1)
        question.get_by_role("button", name="Give up").click()
        expect(page.locator(".run-line .missed")).to_have_count(n)
        if n == 1:
            page.get_by_role("button", name="Next puzzle").click()

    figures = page.locator(".run-figures li")
    expect(figures).to_contain_text(["your time", "its rating"])
    parts, slider = page.locator(".solved-line .lit-core"), page.get_by_role("slider")
    n_tiles = int(slider.get_attribute("max") or 0)
    expect(parts).to_have_count(n_tiles)
    slider.press("ArrowLeft")
    expect(parts).to_have_count(n_tiles - 1)
    expect(page.locator(".run-steps")).to_have_text(f"{n_tiles - 1} of {n_tiles}")
    page.get_by_role("button", name="Forward one tile").click()
    expect(parts).to_have_count(n_tiles)
    expect(page.get_by_role("button", name="Forward one tile")).to_be_disabled()
    assert serious(page) == []


def test_a_storm_is_not_left_without_a_question(page: Page) -> None:
    start(page)
    expect(page.get_by_role("button", name="Undo")).to_be_hidden()  # nothing lies yet
    question = page.get_by_role("dialog")

    page.get_by_role("link", name="Leave").click()
    expect(question).to_contain_text("You cannot go on later. 0 loops closed.")
    question.get_by_role("button", name="Play on").click()
    expect(question).to_be_hidden()
    page.get_by_role("link", name="Learn").first.click()
    question.get_by_role("button", name="Leave").click()

    page.wait_for_url("**/learn")


def test_the_browser_asks_before_a_storm_with_an_answer_is_gone(page: Page) -> None:
    start(page)
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(".run-line li")).to_have_count(1)

    with page.expect_event("dialog") as asked:
        page.evaluate("setTimeout(() => location.assign('/learn'))")
    question = asked.value

    assert question.type == "beforeunload"
    question.accept()
    page.wait_for_url("**/learn")


def test_a_storm_without_an_answer_is_closed_without_a_question(page: Page) -> None:
    start(page)
    asked: list[str] = []
    page.on("dialog", lambda question: asked.append(question.type))

    page.goto("/learn")

    assert not asked


def test_what_does_not_leave_a_storm_asks_nothing_and_keys_wait_behind_a_question(new_page: NewPage) -> None:
    page = new_page()
    sign_up(page, "Wendeline")
    start(page)
    question = page.get_by_role("dialog", name="Stop here?")
    page.get_by_role("link", name="Skip to the content").press("Enter")
    page.get_by_role("link", name=re.compile("Notices")).click()
    page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    chosen = page.locator(".run-tile[aria-pressed=true]")
    n_chosen = chosen.count()

    page.get_by_role("link", name="Leave").click()
    expect(question).to_be_visible()
    page.keyboard.press("1")
    page.keyboard.press("Escape")

    expect(question).to_be_hidden()
    expect(chosen).to_have_count(n_chosen)


def test_a_phone_shows_a_run_alone_with_a_bar_of_its_time(phone_page: Page) -> None:
    start(phone_page)

    expect(phone_page.locator(".time-left rect")).to_be_visible()
    expect(phone_page.locator(".run-row")).to_have_text("Ten in a row: +5 s")
    expect(phone_page.locator(".game-header")).to_be_hidden()
    expect(phone_page.get_by_role("link", name="Leave")).to_be_visible()


def test_a_streak_is_given_up_as_nothing_can_be_skipped(phone_page: Page) -> None:
    phone_page.goto("/puzzles/streak")
    phone_page.get_by_role("button", name="Start").tap()
    expect(phone_page.get_by_role("button", name="Skip")).to_have_count(0)

    phone_page.get_by_role("button", name="Give up").tap()

    buttons = phone_page.locator(".door-buttons > *")
    buttons.nth(1).wait_for()
    boxes = [one.bounding_box() for one in buttons.all()]
    first, second = boxes[0], boxes[1]
    assert first and second
    is_below = second["y"] >= first["y"] + first["height"] + 4
    assert is_below or second["x"] >= first["x"] + first["width"] + 4  # they do not touch


def test_a_storm_is_played_by_keys_and_axe_finds_nothing(new_page: NewPage) -> None:
    page = new_page(**PHONE, color_scheme="dark")
    view = start(page)
    found = serious(page)

    def lay(one: Placement) -> None:
        page.locator(f"[data-tile='{one.tile}']").press("Enter")
        page.locator(f"[data-space='{one.cell.q},{one.cell.r}']").press("Enter")

    solve(page, view, lay, lambda _: page.keyboard.press("r"))

    expect(page.locator(".run-line li:not(.missed)")).to_have_count(1)
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
