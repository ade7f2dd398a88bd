"""The OpenAPI document, and the API page for programmers: the document as HTML, without scripts.

The document is in English; the headings around it are in the reader's language.
"""

import asyncio
import json
from urllib.parse import quote

from fastapi import APIRouter, FastAPI, Request
from markupsafe import Markup, escape
from starlette.responses import Response

from tantrix._tools.json_object import JsonObject
from tantrix.server.accounts.scopes import SENTENCES
from tantrix.server.api_docs.openapi import operations
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page, render_part
from tantrix.server.wording.catalogues import translate

_BOUNDS = {
    "minimum": "from {}",
    "maximum": "to {}",
    "minLength": "at least {} letters",
    "maxLength": "at most {} letters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "pattern": "like {}",
}
_SUCCESS = ("200", "201")

router = APIRouter(include_in_schema=False)


class ApiDescriptions:
    """The API description, made once as JSON, and as HTML for each language."""

    def __init__(self) -> None:
        self._json = b""
        self._made: dict[str, Markup] = {}

    def as_json(self, app: FastAPI) -> bytes:
        """Return the OpenAPI document. Costs half a second the first time, so call it on a thread."""
        if not self._json:
            self._json = json.dumps(app.openapi(), separators=(",", ":")).encode()
        return self._json

    def find(self, app: FastAPI, language: str) -> Markup:
        """Return the description. Costs 40 ms the first time, so call it on a thread."""
        if language not in self._made:
            self._made[language] = _description(app.openapi(), language)
        return self._made[language]


@router.get("/api")
async def api_page(request: Request) -> Response:
    """Show every operation, socket, stream and message."""
    find = service(request, ApiDescriptions).find
    description = await asyncio.to_thread(find, request.app, language_of(request))
    return page(request, "api_docs/page.html", description=description)


@router.get("/openapi.json")
async def openapi_document(request: Request) -> Response:
    """Send the OpenAPI document."""
    as_json = service(request, ApiDescriptions).as_json
    return Response(await asyncio.to_thread(as_json, request.app), media_type="application/json")


def _description(document: JsonObject, language: str) -> Markup:
    return render_part(
        language,
        "api_docs/description.html",
        description=_paragraphs(document["info"]["description"]),
        scopes=[(scope.value, translate(language, sentence)) for scope, sentence in SENTENCES.items()],
        groups=_groups(document),
        channels=[_channel_view(channel) for channel in document["x-channels"]],
        models=[_model_view(name, schema) for name, schema in _models(document)],
    )


def _groups(document: JsonObject) -> list[JsonObject]:
    found = [(_operation_view(*each), each[2]["tags"][0]) for each in operations(document)]
    return [
        {
            "name": tag["name"],
            "about": tag["description"],
            "operations": [view for view, name in found if name == tag["name"]],
        }
        for tag in document["tags"]
    ]


def _operation_view(method: str, path: str, operation: JsonObject) -> JsonObject:
    bodies = operation.get("requestBody", {}).get("content", {})
    return {
        "id": anchor(method, path),
        "method": method,
        "path": path,
        "about": _paragraphs(operation.get("description") or operation.get("summary", "")),
        "scope": operation.get("x-scope"),
        "parameters": [
            _field_view(each["name"], each["schema"], each) for each in operation.get("parameters", [])
        ],
        "body": [type_of(content["schema"]) for content in bodies.values()],
        "answers": [
            {"status": status, "type": _answer_type(answer)}
            for status, answer in sorted(operation["responses"].items())
            if status in _SUCCESS
        ],
        "problems": [status for status in sorted(operation["responses"]) if status not in _SUCCESS],
    }


def _answer_type(answer: JsonObject) -> Markup:
    parts = [
        type_of(content["schema"]) if media_type == "application/json" else escape(media_type)
        for media_type, content in answer.get("content", {}).items()
    ]
    return Markup(", ").join(parts)


def _channel_view(channel: JsonObject) -> JsonObject:
    return {
        **channel,
        "id": anchor(channel["transport"], channel["path"]),
        "server": type_of(channel["server"]),
        "client": type_of(channel["client"]) if "client" in channel else "",
    }


def _models(document: JsonObject) -> list[tuple[str, JsonObject]]:
    schemas: JsonObject = document["components"]["schemas"]
    return sorted(item for item in schemas.items() if not item[0].startswith("HTTPValidation"))


def _model_view(name: str, schema: JsonObject) -> JsonObject:
    required = schema.get("required", [])
    return {
        "name": name,
        "about": _paragraphs(schema.get("description", "")),
        "choices": type_of(schema) if "oneOf" in schema else "",
        "fields": [
            _field_view(field, part, {"required": field in required})
            for field, part in schema.get("properties", {}).items()
        ],
    }


def _field_view(name: str, schema: JsonObject, around: JsonObject) -> JsonObject:
    return {
        "name": name,
        "type": type_of(schema),
        "bounds": ", ".join(_bounds(schema)),
        "is_required": around.get("required", False),
        "about": schema.get("description", around.get("description", "")),
    }


def _bounds(schema: JsonObject) -> list[str]:
    parts = [schema, *schema.get("anyOf", ()), schema.get("items", {})]
    parts = [words.format(part[key]) for part in parts for key, words in _BOUNDS.items() if key in part]
    if "default" in schema and schema["default"] is not None:
        parts.append(f"{schema['default']} if absent")
    return parts


def type_of(schema: JsonObject) -> Markup:
    """Return the type of a schema in short form, with links to its models."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Markup('<a href="#{0}">{0}</a>').format(name)
    if "const" in schema:
        return escape(f'"{schema["const"]}"')
    if "enum" in schema:
        return escape(" | ".join(f'"{value}"' for value in schema["enum"]))
    choices = schema.get("anyOf") or schema.get("oneOf")
    if choices:
        return Markup(" | ").join(type_of(part) for part in choices)
    if schema.get("type") == "array":
        return Markup("[{}]").format(type_of(schema.get("items", {})))
    if isinstance(schema.get("additionalProperties"), dict):
        return Markup("{{text: {}}}").format(type_of(schema["additionalProperties"]))
    return escape(schema.get("type", "anything"))


def anchor(way: str, path: str) -> str:
    """Return the anchor of an operation on the page."""
    words = path.replace("{", "").replace("}", "").strip("/").replace("/", "-")
    return quote(f"{way.lower()}-{words}")


def _paragraphs(text: str) -> list[Markup]:
    """Split a text of the document into paragraphs, with text in backticks as code."""
    return [_with_code(" ".join(part.split())) for part in text.split("\n\n") if part.strip()]


def _with_code(text: str) -> Markup:
    pieces = text.split("`")
    return Markup("").join(
        Markup("<code>{}</code>").format(piece) if number % 2 else escape(piece)
        for number, piece in enumerate(pieces)
    )
