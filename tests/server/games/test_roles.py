"""Permissions at a table: every role, every socket message, and the result."""

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from starlette.testclient import TestClient

from tantrix.server.admin.moderation import silence
from tantrix.server.app import create_app
from tantrix.server.protocol.game import CLIENT_MESSAGE
from tantrix.server.settings import Settings
from tests.server.support.api_client import program
from tests.server.support.clients import sign_up
from tests.server.support.services import in_loop, services
from tests.server.support.several_clients import SeatedBrowsers, answer_to, open_seat
from tests.server.support.table import Json, Table, person, receive_until

ROLES = (
    "to play",  # it is this person's turn
    "waits",  # it is another player's turn
    "looks on",  # a browser without a session
    "guest of another game",
    "account of another game",
    "program of another account",  # with a token that has every scope
    "silenced",
    "banned",
)
STRANGERS = ROLES[2:]
ACCOUNTS = ("account of another game", "program of another account", "silenced")
FORBIDDEN = "not_your_seat"
DONE = "done"


@dataclass(frozen=True, slots=True)
class RoleRow:
    """A message, and the result for each role: a code, `DONE`, or the type of the answer."""

    name: str
    message: Json
    to_play: str
    waits: str
    others: str = FORBIDDEN
    accounts: str | None = None  # the result for accounts without a seat, if it differs

    def expected(self, role: str) -> str:
        others = self.accounts if self.accounts and role in ACCOUNTS else self.others
        return {ROLES[0]: self.to_play, ROLES[1]: self.waits}.get(role, others)


CELLS = (
    RoleRow("place", {"type": "place", "placement": "legal"}, DONE, FORBIDDEN),
    RoleRow(
        "place with a stale ply", {"type": "place", "placement": "legal", "ply": 9}, "stale_ply", "stale_ply"
    ),
    RoleRow("place another's tile", {"type": "place", "placement": "theirs"}, "NOT_IN_HAND", FORBIDDEN),
    RoleRow("place a tile of the bag", {"type": "place", "placement": "unseen"}, "NOT_IN_HAND", FORBIDDEN),
    RoleRow("place far away", {"type": "place", "placement": "far"}, "DETACHED", FORBIDDEN),
    RoleRow("place on a tile", {"type": "place", "placement": "on a tile"}, "OCCUPIED", FORBIDDEN),
    RoleRow("place what is none", {"type": "place", "placement": "nonsense"}, "bad_message", FORBIDDEN),
    RoleRow("resign one's own seat", {"type": "resign", "seat": "mine"}, DONE, DONE),
    RoleRow("resign another's seat", {"type": "resign", "seat": "theirs"}, FORBIDDEN, FORBIDDEN),
    RoleRow("resign a seat that is none", {"type": "resign", "seat": 3}, FORBIDDEN, FORBIDDEN),
    RoleRow("offer a draw", {"type": "offer", "kind": "draw"}, DONE, DONE),
    RoleRow("offer a takeback", {"type": "offer", "kind": "takeback"}, "not_now", DONE),
    RoleRow("offer a pause", {"type": "offer", "kind": "pause"}, DONE, DONE),
    RoleRow("offer to go on", {"type": "offer", "kind": "resume"}, "not_now", "not_now"),
    RoleRow("offer a rematch", {"type": "offer", "kind": "rematch"}, "not_now", "not_now"),
    *(
        RoleRow(
            f"{'accept' if accept else 'decline'} a {kind} that nobody offers",
            {"type": "reply", "kind": kind, "accept": accept},
            "no_offer",
            "no_offer",
        )
        for kind in ("draw", "takeback", "pause", "resume", "rematch", "end")
        for accept in (True, False)
    ),
    RoleRow("abort", {"type": "abort"}, DONE, DONE),
    *(
        RoleRow(
            f"claim {whose} seat: {how}",
            {"type": "claim", "seat": whose, "how": how},
            "not_claimable",
            "not_claimable",
        )
        for whose in ("mine", "theirs", "no")
        for how in ("end", "robot")
    ),
    *(
        RoleRow(f"return to {whose} seat", {"type": "return", "seat": whose}, FORBIDDEN, FORBIDDEN)
        for whose in ("mine", "theirs", "no")
    ),
    RoleRow(
        "say to players",
        {"type": "send_chat", "channel": "players", "preset": "hello"},
        "chat_sent",
        "chat_sent",
        "players_only",
    ),
    RoleRow(
        "say to spectators",  # a silenced user gets the same answer, but nobody sees it: test_chat.py
        {"type": "send_chat", "channel": "spectators", "preset": "hello"},
        "after_the_game",
        "after_the_game",
        "sign_in_to_chat",
        "chat_sent",
    ),
    RoleRow("read chat", {"type": "read_chat"}, "chat_history", "chat_history", "chat_history"),
    RoleRow("sync", {"type": "sync", "version": 0}, "placed", "placed", "placed"),
    RoleRow("ping", {"type": "ping", "sent_ms": 7}, "pong", "pong", "pong"),
    RoleRow("echo", {"type": "echo", "nonce": 0}, "nothing", "nothing", "nothing"),
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    app = create_app(Settings(tmp_path_factory.mktemp("roles")))
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture(scope="module")
def sessions(client: TestClient) -> dict[str, Json]:
    """Return the headers of the roles that have no seat at the table."""
    client.cookies.clear()
    Table.open(client)
    found = {"looks on": {}, "guest of another game": _cookie(dict(client.cookies))}
    for role, name in (("account of another game", "Else"), ("silenced", "Loud"), ("banned", "Anna")):
        found[role] = _cookie(sign_up(client, name))
        Table.open(client)
    found["program of another account"] = program(client, "Robin").headers
    client.cookies.clear()
    silence(services(client).settings.data_dir, "Loud", 1)
    in_loop(client, services(client).accounts.ban, "Anna", True, "the test")
    return found


def _cookie(cookies: Json) -> Json:
    return {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}


def test_every_message_of_the_socket_is_in_the_matrix() -> None:
    choices = CLIENT_MESSAGE.json_schema()["discriminator"]["mapping"]

    assert {cell.message["type"] for cell in CELLS} == set(choices)


@pytest.mark.parametrize("role", ROLES)
def test_the_matrix_of_roles_and_messages(client: TestClient, sessions: dict[str, Json], role: str) -> None:
    company = _begun(client)
    found, expected = {}, {cell.name: cell.expected(role) for cell in CELLS}
    for cell in CELLS:
        version = company.table.look()["version"]
        found[cell.name] = _sent(company, sessions, role, cell.message)
        after = company.table.look()
        if found[cell.name] != DONE:
            assert (after["version"], after["offers"]) == (version, []), cell.name
        else:
            company = _begun(client)

    assert found == expected


def _begun(client: TestClient) -> SeatedBrowsers:
    """Return a two-player game at its second turn: the waiting player has laid a tile."""
    company = SeatedBrowsers.gather(client, person("R", "Ann"), open_seat("B"))
    company.play_turns(1)
    return company


def _sent(company: SeatedBrowsers, sessions: dict[str, Json], role: str, message: Json) -> str:
    """Send a message in a role and return the result."""
    welcome = company.table.look()
    to_play = welcome["position"]["to_play"]
    mine = 1 - to_play if role == "waits" else to_play
    company.become(None if role in STRANGERS else mine)
    message, client = _filled(message, welcome, mine), company.table.client
    with client.websocket_connect(company.table.socket, headers=sessions.get(role, {})) as socket:
        socket.receive_json()
        if "id" not in message:
            socket.send_json(message)
            if message["type"] != "ping":
                socket.send_json({"type": "ping", "sent_ms": 0})
            heard = receive_until(socket, lambda m: m["type"] == "pong")
            return next((m["type"] for m in heard if m["type"] != "presence" and m != _PONG), "nothing")
        answer = answer_to(socket, message) if message["type"] != "send_chat" else _heard(socket, message)
    return str(answer["code"]) if answer["type"] == "refused" else _kind(answer)


_PONG = {"type": "pong", "sent_ms": 0}


def _heard(socket: object, message: Json) -> Json:
    socket.send_json(message)  # type: ignore[attr-defined]
    messages = receive_until(socket, lambda m: m["type"] in ("chat_sent", "refused"))  # type: ignore[arg-type]
    return messages[-1]


def _kind(answer: Json) -> str:
    return DONE if answer["type"] == "ack" else str(answer["type"])


def _filled(message: Json, welcome: Json, mine: int) -> Json:
    """Fill in the fields that depend on the game."""
    filled = dict(message)
    if message["type"] not in ("read_chat", "sync", "ping", "echo"):
        filled["id"] = "the-one"
    if "seat" in message:
        filled["seat"] = {"mine": mine, "theirs": 1 - mine, "no": 2}.get(message["seat"], message["seat"])
    if message["type"] == "place":
        filled = {"ply": welcome["position"]["ply"], **filled}
        filled["placement"] = _placement(message["placement"], welcome["position"])
    return filled


def _placement(name: str, position: Json) -> str:
    to_play = position["to_play"]
    tile, theirs = position["hands"][to_play][0], position["hands"][1 - to_play][0]
    placements = {
        "legal": str(position["placements"][0]),
        "theirs": f"{theirs}@1,0^0",
        "unseen": f"{position['unseen'][0]}@1,0^0",
        "far": f"{tile}@9,9^0",
        "on a tile": f"{tile}@0,0^0",
    }
    return placements.get(name, name)
