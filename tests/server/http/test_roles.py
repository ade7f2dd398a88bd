"""Permissions over HTTP: every request that changes something, sent by everybody except the permitted user.

A table of `ROLES` by operations; every cell is asserted. Sockets are in `tests/server/games/test_roles.py`;
that permitted users are let through, `test_disk.py` asserts for each of these commands.
"""

import itertools
from collections.abc import Iterator

import pytest

from tantrix.server.settings import Settings
from tests.server.support.api_client import SCOPES, make_token
from tests.server.support.operations import unsafe_operations
from tests.server.support.rooms import NOW
from tests.server.support.services import in_loop, services
from tests.server.support.table import Json, Table
from tests.server.support.write_requests import (
    ELSEWHERE,
    WRITE_REQUESTS,
    WriteRequest,
    WriteScene,
    open_scene,
)

ROLES = (
    "nobody",  # a browser without a session
    "guest",  # of another game
    "account",  # of another game
    "banned",
    "token",  # of another account's program, with all scopes
)
DONE = "done"

NOT_MINE = ("not_your_seat",) * 5
NOT_OWNER = ("not_owner",) * 5
UNREAD = ("signed_out", "no_chat_message", "no_chat_message", "signed_out", "no_chat_message")
OF_ONES_OWN = ("signed_out", DONE, DONE, "signed_out", DONE)  # a program may do it for its account
ON_A_PAGE = ("signed_out", DONE, DONE, "signed_out", "not_for_tokens")
OF_AN_ACCOUNT = ("signed_out", "signed_out", DONE, DONE, "not_for_tokens")
MODERATORS = (*("not_moderator",) * 4, "not_for_tokens")
ANYBODY = (DONE, DONE, DONE, "banned", DONE)
ANYBODY_ON_A_PAGE = (DONE, DONE, DONE, "banned", "not_for_tokens")

CELLS: dict[str, tuple[str, ...]] = {
    "POST /api/games": ANYBODY,
    "POST /games": ANYBODY_ON_A_PAGE,
    "POST /api/games/{game_id}/seats": ANYBODY,
    "POST /games/{game_id}/seats": ANYBODY_ON_A_PAGE,
    "DELETE /api/games/{game_id}": NOT_OWNER,
    "POST /games/{game_id}/close": (*("not_owner",) * 4, "not_for_tokens"),
    "POST /api/games/{game_id}/placements": NOT_MINE,
    "POST /api/games/{game_id}/commands": NOT_MINE,
    "POST /api/games/{game_id}/chat": ("players_only",) * 5,
    "POST /api/games/{game_id}/chat/{number}/mute": UNREAD,
    "POST /api/games/{game_id}/chat/{number}/reports": UNREAD,
    "PUT /api/games/{game_id}/note": (*("signed_out",) * 2, *("not_your_seat",) * 3),
    "POST /api/lobby/chat": ("sign_in_to_chat", "sign_in_to_chat", DONE, "sign_in_to_chat", DONE),
    "POST /api/lobby/chat/{number}/mute": OF_ONES_OWN,
    "POST /api/lobby/chat/{number}/reports": OF_ONES_OWN,
    "PUT /api/players/{name}/follow": ("signed_out", "signed_out", DONE, "banned", DONE),
    "DELETE /api/players/{name}/follow": ("signed_out", "signed_out", DONE, DONE, DONE),
    "POST /players/{name}/follow": ("signed_out", "signed_out", DONE, "banned", "not_for_tokens"),
    "POST /players/{name}/unfollow": OF_AN_ACCOUNT,
    "POST /api/players/{name}/mute": OF_ONES_OWN,
    "POST /players/{name}/mute": ON_A_PAGE,
    "DELETE /api/mutes/{mute_id}": ("signed_out", "no_mute", "no_mute", "signed_out", "no_mute"),
    "POST /mutes": ("signed_out", "no_mute", "no_mute", "signed_out", "not_for_tokens"),
    "POST /api/players/{name}/reports": OF_ONES_OWN,
    "POST /inbox/{name}": ("signed_out", "signed_out", DONE, "403", "not_for_tokens"),
    "POST /inbox/{name}/messages": ("signed_out", "signed_out", DONE, "banned", "not_for_tokens"),
    "POST /report": ("422", DONE, DONE, "422", "not_for_tokens"),
    "POST /moderation/reports/{report_id}": MODERATORS,
    "POST /moderation/silences": MODERATORS,
    "POST /api/gobble": ANYBODY,
    "POST /api/gobble/{rush_id}/seats": ANYBODY,
    "POST /api/gobble/{rush_id}/stand": NOT_MINE,
    "POST /api/gobble/{rush_id}/robots": NOT_OWNER,
    "POST /api/gobble/{rush_id}/settings": NOT_OWNER,
    "POST /api/gobble/{rush_id}/host": NOT_OWNER,
    "POST /api/gobble/{rush_id}/start": NOT_OWNER,
    "POST /api/gobble/{rush_id}/rematch": NOT_MINE,
    "POST /api/challenges/{challenge_id}/seats": ANYBODY,
    "POST /api/solitaire/daily": ANYBODY,
    "POST /api/account/puzzles": ("signed_out", "signed_out", DONE, DONE, DONE),  # one's own, banned or not
    "POST /api/account/preferences": ("signed_out", "signed_out", DONE, DONE, DONE),
    "POST /settings": (DONE, DONE, DONE, DONE, "not_for_tokens"),
    "PUT /api/account/vacation": ("signed_out", "signed_out", DONE, DONE, DONE),
    "DELETE /api/account/vacation": ("signed_out", "signed_out", DONE, DONE, DONE),
    "POST /account/vacation": OF_AN_ACCOUNT,
    "PUT /api/account/notice-settings": ("signed_out", "signed_out", DONE, DONE, DONE),
    "POST /notices/settings": OF_AN_ACCOUNT,
    "POST /api/archive/import": ("signed_out", "signed_out", DONE, "banned", DONE),
    "POST /account/sessions": (*("no_session",) * 4, "not_for_tokens"),
    # Banned users keep their account, and may change or close it.
    "POST /account/tokens": OF_AN_ACCOUNT,
    "POST /account/tokens/revoke": ("signed_out", "signed_out", "no_token", "no_token", "not_for_tokens"),
    "POST /api/account/robot": ("signed_out", "signed_out", "has_played", "has_played", "has_played"),
    "POST /account/robot": ("signed_out", "signed_out", "422", "422", "not_for_tokens"),
    "POST /account/sessions/others": OF_AN_ACCOUNT,
    "POST /account/second-factor": OF_AN_ACCOUNT,
    "POST /account/second-factor/codes": ("signed_out", "signed_out", "422", "422", "not_for_tokens"),
    "POST /account/second-factor/off": ("signed_out", "signed_out", "422", "422", "not_for_tokens"),
    "POST /account/passkeys/options": OF_AN_ACCOUNT,
    "POST /account/mail": OF_AN_ACCOUNT,
    "POST /account/mail/again": OF_AN_ACCOUNT,
    "POST /settings/profile": OF_AN_ACCOUNT,
    "POST /account/name": ("signed_out", "signed_out", DONE, "422", "not_for_tokens"),
    "POST /account/password": OF_AN_ACCOUNT,
    "POST /account/close": OF_AN_ACCOUNT,
}

# Everybody signs in and out for themselves; doing it here would change who the client is.
OF_EVERYBODY = {
    "POST /sign-up",
    "POST /sign-in",
    "POST /sign-in/code",
    "POST /sign-in/passkey/options",
    "POST /sign-out",
}
# Requests that end the sessions of the account that sends them, or rename it; tested with accounts.
LAST_REQUESTS = {"POST /account/name", "POST /account/password", "POST /account/close"}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WriteScene]:
    clock = itertools.count(NOW, 1000).__next__
    with open_scene(Settings(tmp_path_factory.mktemp("roles"), now_ms=clock)) as world:
        yield world


@pytest.fixture(scope="module")
def roles(world: WriteScene) -> dict[str, Json]:
    """The credentials of each role: cookies, or the token of a program."""
    people = world.people
    found: dict[str, Json] = {"nobody": {}}
    Table.open(people.become("stranger"))
    found["guest"] = dict(people.client.cookies)
    Table.open(people.become("ELSE"))
    found["account"] = dict(people.client.cookies)
    Table.open(people.become("BANNED"))
    found["banned"] = dict(people.client.cookies)
    in_loop(people.client, services(people.client).accounts.ban, "BANNED", True, "the test")
    Table.open(people.become("PROGRAM"))
    token = make_token(people.client, SCOPES)
    return found | {"token": {"Authorization": f"Bearer {token}"}}


def test_every_command_is_in_the_matrix() -> None:
    assert set(CELLS) | OF_EVERYBODY | ELSEWHERE == unsafe_operations()


@pytest.mark.parametrize(
    "write_request",
    [write_request for write_request in WRITE_REQUESTS if write_request.operation in CELLS],
    ids=lambda d: d.operation,
)
def test_the_matrix_of_roles_and_commands(
    world: WriteScene, roles: dict[str, Json], write_request: WriteRequest
) -> None:
    found = {}
    world.people.forget_guests()
    path, sent = _asked(world, write_request)
    for role, expected in zip(ROLES, CELLS[write_request.operation], strict=True):
        if expected == DONE and write_request.operation in LAST_REQUESTS:
            found[role] = DONE
            continue
        found[role] = _sent(world, write_request, path, sent, role, roles[role])
        if found[role] == DONE:
            path, sent = _asked(world, write_request)
        elif path.startswith("/api/games/"):
            version = world.people.client.get("/".join(path.split("/")[:4])).json().get("version", 0)
            assert version == 0

    assert found == dict(zip(ROLES, CELLS[write_request.operation], strict=True))


def _asked(world: WriteScene, write_request: WriteRequest) -> tuple[str, Json]:
    if write_request.by:
        world.people.become(write_request.by)
    return write_request.ask(world)


def _sent(world: WriteScene, write_request: WriteRequest, path: str, sent: Json, role: str, has: Json) -> str:
    """Send a command in a role; return the code of the refusal, or DONE."""
    client = world.people.client
    client.cookies.clear()
    client.cookies.update({} if role == "token" else has)
    headers = has if role == "token" else {}
    answer = client.request(write_request.method, path, headers=headers, **sent)
    if answer.status_code < 400:
        return DONE
    is_json = answer.headers["content-type"] == "application/json"
    return str(answer.json()["code"]) if is_json else str(answer.status_code)
