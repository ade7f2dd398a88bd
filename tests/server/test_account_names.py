"""The name of a closed or renamed account is gone from all that is shown, and nobody else can take it.

An account that has a bit of everything is closed, or gets another name. Then its old name is looked for in
the database, in the answers of every address that shows something, and in both again after a restart.
"""

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from urllib.parse import unquote

import pytest
from starlette.testclient import TestClient

from tantrix.record import parse_record
from tantrix.server.admin.accounts import audit
from tantrix.server.app import create_app
from tantrix.server.database.folder import DATABASE
from tantrix.server.database.metadata import METADATA
from tantrix.server.settings import Settings
from tests.server.support.browsers import PASSWORD, Browsers, rename
from tests.server.support.finished_games import finished
from tests.server.support.operations import operations
from tests.server.support.services import in_loop, services, user_id_of
from tests.server.support.solitaire import DAILY, day_shown, play
from tests.server.support.table import Table, of_type, person, receive_until
from tests.server.support.tournaments.every_kind import events_of_every_kind

NAME = "ZEPHYRINE"
NEW = "Ottoline"
OPEN = {"colour": "B", "kind": "open"}
ONLY_GROW = {"audit", "tournament_log"}  # the database refuses to change them; the name goes on reading
FORMER = {"former_names.name", "former_names.skeleton"}  # what keeps the name for the account
COPIES = {  # that the account leaves in the database while it is open
    "accounts.name",
    "challenge_seats.name",
    "challenges.name",
    "challenges.new_game",
    "games.seats",
    "mutes.name",
    "notices.name",
    "notices.url",
    "records.text",
    "reports.accused_name",
    "reports.reporter_name",
    "result_seats.name",
    "rushes.seats",
    "sittings.name",
    "solitaire_results.name",
}
LISTS = (("CAT", "/friends"), ("DEE", "/mutes"), ("DEE", "/api/mutes"))  # and whose they are
SHOWN_IN = (  # ends of addresses that show the name while the account is open
    *("/chat", "/control", ".csv", "/daily", "/export", ".ics", "/log", "/moderation", "/notices"),
    *("/record", "/records", "/replay", "/sheet", ".svg", ".trf", "/watch"),
)
NAMELESS = ("/puzzles", "/api/puzzles", "/learn", "/offline", "/sign-", "/solitaire", "/settings", "/help")
NOT_ASKED = {  # streams without an end, and what has no names but takes long
    "/api/account/events",
    "/api/games/{game_id}/events",
    "/api/tournaments/{tournament_id}/events",
    "/api",
    "/openapi.json",
    "/games/{game_id}.gif",
    "/games/{game_id}.png",
    "/games/{game_id}/picture.gif",
    "/games/{game_id}/picture.png",
    "/gobble/{rush_id}/highlight.gif",
    "/offline/contents",
}


@dataclass
class Traces:
    """What an account with a bit of everything has left behind, and its browsers."""

    people: Browsers
    name: str  # that replaces the old one
    values: dict[str, list[str]]


@pytest.fixture
def everything(settings: Settings) -> Iterator[Traces]:
    with TestClient(create_app(settings)) as client:
        people = Browsers(client)
        for name in (NAME, "BEA", "CAT", "DEE"):
            people.become(name)
        values = {
            "game_id": _play(people),
            "rush_id": [_rush_over(people), _rush(people, is_begun=True), _rush(people)],
            "tournament_id": events_of_every_kind(people, NAME, "BEA", "CAT"),
        }
        event = client.get(f"/tournaments/{values['tournament_id'][-1]}").text
        values["series_id"] = re.findall(r"/series/([\w-]+)", event)
        values["game_id"].append(_import(people, settings))
        in_loop(client, services(client).moderation.set_moderator, "BEA", True, "the test")
        _mention(people, values["game_id"][0])
        _play_alone(people)
        _wait_for_ratings(client)
        _challenge(people)
        assert _places(settings) >= COPIES
        traces = Traces(people, NAME, values)
        client = people.become("BEA")
        shown = [path for path in _addresses(traces) if path.endswith(SHOWN_IN) and _shows(client, path)]
        assert [end for end in SHOWN_IN if not any(path.endswith(end) for path in shown)] == []
        assert all(_shows(people.become(name), path) for name, path in LISTS)
        yield traces


@pytest.fixture
def closed(everything: Traces) -> Traces:
    pseudonym = f"deleted-{user_id_of(everything.people.client, NAME)[:8]}"
    answer = everything.people.become(NAME).post(
        "/account/close", data={"password": PASSWORD}, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text
    return replace(everything, name=pseudonym)


def _play(people: Browsers) -> list[str]:
    """Play games of every kind: over, rated, in play, by correspondence, alone, and a table that waits."""
    played = [
        _two(people, NAME, "BEA", listing="open"),
        _two(people, "BEA", NAME, listing="open", rated=True, control="7 days"),
        _two(people, NAME, "BEA"),
        _two(people, "BEA", NAME, control="2 days"),
    ]
    for table in played[:2]:
        for _ in range(12):
            people.become(_name_to_play(table))
            table.play(1)
        people.become("BEA")
        _resign(table, "BEA")
    alone = Table.open(people.become(NAME), person("R", NAME), person("B", NAME))
    waiting = Table.open(people.become(NAME), person("R", NAME), OPEN, listing="open")
    return [table.id for table in (*played, alone, waiting)]


def _two(people: Browsers, first: str, second: str, **options: object) -> Table:
    table = Table.open(people.become(first), person("R", first), OPEN, **options)
    answer = people.become(second).post(f"/api/games/{table.id}/seats", json={"seat": 1, "name": second})
    assert answer.status_code == 200, answer.text
    return table


def _name_to_play(table: Table) -> str:
    welcome = table.look()
    name: str = welcome["game"]["seats"][welcome["position"]["to_play"]]["name"]
    return name


def _resign(table: Table, name: str) -> None:
    names = [seat["name"] for seat in table.look()["game"]["seats"]]
    body = {"type": "resign", "id": "bye", "seat": names.index(name)}
    assert table.client.post(f"/api/games/{table.id}/commands", json=body).status_code == 200


def _rush(people: Browsers, is_begun: bool = False) -> str:
    client = people.become(NAME)
    settings = {"handicaps": [], "share": 3, "limit_s": 0}
    new = {"name": NAME, "settings": settings, "listing": "open"}
    rush_id: str = client.post("/api/gobble", json=new).json()["id"]
    assert people.become("BEA").post(f"/api/gobble/{rush_id}/seats", json={"name": "BEA"}).status_code == 200
    if is_begun:
        assert people.become(NAME).post(f"/api/gobble/{rush_id}/start", json={}).status_code == 200
    return rush_id


def _rush_over(people: Browsers) -> str:
    """Play a rated rush with a robot that both people leave."""
    rated = {"handicaps": [], "share": 3, "limit_s": 0, "rated": True}
    new = {"name": NAME, "settings": rated, "listing": "open"}
    rush_id: str = people.become(NAME).post("/api/gobble", json=new).json()["id"]
    people.become("BEA").post(f"/api/gobble/{rush_id}/seats", json={"name": "BEA"})
    for path, body in (("robots", {"style": "calm"}), ("start", {})):
        answer = people.become(NAME).post(f"/api/gobble/{rush_id}/{path}", json=body)
        assert answer.status_code == 200, answer.text
    for name in ("BEA", NAME):
        with people.become(name).websocket_connect(f"/gobble/{rush_id}/socket") as socket:
            socket.send_json({"type": "leave", "id": "a"})
            receive_until(socket, of_type("ack"))
    return rush_id


def _import(people: Browsers, unused: Settings) -> str:
    """Import the record of two others."""
    record = finished(unused, (person("R", "Old"), person("B", "Bob")), listing="open", n_plies=3)
    body = {"text": record.text, "listing": "open"}
    answer = people.become(NAME).post("/api/archive/import", json=body)
    imported: str = answer.json()["imported"][0]["id"]
    return imported


def _play_alone(people: Browsers) -> None:
    """Play the solitaire of the day, and some puzzles against time."""
    client = people.become(NAME)
    laid = play(day_shown(client), seed=1)
    for n in range(1, len(laid) + 1):
        body = {"placements": [str(each) for each in laid[:n]], "name": NAME}
        assert client.post(DAILY, json=body).status_code == 200
    for mode in ("storm", "streak", "rated"):
        assert client.post("/api/puzzle-runs", json={"mode": mode}).status_code == 201


def _mention(people: Browsers, game_id: str) -> None:
    """Let the account write, be written about, and stand in the lists of others."""
    me = people.become(NAME)
    me.put("/api/players/BEA/follow")
    me.post("/inbox/BEA/messages", json={"id": "hello-1", "text": "hello"})
    me.post(
        "/api/lobby/chat", json={"type": "send_chat", "id": "h", "channel": "spectators", "text": "hello"}
    )
    me.post("/api/players/CAT/reports", json={"reason": "insult", "note": ""})
    people.say(NAME, game_id, "spectators", text="well played")
    people.become("CAT").put(f"/api/players/{NAME}/follow")
    bea = people.become("BEA")
    report = {"reason": "insult", "note": ""}
    assert bea.post(f"/api/players/{NAME}/reports", json=report).status_code == 200
    mute = people.become("DEE").post("/mutes", data={"player": NAME}, follow_redirects=False)
    assert mute.status_code == 303


def _challenge(people: Browsers) -> None:
    """Challenge somebody, and take a seat of somebody's challenge; it ends soon when nobody is there."""
    two = {"seats": [person("R", NAME), OPEN]}
    three = {"seats": [person("R", "CAT"), OPEN, {"colour": "Y", "kind": "open"}]}
    mine = people.become(NAME).post("/api/challenges", json={"game": two, "to": "BEA"})
    assert mine.status_code == 201, mine.text
    seated = people.become("CAT").post("/api/challenges", json={"game": three}).json()["id"]
    assert people.become(NAME).post(f"/api/challenges/{seated}/seats", json={}).status_code == 200


def _wait_for_ratings(client: TestClient) -> None:
    in_loop(client, services(client).rating_service.catch_up)


def _places(settings: Settings) -> set[str]:
    """Return the columns of the database in which the name occurs, except for the logs that only grow."""
    found: set[str] = set()
    with sqlite3.connect(settings.data_dir / DATABASE) as file:
        for table in METADATA.tables.values():
            for column in table.columns if table.name not in ONLY_GROW else ():
                query = f'SELECT COUNT(*) FROM {table.name} WHERE "{column.name}" LIKE ?'
                if file.execute(query, (f"%{NAME}%",)).fetchone()[0]:
                    found.add(f"{table.name}.{column.name}")
    return found


def _addresses(traces: Traces) -> Iterator[str]:
    values = {
        **traces.values,
        "name": [traces.name, "BEA"],
        "opponent": [traces.name],
        "ply": ["1"],
        "list_name": ["two", "gobble", "puzzles", "all", "masters"],
        "pool": ["two", "gobble", "puzzles"],
        "match_id": ["1-all-1-1", "1-main-1-1"],
        "round_id": ["1-all-1", "1-main-1"],
        "code": ["XX"],
    }
    for operation in sorted(operations()):
        method, _, path = operation.partition(" ")
        name = re.search(r"{(\w+)}", path)
        if method != "GET" or path in NOT_ASKED or path.startswith(NAMELESS):
            continue
        if name and name[1] not in values:
            continue
        choices = [values.get(each, ["x"]) for each in re.findall(r"{(\w+)}", path)]
        for chosen in product(*choices):
            yield re.sub(r"{\w+}", "{}", path).format(*chosen)
    yield f"/api/archive?player={traces.name}"
    yield f"/archive?player={traces.name}"


def _showing(traces: Traces) -> list[str]:
    """Return the addresses that show the name to a moderator, or in the lists of others."""
    people = traces.people
    found = [path for path in _addresses(traces) if _shows(people.become("BEA"), path)]
    return found + [path for name, path in LISTS if _shows(people.become(name), path)]


def _shows(client: TestClient, path: str) -> bool:
    return NAME.lower() in unquote(client.get(path).text).lower()


def test_a_closed_account_leaves_its_name_nowhere_even_after_a_restart(
    closed: Traces, settings: Settings
) -> None:
    _assert_gone(closed, settings)
    assert NAME not in str(audit(settings.data_dir, 1000))


def test_a_renamed_account_shows_its_new_name_everywhere_even_after_a_restart(
    everything: Traces, settings: Settings
) -> None:
    rename(everything.people, NAME, NEW)
    _assert_gone(replace(everything, name=NEW), settings)


def _assert_gone(traces: Traces, settings: Settings) -> None:
    client = traces.people.client
    assert _places(settings) - FORMER == set()
    assert _showing(traces) == []
    over = traces.values["game_id"][0]
    names = [seat.name for seat in parse_record(client.get(f"/games/{over}/record").text).seats]
    assert names == [traces.name, "BEA"]
    found = client.get(f"/api/archive?player={traces.name}").json()["games"]
    assert {game["id"] for game in found} >= {over}
    for tournament_id in traces.values["tournament_id"][:3]:  # those that are over
        assert traces.name in client.get(f"/api/tournaments/{tournament_id}").text

    with TestClient(create_app(settings)) as again:
        traces.people.client = again
        assert _showing(traces) == []


def test_nobody_can_take_the_name_of_a_closed_account(client: TestClient) -> None:
    people = Browsers(client)
    people.become(NAME).post("/account/close", data={"password": PASSWORD})
    people.become("stranger")

    for twin in (NAME, "Zephyrine", "Zephyr1ne", "Zephyr.ine"):
        refused = client.post("/sign-up", data={"name": twin, "password": PASSWORD})
        as_guest = client.post("/api/games", json={"seats": [person("R", twin), OPEN]})
        assert (refused.status_code, as_guest.json()["code"]) == (422, "name_of_another")
