"""All input is bounded: every parameter, every field of a body, every message of a socket."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tantrix.server.api_docs.openapi import operations
from tantrix.server.app import create_app
from tantrix.server.settings import Settings

DOCUMENT = create_app(Settings(Path("unused"))).openapi()
SCHEMAS = DOCUMENT["components"]["schemas"]


def _taken() -> Iterator[tuple[str, Any]]:
    """Yield the schema of everything that a request can contain, with the name of its place."""
    for method, path, operation in operations(DOCUMENT):
        for parameter in operation.get("parameters", []):
            yield f"{method} {path} {parameter['in']} {parameter['name']}", parameter["schema"]
        for media_type, content in operation.get("requestBody", {}).get("content", {}).items():
            yield f"{method} {path} {media_type}", content["schema"]
    for channel in DOCUMENT["x-channels"]:
        if "client" in channel:
            yield channel["path"], channel["client"]


TAKEN = dict(_taken())


@pytest.mark.parametrize("where", TAKEN)
def test_everything_in_a_request_is_bounded(where: str) -> None:
    assert list(_unbounded(TAKEN[where], where, ())) == []


def test_a_field_without_bounds_is_found() -> None:
    schema = {"type": "object", "additionalProperties": False, "properties": {"n": {"type": "integer"}}}

    assert list(_unbounded(schema, "x", ())) == ["x.n: no minimum and maximum"]


def test_all_bodies_and_sockets_are_checked() -> None:
    assert any("/api/games application/json" in where for where in TAKEN)
    assert {"$ref": "#/components/schemas/SendChat"} in DOCUMENT["components"]["schemas"]["ClientMessage"][
        "oneOf"
    ]
    assert TAKEN["/games/{game_id}/socket"] == {"$ref": "#/components/schemas/ClientMessage"}


def _unbounded(schema: Any, where: str, seen: tuple[str, ...]) -> Iterator[str]:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name not in seen:
            yield from _unbounded(SCHEMAS[name], where, (*seen, name))
        return
    for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
        yield from _unbounded(part, where, seen)
    if "enum" in schema or "const" in schema:
        return
    match schema.get("type"):
        case "integer" | "number":
            if not (
                {"minimum", "exclusiveMinimum"} & {*schema} and {"maximum", "exclusiveMaximum"} & {*schema}
            ):
                yield f"{where}: no minimum and maximum"
        case "string":
            if "maxLength" not in schema:
                yield f"{where}: no maxLength"
        case "array":
            if "maxItems" not in schema:
                yield f"{where}: no maxItems"
            yield from _unbounded(schema.get("items", {}), f"{where}[]", seen)
        case "object":
            if schema.get("additionalProperties", True) is not False and "maxProperties" not in schema:
                yield f"{where}: more fields than are named"
            for name, part in schema.get("properties", {}).items():
                yield from _unbounded(part, f"{where}.{name}", seen)
