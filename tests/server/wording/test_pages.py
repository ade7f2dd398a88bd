"""The pages in every language: they render, and have no sentences of another language."""

import json
import re

import pytest
from starlette.testclient import TestClient

from tantrix._tools.languages import LANGUAGES
from tantrix.server.wording.catalogues import catalogue, client_catalogue

PATHS = (
    "/",
    "/lobby",
    "/custom",
    "/games",
    "/gobble",
    "/help",
    "/learn",
    "/learn/story",
    "/puzzles",
    "/puzzles/new",
    "/puzzles/professor",
    "/watch",
    "/archive",
    "/analysis",
    "/players",
    "/countries",
    "/tournaments",
    "/settings",
    "/sign-in",
    "/sign-up",
    "/offline",
    "/api",
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_renders_in_every_language(client: TestClient, language: str) -> None:
    sentences = catalogue(language)

    for path in PATHS:
        answer = client.get(path, headers={"accept-language": language})

        assert answer.status_code == 200, path
        assert f'<html lang="{language}"' in answer.text, path
        assert sentences.gettext("Skip to the content") in answer.text.replace("&#39;", "'"), path


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_the_sentences_of_its_own_language_only(client: TestClient, language: str) -> None:
    for path in PATHS:
        page = client.get(path, headers={"accept-language": language}).text
        messages = re.search(r'<script[^>]*id="messages"[^>]*>(.*?)</script>', page, re.DOTALL)

        if messages is not None:
            assert json.loads(messages[1]) == client_catalogue(language), path
        if language != "ru":
            assert set(re.findall(r"[а-яё]+", page, re.IGNORECASE)) <= {LANGUAGES["ru"]}, path
