"""Languages: gettext catalogues, and the one that the terminal speaks.

A sentence is looked up by its English text. English needs no catalogue; those of the other languages are
compiled from their `.po` files by the build (`hatch_build.py`). `LANGUAGES` are those offered, here and on
the pages: the ones that are complete. A catalogue that is not listed is still being translated.
"""

from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

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
_LOCALE = Path(__file__).parents[1] / "locale"
_SETTINGS = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # in gettext's order of precedence

_current: list[NullTranslations] = [NullTranslations()]


def preferred(environment: Mapping[str, str]) -> list[str]:
    """Return the languages that an environment asks for, best first, such as `["pl", "en"]`."""
    setting = next((environment[name] for name in _SETTINGS if environment.get(name)), "")
    tags = [tag.partition(".")[0].partition("@")[0].replace("-", "_") for tag in setting.split(":")]
    return [language for tag in tags for language in dict.fromkeys((tag, tag.partition("_")[0])) if language]


def set_language(languages: list[str]) -> str:
    """Switch to the first of these languages that is offered, else to English; return its code."""
    chosen = next((language for language in languages if language in LANGUAGES), "en")
    _current[0] = catalogue(chosen)
    return chosen


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translation where it cannot be translated yet."""
    return sentence


def gettext(sentence: str) -> str:
    """Return a sentence in the chosen language, or in English if it has no translation."""
    return _current[0].gettext(sentence)


def ngettext(one: str, many: str, n: int) -> str:
    """Return a sentence about `n` things in the chosen language."""
    return _current[0].ngettext(one, many, n)


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the catalogue of a language and keep it; English needs no translations."""
    return read_catalogue(language)


def read_catalogue(language: str) -> NullTranslations:
    """Read the catalogue of a language without keeping it: each takes a megabyte."""
    if language == "en":
        return NullTranslations()
    with compiled(language, "tantrix.mo").open("rb") as file:
        return GNUTranslations(file)


def compiled(language: str, name: str) -> Path:
    """Return a file that the build made of a catalogue; raise FileNotFoundError if it did not."""
    path = _LOCALE / language / "LC_MESSAGES" / name
    if not path.is_file():
        raise FileNotFoundError(f"there is no {path}: `python hatch_build.py` makes it")
    return path
