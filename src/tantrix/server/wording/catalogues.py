"""The languages of the pages: gettext catalogues, read directly from `.po` files.

The key of a sentence is its English text. A catalogue is read from its `.po` file on first use and cached, so
a source checkout needs no compiled files. Sentences that the browser shows (those referenced from `web/src`)
are sent to it as JSON.
"""

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from babel import negotiate_locale
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tantrix.i18n import LANGUAGES as LANGUAGES
from tantrix.i18n import gettext_noop as gettext_noop

DEFAULT = "en"
COOKIE = "tantrix_language"

ClientCatalogue = dict[str, str | list[str]]


def choose_language(cookie: str | None, accepted: str) -> str:
    """Choose a language: the reader's setting, then the `Accept-Language` header, then English."""
    if cookie is not None and cookie in LANGUAGES:
        return cookie
    return negotiate_locale(_by_preference(accepted[:200]), list(LANGUAGES), sep="-") or DEFAULT


def translations(language: str) -> NullTranslations:
    """Return the catalogue of a language; English needs no translations."""
    return _catalogue(language)[0]


def translate(language: str, sentence: str) -> str:
    """Translate a sentence into a language; return the English if there is no translation."""
    return translations(language).gettext(sentence)


def client_catalogue(language: str) -> ClientCatalogue:
    """Return the sentences of the browser client: `{msgid: msgstr}`, plurals `{msgid: [one, few, many]}`."""
    return _catalogue(language)[1]


@cache
def _catalogue(language: str) -> tuple[NullTranslations, ClientCatalogue]:
    source = files("tantrix").joinpath("locale", language, "LC_MESSAGES", "tantrix.po")
    if not source.is_file():
        return NullTranslations(), {}
    catalogue = read_po(BytesIO(source.read_bytes()), locale=language)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    client = dict(_entry(message) for message in catalogue if _is_for_client(message))
    return GNUTranslations(compiled), client


def _entry(message: Message) -> tuple[str, str | list[str]]:
    if isinstance(message.id, tuple | list):
        return message.id[0], list(message.string or ())
    return message.id, str(message.string)


def _is_for_client(message: Message) -> bool:
    forms = message.string if isinstance(message.string, tuple | list) else [message.string]
    is_translated = bool(message.id) and not message.fuzzy and all(forms)
    return is_translated and any(path.startswith("web/src") for path, _line in message.locations)


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
