"""Games of a tournament that can be reached only by its link are listed for nobody but their players."""

import sqlite3
from collections.abc import Iterable
from contextlib import closing

import pytest
from starlette.testclient import TestClient

from tantrix.server.database.folder import DATABASE
from tantrix.server.settings import Settings
from tests.server.support.clients import become, rows
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services
from tests.server.support.table import of_type, receive_until
from tests.server.support.tournament_players import EventPeople

COUNTDOWN_MS = 21_000
AGAINST = ("/players/Bea/against/Cyd", "/api/players/Bea/against/Cyd")
OF_BEA = ("/players/Bea", "/api/players/Bea", *AGAINST)
ARCHIVE = ("/archive", "/api/archive?player=Bea", "/archive?player=Bea")
IN_PLAY = {"/", "/watch", "/watch/games", "/lobby", "/api/lobby", "/players/Bea"}
RECORDS = "/archive/records?player=Bea"
OVER = {*OF_BEA, *ARCHIVE, "/api/players/Bea/ratings/two"}
NAMING = {"/games/{}", "/api/games/{}"}
OF_GAME = {*NAMING, "/games/{}/share", "/embed/{}", "/games/{}/record", "/api/games/{}/chat"}


@pytest.mark.parametrize("is_listed", [False, True])
def test_games_of_a_private_event_are_in_no_list(
    client: TestClient, settings: Settings, is_listed: bool
) -> None:
    people = _begin(client, settings, "all-play-all", is_listed)
    people.wait(lambda view: bool(people.games_in_play(view)))
    [game] = people.games_in_play()
    people.play(game, n_plies=6)
    pages = {path.format(game) for path in OF_GAME}
    naming = {path.format(game) for path in NAMING}

    assert _where(people, "Dan", game, IN_PLAY | OVER) == (IN_PLAY if is_listed else set())
    assert _where(people, "Dan", people.id, pages) == (naming if is_listed else set())
    for name in ("Ann", "Bea", "Eve"):
        assert _where(people, name, people.id, pages) == naming
    if not is_listed:
        assert _is_told(people, "Ann", f"/games/{game}", "game")
        assert not _is_told(people, "Dan", f"/games/{game}", "game")

    people.resign(game, "Bea")
    seats = client.get(f"/api/games/{game}").json()["game"]["seats"]
    left = next(each["seat"] for each in seats if each["name"] == "Bea")
    body = {"type": "claim", "id": "end", "seat": left, "how": "end"}
    assert people.become("Cyd").post(f"/api/games/{game}/commands", json=body).status_code == 200
    people.wait(lambda view: view["state"] == "over")
    assert len(client.get(f"/api/games/{game}/ratings").json()["seats"]) == 2
    assert _where(people, "Dan", game, IN_PLAY | OVER) == (OVER if is_listed else set())
    assert _where(people, "Dan", people.id, pages) == (naming if is_listed else set())
    assert bool(_where(people, "Dan", "Bea", [RECORDS])) is is_listed
    assert _where(people, "Bea", game, OVER) == OVER
    [point] = client.get("/api/players/Bea/ratings/two").json()["points"]
    assert point["is_counted"]


@pytest.mark.parametrize("is_listed", [False, True])
def test_tables_of_a_private_cup_are_in_no_list(
    client: TestClient, settings: Settings, clock: ManualClock, is_listed: bool
) -> None:
    people = _begin(client, settings, "gobble-cup", is_listed, n_rounds=1)
    view = people.wait(lambda view: "/gobble/" in str(view["sections"]))
    [table] = view["sections"][0]["rounds"][0]["tables"]
    room = table["url"].removeprefix("/gobble/")
    lists = {"/gobble", "/api/gobble"}
    profile = {"/players/Bea", "/api/players/Bea", "/api/players/Bea/ratings/gobble"}
    clock.now_ms += COUNTDOWN_MS
    in_loop(client, services(client).tournaments.step)
    assert _where(people, "Dan", room, lists | profile) == (lists if is_listed else set())
    with become(client, people.cookies["Bea"]).websocket_connect(f"{table['url']}/socket") as socket:
        socket.send_json({"type": "leave", "id": "bye"})
        receive_until(socket, of_type("ack"))
    people.wait(lambda view: view["state"] == "over")
    assert len(client.get(f"/api{table['url']}/ratings").json()["seats"]) == 2

    assert _where(people, "Dan", room, lists | profile) == (profile if is_listed else set())
    assert _where(people, "Bea", room, profile) == profile
    naming = {table["url"], f"/api{table['url']}"}
    assert _where(people, "Dan", people.id, naming) == (naming if is_listed else set())
    for name in ("Ann", "Bea", "Eve"):
        assert _where(people, name, people.id, naming) == naming
    if not is_listed:
        assert _is_told(people, "Ann", table["url"], "room")
        assert not _is_told(people, "Dan", table["url"], "room")


def _begin(
    client: TestClient, settings: Settings, preset: str, is_listed: bool, **options: object
) -> EventPeople:
    """Start a tournament of Bea and Cyd. Ann has the rated games that an organiser needs to list one."""
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd", "Dan", "Eve")
    [(user_id,)] = rows(settings, "SELECT user_id FROM accounts WHERE name = 'Ann'")
    with closing(sqlite3.connect(settings.data_dir / DATABASE)) as database, database:
        database.execute("INSERT INTO ratings VALUES ('two', ?, 25.0, 2.0, 20, 0)", (user_id,))
    people.create("Ann", preset=preset, is_listed=is_listed, **options)
    for name in ("Bea", "Cyd"):
        people.do(name, "enter")
    people.do("Ann", "start")
    people.do("Ann", "staff", names=["Eve"])
    return people


def _is_told(people: EventPeople, who: str, url: str, field: str) -> bool:
    """Return whether the socket of a spectator names the tournament."""
    with people.become(who).websocket_connect(f"{url}/socket") as socket:
        welcome = receive_until(socket, lambda message: field in message)[-1]
    return people.id in str(welcome[field]["tournament"])


def _where(people: EventPeople, who: str, text: str, paths: Iterable[str]) -> set[str]:
    """Return the pages and answers in which one of the people finds a text."""
    answers = {path: people.become(who).get(path) for path in paths}
    assert {path: each.status_code for path, each in answers.items() if each.status_code != 200} == {}
    return {path for path, each in answers.items() if text in each.text}
