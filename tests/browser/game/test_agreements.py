"""Two people at two browsers: proposals to each other, and a server that is briefly unavailable."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import APIRequestContext, Page, expect

from scripts.pictures.server import PictureServer
from tantrix.placement import Placement
from tests.browser.support.pages import PHONE, NewPage, stored
from tests.browser.support.person import Json, Person, begin, choose, person, play_on

StartServer = Callable[..., PictureServer]
OPEN = {"colour": "B", "kind": "open"}


def test_the_end_of_a_draw_has_the_colour_of_neither_player(new_page: NewPage) -> None:
    ann, bea = meet(new_page)
    take_turns(ann, bea, 3)

    from_menu(ann.page, "Offer a draw")
    bea.page.get_by_role("region", name="Offers").get_by_role("button", name="Accept").click()

    expect(ann.page.get_by_role("heading", name="A draw")).to_be_visible()
    field = ann.page.locator(".result-field")
    tile = field.evaluate("(one) => getComputedStyle(one).getPropertyValue('--tile')")
    red, green, blue = (int(tile[at : at + 2], 16) for at in (1, 3, 5))
    expect(field).to_have_css("background-color", f"rgb({red}, {green}, {blue})")


def test_two_people_play_with_a_refused_draw_a_takeback_and_a_server_restart(
    new_page: NewPage, start_server: StartServer
) -> None:
    server = start_server()
    ann, bea = meet(new_page, base_url=server.url)
    for one in (ann, bea):
        one.page.evaluate("window.wasLoadedOnce = true")
    take_turns(ann, bea, 3)

    from_menu(ann.page, "Offer a draw")
    offer = bea.page.get_by_role("region", name="Offers")
    expect(offer).to_contain_text("Ann offers a draw.")
    offer.get_by_role("button", name="Decline").click()
    expect(ann.page.locator(".hint")).to_contain_text("The draw was declined.")
    expect(ann.page.get_by_role("region", name="Offers")).to_have_count(0)

    from_menu(ann.page, "Ask to take back")
    expect(offer).to_contain_text("Ann asks to take back")
    offer.get_by_role("button", name="Accept").click()
    expect(ann.page.locator(".hint")).to_contain_text("Taken back")
    left = ann.position()["ply"]
    assert left < 3
    for one in (ann, bea):
        one.sees(left)

    server.kill()
    for one in (ann, bea):
        expect(one.page.get_by_text("Connection lost")).to_be_visible()
    start_server(port=int(server.url.rpartition(":")[2]))
    take_turns(ann, bea, 3)
    assert [one.page.evaluate("window.wasLoadedOnce") for one in (ann, bea)] == [True, True]


def test_a_queued_tile_is_laid_on_its_turn_and_dropped_when_its_space_is_taken(new_page: NewPage) -> None:
    ann, bea = meet(new_page)
    take_turns(ann, bea, 1)
    turn, waiting = in_order(ann, bea)
    expect(turn.page).to_have_title(re.compile("^Your turn"))

    turn.settle()
    queued = queue(waiting, [])
    # Three tiles in a row leave no forced space, so that the queued tile stays legal.
    opposite = [text for text in ann.position()["placements"] if f"@{behind(queued)}^" in text]
    turn.click(choose({"placements": opposite}, random.Random(1)))

    for one in (ann, bea):
        one.sees(3)
    expect(waiting.page.locator(".queued")).to_have_count(0)
    assert cell_of(waiting.look()["laid"][2]) == queued

    placements = turn.settle()["placements"]
    queued = queue(waiting, [cell_of(Placement.parse(text).cell._asdict()) for text in placements])
    there = [text for text in placements if f"@{queued}^" in text]
    turn.click(choose({"placements": there}, random.Random(1)))

    reason = waiting.page.locator(".hint").filter(has_text="There is already a tile here.")
    expect(reason).to_be_visible()
    expect(waiting.page.locator(".queued")).to_have_count(0)
    waiting.page.set_viewport_size(PHONE["viewport"])
    expect(reason).to_be_visible()


def test_a_queued_tile_is_taken_off_by_a_key(new_page: NewPage) -> None:
    ann, bea = meet(new_page)
    take_turns(ann, bea, 1)
    _, waiting = in_order(ann, bea)

    keyboard = waiting.page.keyboard
    slots = waiting.page.locator(".rack .slot").count()
    for slot in range(slots):
        keyboard.press(str(slot + 1))
        expect(waiting.page.locator(".rack .slot.chosen")).to_have_count(1)
        if waiting.page.locator(".space.legal").count() > 0:
            break
    keyboard.press("n")
    keyboard.press("Enter")
    expect(waiting.lay_it.or_(waiting.page.locator(".queued")).first).to_be_visible()
    if waiting.lay_it.is_visible():
        keyboard.press("Enter")
    expect(waiting.page.locator(".queued")).to_be_visible()
    keyboard.press("Escape")

    expect(waiting.page.locator(".queued")).to_have_count(0)


def test_a_forced_tile_without_another_choice_is_laid_automatically_on_request(page: Page) -> None:
    id = forced_game(page.request)
    page.goto("/help")
    page.evaluate(stored("setting/forced", "on"))

    page.goto(f"/games/{id}")

    expect(page.locator(".hint")).to_contain_text("Placed automatically: there is no other choice.")


def meet(new_page: NewPage, **options: str) -> tuple[Person, Person]:
    """Seat two people at two browsers at one table."""
    pages = [new_page(**options) for _ in range(2)]
    ann = Person.start(pages[0], person("R", "Ann"), OPEN)
    bea = Person(pages[1])
    bea.page.goto(ann.page.url)
    bea.page.get_by_label("Name (optional)").fill("Bea")
    bea.page.get_by_role("button", name="Play", exact=True).click()
    for one in (ann, bea):
        expect(one.page.locator("tantrix-board")).to_be_visible()
    return ann, bea


def in_order(ann: Person, bea: Person) -> tuple[Person, Person]:
    """Return the pages of the player to move and of the waiting player."""
    return (ann, bea) if ann.position()["to_play"] == 0 else (bea, ann)


def take_turns(ann: Person, bea: Person, n_plies: int) -> None:
    """Lay tiles by mouse for the player to move; both pages show each of them."""
    rng = random.Random(5)
    for _ in range(n_plies):
        turn, _ = in_order(ann, bea)
        position = turn.settle()
        turn.click(choose(position, rng))
        for one in (ann, bea):
            one.sees(position["ply"] + 1)


def from_menu(page: Page, name: str) -> None:
    page.get_by_label("More", exact=True).click()
    page.get_by_role("button", name=name).click()


def queue(one: Person, cells: list[str]) -> str:
    """Queue a tile by mouse on one of the cells, or on any cell if none are given; return the cell."""
    hand = one.page.locator(".rack .slot")
    for n in range(hand.count()):
        hand.nth(n).click()
        offered = [space.get_attribute("data-cell") or "" for space in one.page.locator(".space.legal").all()]
        found = [cell for cell in offered if not cells or cell in cells]
        if found:
            one.page.locator(f'[data-cell="{found[0]}"]').click()
            expect(one.page.locator(".queued")).to_be_visible()
            return found[0]
    raise AssertionError(f"no tile of the hand fits on {cells}")


def cell_of(laid: Json) -> str:
    return f"{laid['q']},{laid['r']}"


def behind(cell: str) -> str:
    """Return the cell on the other side of the middle one."""
    q, r = map(int, cell.split(","))
    return f"{-q},{-r}"


def forced_game(request: APIRequestContext) -> str:
    """Play games by the API until somebody has one forced placement and no other choice."""
    for seed in range(20):
        id, rng = begin(request), random.Random(seed)
        for _ in range(50):
            position: Json = request.get(f"/api/games/{id}").json()["position"]
            if position["phase"] in ("fill", "refill") and len(position["placements"]) == 1:
                return id
            play_on(request, id, 1, rng.choice)
    raise AssertionError("expected a forced placement without another choice in 20 games")
