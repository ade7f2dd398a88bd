"""The languages of the pages: gettext catalogues, made from `.po` files.

The key of a sentence is its English text. A catalogue is compiled from its `.po` file once and read on first
use, so a source checkout needs no compiled files. Sentences that the browser shows (those referenced from
`web/src`) are sent to it as JSON.
"""

import json
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from babel import negotiate_locale

from tantrix._tools.languages import LANGUAGES as LANGUAGES
from tantrix._tools.languages import gettext_noop as gettext_noop
from tantrix.server.wording.compiled_catalogues import compiled_catalogue

DEFAULT = "en"
COOKIE = "tantrix_language"

ClientCatalogue = dict[str, str | list[str]]


def choose_language(cookie: str | None, accepted: str) -> str:
    """Choose a language: the reader's setting, then the `Accept-Language` header, then English."""
    if cookie is not None and cookie in LANGUAGES:
        return cookie
    return negotiate_locale(_by_preference(accepted[:200]), list(LANGUAGES), sep="-") or DEFAULT


@cache
def translations(language: str) -> NullTranslations:
    """Return the catalogue of a language; English needs no translations."""
    return read_translations(language)


def read_translations(language: str) -> NullTranslations:
    """Read the catalogue of a language, without keeping it: each takes a megabyte."""
    source = _source(language)
    if source is None:
        return NullTranslations()
    return GNUTranslations(BytesIO(compiled_catalogue(language, source).sentences))


def translate(language: str, sentence: str) -> str:
    """Translate a sentence into a language; return the English if there is no translation."""
    return translations(language).gettext(sentence)


@cache
def client_catalogue(language: str) -> ClientCatalogue:
    """Return the sentences of the browser client: `{msgid: msgstr}`, plurals `{msgid: [one, few, many]}`."""
    source = _source(language)
    if source is None:
        return {}
    sentences: ClientCatalogue = json.loads(compiled_catalogue(language, source).of_client)
    return sentences


def compile_catalogues() -> None:
    """Compile the catalogues that are not compiled yet, without keeping them in memory."""
    for language in LANGUAGES:
        if source := _source(language):
            compiled_catalogue(language, source)


def _source(language: str) -> bytes | None:
    """Read the `.po` file of a language; English has none."""
    file = files("tantrix").joinpath("locale", language, "LC_MESSAGES", "tantrix.po")
    return file.read_bytes() if file.is_file() else None


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
