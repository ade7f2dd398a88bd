"""Playing without a mouse: keys on the board, and the text board as an alternative to the picture."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tantrix.placement import Placement
from tests.browser.support.pages import stored
from tests.browser.support.person import ME_AND_ROBOT, PEOPLE, Person, choose, colours, sides


def test_a_game_is_started_and_played_by_keys_alone(page: Page) -> None:
    page.goto("/custom")
    tab_to(page, lambda: focused(page, "className") == "primary play")
    page.keyboard.press("Enter")
    page.wait_for_url("**/games/*")
    me, rng = Person(page), random.Random(1)

    for _ in range(4):
        before = me.settle()["ply"]
        me.type(choose(me.position(), rng))
        assert me.settle()["ply"] > before


def test_the_board_is_reached_by_tab_and_navigated_by_arrows(page: Page) -> None:
    me = Person.start(page, n_plies=5)
    me.settle()

    tab_to(page, lambda: me.focused_cell() is not None)
    seen = {me.focused_cell()}
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") * 3:
        page.keyboard.press(key)
        seen.add(me.focused_cell())

    assert None not in seen
    assert len(seen) >= 4


def test_each_cell_says_what_it_is(page: Page) -> None:
    me = Person.start(page, n_plies=5)
    me.settle()

    for laid in me.look()["laid"]:
        cell = page.locator(f'[data-cell="{laid["q"]},{laid["r"]}"]')
        shown = colours(laid["tile"], laid["rotation"])
        announcements = rf"^Tile {laid['tile']} at {laid['q']},{laid['r']}: {shown}\. .*(Ann|Bob)"
        expect(cell).to_have_attribute("aria-label", re.compile(announcements))
    for space in me.position()["spaces"]:
        label = page.locator(f'[data-cell="{space["q"]},{space["r"]}"]').get_attribute("aria-label") or ""
        assert label.startswith(f"Space {space['q']},{space['r']}: {sides(space['facing'])}.")
        assert space["is_forced"] == ("Forced space" in label)


def test_keys_announce_the_current_cell_and_its_tile(page: Page) -> None:
    me = Person.start(page, n_plies=1)
    position = me.settle()
    placement = next(p for p in map(Placement.parse, position["placements"]) if p.rotation > 0)
    announcements = page.locator(".announcements")

    me.take_up(placement.tile)
    expect(announcements).to_contain_text(f"Tile {placement.tile}, {colours(placement.tile)}: ")
    me.go_to(placement)
    place = f"^Space {placement.cell.q},{placement.cell.r}: .* Tile {placement.tile} fits "
    expect(me.cell(placement)).to_have_attribute("aria-label", re.compile(place))
    me.turn_to(placement.rotation, lambda: page.keyboard.press("r"))

    shown = colours(placement.tile, placement.rotation)
    expect(me.cell(placement)).to_have_attribute("aria-label", re.compile(f"{place}.*{shown}\\."))
    expect(me.tile(placement.tile)).to_have_accessible_name(f"Tile {placement.tile}: {shown}")


def test_enter_sets_r_turns_escape_takes_back_and_enter_confirms(page: Page) -> None:
    page.add_init_script(stored("setting/confirm", "on"))
    me = Person.start(page)
    placement = choose(me.settle(), random.Random(1))

    me.take_up(placement.tile)
    me.go_to(placement)
    page.keyboard.press("Enter")
    expect(me.lay_it).to_be_visible()
    page.keyboard.press("Escape")
    expect(me.lay_it).to_be_hidden()
    page.keyboard.press("Enter")
    page.keyboard.press("r")
    page.keyboard.press("Shift+R")
    page.keyboard.press("r")
    expect(me.preview).to_have_class("tile turn-1")
    page.keyboard.press("Enter")

    me.sees(1)
    assert me.look()["laid"][0]["rotation"] == 1


def test_the_focus_stays_on_the_board_when_a_message_arrives(page: Page) -> None:
    me, rng = Person.start(page, *ME_AND_ROBOT), random.Random(2)

    for _ in range(4):
        me.type(choose(me.settle(), rng))
        me.settle()
        assert me.focused_cell() is not None


def test_the_focus_stays_on_a_rack_tile_when_the_other_window_plays(page: Page) -> None:
    me = Person.start(page)
    position = me.settle()
    tile = position["hands"][position["to_play"]][2]
    me.tile(tile).focus()

    me.play(1)
    me.sees(1)

    assert page.evaluate("document.activeElement !== document.body")


def test_the_focus_is_not_lost_when_a_tile_is_laid_from_its_button(page: Page) -> None:
    page.add_init_script(stored("setting/confirm", "on"))
    me = Person.start(page, *ME_AND_ROBOT)
    placement = choose(me.settle(), random.Random(3))
    me.tile(placement.tile).focus()
    page.keyboard.press("Enter")
    me.go_to(placement)
    page.keyboard.press("Enter")

    me.lay_it.focus()
    page.keyboard.press("Enter")
    me.sees(me.settle()["ply"])

    assert page.evaluate("document.activeElement !== document.body")


def test_the_focus_comes_back_from_a_dialog(page: Page) -> None:
    Person.start(page).settle()
    button = page.get_by_role("button", name="Settings")

    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    page.keyboard.press("Escape")

    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(button).to_be_focused()


def test_the_board_is_zoomed_and_moved_by_keys(page: Page) -> None:
    Person.start(page).settle()
    surface = page.locator(".surface")

    for key in ("+", "-", "Shift+ArrowLeft", "Shift+ArrowDown"):
        before = surface.get_attribute("viewBox") or ""
        page.keyboard.press(key)
        expect(surface).not_to_have_attribute("viewBox", before)
    page.keyboard.press("0")
    fitted = surface.get_attribute("viewBox") or ""
    page.get_by_role("button", name="Show all").click()
    expect(surface).to_have_attribute("viewBox", fitted)


def test_keys_of_one_letter_can_be_switched_off(page: Page) -> None:
    page.add_init_script(stored("setting/letters", "off"))
    me = Person.start(page)
    me.settle()

    page.keyboard.press("1")

    expect(page.locator(".rack .slot[aria-pressed=true]")).to_have_count(0)


@pytest.mark.parametrize(
    ("path", "meaning"),
    [
        ("game", "next and previous space where it may be placed"),
        ("/puzzles/discovery-4", "put the tile back into the tray"),
        ("gobble", "flip a tile from your stock"),
    ],
)
def test_a_question_mark_shows_the_keys_of_the_page(page: Page, path: str, meaning: str) -> None:
    if path == "gobble":
        path = page.request.post("/api/gobble", data={"name": "Ann", "settings": {}}).json()["url"]
    if path == "game":
        Person.start(page).settle()
    else:
        page.goto(path)
    expect(page.locator(".announcements")).to_be_attached()
    keys = page.get_by_role("dialog", name="Keys")

    page.keyboard.press("?")
    expect(keys).to_contain_text(meaning)
    page.keyboard.press("Escape")

    expect(keys).to_have_count(0)


def test_a_screen_reader_announces_what_was_laid_and_whose_turn_it_is(page: Page) -> None:
    me = Person.start(page)
    position = me.settle()
    announcements = page.locator(".announcements")
    expect(announcements).to_have_attribute("aria-live", "polite")
    name = me.look()["game"]["seats"][position["to_play"]]["name"]
    placement = choose(position, random.Random(1))

    me.type(placement)

    expect(announcements).to_contain_text(f"{name} placed tile {placement.tile} at 0,0")


def test_the_text_board_plays_a_game(page: Page) -> None:
    me, rng = Person.start(page, *ME_AND_ROBOT), random.Random(4)
    page.get_by_role("button", name="Text board").click()
    log = page.get_by_role("log", name="Answers")

    for _ in range(4):
        placement = choose(me.settle(), rng)
        me.say(f"place {placement.tile} {placement.cell.q},{placement.cell.r} {placement.rotation}")
        expect(log).to_contain_text(f"Ann placed tile {placement.tile} at")
        me.settle()
        expect(page.get_by_label("Command")).to_be_focused()


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("help", "place 12 3,-1 4"),
        ("hand", "Ann: "),
        ("bag", "tiles are left in the bag"),
        ("score", "Ann, "),
        ("score", ", a line"),
        ("board", " at 0,0: "),
        ("tile 12 1", f"Tile 12: {colours(12, 1)}."),
        ("turn", "place any tile"),
        ("last", "placed tile"),
        ("spaces", "Space "),
        ("forced", "There are none."),
        ("at 0,0", "Tile "),
        ("legal 99", "may be placed nowhere"),
        ("place 99 0,0 0", "not in the hand"),
        ("place nonsense", "Write it like this"),
        ("dance", "There is no command dance"),
        ("constructor", "There is no command constructor"),
        ("<b>", "There is no command <b>"),
    ],
)
def test_the_text_board_answers(text_board: Person, command: str, answer: str) -> None:
    log = text_board.page.get_by_role("log", name="Answers")

    text_board.say(command)

    expect(log).to_contain_text(f"> {command}")
    expect(log).to_contain_text(answer)


@pytest.fixture
def text_board(page: Page) -> Person:
    """Open the text board of a two-player game after one tile."""
    me = Person.start(page, *PEOPLE, n_plies=1)
    me.settle()
    page.get_by_role("button", name="Text board").click()
    return me


def test_the_text_board_says_why_a_placement_is_refused(text_board: Person) -> None:
    position = text_board.position()
    tile = position["hands"][position["to_play"]][0]
    log = text_board.page.get_by_role("log", name="Answers")

    text_board.say(f"place {tile} 0,0 0")
    expect(log).to_contain_text("There is already a tile here.")
    text_board.say(f"place {tile} 9,9 0")
    expect(log).to_contain_text("A tile must touch the Tantrix; the first one goes in the middle.")
    wrong = mismatch(position, tile)
    text_board.say(f"place {tile} {wrong.cell.q},{wrong.cell.r} {wrong.rotation}")

    expect(log).to_contain_text("Here its rotation may be")
    assert text_board.position()["ply"] == 1


def mismatch(position: dict[str, list[str]], tile: int) -> Placement:
    """Return a placement of a tile in a cell where only its other rotations are legal."""
    legal = [Placement.parse(text) for text in position["placements"]]
    fitting = next(placement for placement in legal if placement.tile == tile)
    wrong = (fitting._replace(rotation=rotation) for rotation in range(6))
    return next(placement for placement in wrong if placement not in legal)


def tab_to(page: Page, is_there: Callable[[], bool]) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if is_there():
            return
    raise AssertionError("expected to get there within 60 presses of Tab")


def focused(page: Page, name: str) -> str:
    value: str = page.evaluate(f"document.activeElement?.{name} ?? ''")
    return value
