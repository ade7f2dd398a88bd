"""What bots of messengers read of a page: no cookie, no language, and no seat taken."""

import re
import sys
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from io import BytesIO

import pytest
from PIL import Image
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.http.previews import draws
from tantrix.server.settings import Settings
from tests.server.support.clients import PASSWORD, sign_up
from tests.server.support.services import in_loop, services
from tests.server.support.table import Table, person
from tests.server.support.tournament_players import EventPeople

BOTS = (
    "facebookexternalhit/1.1",
    "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    "TelegramBot (like TwitterBot)",
    "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
    "WhatsApp/2.23.20.0",
)
THE_GAME = "Match the colours, block the other line"
FREE = {"colour": "B", "kind": "open"}

Make = Callable[[TestClient], str]


def read(client: TestClient, path: str, **headers: str) -> dict[str, str]:
    """Return the title and the values for previews of a page as a bot gets it."""
    client.cookies.clear()
    answer = client.get(path, headers={"User-Agent": BOTS[0], **headers})
    assert answer.status_code == 200, answer.text
    found = re.findall(
        r'<meta (?:name|property)="(description|(?:og|twitter):[\w:]+)" content="(.*?)">', answer.text
    )
    title = re.search(r"<title>(.*?)</title>", answer.text)
    assert title
    return {"title": unescape(title[1]), **{name: unescape(value) for name, value in found}}


def invitation(client: TestClient) -> str:
    sign_up(client, "Ann")
    return f"/games/{Table.open(client, person('R'), FREE, control='5+3', rated=True).id}"


def game(client: TestClient) -> str:
    table = Table.open(client, person("R", "Ann"), person("B", "Bob"), control="5+3")
    table.play(3)
    return f"/games/{table.id}"


def record(client: TestClient) -> str:
    table = Table.open(client, person("R", "Ann"), person("B", "Bob"))
    table.play_out()
    return f"/games/{table.id}"


def puzzle(_: TestClient) -> str:
    return "/puzzles/discovery-4"


def tournament(client: TestClient) -> str:
    people = EventPeople.gather(client, "Ann")
    in_loop(client, services(client).moderation.set_moderator, "Ann", True, "the test")
    view = people.create("Ann", name="Spring Cup", is_listed=True)
    return f"/tournaments/{view['id']}"


def profile(client: TestClient) -> str:
    sign_up(client, "Ann")
    return "/players/Ann"


def gobble_room(client: TestClient) -> str:
    sign_up(client, "Ann")
    url: str = client.post("/api/gobble", json={"listing": "open"}).json()["url"]
    return url


@pytest.mark.parametrize(
    ("make", "title", "described", "picture"),
    [
        (
            invitation,
            "Ann invites you to a game.",
            r"A rated game\. Time: 5 min \+ 3 s per turn\. Rules",
            "icon",
        ),
        (game, "Ann, Bob", r"Ann \d+, Bob \d+\. Time: 5 min \+ 3 s per turn\. Rules", "table"),
        (record, "Ann, Bob", r"Ann \d+, Bob \d+\. Rules of this game: 56 tiles", "table"),
        (puzzle, "Discovery", "Make one closed loop .* Its colour: red", "icon"),
        (tournament, "Spring Cup", r"Open: Swiss, one game a round · .* · Entries open", "icon"),
        (profile, "Ann", "Playing since", "icon"),
        (gobble_room, "Ann invites you to Gobble.", "Everybody plays at once", "icon"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_a_page_of_something_has_a_title_a_description_and_a_picture(
    client: TestClient, make: Make, title: str, described: str, picture: str
) -> None:
    path = make(client)

    found = read(client, path)

    assert found["og:title"].startswith(title)
    assert re.search(described, found["description"])
    assert found["og:description"] == found["description"]
    assert found["og:url"] == f"http://testserver{path}"
    assert found["twitter:card"] == "summary_large_image"
    assert found["og:image:alt"]
    image = client.get(found["og:image"].removeprefix("http://testserver"), headers={"User-Agent": BOTS[0]})
    assert (image.status_code, image.headers["content-type"]) == (200, found["og:image:type"])
    size = Image.open(BytesIO(image.content)).size
    assert size == (int(found["og:image:width"]), int(found["og:image:height"]))
    assert found["og:image"].endswith(
        {"icon": "/static/icons/preview.png", "table": f"{path}/preview.png"}[picture]
    )


@pytest.mark.parametrize("path", ["/", "/learn", "/puzzles", "/puzzles/storm", "/gobble", "/tournaments"])
def test_every_other_page_has_a_preview_too(client: TestClient, path: str) -> None:
    found = read(client, path)

    assert found["og:title"] == found["title"].removesuffix(" · Tantrix")
    assert found["description"]
    assert found["og:image"] == "http://testserver/static/icons/preview.png"


def test_previews_name_the_address_that_the_server_was_given_and_speak_the_readers_language(
    settings: Settings,
) -> None:
    public = replace(settings, address="https://play.example.org/")
    with TestClient(create_app(public)) as client:
        found = read(client, invitation(client), **{"Accept-Language": "de"})

    assert found["og:image"] == "https://play.example.org/static/icons/preview.png"
    assert found["og:url"].startswith("https://play.example.org/games/")
    assert found["og:title"] == "Ann lädt dich zu einer Partie ein."


def test_bots_take_no_seat(client: TestClient) -> None:
    path = invitation(client)
    client.cookies.clear()

    for number in range(50):
        bot = {"User-Agent": BOTS[number % len(BOTS)]}
        answers = client.get(path, headers=bot), client.head(path, headers=bot)
        assert [answer.status_code for answer in answers] == [200, 200]
        client.cookies.clear()

    waiting = client.get(f"/api{path}").json()
    assert waiting["type"] == "waiting"
    assert [seat["kind"] for seat in waiting["game"]["seats"]] == ["person", "open"]


def test_what_only_its_link_leads_to_tells_nothing_but_its_title(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bob")
    event = people.create("Ann", name="Office Cup")
    room = client.post("/api/gobble", json={}).json()["url"]
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    [game_id] = people.games_in_play(people.wait(lambda view: bool(people.games_in_play(view))))

    shown = [read(client, path) for path in (f"/tournaments/{event['id']}", room, f"/games/{game_id}")]

    assert [found["og:title"] for found in shown[:2]] == ["Office Cup", "Gobble"]
    assert sorted(shown[2]["og:title"].split(", ")) == ["Ann", "Bob"]
    assert shown[2]["description"].startswith(THE_GAME)
    assert shown[0]["description"].startswith(THE_GAME)
    assert "Ann" not in "".join(shown[1].values())
    assert all(found["og:image"].endswith("/static/icons/preview.png") for found in shown)


def test_a_closed_account_is_named_nowhere_in_a_preview(client: TestClient) -> None:
    cookies = sign_up(client, "Carla")
    table = Table.open(client, person("R"), person("B", "Bob"))
    table.play(2)
    assert "Carla" in read(client, f"/games/{table.id}")["og:title"]
    client.cookies.update(cookies)
    client.post("/account/close", data={"password": PASSWORD})

    found = read(client, f"/games/{table.id}")

    assert "Carla" not in "".join(found.values())
    assert found["og:title"].startswith("deleted-")
    assert client.get("/players/Carla").status_code == 404


def test_without_the_extra_for_pictures_a_game_shows_that_of_the_site(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    draws.cache_clear()

    found = read(client, game(client))

    draws.cache_clear()

    assert found["og:image"] == "http://testserver/static/icons/preview.png"


@pytest.mark.parametrize("is_listed", [False, True])
def test_what_only_its_link_leads_to_is_not_listed_by_search_engines(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, is_listed: bool
) -> None:
    monkeypatch.setattr("tantrix.server.tournaments.service.RATED_GAMES", 0)
    people = EventPeople.gather(client, "Ann")
    people.create("Ann", is_listed=is_listed, repeats="weekly", starts_at="2033-11-18T18:00Z")
    table = Table.open(client, person("R"), FREE, listing="open" if is_listed else "private")
    event = f"/tournaments/{people.id}"
    found = re.search(r'href="(/series/\w+)"', client.get(event).text)
    assert found is not None

    paths = (event, f"{event}/log", f"{event}/sheet", f"{event}/control", found[1], f"/games/{table.id}")
    tags = {client.get(path).headers.get("x-robots-tag") for path in paths}

    assert tags == {None if is_listed else "noindex"}
