"""The OpenAPI document keeps the rules that linters and generators of clients ask for.

These are the rules of Spectral's `spectral:oas` that a change of this server can break.
"""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

from tantrix.server.api_docs.openapi import operations
from tantrix.server.app import create_app
from tantrix.server.settings import Settings

DOCUMENT: dict[str, Any] = create_app(Settings(Path("unused"))).openapi()
OPERATIONS = list(operations(DOCUMENT))


def test_every_operation_has_a_plain_name_of_its_own() -> None:
    names = Counter(operation["operationId"] for _method, _path, operation in OPERATIONS)

    assert [name for name, n in names.items() if n > 1] == []
    assert [name for name in names if not re.fullmatch("[a-z]+([A-Z][a-z]+)+", name)] == []
    assert DOCUMENT["paths"]["/api/games/{game_id}"]["get"]["operationId"] == "getGame"


def test_every_operation_says_what_it_does_under_a_declared_tag() -> None:
    tags = [tag["name"] for tag in DOCUMENT["tags"]]

    assert [tag["name"] for tag in DOCUMENT["tags"] if not tag["description"]] == []
    for method, path, operation in OPERATIONS:
        assert operation["description"], (method, path)
        assert len(operation["tags"]) == 1 and operation["tags"][0] in tags, (method, path)
    assert {tag for _, _, operation in OPERATIONS for tag in operation["tags"]} == set(tags)


def test_tournaments_have_a_tag_of_their_own() -> None:
    paths = DOCUMENT["paths"]

    assert paths["/api/tournaments/{tournament_id}"]["get"]["tags"] == ["tournaments"]
    assert paths["/api/series"]["get"]["tags"] == ["tournaments"]


def test_the_document_names_a_contact_a_licence_and_a_server() -> None:
    assert DOCUMENT["info"]["contact"]["name"]
    assert DOCUMENT["info"]["license"]["identifier"] == "MIT"
    assert [server["url"] for server in DOCUMENT["servers"]] == ["/"]


def test_every_schema_is_used_and_every_reference_has_its_schema() -> None:
    used = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(DOCUMENT)))

    assert used == DOCUMENT["components"]["schemas"].keys()


def test_only_oauth_schemes_are_given_scopes() -> None:
    schemes = DOCUMENT["components"]["securitySchemes"]

    for method, path, operation in OPERATIONS:
        for requirement in operation["security"]:
            for name, scopes in requirement.items():
                assert scopes == [] or schemes[name]["type"] == "oauth2", (method, path)


def test_patterns_mean_the_same_to_javascript_with_and_without_its_unicode_flag() -> None:
    patterns = {found for found in _patterns(DOCUMENT)}

    assert patterns
    assert [pattern for pattern in patterns if not pattern.isascii() or r"\u{" in pattern] == []


def _patterns(part: Any) -> set[str]:
    if isinstance(part, list):
        return set().union(*map(_patterns, part))
    if not isinstance(part, dict):
        return set()
    own = {part["pattern"]} if isinstance(part.get("pattern"), str) else set()
    return own.union(*map(_patterns, part.values()))
