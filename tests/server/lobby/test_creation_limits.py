"""No client can take over the lobby: limits on what it creates, and lists that give everybody a turn."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from tantrix.server.accounts.creation_limits import CreationLimits, Opened
from tantrix.server.http.errors import Refusal
from tantrix.server.lobby.store import Challenge, ChallengeRow
from tantrix.server.lobby.views import in_turns
from tantrix.server.settings import Settings
from tests.server.support.addressed_app import AddressedApp

PERSON = {"colour": "R", "kind": "person", "name": "Gus"}
TABLE = {"seats": [PERSON, {"colour": "B", "kind": "open"}], "listing": "open"}
SOLO = {"seats": [PERSON, {"colour": "B", "kind": "robot", "robot": "random"}]}
ROBOTS = {"seats": [{"colour": colour, "kind": "robot", "robot": "random"} for colour in "RB"]}


@pytest.fixture
def place(settings: Settings) -> AddressedApp:
    return AddressedApp(settings)


@pytest.fixture
def client(place: AddressedApp) -> Iterator[TestClient]:
    with TestClient(place) as client:
        yield client


def _open(client: TestClient, new: dict[str, Any] = TABLE) -> tuple[int, str]:
    answer = client.post("/api/games", json=new)
    return answer.status_code, answer.json().get("code", "")


def test_a_user_has_at_most_five_waiting_tables_and_may_close_one(client: TestClient) -> None:
    tables = [client.post("/api/games", json=TABLE).json()["id"] for _ in range(5)]
    assert _open(client) == (409, "too_many_tables")
    assert _open(client, SOLO)[0] == 201

    assert client.delete(f"/api/games/{tables[0]}").status_code == 200

    assert _open(client)[0] == 201


def test_new_guests_of_one_address_do_not_push_out_the_table_of_another(
    client: TestClient, place: AddressedApp
) -> None:
    place.address = "10.0.0.2"
    theirs = client.post("/api/games", json=TABLE).json()["id"]
    place.address = "10.0.0.1"
    answers = []
    for _ in range(60):
        client.cookies.clear()
        answers.append(_open(client))

    assert answers == [(201, "")] * 20 + [(409, "too_many_at_address")] * 40
    assert theirs in client.get("/lobby").text


def test_three_hundred_games_at_once_are_refused(client: TestClient) -> None:
    answers = [_open(client, SOLO) for _ in range(40)]

    assert answers == [(201, "")] * 30 + [(429, "too_many_new_games")] * 10


def test_games_between_robots_have_narrower_limits(client: TestClient) -> None:
    answers = [_open(client, ROBOTS) for _ in range(8)]

    assert answers[:3] == [(201, "")] * 3
    assert {code for _, code in answers[3:]} <= {"too_many_robot_games", "too_many_new_games", ""}
    assert answers[-1][0] in (409, 429)


def test_a_user_has_at_most_five_waiting_gobble_rooms(client: TestClient) -> None:
    answers = [client.post("/api/gobble", json={}).status_code for _ in range(6)]

    assert answers == [201] * 5 + [409]


def test_the_form_names_the_limit(client: TestClient) -> None:
    for _ in range(5):
        _open(client)

    page = client.post("/games", data={"seats": "2", "kind_1": "open", "listing": "open"})

    assert page.status_code == 422
    assert "You have five tables waiting for players; close one first." in page.text


def test_behind_a_public_address_this_machine_is_limited_like_any_other() -> None:
    limits = CreationLimits(is_public=True)
    limits.record("table", "table 1", "ann", "127.0.0.1")

    with pytest.raises(Refusal):
        for n in range(200):
            limits.count(f"guest {n}", "127.0.0.1")
    assert limits.origin_of("table 1") == "127.0.0.1"


def test_without_a_public_address_this_machine_has_no_separate_limit() -> None:
    limits = CreationLimits()
    for n in range(200):
        limits.count(f"guest {n}", "127.0.0.1")
        limits.record("table", f"table {n}", "ann", "::1")

    with pytest.raises(Refusal):
        for n in range(200):
            limits.count(f"guest {n}", "10.0.0.1")


def _listed(limits: CreationLimits, rows: list[Opened]) -> list[str]:
    return [row.id for row in limits.in_turns(rows, lambda row: row, 50)]


def test_rooms_of_many_guests_at_one_ipv6_site_do_not_push_out_those_of_others() -> None:
    limits = CreationLimits(is_public=True)
    crowd = [Opened(f"room {n}", f"guest {n}", True) for n in range(60)]
    for n, each in enumerate(crowd):
        limits.record("rush", each.id, each.owner, f"2001:db8:1:{n}::1")
    limits.record("rush", "honest", "cyd", "2001:db8:2::1")

    listed = _listed(limits, [*crowd, Opened("honest", "cyd", True), Opened("late", "ann", False)])

    assert listed == [*(each.id for each in crowd[:48]), "honest", "late"]


def test_rooms_of_one_owner_do_not_push_out_those_of_others_after_a_restart() -> None:
    rows = [*(Opened(f"room {n}", "ann", True) for n in range(60)), Opened("honest", "cyd", True)]

    assert _listed(CreationLimits(), rows)[-1] == "honest"


def test_offers_are_listed_in_turns_by_owner() -> None:
    offers = [_challenge(n, owner) for n, owner in enumerate(("ann", "ann", "ann", "bea", "bea", "cyd"))]

    assert [each.row.id for each in in_turns(offers)] == ["0", "3", "5", "1", "4", "2"]


def _challenge(n: int, owner: str) -> Challenge:
    row = ChallengeRow(
        id=str(n),
        owner=owner,
        name=owner,
        points=None,
        invited=None,
        new_game="{}",
        low=None,
        high=None,
        is_slow=False,
        version=1,
        made_ms=-n,
    )
    return Challenge(row, ())
