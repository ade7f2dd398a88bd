"""After a page is closed or the server is lost mid-game, everything that was confirmed is still there."""

import random
from collections.abc import Callable

from playwright.sync_api import Page, expect

from scripts.pictures.server import PictureServer
from tests.browser.support.pages import NewPage
from tests.browser.support.person import ME_AND_ROBOT, Person, choose

StartServer = Callable[..., PictureServer]


def test_a_game_whose_page_was_closed_is_listed_under_continue(page: Page) -> None:
    context = page.context
    me = Person.start(page, *ME_AND_ROBOT)
    rng = random.Random(1)
    for _ in range(3):
        me.click(choose(me.settle(), rng))
    laid = laid_tiles(me, me.settle()["ply"])
    page.close()

    page = context.new_page()
    page.goto("/")
    page.get_by_role("heading", name="Continue").locator("..").get_by_role("link").first.click()

    me = Person(page)
    position = me.settle()
    assert laid_tiles(me, position["ply"]) == laid
    me.click(choose(position, rng))
    me.settle()


def test_the_games_of_this_browser_are_listed_and_no_others(page: Page, new_page: NewPage) -> None:
    id = Person.start(page).id
    stranger = new_page()

    page.goto("/games")
    stranger.goto("/games")

    expect(page.locator("a.game-row")).to_have_count(1)
    expect(page.locator("a.game-row")).to_have_attribute("href", f"/games/{id}")
    expect(stranger.locator("a.game-row")).to_have_count(0)
    expect(stranger.get_by_role("link", name="Start one")).to_be_visible()


def test_a_killed_server_loses_nothing_and_the_page_continues_without_a_reload(
    new_page: NewPage, start_server: StartServer
) -> None:
    server = start_server()
    page = new_page(base_url=server.url)
    me, rng = Person.start(page, *ME_AND_ROBOT), random.Random(2)
    me.page.evaluate("window.wasLoadedOnce = true")

    for _ in range(2):
        me.click(choose(me.settle(), rng))
        laid = laid_tiles(me, me.settle()["ply"])
        server = restarted(server, start_server, me)
        position = me.settle()
        assert laid_tiles(me, position["ply"])[: len(laid)] == laid
    me.click(choose(me.settle(), rng))
    me.settle()

    assert me.page.evaluate("window.wasLoadedOnce") is True


def test_a_placement_made_while_offline_is_laid_on_reconnection(
    new_page: NewPage, start_server: StartServer
) -> None:
    server = start_server()
    page = new_page(base_url=server.url)
    me = Person.start(page)
    placement = choose(me.settle(), random.Random(3))

    server.kill()
    expect(me.page.get_by_text("Connection lost")).to_be_visible()
    me.click(placement)
    expect(me.page.locator(".hint")).to_contain_text("No connection")
    start_server(port=int(server.url.rpartition(":")[2]))

    me.sees(1)
    me.settle()
    assert me.look()["laid"][0]["tile"] == placement.tile


def test_a_page_that_was_offline_catches_up(page: Page) -> None:
    me = Person.start(page)
    me.play(2)
    me.sees(2)

    page.context.set_offline(True)
    me.play(3)
    page.context.set_offline(False)

    me.sees(5)
    me.settle()


def restarted(server: PictureServer, start_server: StartServer, me: Person) -> PictureServer:
    server.kill()
    expect(me.page.get_by_text("Connection lost")).to_be_visible()
    again = start_server(port=int(server.url.rpartition(":")[2]))
    expect(me.page.locator(".connection")).to_be_empty()
    return again


def laid_tiles(me: Person, ply: int) -> list[str]:
    me.sees(ply)
    cells = me.page.locator(".cell.laid").all()
    return [
        f"{cell.get_attribute('data-cell')} {cell.locator('.tile').get_attribute('class')}" for cell in cells
    ]
