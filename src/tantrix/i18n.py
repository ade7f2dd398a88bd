"""The language of a program in the terminal: gettext catalogues, read from their sources.

The key of a sentence is its English text. English needs no catalogue; any other is read from its `.po`
file once, so that a source checkout needs no compiled files.
"""

from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

DOMAIN = "tantrix"
_SETTINGS = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # in order of weight, as gettext has them

_spoken: list[NullTranslations] = [NullTranslations()]


def preferred(environment: Mapping[str, str]) -> list[str]:
    """Return the languages that an environment asks for, best first, such as `["pl", "en"]`."""
    setting = next((environment[name] for name in _SETTINGS if environment.get(name)), "")
    tags = [tag.partition(".")[0].partition("@")[0].replace("-", "_") for tag in setting.split(":")]
    return [language for tag in tags for language in dict.fromkeys((tag, tag.partition("_")[0])) if language]


def speak(languages: list[str]) -> str:
    """Speak the first of some languages that there is a catalogue for, else English; return which."""
    for language in languages:
        if language == "en":
            break
        catalogue = _catalogue(language)
        if catalogue:
            _spoken[0] = catalogue
            return language
    _spoken[0] = NullTranslations()
    return "en"


def gettext(sentence: str) -> str:
    """Return a sentence in the chosen language, or in English if it has no translation."""
    return _spoken[0].gettext(sentence)


def ngettext(one: str, many: str, n: int) -> str:
    """Return a sentence about `n` things in the chosen language."""
    return _spoken[0].ngettext(one, many, n)


@cache
def _catalogue(language: str) -> NullTranslations | None:
    if not language.replace("_", "").isalnum():
        return None
    source = files("tantrix").joinpath("locale", language, "LC_MESSAGES", f"{DOMAIN}.po")
    if not source.is_file():
        return None
    # Babel takes a quarter of a second to import, which English readers need not wait for.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source.read_bytes()), locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)
