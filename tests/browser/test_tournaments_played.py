"""A tournament that three people at three pages play to the end."""

import random
import re
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.support.pages import PHONE, NewPage
from tests.browser.support.person import Person, choose

Json = dict[str, Any]
PASSWORD = "correct horse battery"
MY_MATCH = ".my-match"


@dataclass(slots=True)
class Field:
    """The pages of the people who take part, by name; the first organises the tournament."""

    pages: dict[str, Page]
    url: str = ""

    @classmethod
    def gather(cls, new_page: NewPage, *names: str) -> "Field":
        pages = {}
        for name, options in zip(
            names, ({}, PHONE, {"color_scheme": "dark"}, {"locale": "pl-PL"}), strict=False
        ):
            page = new_page(**{**options, "reduced_motion": "reduce"})
            assert page.request.post("/sign-up", form={"name": name, "password": PASSWORD, "next": "/"}).ok
            pages[name] = page
        return cls(pages)

    @property
    def first(self) -> Page:
        return next(iter(self.pages.values()))

    def create(self, preset: str, **fields: str) -> None:
        page = self.first
        page.goto("/tournaments/new")
        page.locator("[name=name]").fill("Friday Fifteen")
        page.locator("[name=preset]").select_option(preset)
        page.locator(".tournament-form summary").click()
        for name, value in fields.items():
            page.locator(f"[name={name}]").fill(value)
        page.get_by_role("button", name="Create", exact=True).click()
        page.wait_for_url(re.compile(r"/tournaments/[a-z0-9]{12}$"))
        self.url = page.url
        for each in self.pages.values():
            each.goto(self.url)
            each.locator("form:has([value=enter]) button").click()
            expect(each.locator("form:has([value=withdraw])")).to_be_visible()

    def start(self) -> None:
        self.first.locator("details.card summary").click()
        press(self.first, "form:has([value=start]) button")

    def look(self) -> Json:
        path = self.url.replace("/tournaments/", "/api/tournaments/")
        view: Json = self.first.request.get(path).json()
        return view

    def resign(self, loser: str, game: str) -> None:
        """Give up a game in the API, as its dialog is proven elsewhere."""
        page = self.pages[loser]
        seats = page.request.get(f"/api/games/{game}").json()["game"]["seats"]
        seat = next(each["seat"] for each in seats if each["name"] == loser)
        body = {"type": "resign", "id": "bye", "seat": seat}
        assert page.request.post(f"/api/games/{game}/commands", data=body).ok


def press(page: Page, button: str) -> None:
    """Press a button that sends a form, and wait for the page that follows."""
    with page.expect_navigation():
        page.locator(button).first.click()


def game_of(page: Page) -> str:
    """Go to the table of one's own match, from its tournament; return the id of the game."""
    page.locator(f"{MY_MATCH} a.primary").click()
    page.wait_for_url(re.compile(r"/games/[a-z0-9]{12}$"))
    return page.url.rsplit("/", 1)[1]


def test_three_people_play_an_open_of_three_rounds_to_the_end(new_page: NewPage) -> None:
    field = Field.gather(new_page, "Ada", "Ben", "Cleo")
    field.create("open", n_rounds="3")
    field.start()

    for number in (1, 2, 3):
        for page in field.pages.values():
            page.goto(field.url)
            expect(page.locator("details[open] table.matches")).to_have_count(1)
        _play_the_round(field, number)

    for page in field.pages.values():
        page.goto(field.url)
        expect(page.locator("ol.final li")).to_have_count(3)
        expect(page.locator(".standings tr.me")).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    view = field.look()
    assert len(view["sections"][0]["rounds"]) == 3
    assert sum(row["points"] for row in view["sections"][0]["standings"]) == 3 * 200


def _play_the_round(field: Field, number: int) -> None:
    """Go to the only table and play its game to the end, by the API: the table is proven elsewhere."""
    players = [name for name, page in field.pages.items() if page.locator(MY_MATCH).count()]
    assert len(players) == 2
    ids = {game_of(field.pages[name]) for name in players}
    [game] = ids
    seats = field.pages[players[0]].request.get(f"/api/games/{game}").json()["game"]["seats"]
    people = [Person(field.pages[seat["name"]]) for seat in seats]
    rng = random.Random(number)
    for n_tiles in range(60):
        position = people[0].position()
        if position["outcome"]:
            break
        mover = people[position["to_play"]]
        placement = choose(position, rng)
        body = {"id": f"ply-{position['ply']}", "ply": position["ply"], "placement": str(placement)}
        assert mover.page.request.post(f"/api/games/{game}/placements", data=body).ok
        if n_tiles == 1:
            people[1].sees(position["ply"] + 1)
    for person in people:
        expect(person.page.locator(f"a[href='{_path(field.url)}']").first).to_be_visible()


def _path(url: str) -> str:
    return "/" + url.split("/", 3)[3]
