"""Every command that writes, as an authorised user sends it, and the data that it requires."""

import itertools
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pyotp
from fastapi import FastAPI
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from tantrix.record import print_record
from tantrix.server.admin.moderation import set_moderator
from tantrix.server.app import create_app
from tantrix.server.games.room import record_of
from tantrix.server.rooms.commands import RoomChange
from tantrix.server.settings import Settings
from tests.server.support.browsers import PASSWORD, Browsers, table_of
from tests.server.support.rooms import NOW, room_of
from tests.server.support.solitaire import day_shown, play
from tests.server.support.table import Json, Table, of_type, person, receive_until

RequestOf = tuple[str, Json]  # a path, and the content of the request


class Everywhere:
    """An application that sees each request from a new address, because sign-ups are rate-limited."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self.state = app.state
        self._numbers = itertools.count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            scope["client"] = (f"10.{'.'.join(map(str, next(self._numbers).to_bytes(3)))}", 1)
        await self.app(scope, receive, send)


@dataclass(slots=True)
class WriteScene:
    """A server with people; whatever a command needs is created on request."""

    people: Browsers
    settings: Settings
    numbers: Iterator[int]  # of the names that people have chosen

    def table(self, one: str = "ada", other: str = "bob") -> Table:
        return table_of(self.people, one, other)

    def open_table(self) -> str:
        table = Table.open(self.people.become("gus"), person("R"), {"colour": "B", "kind": "open"})
        self.people.keep("gus")
        return table.id

    def rush(self, *robots: str) -> str:
        answer = self.people.become("ada").post("/api/gobble", json={"robots": list(robots)})
        self.people.keep("ada")
        rush: str = answer.json()["id"]
        return rush

    def shared_rush(self) -> str:
        rush = self.rush()
        self.people.become("eve").post(f"/api/gobble/{rush}/seats", json={})
        self.people.keep("eve")
        return rush

    def finished_rush(self) -> str:
        rush = self.rush()
        client = self.people.become("ada")
        client.post(f"/api/gobble/{rush}/start")
        with client.websocket_connect(f"/gobble/{rush}/socket") as socket:
            socket.send_json({"type": "leave", "id": "enough"})
            receive_until(socket, of_type("ack"))
        return rush

    def unused_name(self) -> str:
        return f"NEW{next(self.numbers)}"

    def fresh(self) -> str:
        """Return the name of a person who has just signed up."""
        name = self.unused_name()
        self.people.become(name)
        return name

    def vacation(self, is_on: bool, path: str, **request: Any) -> tuple[str, dict[str, Any]]:
        """Let PUZ begin or end a vacation; return a request."""
        client = self.people.become("PUZ")
        client.delete("/api/account/vacation")
        if is_on:
            assert client.put("/api/account/vacation", json={"days": 1}).status_code == 200
        return path, request

    def game_with_chat(self) -> str:
        game = self.table().id
        assert self.people.say("bob", game, "players", text="words")["type"] == "chat_sent"
        return game

    def lobby_message(self) -> int:
        sent = {"type": "send_chat", "id": "one", "channel": "spectators", "text": "words"}
        client = self.people.become(self.fresh())
        assert client.post("/api/lobby/chat", json=sent).status_code < 400
        number: int = client.get("/api/lobby/chat").json()["messages"][-1]["number"]
        return number

    def followed(self) -> str:
        """Return the name of a player whom ANN follows."""
        name = self.fresh()
        self.people.become("ANN").put(f"/api/players/{name}/follow")
        return name

    def mute(self) -> int:
        self.people.become("LOUD")
        muted: int = self.people.become("ANN").post("/api/players/LOUD/mute").json()["id"]
        return muted

    def report(self) -> str:
        name = self.fresh()
        form = {"player": name, "reason": "insult", "note": "n"}
        assert self.people.become(self.fresh()).post("/report", data=form).status_code < 400
        page = self.people.become("MOD").get("/moderation").text
        return re.findall(r"/moderation/reports/(\d+)", page)[-1]

    def silenced(self) -> str:
        report = self.report()
        self.people.become("MOD").post(
            f"/moderation/reports/{report}", data={"action": "silence", "days": "1"}
        )
        page = self.people.client.get("/moderation").text
        return re.findall(r'name="silence" value="(\d+)"', page)[-1]

    def challenge(self) -> str:
        new = {"game": {"seats": [person("R"), {"colour": "B", "kind": "open"}]}}
        answer = self.people.become("ada").post("/api/challenges", json=new)
        self.people.keep("ada")
        challenge: str = answer.json()["id"]
        return challenge

    def token(self, name: str) -> str:
        client = self.people.become(name)
        client.post("/account/tokens", data={"name": "program", "scope-read": "on"})
        return re.findall(r'name="token" value="([0-9a-f]{64})"', client.get("/account").text)[0]

    def session(self, name: str) -> str:
        client = self.people.become(name)
        client.cookies.clear()
        client.post("/sign-in", data={"name": name, "password": PASSWORD})
        self.people.keep(name)
        return re.findall(r'name="session" value="([0-9a-f]{64})"', client.get("/account").text)[0]


@dataclass(frozen=True, slots=True)
class WriteRequest:
    """A command that writes: its sender, its address and its content."""

    operation: str
    by: str
    ask: Callable[[WriteScene], tuple[str, Json]]

    @property
    def method(self) -> str:
        return self.operation.partition(" ")[0]


def _form(path: str, **fields: str) -> Callable[[WriteScene], RequestOf]:
    return lambda _world: (path, {"data": fields})


def _json(path: str, body: Json) -> Callable[[WriteScene], RequestOf]:
    return lambda _world: (path, {"json": body})


_SEATS = [person("R"), person("B")]
_INSULT = {"reason": "insult", "note": "n"}
_CHALLENGE = {"game": {"seats": [person("R"), {"colour": "B", "kind": "open"}]}}


def _placement(world: WriteScene) -> RequestOf:
    table = world.table()
    position = table.look()["position"]
    world.people.become(("ada", "bob")[position["to_play"]])
    sent = {"id": "one", "ply": 0, "placement": position["placements"][0]}
    return f"/api/games/{table.id}/placements", {"json": sent}


def _record(_world: WriteScene) -> str:
    rng, room = random.Random(1), room_of("Ann", "Bea")
    while not room.game.is_over:
        change = room.lay(rng.choice([*room.game.placements()]), NOW)
        assert isinstance(change, RoomChange)
        room = change.room
    return print_record(record_of(room))


def _solitaire(world: WriteScene) -> RequestOf:
    laid = play(day_shown(world.people.become("sol")), 1)
    return "/api/solitaire/daily", {"json": {"placements": [str(one) for one in laid[:1]], "name": "Sol"}}


def _second_factor_on(world: WriteScene) -> RequestOf:
    page = world.people.client.get("/account/second-factor").text
    found = re.findall(r'name="secret" value="([A-Z2-7]{32})"', page)
    secret = found[0] if found else pyotp.random_base32(32)
    form = {"secret": secret, "code": _code(world, secret), "password": PASSWORD}
    return "/account/second-factor", {"data": form}


def _recovery_code(world: WriteScene, name: str) -> str:
    """Switch the second factor of a new account on; return a recovery code."""
    world.people.become(name)
    path, sent = _second_factor_on(world)
    return re.findall(r"<li><code>([a-z2-9-]{19})</code>", world.people.client.post(path, **sent).text)[0]


def _with_code(path: str, name: str) -> Callable[[WriteScene], RequestOf]:
    return lambda world: (path, {"data": {"password": PASSWORD, "code": _recovery_code(world, name)}})


def _sign_in_code(world: WriteScene) -> RequestOf:
    name = world.fresh()
    code = _recovery_code(world, name)
    world.people.client.cookies.clear()
    world.people.client.post("/sign-in", data={"name": name, "password": PASSWORD})
    return "/sign-in/code", {"data": {"code": code}}


def _code(world: WriteScene, secret: str) -> str:
    return pyotp.TOTP(secret).at(world.settings.now_ms() // 1000)


WRITE_REQUESTS = (
    WriteRequest("POST /api/games", "ada", _json("/api/games", {"seats": _SEATS})),
    WriteRequest("POST /games", "ada", _form("/games")),
    WriteRequest(
        "POST /api/games/{game_id}/seats", "eve", lambda w: _to(f"/api/games/{w.open_table()}/seats", seat=1)
    ),
    WriteRequest(
        "POST /games/{game_id}/seats",
        "eve",
        lambda w: (f"/games/{w.open_table()}/seats", {"data": {"seat": "1"}}),
    ),
    WriteRequest("DELETE /api/games/{game_id}", "gus", lambda w: (f"/api/games/{w.open_table()}", {})),
    WriteRequest("POST /games/{game_id}/close", "gus", lambda w: (f"/games/{w.open_table()}/close", {})),
    WriteRequest("POST /api/games/{game_id}/placements", "", _placement),
    *(
        WriteRequest(
            "POST /api/games/{game_id}/commands",
            "ada",
            lambda w, sent=sent: (f"/api/games/{w.table().id}/commands", {"json": {"id": "one", **sent}}),
        )
        for sent in (
            {"type": "resign", "seat": 0},
            {"type": "offer", "kind": "draw"},
            {"type": "abort"},
        )
    ),
    WriteRequest(
        "POST /api/games/{game_id}/chat",
        "ada",
        lambda w: _to(
            f"/api/games/{w.table().id}/chat", type="send_chat", id="one", channel="players", text="hi"
        ),
    ),
    WriteRequest(
        "POST /api/games/{game_id}/chat/{number}/mute",
        "ada",
        lambda w: _to(f"/api/games/{w.game_with_chat()}/chat/1/mute"),
    ),
    WriteRequest(
        "POST /api/games/{game_id}/chat/{number}/reports",
        "ada",
        lambda w: _to(f"/api/games/{w.game_with_chat()}/chat/1/reports", **_INSULT),
    ),
    WriteRequest(
        "POST /api/lobby/chat",
        "ANN",
        _json("/api/lobby/chat", {"type": "send_chat", "id": "one", "channel": "spectators", "text": "hi"}),
    ),
    WriteRequest(
        "POST /api/lobby/chat/{number}/mute",
        "ANN",
        lambda w: _to(f"/api/lobby/chat/{w.lobby_message()}/mute"),
    ),
    WriteRequest(
        "POST /api/lobby/chat/{number}/reports",
        "ANN",
        lambda w: _to(f"/api/lobby/chat/{w.lobby_message()}/reports", **_INSULT),
    ),
    WriteRequest(
        "PUT /api/games/{game_id}/note",
        "ANN",
        lambda w: (f"/api/games/{w.table('ANN').id}/note", {"json": {"text": "mine"}}),
    ),
    WriteRequest("PUT /api/players/{name}/follow", "ANN", lambda w: (f"/api/players/{w.fresh()}/follow", {})),
    WriteRequest(
        "DELETE /api/players/{name}/follow", "ANN", lambda w: (f"/api/players/{w.followed()}/follow", {})
    ),
    WriteRequest("POST /players/{name}/follow", "ANN", lambda w: (f"/players/{w.fresh()}/follow", {})),
    WriteRequest("POST /players/{name}/unfollow", "ANN", lambda w: (f"/players/{w.followed()}/unfollow", {})),
    WriteRequest("POST /api/players/{name}/mute", "ANN", lambda w: _to(f"/api/players/{w.fresh()}/mute")),
    WriteRequest("POST /players/{name}/mute", "ANN", lambda w: (f"/players/{w.fresh()}/mute", {})),
    WriteRequest("DELETE /api/mutes/{mute_id}", "ANN", lambda w: (f"/api/mutes/{w.mute()}", {})),
    WriteRequest("POST /mutes", "ANN", lambda w: ("/mutes", {"data": {"mute": str(w.mute())}})),
    WriteRequest(
        "POST /api/players/{name}/reports",
        "BEA",
        lambda w: _to(f"/api/players/{w.fresh()}/reports", **_INSULT),
    ),
    WriteRequest(
        "POST /inbox/{name}",
        "WRITER",
        lambda w: (f"/inbox/{w.fresh()}", {"data": {"id": f"form{next(w.numbers)}", "text": "hi"}}),
    ),
    WriteRequest(
        "POST /inbox/{name}/messages",
        "AUTHOR",
        lambda w: _to(f"/inbox/{w.fresh()}/messages", id=f"json{next(w.numbers)}", text="hi"),
    ),
    WriteRequest("POST /report", "CYD", lambda w: ("/report", {"data": {"player": w.fresh(), **_INSULT}})),
    *(
        WriteRequest(
            "POST /moderation/reports/{report_id}",
            "MOD",
            lambda w, request=request: (f"/moderation/reports/{w.report()}", {"data": request}),
        )
        for request in ({"action": "dismiss"}, {"action": "silence", "days": "2"}, {"action": "ban"})
    ),
    WriteRequest(
        "POST /moderation/silences",
        "MOD",
        lambda w: ("/moderation/silences", {"data": {"silence": w.silenced()}}),
    ),
    WriteRequest("POST /api/gobble", "ada", _json("/api/gobble", {})),
    WriteRequest("POST /api/gobble/{rush_id}/seats", "eve", lambda w: _to(f"/api/gobble/{w.rush()}/seats")),
    WriteRequest(
        "POST /api/gobble/{rush_id}/stand",
        "ada",
        lambda w: _to(f"/api/gobble/{w.rush('calm')}/stand", seat=1),
    ),
    WriteRequest(
        "POST /api/gobble/{rush_id}/robots",
        "ada",
        lambda w: _to(f"/api/gobble/{w.rush()}/robots", style="calm"),
    ),
    WriteRequest(
        "POST /api/gobble/{rush_id}/settings",
        "ada",
        lambda w: _to(f"/api/gobble/{w.rush()}/settings", pace=50),
    ),
    WriteRequest(
        "POST /api/gobble/{rush_id}/host",
        "ada",
        lambda w: _to(f"/api/gobble/{w.shared_rush()}/host", seat=1),
    ),
    WriteRequest("POST /api/gobble/{rush_id}/start", "ada", lambda w: _to(f"/api/gobble/{w.rush()}/start")),
    WriteRequest(
        "POST /api/gobble/{rush_id}/rematch", "ada", lambda w: _to(f"/api/gobble/{w.finished_rush()}/rematch")
    ),
    WriteRequest(
        "POST /api/challenges/{challenge_id}/seats",
        "eve",
        lambda w: _to(f"/api/challenges/{w.challenge()}/seats"),
    ),
    WriteRequest("POST /api/solitaire/daily", "sol", _solitaire),
    WriteRequest(
        "POST /api/account/puzzles",
        "PUZ",
        _json("/api/account/puzzles", {"puzzles": [{"puzzle": "discovery-3", "best_ms": 4000}]}),
    ),
    WriteRequest(
        "POST /api/account/preferences",
        "PUZ",
        _json(
            "/api/account/preferences",
            {"preferences": [{"name": "setting/theme", "value": "dark", "at_ms": 1}]},
        ),
    ),
    WriteRequest("POST /settings", "PUZ", _form("/settings", language="pl")),
    WriteRequest(
        "PUT /api/account/notice-settings", "PUZ", _json("/api/account/notice-settings", {"mail": ["turn"]})
    ),
    WriteRequest(
        "PUT /api/account/vacation",
        "PUZ",
        lambda w: w.vacation(False, "/api/account/vacation", json={"days": 1}),
    ),
    WriteRequest("DELETE /api/account/vacation", "PUZ", lambda w: w.vacation(True, "/api/account/vacation")),
    WriteRequest(
        "POST /account/vacation", "PUZ", lambda w: w.vacation(False, "/account/vacation", data={"days": "1"})
    ),
    WriteRequest("POST /notices/settings", "PUZ", _form("/notices/settings", zone="UTC")),
    WriteRequest("POST /api/archive/import", "ANN", lambda w: _to("/api/archive/import", text=_record(w))),
    WriteRequest(
        "POST /sign-up",
        "new",
        lambda w: ("/sign-up", {"data": {"name": w.unused_name(), "password": PASSWORD}}),
    ),
    WriteRequest(
        "POST /sign-in", "old", lambda w: ("/sign-in", {"data": {"name": w.fresh(), "password": PASSWORD}})
    ),
    WriteRequest("POST /sign-out", "BEA", _form("/sign-out")),
    WriteRequest(
        "POST /account/sessions",
        "CYD",
        lambda w: ("/account/sessions", {"data": {"session": w.session("CYD")}}),
    ),
    WriteRequest(
        "POST /account/tokens", "CYD", _form("/account/tokens", **{"name": "p", "scope-read": "on"})
    ),
    WriteRequest(
        "POST /account/tokens/revoke",
        "CYD",
        lambda w: ("/account/tokens/revoke", {"data": {"token": w.token("CYD")}}),
    ),
    WriteRequest("POST /api/account/robot", "ROB", _json("/api/account/robot", {})),
    WriteRequest("POST /account/robot", "ROT", _form("/account/robot", sure="yes")),
    WriteRequest(
        "POST /account/mail", "MAY", _form("/account/mail", mail="a@example.org", password=PASSWORD)
    ),
    WriteRequest("POST /account/mail/again", "MAY", _form("/account/mail/again")),
    WriteRequest("POST /settings/profile", "MAY", _form("/settings/profile", country="PL")),
    WriteRequest(
        "POST /account/sessions/others",
        "CYE",
        lambda w: (w.session("CYE"), ("/account/sessions/others", {}))[1],
    ),
    WriteRequest("POST /sign-in/code", "", _sign_in_code),
    WriteRequest("POST /sign-in/passkey/options", "old", _form("/sign-in/passkey/options")),
    WriteRequest("POST /account/second-factor", "TON", _second_factor_on),
    WriteRequest(
        "POST /account/second-factor/codes", "TNC", _with_code("/account/second-factor/codes", "TNC")
    ),
    WriteRequest("POST /account/second-factor/off", "TOF", _with_code("/account/second-factor/off", "TOF")),
    WriteRequest(
        "POST /account/passkeys/options",
        "KEY",
        _json("/account/passkeys/options", {"password": PASSWORD}),
    ),
    WriteRequest("POST /account/name", "NAM", _form("/account/name", name="NAMED", password=PASSWORD)),
    WriteRequest(
        "POST /account/password", "PAS", _form("/account/password", old=PASSWORD, new=PASSWORD + "!")
    ),
    WriteRequest("POST /account/close", "DAN", _form("/account/close", password=PASSWORD)),
)

# Unsafe operations that write nothing, or the same data as one above.
ELSEWHERE = {
    "POST /api/analysis/study",
    "POST /api/analysis/record",
    "POST /api/analysis/position",
    "POST /api/analysis/placement",
    "POST /api/puzzles/{puzzle_name}/check",
    "POST /api/puzzles/{puzzle_name}/hint",
    "POST /api/puzzle-runs",  # belongs to whoever began the run: tests/server/puzzles/test_runs.py
    "POST /api/puzzle-runs/{run_id}/answers",
    "POST /sign-in/passkey",  # those of passkeys need an authenticator: tests/browser/page/test_sign_in.py
    "POST /account/passkeys",
    "POST /account/passkeys/remove",
    "POST /confirm-mail/{token}",  # with the link of a mail: tests/server/accounts
    "POST /forgot",  # a mail, and a token that is created when the mail is sent
    "POST /api/account/notices/read",  # writes only if something is unread: tests/server/notices
    "POST /notices/read",
    "POST /inbox/{name}/read",  # likewise: tests/server/community/inbox
    "POST /api/account/push",  # belongs to a browser's session: tests/server/notices
    "POST /api/account/push/end",
    "POST /unsubscribe/{name}/{code}",  # with the link of a mail: tests/server/notices
    "POST /reset/{token}",  # the same as a new password
    "POST /archive/import",  # the same as through the API
    "POST /games/{game_id}/removal",  # of an imported game: tests/server/sharing
    "POST /api/solitaire/open",  # the same as the daily one
    "POST /api/challenges",  # open challenges and the pools' waiting players are in memory only
    "DELETE /api/challenges/{challenge_id}",
    "PUT /api/pairing",
    "PUT /api/games/{game_id}/plan",  # of a player in a correspondence game: tests/server/games/plans
    "POST /api/games/{game_id}/plan/position",
    "POST /api/tournaments",  # in tests/server/tournaments
    "POST /api/tournaments/{tournament_id}/commands",
    "POST /api/tournaments/{tournament_id}/race",
    "POST /api/tournaments/{tournament_id}/invitations",
    "POST /api/tournaments/{tournament_id}/chat",
    "POST /api/tournaments/{tournament_id}/chat/{number}/reports",
    "POST /api/series/{series_id}/stop",
    "POST /series/{series_id}/stop",
    "POST /tournaments/new",  # the same as through the API
    "POST /tournaments/{tournament_id}",
    "POST /tournaments/{tournament_id}/edit",
    "POST /tournaments/{tournament_id}/matches/{match_id}",
    "POST /tournaments/{tournament_id}/control",
    "DELETE /api/pairing",
    "POST /lobby",  # the same as PUT /api/pairing
}


def _to(path: str, **body: Any) -> RequestOf:
    return path, {"json": body}


@contextmanager
def open_scene(settings: Settings) -> Iterator[WriteScene]:
    """Run a server with a moderator."""
    with TestClient(Everywhere(create_app(settings)), follow_redirects=False) as client:  # type: ignore[arg-type]
        people = Browsers(client)
        people.become("MOD")
        set_moderator(settings.data_dir, "MOD", True)
        yield WriteScene(people, settings, itertools.count())
