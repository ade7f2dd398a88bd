"""The OpenAPI document: what FastAPI generates, and what is common to all operations.

This module adds authentication, the scope that each operation needs, the responses to any request with a
token, groups of operations, and the messages of the sockets and streams. The messages come from the same
models as the TypeScript types of the pages, and their unions have the same names.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from tantrix._tools.json_object import JsonObject
from tantrix.server.accounts.scopes import SENTENCES, scope_of, socket_scope
from tantrix.server.protocol.account import ACCOUNT_MESSAGE
from tantrix.server.protocol.analysis import ANALYSIS_CLIENT_MESSAGE, ANALYSIS_SERVER_MESSAGE
from tantrix.server.protocol.game import CLIENT_MESSAGE, SERVER_MESSAGE
from tantrix.server.protocol.gobble import GOBBLE_CLIENT_MESSAGE, GOBBLE_SERVER_MESSAGE
from tantrix.server.protocol.lobby import LOBBY_CLIENT_MESSAGE, LOBBY_SERVER_MESSAGE
from tantrix.server.protocol.notices import NOTICE_CLIENT_MESSAGE, NOTICE_SERVER_MESSAGE
from tantrix.server.protocol.tournaments import TournamentChanged

_DESCRIPTION = """\
Everything that the pages of this site can do with games, for programs. Every error is a `Problem`.

A program sends a token of an account as `Authorization: Bearer tantrix_...`; tokens are made on the page of \
the account. A browser sends the cookie of its session instead, which comes with the first game or seat. \
With a token, cookies and the origin are ignored, and pages of other sites may read the answer.
"""

# A path belongs to the first group whose pattern matches its beginning.
_GROUPS = (
    ("account", "/api/account", "Who sends the request, and the events of their games."),
    ("games", "/api/games|/games/", "Games: create, join, play, follow and download them."),
    ("lobby", "/api/(lobby|challenges|pairing|notices)", "Open tables, challenges, pairing."),
    ("gobble", "/api/gobble|/gobble/", "Rooms of Gobble, the party game."),
    ("players", "/api/(players|leaderboards|mutes)", "Ratings, profiles, leaderboards; muted players."),
    ("archive", "/api/archive|/archive/", "Finished games: search, export, import."),
    ("puzzles", "/api/(puzzles|puzzle-runs|solitaire)", "Puzzles, hints, the daily solitaire."),
    ("analysis", "/api/analysis", "The analysis board."),
    ("tournaments", "/api/(tournament|series)", "Tournaments, their chat and ratings; series of them."),
    ("server", "", "The server itself."),
)

# The messages of the sockets and streams, by the names of their schemas.
MESSAGES: dict[str, TypeAdapter[Any]] = {
    "AccountMessage": ACCOUNT_MESSAGE,
    "AnalysisServerMessage": ANALYSIS_SERVER_MESSAGE,
    "AnalysisClientMessage": ANALYSIS_CLIENT_MESSAGE,
    "ServerMessage": SERVER_MESSAGE,
    "ClientMessage": CLIENT_MESSAGE,
    "GobbleServerMessage": GOBBLE_SERVER_MESSAGE,
    "GobbleClientMessage": GOBBLE_CLIENT_MESSAGE,
    "LobbyServerMessage": LOBBY_SERVER_MESSAGE,
    "LobbyClientMessage": LOBBY_CLIENT_MESSAGE,
    "NoticeServerMessage": NOTICE_SERVER_MESSAGE,
    "NoticeClientMessage": NOTICE_CLIENT_MESSAGE,
    "TournamentChanged": TypeAdapter(TournamentChanged),
}


@dataclass(frozen=True, slots=True)
class Channel:
    """A socket or a stream: its path, and the names of the messages in both directions."""

    name: str
    path: str
    is_socket: bool
    about: str
    to_client: str
    to_server: str | None = None

    @property
    def scope(self) -> str | None:
        """The scope that the channel needs; None if tokens cannot use it."""
        found = socket_scope(self.path) if self.is_socket else scope_of("GET", self.path)
        return None if found is None else found.value


CHANNELS = (
    Channel(
        "Game",
        "/games/{game_id}/socket",
        True,
        "A game as it is played. The first message is a Welcome, or Waiting while a seat is free. Close code "
        "4404 means that there is no such game, 1013 that the client reads too slowly.",
        "ServerMessage",
        "ClientMessage",
    ),
    Channel(
        "Game events",
        "/api/games/{game_id}/events",
        False,
        "The same messages as a stream of lines, to read only.",
        "ServerMessage",
    ),
    Channel(
        "Account events",
        "/api/account/events",
        False,
        "The events of all games of an account, as a stream of lines.",
        "AccountMessage",
    ),
    Channel(
        "Tournament events",
        "/api/tournaments/{tournament_id}/events",
        False,
        "That a tournament has changed, as a stream of lines.",
        "TournamentChanged",
    ),
    Channel(
        "Lobby",
        "/lobby/socket",
        True,
        "The lobby of a page: open tables, challenges, who is here. Programs get the same by HTTP.",
        "LobbyServerMessage",
        "LobbyClientMessage",
    ),
    Channel(
        "Bell",
        "/notices/socket",
        True,
        "How many notices an account has not read, for pages. Programs get the list by HTTP.",
        "NoticeServerMessage",
        "NoticeClientMessage",
    ),
    Channel(
        "Gobble",
        "/gobble/{rush_id}/socket",
        True,
        "A room of Gobble, as it is set up and played.",
        "GobbleServerMessage",
        "GobbleClientMessage",
    ),
    Channel(
        "Analysis",
        "/analysis/socket",
        True,
        "Analyses of games and suggested placements, for pages.",
        "AnalysisServerMessage",
        "AnalysisClientMessage",
    ),
)


def describe(app: FastAPI) -> None:
    """Make this document the OpenAPI description of an application; building it takes half a second."""

    def document() -> JsonObject:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


def operation_id(route: APIRoute) -> str:
    """Name an operation for generated clients by its function: `show_game` becomes `getGame`."""
    first, *words = route.name.split("_")
    return "".join(["get" if first == "show" else first, *(word.capitalize() for word in words)])


def operations(document: JsonObject) -> Iterator[tuple[str, str, JsonObject]]:
    """Yield every operation of a document: method in capitals, path and description."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def _document(app: FastAPI) -> JsonObject:
    document = get_openapi(
        title=app.title,
        version=app.version,
        description=_DESCRIPTION,
        routes=app.routes,
        tags=[{"name": name, "description": about} for name, _pattern, about in _GROUPS],
        servers=[{"url": "/", "description": "The server that sent this document."}],
        contact={"name": "the Tantrix package authors"},
        license_info={"name": "MIT", "identifier": "MIT"},
    )
    components = document["components"]
    components["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": _scopes_described()},
        "session": {"type": "apiKey", "in": "cookie", "name": "tantrix_session"},
    }
    for method, path, operation in operations(document):
        _complete(method, path, operation)
    for name, schema in _message_schemas().items():
        components["schemas"].setdefault(name, schema)
    for channel in CHANNELS:
        if not channel.is_socket:
            (content,) = document["paths"][channel.path]["get"]["responses"]["200"]["content"].values()
            content["schema"] = _reference(channel.to_client)  # of each line
    document["x-channels"] = [_channel(channel) for channel in CHANNELS]
    return document


def _scopes_described() -> str:
    lines = (f"- `{scope.value}`: {sentence}" for scope, sentence in SENTENCES.items())
    return "A personal token. Its scopes are chosen when it is made:\n" + "\n".join(lines)


def _complete(method: str, path: str, operation: JsonObject) -> None:
    operation["tags"] = [next(name for name, pattern, _about in _GROUPS if re.match(pattern, path))]
    scope = scope_of(method, path)
    operation["security"] = [{}, {"session": []}]
    problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    if any(parameter["in"] == "query" for parameter in operation.get("parameters", ())):
        long = {"description": "The query is longer than 4 KiB", "content": problem}
        operation["responses"].setdefault("413", long)
    if scope is None:
        return
    operation["security"].append({"token": []})
    operation["x-scope"] = scope.value
    unknown = {"description": "The token is unknown or revoked", "content": problem}
    closed = {"description": "Not allowed, or the token lacks the scope", "content": problem}
    wait = {"Retry-After": {"description": "Seconds", "schema": {"type": "integer", "minimum": 1}}}
    often = {"description": "Too many requests with this token", "headers": wait, "content": problem}
    for status, answer in (("401", unknown), ("403", closed), ("429", often)):
        operation["responses"].setdefault(status, answer)


def _message_schemas() -> JsonObject:
    """Return the schemas of all messages, by the names of their models, and of their unions."""
    found: JsonObject = {}
    for name, adapter in MESSAGES.items():
        mode: Any = "validation" if name.endswith("ClientMessage") else "serialization"
        schema = adapter.json_schema(mode=mode, ref_template="#/components/schemas/{model}")
        found.update(schema.pop("$defs", {}))
        found[name] = {"title": name, **schema}
    return found


def _channel(channel: Channel) -> JsonObject:
    described = {
        "name": channel.name,
        "path": channel.path,
        "transport": "websocket" if channel.is_socket else "ndjson",
        "description": channel.about,
        "scope": channel.scope,
        "server": _reference(channel.to_client),
    }
    return described if channel.to_server is None else {**described, "client": _reference(channel.to_server)}


def _reference(name: str) -> JsonObject:
    return {"$ref": f"#/components/schemas/{name}"}
