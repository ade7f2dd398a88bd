"""Tournaments that people at their own pages play to the end: an Open, and a Championship."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.support.accessibility import serious
from tests.browser.support.pages import PHONE, NewPage
from tests.browser.support.person import Person, choose
from tests.support.gap_solutions import solution_of

Json = dict[str, Any]
PASSWORD = "correct horse battery"
MY_MATCH = ".my-match"
LOOKS: tuple[Json, ...] = ({}, PHONE, {"color_scheme": "dark"}, {"locale": "pl-PL"})
TONGUES: tuple[Json, ...] = (
    {},
    {**PHONE, "locale": "ru-RU"},
    {"color_scheme": "dark", "locale": "pl-PL"},
    {**PHONE, "color_scheme": "dark"},
)


@dataclass(slots=True)
class ParticipantPages:
    """The participants' pages by name; the first participant organises the tournament."""

    pages: dict[str, Page]
    url: str = ""

    @classmethod
    def gather(cls, new_page: NewPage, *names: str, looks: tuple[Json, ...] = LOOKS) -> "ParticipantPages":
        pages = {}
        for name, options in zip(names, looks, strict=False):
            page = new_page(**options)
            form = {"name": name, "password": PASSWORD, "next": "/"}
            while (answer := page.request.post("/sign-up", form=form)).status == 429:
                page.wait_for_timeout(1000)  # an address may sign up twenty times a minute
            assert answer.ok, answer.status
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
        page.get_by_text("More options", exact=True).click()
        for name, value in fields.items():
            page.locator(f"[name={name}]").fill(value)
        page.get_by_role("button", name="Create", exact=True).click()
        page.wait_for_url(re.compile(r"/tournaments/[a-z0-9]{12}$"))
        self.url = page.url
        self._enter()

    def create_by_api(self, stages: list[Json]) -> None:
        """Create a Championship with different stages, which the form of presets cannot express."""
        options = {"preset": "championship", "name": "Winter Cup", "is_listed": False, "stages": stages}
        answer = self.first.request.post("/api/tournaments", data=options)
        assert answer.status == 201, answer.text()
        self.first.goto(f"/tournaments/{answer.json()['id']}")
        self.url = self.first.url
        self._enter()

    def _enter(self) -> None:
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
        """Resign a game through the API, because the dialog is tested elsewhere."""
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
    """Go from the tournament to the table of this player's match; return the id of the game."""
    page.locator(f"{MY_MATCH} a.primary").click()
    page.wait_for_url(re.compile(r"/games/[a-z0-9]{12}$"))
    return page.url.rsplit("/", 1)[1]


def test_three_people_play_an_open_of_three_rounds_to_the_end(new_page: NewPage) -> None:
    field = ParticipantPages.gather(new_page, "Ada", "Ben", "Cleo", looks=TONGUES)
    field.create("open", n_rounds="3")
    field.start()
    faults = []

    for number in (1, 2, 3):
        for page in field.pages.values():
            page.goto(field.url)
            expect(page.locator("details[open] table.matches")).to_have_count(1)
            faults += serious(page) if number == 2 else []
        _play_the_round(field, number)

    for page in field.pages.values():
        page.goto(field.url)
        expect(page.locator(".podium li")).to_have_count(3)
        expect(page.locator(".standings tr.me")).to_have_count(1)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        faults += serious(page)
        page.locator(".cross a").first.click()
        expect(page.locator(".match-sum")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        faults += serious(page)
    assert faults == []
    words = [page.locator("h2").first.inner_text() for page in field.pages.values()]
    assert words == ["Games", "Партии", "Partie"]
    view = field.look()
    assert len(view["sections"][0]["rounds"]) == 3
    assert sum(row["points"] for row in view["sections"][0]["standings"]) == 3 * 200


def _play_the_round(field: ParticipantPages, number: int) -> None:
    """Go to the only table and play its game to the end by the API; tables are tested elsewhere."""
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


def test_the_boards_in_play_follow_the_rounds(new_page: NewPage) -> None:
    field = ParticipantPages.gather(new_page, "Olga", "Pia", "Quin")
    field.create("all-play-all", n_games="1")
    field.start()
    spectator = new_page()
    spectator.goto(f"{field.url}/boards")
    board = spectator.locator(".boards a")

    expect(board).to_have_count(1)
    first = board.get_attribute("href") or ""
    seats = field.first.request.get(f"/api{first}").json()["game"]["seats"]
    field.resign(seats[0]["name"], first.rsplit("/", 1)[1])

    expect(spectator.locator(f".boards a[href='{first}']")).to_have_count(0)
    expect(board).to_have_count(1)
    assert serious(spectator) == []


def _path(url: str) -> str:
    return "/" + url.split("/", 3)[3]


def test_a_championship_with_an_appointment_and_a_match_decided_early(new_page: NewPage) -> None:
    field = ParticipantPages.gather(new_page, "Dora", "Egon", "Fay", "Gabi", looks=TONGUES)
    groups = {"form": "groups", "n_games": 1, "days": 14}
    field.create_by_api([groups, {"form": "knock-out", "n_games": 3, "days": 7, "plate": "others"}])
    field.start()
    pages = list(field.pages.values())
    pages[0].goto(field.url)
    expect(pages[0].locator(MY_MATCH)).to_have_count(1)
    expect(pages[0].locator(".own-rows li")).to_have_count(2)

    _arrange_one_match(field)
    _settle_all(field, "group1")

    _settle_all(field, "main", "plate")
    while field.look()["state"] != "over":
        field.first.wait_for_timeout(100)
    faults = []
    for page in pages:
        page.goto(field.url)
        expect(page.locator(".podium li")).to_have_count(4)
        faults += serious(page)
        page.locator("details[open] .matches th a").first.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".match-sum")).to_be_visible()
        faults += serious(page)
    assert faults == []
    finals = [section for section in field.look()["sections"] if section["section"] == "main"]
    [final] = finals[0]["rounds"][0]["matches"]
    assert [game["is_over"] for game in final["games"]] == [True, True]  # of three: 30.0-0 decides it
    assert final["winner"] == min(final["first"], final["second"])


def _arrange_one_match(field: ParticipantPages) -> None:
    """Propose a time on one side and accept it on the page of the match; it has a calendar file."""
    dora = field.pages["Dora"]
    faults = serious(dora)
    match = dora.locator(MY_MATCH).first
    other = next(name for name in field.pages if name != "Dora" and name in match.locator("h2").inner_text())
    at = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%dT20:00")
    match.locator("h2 a").click()
    dora.locator("[name=at]").fill(at)
    press(dora, "form:has([value=propose]) button")
    their = field.pages[other]
    their.goto(field.url)
    faults += serious(their)
    their.locator(f"{MY_MATCH}:has([value=accept]) h2 a, .own-rows a:has-text('Dora')").first.click()
    expect(their.locator("#match-title")).to_be_visible()
    faults += serious(their)
    assert faults == []
    press(their, f"{MY_MATCH} form:has([value=accept]) button")
    expect(their.locator(f"{MY_MATCH} a[href$='.ics']")).to_have_count(1)
    calendar = their.request.get(their.locator(f"{MY_MATCH} a[href$='.ics']").get_attribute("href") or "")
    assert f"DTSTART:{at.replace('-', '').replace(':', '')}00Z" in calendar.text()


def _settle_all(field: ParticipantPages, *sections: str) -> None:
    """Play all matches: both sides press "Play now", and the entrant with the higher number resigns."""
    while True:
        view = field.look()
        open_matches = [
            match
            for section in view["sections"]
            if section["section"] in sections
            for paired in section["rounds"]
            for match in paired["matches"]
            if not match["is_over"]
        ]
        if not open_matches:
            is_more = view["state"] == "running" and not any(
                section["section"] in sections[-1:] for section in view["sections"]
            )
            if not is_more:
                return
            field.first.wait_for_timeout(200)
            continue
        _play_a_game(field, view, open_matches[0])


def _play_a_game(field: ParticipantPages, view: Json, match: Json) -> None:
    names = {each["id"]: each["name"] for each in view["entrants"]}
    running = [game for game in match["games"] if game["url"] and not game["is_over"]]
    if running:
        field.resign(names[max(match["first"], match["second"])], running[0]["url"].rsplit("/", 1)[1])
        _until(field, match["id"], lambda game: bool(game["is_over"]), running[0]["number"])
        return
    for side in (match["first"], match["second"]):
        if side in {each["entrant"] for each in match["times"]["ready"]}:
            continue
        page = field.pages[names[side]]
        page.goto(f"{field.url}/matches/{match['id']}")
        press(page, f"{MY_MATCH} form:has([value=ready]) button")
    _until(field, match["id"], lambda game: bool(game["url"]))


def _until(
    field: ParticipantPages, match: str, is_so: Callable[[Json], bool], number: int | None = None
) -> None:
    """Wait until the newest game of a match, or the one with a number, meets a condition."""
    while True:
        found = [
            game
            for section in field.look()["sections"]
            for paired in section["rounds"]
            for each in paired["matches"]
            if each["id"] == match
            for game in each["games"]
        ]
        if is_so(found[-1] if number is None else next(game for game in found if game["number"] == number)):
            return
        field.first.wait_for_timeout(100)


def test_an_arena_opens_the_next_game_by_itself(new_page: NewPage) -> None:
    field = ParticipantPages.gather(new_page, "Hana", "Ivo")
    field.create("arena", minutes="10")
    field.start()
    pages = list(field.pages.values())
    first = _opened(pages)
    field.resign("Ivo", first)

    for page in pages:
        page.locator(f".outcome a[href='{_path(field.url)}']").click()

    second = _opened(pages)
    assert second != first
    pages[0].goto(field.url)
    expect(pages[0].locator(f"{MY_MATCH} a.primary")).to_have_attribute("href", f"/games/{second}")
    expect(pages[0].locator(".standings tr.me")).to_contain_text("15.0")
    pages[1].goto(field.url)  # on a phone
    assert pages[1].evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(pages[1]) == []


def _opened(pages: list[Page]) -> str:
    """Return the game that opens automatically on all of these pages."""
    for page in pages:
        page.wait_for_url(re.compile(r"/games/[a-z0-9]{12}$"))
    [url] = {page.url for page in pages}
    return url.rsplit("/", 1)[1]


def test_the_host_of_a_simul_goes_from_board_to_board(new_page: NewPage) -> None:
    field = ParticipantPages.gather(new_page, "Jana", "Kim", "Lou")
    host = field.first
    host.goto("/tournaments/new?preset=simul")
    host.locator("[name=name]").fill("Jana against everybody")
    host.get_by_role("button", name="Create", exact=True).click()
    host.wait_for_url(re.compile(r"/tournaments/[a-z0-9]{12}$"))
    field.url = host.url
    for name in ("Kim", "Lou"):
        field.pages[name].goto(field.url)
        press(field.pages[name], "form:has([value=enter]) button")
    field.start()
    while len(boards := _boards_of(field)) < 2:
        host.wait_for_timeout(100)
    for board in boards:
        _play_until(field, board["url"], is_hosts_turn=True)

    host.goto(boards[0]["url"])
    expect(host.locator("#next-board")).to_have_text("1 board waits")
    _play_until(field, boards[0]["url"], is_hosts_turn=False)

    host.wait_for_url(re.compile(boards[1]["url"] + "$"))
    for board in boards:
        field.resign("Jana", board["url"].rsplit("/", 1)[1])
    kim = field.pages["Kim"]
    kim.goto(field.url)
    expect(kim.get_by_role("heading", name="Final order")).to_be_visible()
    expect(kim.locator(".host-result")).to_contain_text("Jana against everybody:")
    expect(kim.locator(".standings tr.me")).to_contain_text("15.0")
    assert kim.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(kim) == []


def _boards_of(field: ParticipantPages) -> list[Json]:
    path = field.url.replace("/tournaments/", "/api/tournaments/")
    boards: list[Json] = field.first.request.get(f"{path}/boards").json()["boards"]
    return boards


def _play_until(field: ParticipantPages, url: str, is_hosts_turn: bool) -> None:
    """Play a board by the API until it is the host's turn, or a guest's."""
    game, rng = url.rsplit("/", 1)[1], random.Random(1)
    view = field.first.request.get(f"/api/games/{game}").json()["game"]
    pages = [field.pages[seat["name"]] for seat in view["seats"]]
    while True:
        position = field.first.request.get(f"/api/games/{game}").json()["position"]
        if (position["to_play"] == view["host"]) == is_hosts_turn:
            return
        body = {
            "id": f"ply-{position['ply']}",
            "ply": position["ply"],
            "placement": str(choose(position, rng)),
        }
        answer = pages[position["to_play"]].request.post(f"/api/games/{game}/placements", data=body)
        assert answer.ok, answer.text()


def test_the_tables_of_a_gobble_cup_open_by_themselves(new_page: NewPage) -> None:
    field = ParticipantPages.gather(new_page, "Mia", "Nik")
    field.create("gobble-cup", n_rounds="2")
    field.start()
    pages = list(field.pages.values())

    for page in pages:
        page.wait_for_url(re.compile(r"/gobble/[a-z0-9]{12}$"))

    [url] = {page.url for page in pages}
    expect(pages[0].get_by_text("Nik").first).to_be_visible()
    pages[1].goto(field.url)  # players can come back
    expect(pages[1].locator(f"{MY_MATCH} a.primary")).to_have_attribute("href", _path(url))
    assert pages[1].evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious(pages[1]) == []


def test_two_players_race_through_the_same_puzzles(new_page: NewPage) -> None:
    ann, bea = new_page(), new_page(**PHONE)
    for page, name in ((ann, "Racer Ann"), (bea, "Racer Bea")):
        assert page.request.post("/sign-up", form={"name": name, "password": PASSWORD, "next": "/"}).ok
    options = {"preset": "puzzle-race", "name": "Race", "is_listed": False}
    path = f"/tournaments/{ann.request.post('/api/tournaments', data=options).json()['id']}"
    for page in (ann, bea):
        page.goto(path)
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_role("button", name="Leave")).to_be_visible()

    assert ann.request.post(f"/api{path}/commands", data={"type": "start"}).ok
    for page in (ann, bea):
        page.wait_for_url(f"**{path}/race")
        expect(page.locator(".run-board")).to_be_visible()
    asked = [page.request.post(f"/api{path}/race").json()["gap"] for page in (ann, bea)]
    assert asked[0] == asked[1]
    assert serious(ann) == []
    one = solution_of(asked[0])[0]  # a puzzle of the first level lacks one tile
    ann.locator(f"[data-tile='{one.tile}']").click()
    for _ in range(1 + one.rotation):
        if ann.locator(".run-line li").count():
            break
        ann.locator(f"[data-space='{one.cell.q},{one.cell.r}']").click()
    expect(ann.locator(".run-score b")).to_have_text("1")
    bea.get_by_role("button", name="Skip").click()
    expect(bea.locator(".run-line .missed")).to_have_count(1)

    bea.get_by_role("link", name="Leave").click()
    rows = bea.locator(".standings tbody tr")
    expect(rows.nth(0)).to_contain_text("Racer Ann")
    expect(rows.nth(0)).to_contain_text("1.0")
    expect(rows.nth(1)).to_contain_text("Racer Bea")
    expect(bea.get_by_role("link", name="Solve puzzles")).to_be_visible()
    assert serious(bea) == []
    ann.goto(path)
    expect(ann.locator(".standings tbody tr").first).to_contain_text("Racer Ann")
