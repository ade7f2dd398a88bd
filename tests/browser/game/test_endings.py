"""The end of a game: the winning line, the result in the reader's terms, mistakes as puzzles."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tantrix.placement import Placement
from tests.browser.support.accessibility import serious
from tests.browser.support.pages import PHONE, TURNED_PHONE, NewPage, set_language
from tests.browser.support.person import ME_AND_ROBOT, PEOPLE, Json, Person, begin, middle, person, play_on

MOMENT_MS = 50
N_GAMES = 8  # until a game played at random has a mistake
AS_A_DRAW = """(tally) => {
  const [one, other] = tally.lines;
  tally.lines = [one, { ...other, line: { ...other.line, score: one.line.score } }];
}"""
AS_PLAYED_WELL = """(quality) => {
  const steps = quality.analysis.steps.map((step) => step.choice ? { ...step, choice: { ...step.choice,
    missed_loop: null, grade: step.ply === 20 || step.ply === 21 ? "best" : step.choice.grade } } : step);
  quality.analysis = { ...quality.analysis, steps,
    seats: quality.analysis.seats.map((seat) => ({ ...seat, accuracy: 0.9 })) };
}"""
# How many rows of the tally lie, at least partly, below the board.
TALLY_BELOW = """(board) => [...document.querySelectorAll('.tally')].filter((row) =>
  row.getBoundingClientRect().bottom > board.getBoundingClientRect().bottom).length"""
REPLAYED = (10, 6)  # how many tiles before the end


def test_a_game_ends_with_its_line_the_result_and_the_mistakes(page: Page) -> None:
    learn = page.get_by_role("button", name=re.compile(r"Learn from \d+ mistake"))
    for _ in range(N_GAMES):
        me = played_at_random(page)
        page.locator(".accuracies b").first.filter(has_text="%").wait_for()
        if learn.is_visible():
            break
    expect_the_result(me)
    expect_the_line(me)
    assert serious(page) == []
    page.locator("tantrix-tally").evaluate(AS_A_DRAW)
    expect(page.locator(".tally-count")).to_have_count(1)  # one count for two
    page.locator("tantrix-play-quality").evaluate(AS_PLAYED_WELL)
    expect(page.locator(".highlight .thumbnail .first")).to_be_visible()  # the place on the table as it was
    page.set_viewport_size({"width": 390, "height": 844})
    learn.click()
    expect(page.get_by_role("heading", level=2).first).to_be_focused()
    assert page.evaluate("scrollY") == 0
    page.set_viewport_size({"width": 1280, "height": 720})
    go_through_a_mistake(me)


def test_a_resignation_is_one_sentence_without_a_score(page: Page) -> None:
    me = Person.start(page, *PEOPLE, n_plies=9)
    me.settle()

    resign(page)

    reason = page.locator(".result-field p")
    expect(reason).to_have_text(re.compile(r"^(Ann|Bob) resigned\.$"))
    expect(page.locator(".result-score")).to_have_count(0)


@pytest.mark.parametrize("language", ["de", "pl", "ru"])
def test_long_names_leave_the_end_of_a_game_whole_on_a_phone(new_page: NewPage, language: str) -> None:
    page = new_page(**PHONE)
    set_language(page, language)
    names = ("Константин Заболотный", "Maximiliane Schwarzenegger")
    seats = [person(*each) for each in zip("RB", names, strict=True)]
    Person.start(page, *seats, n_plies=60, pick=random.Random(5).choice)
    expect(page.locator(".result-score b")).to_have_count(2)
    one, other = (middle(each) for each in page.locator(".result-score b").all())
    tally = page.locator("tantrix-board").evaluate(TALLY_BELOW)

    assert abs(one[1] - other[1]) < 1
    assert tally == 0


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
@pytest.mark.parametrize("size", [PHONE, TURNED_PHONE], ids=["phone", "turned phone"])
def test_the_main_buttons_of_the_result_are_seen_without_scrolling(
    new_page: NewPage, size: Json, language: str
) -> None:
    page = new_page(**size)
    set_language(page, language)
    Person.start(page, *PEOPLE, n_plies=60)

    buttons = page.locator(".outcome-buttons").locator("a, button")

    expect(buttons).to_have_count(3)  # a rematch, the review, a new game
    for button in buttons.all():
        expect(button).to_be_in_viewport(ratio=1)


def test_an_aborted_game_offers_no_review(page: Page) -> None:
    Person.start(page, *ME_AND_ROBOT).settle()

    page.locator("summary[aria-label='More']").click()
    page.get_by_role("button", name="Abort the game").click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Abort")).click()

    expect(page.locator(".result-field h2")).to_have_text("Game aborted")
    expect(page.locator(".outcome").get_by_role("button", name="Review")).to_have_count(0)
    expect(page.locator(".analysis-button")).to_have_count(0)


def test_ratings_that_did_not_come_are_asked_for_again_with_the_next_look_at_the_result(page: Page) -> None:
    Person.start(page, *PEOPLE, n_plies=9).settle()
    page.route("**/ratings", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/ratings")):
        resign(page)
    page.unroute("**/ratings")

    page.keyboard.press("Home")
    expect(page.locator(".outcome")).to_have_count(0)

    with page.expect_response("**/ratings") as answer:
        page.locator(".replay").get_by_role("button", name="Close").click()
    assert answer.value.ok


def test_the_last_tiles_of_a_rack_stay_where_they_are_in_replay(page: Page) -> None:
    id, n_laid = ended_with_both_racks(page)

    before, after = (places_of_the_rack(page, f"/games/{id}?ply={n_laid - n}") for n in REPLAYED)

    assert 0 < len(after) < len(before)
    assert after.items() <= before.items()


def ended_with_both_racks(page: Page) -> tuple[str, int]:
    """Play games until both players laid some of their last tiles, and not all; return its id and length."""
    rng = random.Random(2)
    while True:
        id = begin(page.request, *PEOPLE)
        play_on(page.request, id, 60, rng.choice)
        n_laid = page.request.get(f"/api/games/{id}").json()["position"]["ply"]
        paths = [f"/api/games/{id}/positions/{n_laid - n}" for n in REPLAYED]
        before, after = (page.request.get(path).json()["hands"] for path in paths)
        if all(0 < len(last) < len(first) for first, last in zip(before, after, strict=True)):
            return id, n_laid


def places_of_the_rack(page: Page, address: str) -> dict[str | None, float]:
    """Return where each tile of the opponent's rack is, from the left."""
    page.goto(address)
    slots = page.locator(".opponents .small-rack .slot")  # of one of both seats, which are the reader's
    slots.first.wait_for()
    boxes = [(slot.get_attribute("data-tile"), slot.bounding_box()) for slot in slots.all()]
    return {tile: box["x"] for tile, box in boxes if box}


def played_at_random(page: Page) -> Person:
    """Play a game against a robot at random by the API, and open its end."""
    id, rng = begin(page.request, *ME_AND_ROBOT), random.Random()
    while not (position := page.request.get(f"/api/games/{id}").json()["position"])["outcome"]:
        if position["to_play"] == 0:
            play_on(page.request, id, 1, rng.choice)
        else:
            page.wait_for_timeout(MOMENT_MS)
    page.goto(f"/games/{id}")
    me = Person(page)
    me.settle()
    return me


def expect_the_result(me: Person) -> None:
    mine, other = me.position()["outcome"]["scores"]
    title = "A draw, line for line" if mine == other else f"You win by {mine - other}"
    if mine < other:
        title = f"Greedy won by {other - mine}"
    expect(me.page.locator(".result-field h2")).to_have_text(title)
    expect(me.page.locator(".result-seat b")).to_have_text([str(mine), str(other)])
    expect(me.page.get_by_role("button", name="Rematch")).to_be_visible()
    share = me.page.get_by_role("link", name="Share the picture")
    expect(share).to_have_attribute("href", re.compile(r"/share\?ply=\d+"))


def expect_the_line(me: Person) -> None:
    position = me.position()
    best = max(position["outcome"]["scores"])
    winners = [n for n, rank in enumerate(position["outcome"]["ranks"]) if rank == 1]
    colour = me.look()["game"]["seats"][winners[0]]["colour"]
    line = next(one for one in position["lines"] if one["colour"] == colour)
    expect(me.page.locator(".win-line").first.locator(".win-part")).to_have_count(len(line["cells"]))
    expect(me.page.locator(".tally-count").first).to_have_text(str(best))


def go_through_a_mistake(me: Person) -> None:
    page, ply = me.page, me.position()["ply"]
    words = page.locator(".trainer .result-field p")
    expect(page.get_by_role("heading", name="Find a better place")).to_be_visible()
    expect(page.locator(".hint-tile.played")).to_have_count(1)
    asked = words.inner_text()
    assert serious(page) == []

    mistake = page.locator("tantrix-mistake-trainer").evaluate("(one) => one.mistakes[one.at].placement")
    me.click(Placement.parse(mistake))
    expect(words).not_to_have_text(asked)
    expect(page.locator(".trainer progress")).to_have_js_property("value", 0)
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".learning .hint")).to_have_text("")
    expect(page.get_by_role("heading", name="The better place")).to_be_visible()
    expect(page.locator(".hint-tile.best")).to_have_count(1)
    page.get_by_role("button", name="Try it again").click()
    expect(page.locator(".hint-tile.best")).to_have_count(0)
    page.get_by_role("button", name="Back to the result").click()

    expect_the_result(me)
    assert me.position()["ply"] == ply


def resign(page: Page) -> None:
    page.locator("summary[aria-label='More']").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("Resign")).first.click()
