"""A guest cannot use the name of an account, a robot or the server."""

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.lobby_clients import WaitingRoom, open_seat, seat
from tests.server.support.table import Json

FOREIGN = [
    "ANN",
    "ann",
    "A n n",
    "\u0410NN",
    "Ann!",
    "Greedy",
    "Отто",
    "BOT Ann",
    "Admin",
    "robot 7",
]
OWN = ["Anna", "Guest", "Guest of the house", "Ann of the lobby", "!", ""]
ROBOT = {"colour": "B", "kind": "robot", "robot": "greedy"}


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WaitingRoom]:
    app = create_app(Settings(tmp_path_factory.mktemp("data")))
    with TestClient(app, follow_redirects=False) as client:
        room = WaitingRoom(client)
        for name in ("ANN", "BEA", "guest"):
            room.cookies(name)
        yield room


def opened(room: WaitingRoom, name: str, *seats: Json, **options: Any) -> Any:
    return room.ask(name, "POST", "/api/games", {"seats": list(seats), **options})


def table_of(room: WaitingRoom) -> str:
    answer = opened(room, "BEA", seat("R"), open_seat("B"))
    game_id: str = answer.json()["id"]
    return game_id


def code_of(answer: Any) -> str | None:
    code: str | None = answer.json().get("code")
    return code


@pytest.mark.parametrize("name", FOREIGN)
def test_a_guest_does_not_sit_down_under_the_name_of_another(room: WaitingRoom, name: str) -> None:
    seats = f"/api/games/{table_of(room)}/seats"

    refused = room.ask("guest", "POST", seats, {"seat": 1, "name": name})

    assert (refused.status_code, code_of(refused)) == (403, "name_of_another")


@pytest.mark.parametrize("name", OWN)
def test_a_guest_can_sit_down_under_an_unused_name(room: WaitingRoom, name: str) -> None:
    seats = f"/api/games/{table_of(room)}/seats"

    assert room.ask("guest", "POST", seats, {"seat": 1, "name": name}).status_code == 200


def test_no_entrance_lets_a_guest_in_under_the_name_of_another(room: WaitingRoom) -> None:
    challenge = room.posted("BEA")
    rush = room.ask("BEA", "POST", "/api/gobble", {}).json()["id"]
    doors = [
        opened(room, "guest", seat("R", "Ann"), open_seat("B")),
        opened(room, "guest", seat("R", "Ann"), ROBOT, listing="open"),
        opened(room, "guest", seat("R"), {**ROBOT, "name": "Ann"}, open_seat("Y")),
        room.ask("guest", "POST", "/api/challenges", {"game": {"seats": [seat("R", "Ann"), open_seat("B")]}}),
        room.take("guest", challenge, name="Ann"),
        room.ask("guest", "PUT", "/api/pairing", {"pool": "2-3-2", "name": "Ann"}),
        room.ask("guest", "POST", "/api/gobble", {"name": "Ann"}),
        room.ask("guest", "POST", f"/api/gobble/{rush}/seats", {"name": "Ann"}),
    ]

    assert [code_of(answer) for answer in doors] == ["name_of_another"] * len(doors)


def test_an_account_cannot_give_its_players_the_name_of_another_account(room: WaitingRoom) -> None:
    mine = opened(room, "ANN", seat("R", "ann"), open_seat("B"))
    foreign = opened(room, "ANN", seat("R", "Bea"), open_seat("B"))

    assert (mine.status_code, code_of(foreign)) == (201, "name_of_another")


def test_players_at_one_browser_may_have_any_names(room: WaitingRoom) -> None:
    assert opened(room, "guest", seat("R", "Ann"), seat("B", "Bea")).status_code == 201


def test_the_pages_say_it_in_place(room: WaitingRoom) -> None:
    headers = {"accept": "text/html"}
    fields = {"seats": "2", "kind_0": "me", "name_0": "Ann", "kind_1": "open"}

    start = room.client.post("/games", data=fields, headers=headers)
    seat_form = {"seat": "1", "name": "Ann"}
    table = room.client.post(f"/games/{table_of(room)}/seats", data=seat_form, headers=headers)

    sentence = "This name looks like that of an account or a robot"
    assert (start.status_code, table.status_code) == (422, 409)
    assert sentence in start.text and sentence in table.text
    assert 'value="Ann"' in start.text
