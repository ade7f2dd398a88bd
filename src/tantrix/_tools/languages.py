"""The language of terminal output: gettext catalogues, read from their `.po` sources.

A sentence is looked up by its English text. English needs no catalogue; the `.po` file of any other language
is read once, so a source checkout needs no compiled catalogues. `LANGUAGES` are those offered, here and on
the pages: the ones that are complete. A catalogue that is not listed is still being translated.
"""

from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

LANGUAGES: Mapping[str, str] = {
    "en": "English",
    "ru": "Русский",
    "pl": "Polski",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "hu": "Magyar",
    "nl": "Nederlands",
    "sv": "Svenska",
}
DOMAIN = "tantrix"
_SETTINGS = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # in gettext's order of precedence

_spoken: list[NullTranslations] = [NullTranslations()]


def preferred(environment: Mapping[str, str]) -> list[str]:
    """Return the languages that an environment asks for, best first, such as `["pl", "en"]`."""
    setting = next((environment[name] for name in _SETTINGS if environment.get(name)), "")
    tags = [tag.partition(".")[0].partition("@")[0].replace("-", "_") for tag in setting.split(":")]
    return [language for tag in tags for language in dict.fromkeys((tag, tag.partition("_")[0])) if language]


def speak(languages: list[str]) -> str:
    """Switch to the first of these languages that is offered, else to English; return its code."""
    chosen = next((language for language in languages if language in LANGUAGES), "en")
    _spoken[0] = NullTranslations() if chosen == "en" else _catalogue(chosen)
    return chosen


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translation where it cannot be translated yet."""
    return sentence


def gettext(sentence: str) -> str:
    """Return a sentence in the chosen language, or in English if it has no translation."""
    return _spoken[0].gettext(sentence)


def ngettext(one: str, many: str, n: int) -> str:
    """Return a sentence about `n` things in the chosen language."""
    return _spoken[0].ngettext(one, many, n)


@cache
def _catalogue(language: str) -> NullTranslations:
    source = files("tantrix").joinpath("locale", language, "LC_MESSAGES", f"{DOMAIN}.po")
    # Importing Babel takes a quarter of a second, which English output can do without.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source.read_bytes()), locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)
