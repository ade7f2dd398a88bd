"""The page for programmers: everything is on it, and nothing is loaded from elsewhere."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from scripts import make_types
from tantrix import __version__
from tantrix.server.accounts.scopes import TokenScope
from tantrix.server.api_docs.openapi import CHANNELS, MESSAGES, operations
from tantrix.server.api_docs.page import anchor
from tantrix.server.app import create_app
from tantrix.server.settings import Settings

APP = create_app(Settings(Path("unused")))
DOCUMENT: dict[str, Any] = APP.openapi()


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    with TestClient(create_app(Settings(tmp_path_factory.mktemp("api")))) as client:
        return client.get("/api").text


def test_every_operation_socket_and_message_has_its_place(page: str) -> None:
    places = re.findall(r'id="([^"]+)"', page)

    wanted = [anchor(method, path) for method, path, _ in operations(DOCUMENT)]
    wanted += [anchor(each["transport"], each["path"]) for each in DOCUMENT["x-channels"]]
    wanted += [name for name in DOCUMENT["components"]["schemas"] if not name.startswith("HTTPValidation")]
    assert [each for each in wanted if places.count(each) != 1] == []


def test_every_link_on_the_page_leads_somewhere(page: str) -> None:
    places = set(re.findall(r'id="([^"]+)"', page))

    assert {unescape(link) for link in re.findall(r'href="#([^"]+)"', page)} <= places


def test_nothing_is_loaded_from_other_sites(page: str) -> None:
    assert re.findall(r'(?:src|href)="(?:https?:)?//', page) == []
    assert "style=" not in page


def test_every_message_that_goes_over_a_socket_is_documented() -> None:
    # The same unions under the same names are the types of the pages.
    unions = dict(make_types.socket_unions())
    described = {name for each in CHANNELS for name in (each.to_client, each.to_server) if name}

    assert described == MESSAGES.keys()
    assert described == unions.keys() | {"TournamentChanged"}
    assert all(MESSAGES[name] is union for name, union in unions.items())


def test_every_message_of_a_socket_is_a_model_of_the_document() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    for channel in DOCUMENT["x-channels"]:
        for union in (channel["server"], channel.get("client", channel["server"])):
            schema = schemas[union["$ref"].rpartition("/")[2]]
            for message in schema.get("oneOf", [union]):
                assert message["$ref"].rpartition("/")[2] in schemas


def test_the_lines_of_each_stream_have_the_types_of_its_messages() -> None:
    lines = "application/x-ndjson"
    answers = {path: each["responses"].get("200", {}) for _, path, each in operations(DOCUMENT)}
    contents = {path: answer.get("content", {}) for path, answer in answers.items()}
    linked = {path: content[lines]["schema"] for path, content in contents.items() if lines in content}

    streams = [each for each in DOCUMENT["x-channels"] if each["transport"] == "ndjson"]
    assert linked == {each["path"]: each["server"] for each in streams}
    assert len(linked) == 3
    union = DOCUMENT["components"]["schemas"]["ServerMessage"]
    assert union["discriminator"]["mapping"]["placed"] == "#/components/schemas/Placed"


def test_every_socket_of_the_server_is_documented() -> None:
    sockets = {route.path for route in APP.routes if type(route).__name__ == "APIWebSocketRoute"}  # type: ignore[attr-defined]

    assert sockets == {each.path for each in CHANNELS if each.is_socket}


def test_every_operation_says_what_a_token_needs() -> None:
    for method, path, operation in operations(DOCUMENT):
        assert operation["x-scope"] in list(TokenScope), (method, path)
        assert {"token": []} in operation["security"], (method, path)
        assert {"401", "403", "429"} <= set(operation["responses"])


def test_the_document_is_openapi_3_1() -> None:
    assert DOCUMENT["openapi"].startswith("3.1")
    assert DOCUMENT["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_the_description_has_the_version_of_the_package() -> None:
    assert DOCUMENT["info"]["version"] == __version__
