"""A game analysed in the browser, suggestions on the board, and the analysis board."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tantrix.notation import print_position
from tantrix.record import Record
from tests.browser.support.accessibility import LOOKS, out_of_reach, serious
from tests.browser.support.pages import NewPage, stored
from tests.browser.support.person import PEOPLE, Person, begin, choose, colours, play_on
from tests.server.support.finished_games import Finished


def opened(page: Page, game: Finished) -> Person:
    """Open the page of a game that was played to its end."""
    page.goto(f"/games/{game.id}")
    me = Person(page)
    me.settle()
    return me


def analysed(page: Page, game: Finished) -> Person:
    me = opened(page, game)
    page.get_by_role("button", name="Review", exact=True).click()
    curve(page).wait_for()
    return me


def curve(page: Page) -> Locator:
    return page.get_by_role("slider", name="Expected margin")


def suggestions(page: Page) -> Locator:
    """Turn suggestions on and wait for the first."""
    page.get_by_role("button", name="Suggestions", exact=True).click()
    rows = suggested(page)
    rows.first.wait_for()
    return rows


def suggested(page: Page) -> Locator:
    """Return the suggestions, without what is listed below them instead of a mistake."""
    return page.locator(".advice .advice-row")


def set_up(page: Page, text: str) -> None:
    page.get_by_role("button", name="Set up a position").click()
    page.get_by_label("A position on one line").fill(text)
    page.get_by_role("button", name="Set up", exact=True).click()


def test_a_finished_game_has_a_curve_that_leads_to_its_positions(page: Page, finished_game: Finished) -> None:
    me = analysed(page, finished_game)
    n_plies = me.position()["ply"]
    box = curve(page).bounding_box()
    assert box

    curve(page).click(position={"x": box["width"] / 2, "y": 60})

    middle = int(curve(page).get_attribute("aria-valuenow") or -1)
    assert abs(middle - n_plies / 2) < 4
    me.sees(middle)
    expect(page.locator(".ply-note")).to_have_text(f"{middle}/{n_plies}")


def test_arrow_keys_move_along_the_curve_which_announces_the_leader(
    page: Page, finished_game: Finished
) -> None:
    me = analysed(page, finished_game)
    n_plies = me.position()["ply"]

    curve(page).focus()
    page.keyboard.press("Home")
    me.sees(0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    me.sees(2)
    page.keyboard.press("PageUp")
    me.sees(12)
    page.keyboard.press("End")

    me.sees(n_plies)
    expect(curve(page)).to_be_focused()
    expect(curve(page)).to_have_attribute("aria-valuetext", f"{n_plies} tiles: Ann {final(me)}")


def final(me: Person) -> str:
    ann, bob = me.position()["scores"]
    margin = 0 if me.position()["outcome"]["termination"] == "deadlock" else ann - bob
    return f"{margin:+.1f}".replace("-", "−") if margin else "0.0"


def test_mistakes_are_listed_and_shown_on_the_board(page: Page, finished_game: Finished) -> None:
    me = analysed(page, finished_game)
    first = page.locator(".steps tbody tr").first
    ply = int(first.locator("td").first.inner_text()) - 1

    first.get_by_role("button").click()

    me.sees(ply)
    expect(page.locator(".steps tr.shown")).to_have_count(1)
    expect(page.locator(".hint-tile.best")).to_have_count(1)
    expect(page.locator(".analysis-note")).to_contain_text("points lost")
    expect(page.locator(".analysis-note")).to_contain_text("The board shows the better place.")
    expect(page.locator("tantrix-game-analysis")).not_to_contain_text(re.compile(r"\d,-?\d|@"))


def test_cards_sum_up_the_game_and_lead_to_the_biggest_mistake(page: Page, finished_game: Finished) -> None:
    me = analysed(page, finished_game)
    cards = page.locator(".summary-card")
    expect(cards).to_have_count(3)
    expect(cards.first.locator("b")).to_have_text([re.compile(r"^\d+%$")] * 2)
    losses = page.locator(".steps tbody tr td:nth-child(4)").all_inner_texts()
    worst = max(losses, key=float)
    expect(cards.filter(has_text="Biggest mistake")).to_contain_text(f"−{worst}")

    page.get_by_role("button", name="Biggest mistake").click()

    expect(page.locator(".steps tr.shown td:nth-child(4)")).to_have_text(worst)
    row = page.locator(".steps tr.shown td").first
    me.sees(int(row.inner_text()) - 1)
    expect(page.locator(".hint-tile.best")).to_have_count(1)
    # An arrow leads from what was played to what was better, unless both are at one cell.
    expect(page.locator(".hint-arrow")).to_have_count(page.locator(".hint-tile.played").count())


def test_a_continuation_plays_while_its_picture_is_hovered_or_focused(
    page: Page, finished_game: Finished
) -> None:
    me = analysed(page, finished_game)
    curve(page).focus()
    page.keyboard.press("Home")
    for _ in range(2):  # everything that follows is close, and so inside the picture
        page.keyboard.press("ArrowRight")
    me.sees(2)
    suggestions(page)
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    rows = page.locator(".advice-row:has(.later)")
    later = rows.first.locator(".later")
    expect(later.first).to_have_css("opacity", "0")
    expect(page.locator(".advice-line")).to_have_count(0)

    rows.first.hover()
    expect(later.first).to_have_css("opacity", "1")
    numbers = page.locator(".hint-tile text")
    expect(numbers.first).to_have_text("1")
    n_pointed = numbers.count()
    page.mouse.move(0, 0)
    expect(later.first).to_have_css("opacity", "0")
    rows.first.focus()
    expect(later.first).to_have_css("opacity", "1")

    assert n_pointed > later.count()


def test_notation_is_shown_if_tiles_show_numbers(page: Page, finished_game: Finished) -> None:
    page.goto("/")
    page.evaluate(stored("setting/numbers", "on"))
    analysed(page, finished_game)

    page.locator(".steps tbody tr").first.get_by_role("button").click()

    expect(page.locator(".analysis-note")).to_contain_text("Better: tile")
    expect(page.locator(".advice-line").first).to_have_text(re.compile(r"^\d+@-?\d+,-?\d+\^[0-5]"))


def test_all_placements_are_in_the_table_on_request(page: Page, finished_game: Finished) -> None:
    me = analysed(page, finished_game)

    page.get_by_label("Mistakes only").uncheck()

    expect(page.locator(".steps tbody tr")).to_have_count(me.position()["ply"])
    expect(page.locator(".analysis-judge")).to_contain_text("Judged by the robot Vera.")


def test_suggestions_follow_the_ply_and_can_be_stopped(page: Page, finished_game: Finished) -> None:
    me = analysed(page, finished_game)
    curve(page).focus()
    page.keyboard.press("Home")
    for _ in range(8):
        page.keyboard.press("ArrowRight")
    me.sees(8)

    rows = suggestions(page)
    expect(page.locator(".hint-tile")).not_to_have_count(0)
    legal = set(listed(finished_game.record, 8))
    first = rows.first.get_attribute("aria-label")
    page.keyboard.press("Tab")
    curve(page).focus()
    page.keyboard.press("ArrowRight")
    rows.first.wait_for()

    assert first
    assert any(first.startswith(words) for words in legal)
    page.get_by_role("button", name="Suggestions", exact=True).click()
    expect(rows).to_have_count(0)


def listed(record: Record, ply: int) -> list[str]:
    return [
        f"Tile {tile} at {cell.q},{cell.r}, {colours(tile, rotation)}: "
        for tile, cell, rotation in record.game(ply).placements()
    ]


def test_an_analysis_opens_at_the_biggest_mistake_and_says_at_the_better_place_what_it_is_worth(
    page: Page, finished_game: Finished
) -> None:
    me = analysed(page, finished_game)
    words = page.locator(".summary-card.worst").inner_text()
    number = int(words.rsplit(maxsplit=1)[1])

    me.sees(number - 1)
    expect(page.locator(".board-bubble")).to_contain_text("points better.")
    expect(page.locator(".advice-row .thumbnail")).to_have_count(2)
    page.keyboard.press("End")
    expect(page.locator(".board-bubble")).to_have_count(0)


def test_arrows_lead_through_a_game_beside_its_analysis(page: Page, finished_game: Finished) -> None:
    me = analysed(page, finished_game)
    page.locator('.replay input[type="range"]').fill("20")
    me.sees(20)

    page.keyboard.press("ArrowLeft")
    me.sees(19)
    page.keyboard.press("ArrowRight")
    me.sees(20)

    board, analysis = (
        page.locator(name).bounding_box() for name in ("tantrix-board", "tantrix-game-analysis")
    )
    assert board
    assert analysis
    assert board["x"] + board["width"] <= analysis["x"]
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


def test_arrows_lead_through_a_replay_that_was_just_opened(page: Page, finished_game: Finished) -> None:
    me = opened(page, finished_game)
    page.goto(f"/games/{me.id}?ply=30")
    me.sees(30)

    page.keyboard.press("ArrowLeft")

    me.sees(29)
    page.keyboard.press("Shift+ArrowLeft")  # moves the view
    me.sees(29)


def test_a_game_in_play_says_when_it_can_be_analysed(page: Page) -> None:
    me = Person.start(page, *PEOPLE)
    me.settle()

    page.locator("details.menu > summary").click()
    expect(page.get_by_role("button", name="Fair shuffle proof")).to_be_visible()
    expect(page.get_by_role("button", name="Analysis", exact=True)).to_have_count(0)

    page.goto(f"/analysis?game={me.id}")
    expect(page.get_by_text("It can be analysed once it is over.")).to_be_visible()


def test_analyse_from_here_takes_the_position_and_the_rest_of_the_game_along(
    page: Page, finished_game: Finished
) -> None:
    me = analysed(page, finished_game)
    n_plies = me.position()["ply"]
    page.locator('.replay input[type="range"]').fill("9")
    me.sees(9)

    page.get_by_role("link", name="Analyse from here").click()

    me.sees(9)
    expect(page.locator(".study-line li")).to_have_count(n_plies)
    page.keyboard.press("]")
    me.sees(10)
    page.get_by_role("link", name="To the game").click()
    me.settle()


@pytest.fixture
def half_played(finished_game: Finished) -> str:
    """Return a position of a finished game, as text."""
    return print_position(finished_game.record.game(20))


def test_a_pasted_position_is_played_on_taken_back_and_varied(page: Page, half_played: str) -> None:
    page.goto("/analysis")
    set_up(page, half_played)
    me = Person(page)
    me.sees(20)
    rng = random.Random(1)

    me.click(choose(look(page, half_played), rng))
    me.sees(21)
    page.get_by_role("button", name="Take back").click()
    me.sees(20)
    other = choose(look(page, half_played), rng)
    page.locator(".draw-field select").select_option(index=1)
    me.click(other)
    me.sees(21)

    expect(page.locator(".study-line li")).to_have_count(1)
    page.get_by_role("button", name="Variation 2 of 2: show the next").click()
    expect(page.get_by_role("button", name="Variation 1 of 2: show the next")).to_be_visible()


def look(page: Page, position: str) -> dict[str, Any]:
    answer = page.request.post("/api/analysis/position", data={"position": position})
    view: dict[str, Any] = answer.json()["position"]
    return view


def test_a_suggestion_is_laid_from_the_list(page: Page, half_played: str) -> None:
    page.goto("/analysis")
    set_up(page, half_played)
    me = Person(page)
    me.sees(20)

    suggestions(page).first.click()
    expect(page.locator(".preview.set")).to_have_count(1)
    me.lay_it.click()

    me.sees(21)
    suggested(page).first.wait_for()


def test_the_analysis_board_is_played_by_keys_alone(page: Page, half_played: str) -> None:
    page.goto("/analysis")
    set_up(page, half_played)
    me = Person(page)
    me.sees(20)

    me.type(choose(look(page, half_played), random.Random(4)))
    me.sees(21)
    page.keyboard.press("[")
    me.sees(20)
    page.keyboard.press("]")
    me.sees(21)
    page.get_by_role("button", name="Take back").focus()
    page.keyboard.press("ArrowLeft")

    me.sees(20)


def test_a_game_of_four_is_dealt_and_an_own_game_is_fetched(page: Page) -> None:
    id = begin(page.request, *PEOPLE)
    play_on(page.request, id, 64, random.Random(6).choice)
    page.goto("/analysis")

    page.get_by_role("button", name="Set up a position").click()
    dialog = page.locator("#dialog-set-up")
    dialog.get_by_role("radio", name="Four").check()
    dialog.get_by_text("Rules of this game").click()
    dialog.locator("[name=tile_set][value='64']").check()
    dialog.get_by_role("button", name="Deal", exact=True).click()
    expect(page.locator("li.player")).to_have_count(4)
    page.get_by_role("button", name="Set up a position").click()
    dialog.locator(".game-row").click()

    expect(page).to_have_url(f"/analysis?game={id}")
    expect(page.locator(".study-line li")).not_to_have_count(0)


def test_a_record_is_pasted(page: Page, finished_game: Finished) -> None:
    page.goto("/analysis")

    set_up(page, finished_game.text)

    me = Person(page)
    expect(page.locator(".study-line li")).not_to_have_count(0)
    me.sees(0)
    page.keyboard.press("End")
    me.sees(len(finished_game.record.entries))


def test_unreadable_input_is_reported_in_the_dialog(page: Page) -> None:
    page.goto("/analysis")

    set_up(page, "RB; 1@0,0^0; 1 / 2; 1")

    expect(page.get_by_role("alert")).to_contain_text("tile 1 twice")


@pytest.mark.parametrize("look", list(LOOKS))
def test_axe_finds_nothing_serious_in_an_analysis(
    new_page: NewPage, look: str, finished_game: Finished
) -> None:
    page = new_page(**LOOKS[look])
    opened(page, finished_game)
    found = []

    page.locator(".analysis-button").click()
    page.locator(".curve").wait_for()
    page.locator(".steps .step").first.click()
    page.locator(".advice-head button").first.click()
    suggested(page).first.wait_for()
    found += serious(page)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert out_of_reach(page) == []
    page.goto("/analysis")
    page.locator(".rack .slot").first.wait_for()
    found += serious(page)
    page.locator("#dialog-set-up").evaluate("(dialog) => dialog.showModal()")
    found += serious(page)

    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
