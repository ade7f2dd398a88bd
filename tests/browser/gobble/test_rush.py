"""Gobble in Chromium: several people in one rush, a race for a cell, gifts, ranks; keyboard only; touch."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, Route, WebSocketRoute, expect

from tantrix.gobble.table import FORCED_SIDES, MIN_SIDES, RushTable
from tantrix.hexes import Cell
from tantrix.placement import Placement
from tantrix.server.http.qr_code import qr_code
from tests.browser.support.accessibility import serious
from tests.browser.support.pages import PHONE, TURNED_PHONE, NewPage, stored
from tests.browser.support.person import Fingers, Json, middle
from tests.browser.support.touch import below

REPLAY = "**/api/gobble/*/replay"
SHORT = {"share": 4, "penalty": "anywhere", "choose_s": 30, "limit_s": 0}


@dataclass(frozen=True, slots=True)
class Rusher:
    """A player on the page of a Gobble room."""

    page: Page

    @classmethod
    def open_room(cls, page: Page, name: str = "Ann", **settings: Any) -> "Rusher":
        """Open a room by the API with this page's session, and go to it."""
        answer = page.request.post("/api/gobble", data={"name": name, "settings": {**SHORT, **settings}})
        assert answer.status == 201, answer.text()
        page.goto(answer.json()["url"])
        return cls(page)

    def look(self) -> Json:
        welcome: Json = self.page.request.get(f"/api{self.path}").json()
        return welcome

    @property
    def path(self) -> str:
        found = re.search(r"/gobble/\w+", self.page.url)
        assert found, f"expected the page of a room, got {self.page.url}"
        return found[0]

    def start(self) -> None:
        """Start the rush and wait until the countdown is over."""
        self.page.get_by_role("button", name=re.compile("^Start")).click()
        self.sees_the_start()

    def sees_the_start(self) -> None:
        expect(self.page.locator(".stock.ready")).to_be_visible()

    @property
    def stock(self) -> Locator:
        return self.page.locator(".stock")

    @property
    def open_tile(self) -> Locator:
        return self.page.locator(".turned-slot[data-tile]")

    def turn(self) -> int:
        """Turn a tile by a click, unless one is open; return it."""
        if not self.open_tile.count():
            self.stock.click()
        return self.shown_tile()

    def shown_tile(self) -> int:
        return int(self.open_tile.get_attribute("data-tile") or "0")

    def put_aside(self) -> None:
        tile = self.shown_tile()
        self.page.keyboard.press("x")
        expect(self.page.locator(f'.penalty-pile [data-tile="{tile}"]')).to_be_visible()

    def ways(self, tile: int, least: int = MIN_SIDES) -> list[Placement]:
        """List where a tile fits now, forced spaces first."""
        table = table_of(self.look())
        found = sorted(table.placements(tile, least))
        return sorted(found, key=lambda placement: table.sides(placement.cell) < FORCED_SIDES)

    def cell(self, cell: Cell) -> Locator:
        return self.page.locator(f'.surface [data-cell="{cell.q},{cell.r}"]')

    def lay(self, placement: Placement) -> None:
        """Click the space; the page turns the tile so that it fits."""
        self.cell(placement.cell).click()
        expect(self.page.locator(f'.laid:not(.trusted)[data-tile="{placement.tile}"]')).to_have_attribute(
            "data-cell", f"{placement.cell.q},{placement.cell.r}"
        )

    def play(self) -> None:
        """Turn and lay a tile, or put it aside; then give tiles owed. Without a stock, lay from the pile."""
        if self.open_tile.count() or self.page.locator(".stock.ready").count():
            tile = self.turn()
            ways = self.ways(tile)
            if ways:
                self.lay(ways[0])
            else:
                self.put_aside()
        else:
            self.play_the_pile()
        if self.page.locator(".recipient").count():
            self.page.locator(".recipient").first.click()
            expect(self.page.locator(".recipient")).to_have_count(0)

    def penalty_sides(self) -> int:
        """Return how many sides a space needs for a tile of the penalty pile."""
        sides: int = self.look()["room"]["penalty_sides"]
        return sides

    def is_over(self) -> bool:
        return bool(self.look()["room"]["phase"] == "over")

    def pile(self) -> list[int]:
        """List the tiles of the penalty pile."""
        slots = self.page.locator(".penalty-pile [data-tile]").all()
        return [int(slot.get_attribute("data-tile") or "0") for slot in slots]

    def play_the_pile(self) -> None:
        least = self.penalty_sides()
        for tile in self.pile():
            if ways := self.ways(tile, least):
                self.page.locator(f'.penalty-pile [data-tile="{tile}"]').click()
                self.lay(ways[0])
                return

    @property
    def is_in(self) -> bool:
        return bool(self.page.locator(".hand").count())


def table_of(welcome: Json) -> RushTable:
    table = RushTable()
    for laid in welcome["laid"]:
        table = table.lay(Placement(laid["tile"], Cell(laid["q"], laid["r"]), laid["rotation"]))
    return table


@dataclass
class HeldConnection:
    """A page's connection to the server, on which messages from the server can be held back."""

    route: WebSocketRoute | None = None
    held: "list[str | bytes] | None" = None

    def join(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        self.route = route

        def on_message(message: str | bytes) -> None:
            if self.held is None:
                route.send(message)
            else:
                self.held.append(message)

        server.on_message(on_message)

    def hold(self) -> None:
        self.held = []

    def release(self) -> None:
        held, self.held = self.held or [], None
        assert self.route is not None
        for message in held:
            self.route.send(message)


def join(page: Page, path: str, name: str) -> Rusher:
    page.goto(path)
    page.get_by_placeholder("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Leave seat")).to_be_visible()
    return Rusher(page)


def test_three_people_rush_from_the_link_to_the_rematch(page: Page, new_page: NewPage) -> None:
    ann = Rusher.open_room(page)
    line, bea_page = HeldConnection(), new_page()
    bea_page.route_web_socket(re.compile("/gobble/"), line.join)
    bea = join(bea_page, ann.page.get_by_label("Link").input_value(), "Bea")
    cleo = join(new_page(**PHONE), ann.path, "Cleo")
    expect(ann.page.locator(".room-seat")).to_have_count(3)
    ann.page.get_by_text("Players and rules").click()
    ann.page.get_by_label("Tiles of Bea, more or fewer").press("ArrowRight")
    expect(cleo.page.locator('.room-seat[data-seat="1"] .comb-dealt')).to_have_text("5")
    ann.start()
    for one in (bea, cleo):
        one.sees_the_start()

    race(ann, bea, line)
    for _ in range(60):
        if ann.page.locator(".ranks-card").count():
            break
        for one in (ann, bea, cleo):
            if one.is_in and not one.is_over():
                one.play()
    ranks = [one.page.locator(".rank .rush-name") for one in (ann, bea, cleo)]
    for names in ranks:
        expect(names).to_have_count(3)
    order = [[name.removesuffix(" (you)") for name in names.all_text_contents()] for names in ranks]
    assert order[0] == order[1] == order[2]
    bea.page.get_by_role("button", name="Rematch with handicap").click()
    expect(bea.page.locator(".room-seat")).to_have_count(3)
    ann.page.get_by_role("link", name="To the rematch").click()
    expect(ann.page.locator(".room-seat")).to_have_count(3)


def race(ann: Rusher, bea: Rusher, line: HeldConnection) -> None:
    """Let two players lay on one cell: the first keeps it, the other gets the tile back (R6.5)."""
    shared: list[Cell] = []
    for _ in range(8):
        wanted = {one: {way.cell for way in one.ways(one.turn())} for one in (ann, bea)}
        shared = sorted(wanted[ann] & wanted[bea])
        if shared:
            break
        with_more = [one for one in (ann, bea) if one.page.locator('.stock:not([data-count="0"])').count()]
        min(with_more, key=lambda one: len(wanted[one])).put_aside()  # whose tile fits fewer cells
    assert shared, "expected a cell that both want"
    hers, ours = bea.shown_tile(), ann.shown_tile()

    line.hold()
    ann.lay(next(way for way in ann.ways(ours) if way.cell == shared[0]))
    bea.cell(shared[0]).click()
    expect(bea.cell(shared[0])).to_have_attribute("data-tile", str(hers))  # it lies at once
    line.release()

    expect(bea.cell(shared[0])).to_have_attribute("data-tile", str(ours))
    expect(bea.page.locator(".hint")).to_have_text(re.compile("faster"))
    assert bea.shown_tile() == hers


def test_a_gobble_gives_a_tile_to_a_chosen_opponent(moving_page: Page, new_page: NewPage) -> None:
    page = moving_page
    pages = {"Bea": new_page(), "Cleo": new_page()}
    for _ in range(9):  # rooms are dealt at random: in a few per cent of them none of twelve tiles gobbles
        ann = Rusher.open_room(page, share=12, penalty="forced-only", choose_s=60)
        bea, cleo = (join(one, ann.path, name) for name, one in pages.items())
        ann.start()
        if gobble(ann):
            break

    page.keyboard.press("3")

    expect(page.locator(".recipient")).to_have_count(0)
    for one in (bea, cleo):
        expect(one.page.locator('.rush-player[data-seat="2"] .tile-count')).to_contain_text("13")
    expect(cleo.stock).to_have_attribute("data-count", "13")


def gobble(me: Rusher) -> bool:
    """Turn tiles until one fills a forced space; return whether one did."""
    for _ in range(12):
        tile = me.turn()
        if ways := me.ways(tile, FORCED_SIDES):
            me.lay(ways[0])
            expect(me.page.locator(".recipient")).to_have_count(2)
            return True
        if ways := me.ways(tile):
            me.lay(ways[0])
        else:
            me.put_aside()
    return False


def test_a_rush_alone_by_keys(moving_page: Page) -> None:
    page = moving_page
    me = Rusher.open_room(page, share=3)
    held: list[Route] = []
    page.route(REPLAY, lambda route: held.append(route))  # what a player presses too early is done later
    page.evaluate(stored("gobble/help", "show"))
    page.reload()
    page.get_by_role("button", name="Start alone").focus()
    page.keyboard.press("Enter")
    me.sees_the_start()

    for n_left in (3, 2, 1):
        if me.is_over():  # nothing fits any more
            break
        expect(me.stock).to_have_attribute("data-count", str(n_left))
        page.keyboard.press(" ")
        tile = me.shown_tile()
        if me.ways(tile):
            lay_by_keys(me, tile)
        else:
            me.put_aside()
    finish_the_pile(me)

    expect(page.locator(".ranks-card h2")).to_be_visible()
    page.get_by_role("button", name="Watch the rush again").press("Enter")
    while held:  # the page may have sent the request again
        held.pop().continue_()
    page.unroute(REPLAY)
    expect(page.get_by_role("slider", name="Time")).to_be_visible()
    page.get_by_role("slider", name="Time").press("End")
    expect(page.locator(".laid")).to_have_count(len(me.look()["laid"]))


def lay_by_keys(me: Rusher, tile: int) -> None:
    """Lay the tile in hand on the next space where it fits."""
    me.page.keyboard.press("n")
    expect(me.page.locator(".surface .space.legal:focus")).to_have_count(1)
    me.page.keyboard.press("Enter")
    expect(me.page.locator(f'.laid:not(.trusted)[data-tile="{tile}"]')).to_be_attached()


def finish_the_pile(me: Rusher) -> None:
    """Lay tiles that were put aside, by number keys; a rush in which nothing fits any more is over."""
    for _ in range(3):
        fitting = [
            (n, tile) for n, tile in enumerate(me.pile(), start=1) if me.ways(tile, me.penalty_sides())
        ]
        if not fitting:
            return
        number, tile = fitting[0]
        me.page.keyboard.press(str(number))
        lay_by_keys(me, tile)
        expect(me.page.locator(f'.penalty-pile [data-tile="{tile}"]')).to_have_count(0)


def test_a_finger_drags_a_tile_where_it_fits(phone_page: Page) -> None:
    ways: list[Placement] = []
    while not ways:  # the first tile of a deal may fit nowhere
        me = Rusher.open_room(phone_page, share=6)
        phone_page.get_by_role("button", name="Start alone").tap()
        me.sees_the_start()
        me.stock.tap()
        ways = me.ways(me.shown_tile())
    fingers, (x, y) = Fingers.on(phone_page), middle(me.open_tile)

    fingers.down((x, y))
    fingers.move((x, y - 20))
    fingers.move(below(phone_page, middle(me.cell(ways[0].cell))))
    expect(phone_page.locator(".preview")).to_have_count(1)
    assert math.dist(middle(phone_page.locator(".ghost")), middle(me.cell(ways[0].cell))) < 2
    fingers.up()

    laid = phone_page.locator(f'.laid:not(.trusted)[data-tile="{ways[0].tile}"]')
    expect(laid).to_have_attribute("data-cell", f"{ways[0].cell.q},{ways[0].cell.r}")


LOOKS: dict[str, Json] = {"light": {}, "dark phone": {**PHONE, "color_scheme": "dark"}}


@pytest.mark.parametrize("look", LOOKS)
def test_every_phase_of_gobble_is_accessible(new_page: Callable[..., Page], look: str) -> None:
    page = new_page(**LOOKS[look])
    page.goto("/gobble")
    expect(page.get_by_role("button", name="Open a room")).to_be_visible()
    found = serious(page)
    me = Rusher.open_room(page, share=3)
    page.get_by_role("button", name="calm: slow and sure").click()
    expect(page.locator(".room-seat")).to_have_count(2)
    found += serious(page)
    me.start()
    me.turn()
    found += serious(page)
    page.get_by_role("button", name="Leave the rush").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    expect(page.locator(".ranks-card")).to_be_visible()
    found += serious(page)
    page.get_by_role("button", name="Watch the rush again").click()
    expect(page.locator(".rush-replay")).to_be_visible()
    found += serious(page)

    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_space_turns_a_tile_after_one_was_put_aside_by_mouse(page: Page) -> None:
    me = Rusher.open_room(page, share=6)
    me.start()
    me.turn()
    page.get_by_role("button", name="Put aside").click()
    expect(me.open_tile).to_have_count(0)

    page.keyboard.press(" ")

    expect(me.open_tile).to_have_count(1)
    ring = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(ring) == "none"  # the focus is on the table, which has no frame


def test_a_tile_is_put_aside_by_pressing_the_pile_and_by_dragging_it_there(page: Page) -> None:
    me = Rusher.open_room(page, share=6)
    me.start()
    pile = page.locator(".penalty-pile")

    first = me.turn()
    pile.click(position={"x": 8, "y": 8})
    expect(pile.locator(f'[data-tile="{first}"]')).to_be_visible()
    second = me.turn()
    me.open_tile.hover()
    page.mouse.down()
    pile.hover(position={"x": 8, "y": 8})
    page.mouse.up()
    expect(pile.locator(f'[data-tile="{second}"]')).to_be_visible()
    pile.locator(f'[data-tile="{first}"]').click()

    expect(pile.locator(f'[data-tile="{first}"]')).to_have_attribute("aria-pressed", "true")


def test_the_table_has_no_frame_after_the_mouse_or_a_finger(page: Page, phone_page: Page) -> None:
    for one, press in ((page, "click"), (phone_page, "tap")):
        me = Rusher.open_room(one, share=6)
        me.start()
        getattr(me.page.locator(".surface"), press)()

        frames = "getComputedStyle(document.activeElement).outlineStyle"
        assert one.evaluate(frames) == "none"


def test_a_turned_phone_has_the_start_button_and_whole_names(new_page: NewPage) -> None:
    page = new_page(**TURNED_PHONE)
    me = Rusher.open_room(page, share=6, name="Wilhelmina")
    page.get_by_role("button", name="calm: slow and sure").click()
    expect(page.locator(".room-seat")).to_have_count(2)

    start = page.get_by_role("button", name=re.compile("^Start")).bounding_box()
    assert start
    assert start["y"] + start["height"] <= 390
    me.start()

    names = page.locator(".rush-player .rush-name")
    expect(names).to_have_count(2)
    assert names.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")


def test_the_countdown_is_beside_the_table(page: Page) -> None:
    Rusher.open_room(page, share=6)
    page.get_by_role("button", name=re.compile("^Start")).click()

    expect(page.locator(".count")).to_be_visible()
    count = page.locator("tantrix-rush-countdown").bounding_box()
    table = page.locator(".rush-table").bounding_box()
    assert count and table
    assert count["y"] >= table["y"] + table["height"]


def test_a_large_penalty_pile_is_never_clipped(phone_page: Page) -> None:
    me = Rusher.open_room(phone_page, share=18)
    me.start()
    for _ in range(12):
        me.turn()
        me.put_aside()

    pile = phone_page.locator(".penalty-pile")
    around = pile.bounding_box()
    assert around
    for slot in pile.locator(".slot").all():
        slot.scroll_into_view_if_needed()
        box = slot.bounding_box()
        assert box
        assert box["y"] >= around["y"]
        assert box["y"] + box["height"] <= around["y"] + around["height"]
        assert box["x"] >= around["x"]


def test_the_ranks_show_whole_names_on_a_phone(phone_page: Page) -> None:
    me = Rusher.open_room(phone_page, share=6, name="Wilhelmina von Hohenstaufen-Andechs")
    phone_page.get_by_role("button", name="calm: slow and sure").click()
    me.start()
    phone_page.get_by_role("button", name="Leave the rush").click()
    phone_page.get_by_role("button", name="Leave", exact=True).click()

    card = phone_page.locator(".ranks-card")
    expect(card).to_be_visible()
    names = card.locator(".rush-name")
    assert card.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert names.evaluate_all("all => all.every(one => one.scrollWidth <= one.clientWidth)")
    expect(card).to_contain_text("Wilhelmina von Hohenstaufen-Andechs")


SIZES: dict[str, Json] = {"desktop": {}, "phone": PHONE, "turned phone": TURNED_PHONE}


@pytest.mark.parametrize("size", SIZES)
def test_the_end_fills_the_screen_with_one_main_button(new_page: NewPage, size: str) -> None:
    page = new_page(**SIZES[size])
    me = Rusher.open_room(page, share=6)
    page.get_by_role("button", name="calm: slow and sure").click()
    me.start()
    page.get_by_role("button", name="Leave the rush").click()
    page.get_by_role("button", name="Leave", exact=True).click()

    card = page.locator(".ranks-card")
    expect(card.get_by_role("heading", name="Calm wins!")).to_be_in_viewport(ratio=1)
    expect(page.locator(".toast")).to_have_count(0)
    expect(card.get_by_text("Ann has left.")).to_be_visible()
    assert card.locator(".primary").all_text_contents() == ["Rematch"]
    expect(card.locator(".primary")).to_be_in_viewport(ratio=1)
    box, seen = card.bounding_box(), page.viewport_size
    assert box and seen
    assert box == {"x": 0, "y": 0, **seen}  # over the header, too
    page.get_by_role("button", name="View the table").click()
    expect(page.locator(".laid").first).to_be_visible()


def test_a_rematch_says_that_its_room_opens_or_why_it_does_not(page: Page) -> None:
    me = Rusher.open_room(page, share=6)
    page.get_by_role("button", name="calm: slow and sure").click()
    me.start()
    page.get_by_role("button", name="Leave the rush").click()
    page.get_by_role("button", name="Leave", exact=True).click()
    asked: list[Route] = []
    page.route("**/api/gobble/*/rematch", lambda route: asked.append(route))

    with page.expect_request("**/api/gobble/*/rematch"):
        page.get_by_role("button", name="Rematch", exact=True).click()

    main = page.locator(".ranks-card .primary")
    expect(main).to_have_text("Opening the room …")
    expect(main).to_be_disabled()
    asked[0].abort()
    expect(page.locator(".ranks-card").get_by_text("No connection.")).to_be_in_viewport(ratio=1)
    expect(main).to_have_text("Rematch")
    expect(main).to_be_enabled()


def test_two_phones_type_the_code_that_a_screen_shows(page: Page, new_page: NewPage) -> None:
    ann = Rusher.open_room(page, name="Ann")
    code = page.locator(".code-card b").inner_text()
    for name in ("Bea", "Cleo"):
        phone = new_page(**PHONE)
        phone.goto("/gobble")
        expect(phone.get_by_label("Room code")).to_be_in_viewport(ratio=1)
        phone.get_by_label("Room code").fill("kiwi")
        phone.get_by_label("Room code").press("Enter")
        expect(phone.get_by_role("alert")).to_have_text("No open room has the code kiwi.")
        phone.get_by_label("Room code").fill(code.lower())
        phone.get_by_role("button", name="Join", exact=True).tap()
        expect(phone.get_by_text("Ann’s room")).to_be_visible()
        phone.get_by_placeholder("Your name").fill(name)
        phone.get_by_role("button", name="Sit down").tap()
        expect(phone.get_by_role("status").filter(has_text="You are in.")).to_be_visible()
        expect(page.get_by_role("listitem").filter(has_text=f"{name} (guest)")).to_be_visible()
    ann.start()

    expect(phone.locator(".stock.ready")).to_be_visible()


PUBLIC = "play.example.org"


def serve_as_public(page: Page) -> None:
    """Let the page of a room have the code of an address that phones can open."""

    def fetch(route: Route) -> None:
        response, path = route.fetch(), urlsplit(route.request.url).path
        drawn = f'<template id="room-code">{qr_code(f"http://{PUBLIC}{path}")}</template>'
        body = response.text().replace('<template id="room-code"></template>', drawn)
        route.fulfill(response=response, body=body)

    page.route(re.compile(r"/gobble/[a-z2-9]{6,}(\?.*)?$"), fetch)


def test_a_phone_joins_by_the_qr_code_of_the_room(page: Page, new_page: NewPage) -> None:
    serve_as_public(page)
    ann = Rusher.open_room(page)
    shown = page.get_by_role("img", name="QR code of this room").locator("path").last.get_attribute("d")
    address = page.url.partition("?")[0]
    assert shown is not None
    assert shown in qr_code(f"http://{PUBLIC}{urlsplit(address).path}")
    page.unroute_all(behavior="wait")
    page.reload()

    bea = join(new_page(**PHONE), address, "Bea")

    expect(ann.page.locator(".room-seat")).to_have_count(2)
    ann.start()
    bea.sees_the_start()


def test_a_room_that_phones_cannot_open_shows_its_code_and_a_warning(page: Page) -> None:
    Rusher.open_room(page)

    expect(page.locator(".comb-code")).to_have_text(page.locator(".code-card b").inner_text())
    expect(page.get_by_text("Phones cannot open this link")).to_be_visible()
    expect(page.locator(".room-code")).to_have_count(0)


def test_the_code_of_a_room_fills_its_frame(page: Page) -> None:
    serve_as_public(page)
    Rusher.open_room(page)

    gaps = page.locator(".room-code").evaluate(
        """(frame) => {
          const [out, code] = [frame, frame.querySelector("path")].map((one) => one.getBoundingClientRect());
          return [code.left - out.left, out.right - code.right, code.top - out.top, out.bottom - code.bottom];
        }"""
    )
    assert max(gaps) - min(gaps) < 2


def test_a_visitor_finds_a_seat_before_anything_else(page: Page, phone_page: Page) -> None:
    ann = Rusher.open_room(page)

    phone_page.goto(ann.page.url.partition("?")[0])
    seat = phone_page.get_by_role("button", name="Sit down")

    expect(seat).to_be_in_viewport(ratio=1)
    expect(phone_page.get_by_role("img", name="QR code of this room")).to_have_count(0)


def test_a_host_gives_the_room_away_and_an_absent_host_is_shown_to_all(page: Page, new_page: NewPage) -> None:
    ann = Rusher.open_room(page)
    bea, cleo = (join(new_page(), ann.path, name) for name in ("Bea", "Cleo"))
    ann.page.get_by_text("Players and rules").click()
    ann.page.get_by_role("button", name="Make Bea the host").click()

    expect(bea.page.get_by_text("You are the host now.").first).to_be_visible()
    expect(bea.page.get_by_role("button", name="Start with 3 players")).to_be_visible()
    for told in (ann.page, cleo.page):
        expect(told.get_by_text("Bea is the host now.").first).to_be_visible()
        expect(told.get_by_text("The rush begins when the host starts it.")).to_be_visible()

    bea.page.close()

    for left in (ann.page, cleo.page):
        expect(left.get_by_text("The host is away.")).to_be_visible()
        expect(left.locator('.room-seat[data-seat="1"]')).to_contain_text("(guest, host, away)")
