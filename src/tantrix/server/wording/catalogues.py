"""The languages of the pages: which one a reader gets, and its sentences for the browser client."""

import json
from functools import cache

from babel import negotiate_locale

from tantrix._tools.languages import LANGUAGES as LANGUAGES
from tantrix._tools.languages import catalogue as catalogue
from tantrix._tools.languages import compiled
from tantrix._tools.languages import gettext_noop as gettext_noop

DEFAULT = "en"
COOKIE = "tantrix_language"

ClientCatalogue = dict[str, str | list[str]]


def choose_language(cookie: str | None, accepted: str) -> str:
    """Choose a language: the reader's setting, then the `Accept-Language` header, then English."""
    if cookie is not None and cookie in LANGUAGES:
        return cookie
    return negotiate_locale(_by_preference(accepted[:200]), list(LANGUAGES), sep="-") or DEFAULT


def translate(language: str, sentence: str) -> str:
    """Translate a sentence into a language; return the English if there is no translation."""
    return catalogue(language).gettext(sentence)


@cache
def client_catalogue(language: str) -> ClientCatalogue:
    """Return the sentences of the browser client: `{msgid: msgstr}`, plurals `{msgid: [one, few, many]}`."""
    if language == DEFAULT:
        return {}
    sentences: ClientCatalogue = json.loads(compiled(language, "browser.json").read_bytes())
    return sentences


def _by_preference(accepted: str) -> list[str]:
    """Order the tags of an `Accept-Language` header, best first."""
    choices = [part.strip().partition(";") for part in accepted.split(",")]
    weighted = [(tag.strip(), _weight(parameters)) for tag, _, parameters in choices if tag.strip()]
    return [tag for tag, weight in sorted(weighted, key=lambda choice: -choice[1]) if weight > 0]


def _weight(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    try:
        return float(value) if name == "q" else 1.0
    except ValueError:
        return 0.0
