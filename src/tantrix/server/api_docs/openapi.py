"""The OpenAPI document: what FastAPI finds, and what holds for all operations at once.

It adds how a program says who it is, the scope of a token that each operation asks for, the answers that any
request with a token may get, groups of operations, and the messages of the sockets and streams, which are
made from the same models as the TypeScript types of the pages.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from tantrix.server.accounts.scopes import SENTENCES, scope_of, socket_scope
from tantrix.server.protocol.account import ACCOUNT_MESSAGE
from tantrix.server.protocol.analysis import ANALYSIS_CLIENT_MESSAGE, ANALYSIS_SERVER_MESSAGE
from tantrix.server.protocol.game import CLIENT_MESSAGE, SERVER_MESSAGE
from tantrix.server.protocol.gobble import GOBBLE_CLIENT_MESSAGE, GOBBLE_SERVER_MESSAGE
from tantrix.server.protocol.lobby import LOBBY_CLIENT_MESSAGE, LOBBY_SERVER_MESSAGE

Json = dict[str, Any]

_DESCRIPTION = """\
Everything a page of this site can do to games, for programs. Every error answers with a `Problem`.

A program sends the token of an account as `Authorization: Bearer tantrix_...`; it is made on the page of \
the account. A browser sends the cookie of its session instead, which the first game or seat brings. Where a \
token is sent, cookies and the origin do not count, and pages of other sites may read the answer.
"""

# The first group whose pattern a path begins with.
_GROUPS = (
    ("account", "/api/account", "Who sends the request, and what happens in its games."),
    ("games", "/api/games|/games/", "Games: dealt, joined, played, followed, taken home as files."),
    ("lobby", "/api/(lobby|challenges|pairing|notices)", "Open tables, challenges, pairing."),
    ("gobble", "/api/gobble|/gobble/", "Rooms of Gobble, the party game."),
    ("players", "/api/(players|leaderboards|mutes)", "Ratings, profiles, lists; who is muted."),
    ("archive", "/api/archive|/archive/", "Finished games: searched, exported, imported."),
    ("puzzles", "/api/(puzzles|solitaire)", "Puzzles, hints, the solitaire of the day."),
    ("analysis", "/api/analysis", "The analysis board."),
    ("server", "", "The server itself."),
)


@dataclass(frozen=True, slots=True)
class Channel:
    """A socket or a stream: where it is, and the messages that go out to it and come in."""

    name: str
    path: str
    is_socket: bool
    about: str
    to_client: TypeAdapter[Any]
    to_server: TypeAdapter[Any] | None = None

    @property
    def scope(self) -> str | None:
        """The scope of a token that it asks for; None if it takes none."""
        found = socket_scope(self.path) if self.is_socket else scope_of("GET", self.path)
        return None if found is None else found.value


CHANNELS = (
    Channel(
        "Game",
        "/games/{game_id}/socket",
        True,
        "A game as it is played. The first message is a Welcome, or Waiting while a seat is free. A close "
        "with 4404 says that there is no such game, 1013 that the client reads too slowly.",
        SERVER_MESSAGE,
        CLIENT_MESSAGE,
    ),
    Channel(
        "Game events",
        "/api/games/{game_id}/events",
        False,
        "The same messages as a stream of lines, to read only.",
        SERVER_MESSAGE,
    ),
    Channel(
        "Account events",
        "/api/account/events",
        False,
        "What happens in all games of an account, as a stream of lines.",
        ACCOUNT_MESSAGE,
    ),
    Channel(
        "Lobby",
        "/lobby/socket",
        True,
        "The lobby of a page: open tables, challenges, who is here. Programs ask for the same by HTTP.",
        LOBBY_SERVER_MESSAGE,
        LOBBY_CLIENT_MESSAGE,
    ),
    Channel(
        "Gobble",
        "/gobble/{rush_id}/socket",
        True,
        "A room of Gobble, as it is set up and played.",
        GOBBLE_SERVER_MESSAGE,
        GOBBLE_CLIENT_MESSAGE,
    ),
    Channel(
        "Analysis",
        "/analysis/socket",
        True,
        "Games judged and placements suggested, for pages.",
        ANALYSIS_SERVER_MESSAGE,
        ANALYSIS_CLIENT_MESSAGE,
    ),
)


def describe(app: FastAPI) -> None:
    """Let an application serve this document as its OpenAPI."""

    def document() -> Json:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


def operations(document: Json) -> Iterator[tuple[str, str, Json]]:
    """Give every operation of a document: method in capitals, path, what is said of it."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path, operation


def _document(app: FastAPI) -> Json:
    document = get_openapi(
        title=app.title,
        version=app.version,
        description=_DESCRIPTION,
        routes=app.routes,
        tags=[{"name": name, "description": about} for name, _pattern, about in _GROUPS],
    )
    components = document["components"]
    components["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": _scopes_told()},
        "session": {"type": "apiKey", "in": "cookie", "name": "tantrix_session"},
    }
    for method, path, operation in operations(document):
        _complete(method, path, operation)
    for name, schema in _message_schemas().items():
        components["schemas"].setdefault(name, schema)
    document["x-channels"] = [_channel(channel) for channel in CHANNELS]
    return document


def _scopes_told() -> str:
    lines = (f"- `{scope.value}`: {sentence}" for scope, sentence in SENTENCES.items())
    return "A personal token. What it may do is chosen when it is made, by scopes:\n" + "\n".join(lines)


def _complete(method: str, path: str, operation: Json) -> None:
    operation["tags"] = [next(name for name, pattern, _about in _GROUPS if re.match(pattern, path))]
    scope = scope_of(method, path)
    operation["security"] = [{}, {"session": []}]
    if scope is None:
        return
    operation["security"].append({"token": [scope.value]})
    operation["x-scope"] = scope.value
    problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    unknown = {"description": "The token is unknown, or it was revoked", "content": problem}
    closed = {"description": "Not allowed, also: the token lacks the scope", "content": problem}
    wait = {"Retry-After": {"description": "Seconds", "schema": {"type": "integer", "minimum": 1}}}
    often = {"description": "Too many requests with this token", "headers": wait, "content": problem}
    for status, answer in (("401", unknown), ("403", closed), ("429", often)):
        operation["responses"].setdefault(status, answer)


def _message_schemas() -> Json:
    """Return the schemas of all messages, by the names of their models."""
    found: Json = {}
    for adapter, mode in _adapters():
        schema = adapter.json_schema(mode=mode, ref_template="#/components/schemas/{model}")
        found.update(schema.get("$defs", {}))
    return found


def _adapters() -> Iterator[tuple[TypeAdapter[Any], Any]]:
    for channel in CHANNELS:
        yield channel.to_client, "serialization"
        if channel.to_server is not None:
            yield channel.to_server, "validation"


def _channel(channel: Channel) -> Json:
    told = {
        "name": channel.name,
        "path": channel.path,
        "transport": "websocket" if channel.is_socket else "ndjson",
        "description": channel.about,
        "scope": channel.scope,
        "server": _references(channel.to_client, "serialization"),
    }
    return (
        told
        if channel.to_server is None
        else {**told, "client": _references(channel.to_server, "validation")}
    )


def _references(adapter: TypeAdapter[Any], mode: Any) -> list[Json]:
    schema = adapter.json_schema(mode=mode, ref_template="#/components/schemas/{model}")
    return [{"$ref": part["$ref"]} for part in schema["oneOf"]]
