"""Names and descriptions of robots in the reader's language."""

from functools import cache

from tantrix._tools.languages import LANGUAGES, gettext_noop, read_catalogue
from tantrix.robots import all_names
from tantrix.robots.roster import ROSTER, Offered, row_of
from tantrix.server.wording.catalogues import translate

# Gobble's robots, by style.
_STYLES = {
    "gentle": gettext_noop("Gentle"),
    "calm": gettext_noop("Calm"),
    "balanced": gettext_noop("Balanced"),
    "hasty": gettext_noop("Hasty"),
}


def robot_label(name: str, language: str) -> str:
    """Return a robot's name, of Tantrix or of Gobble, in the reader's language.

    Robots of other packages keep their own names.
    """
    row = row_of(name)
    label = row.label if row else _STYLES.get(name)
    return translate(language, label) if label else name


@cache
def labels_everywhere() -> dict[str, frozenset[str]]:
    """Return the names of each robot in all languages, whose catalogues are only read for this.

    Takes 35 ms the first time; a server calls it in advance, on a thread.
    """
    labels = {row.name: row.label for row in ROSTER} | _STYLES
    found: dict[str, set[str]] = {name: set() for name in labels}
    for language in LANGUAGES:
        catalogue = read_catalogue(language)
        for name, label in labels.items():
            found[name].add(catalogue.gettext(label))
    return {name: frozenset(each) for name, each in found.items()}


def is_known_robot(name: str) -> bool:
    """Return whether a robot has a translated name."""
    return name in _STYLES or row_of(name) is not None


def style_names() -> list[str]:
    """List the names of Gobble's robots."""
    return [*_STYLES]


def is_robot_here(name: str) -> bool:
    """Return whether a robot plays on this server, or once did."""
    return name in all_names()


def robot_summary(name: str, language: str) -> str:
    """Describe a robot's play in one sentence, empty if it has no description."""
    row = row_of(name)
    return translate(language, row.summary) if row else ""


def robot_labels(language: str) -> dict[str, str]:
    """Return the translated names of all robots, by name."""
    return {name: robot_label(name, language) for name in all_names()}


def start_page_robots(language: str) -> list[dict[str, str]]:
    """List the robots that the start page offers, from weak to strong: `robot`, its name and its strength."""
    return _offered(Offered.START_PAGE, language)


def opponents(language: str) -> list[dict[str, str]]:
    """List the robots of the lobby: those of the start page, then the others that people know by name."""
    return _offered(Offered.START_PAGE, language) + _offered(Offered.LOBBY, language)


def _offered(place: Offered, language: str) -> list[dict[str, str]]:
    return [
        {
            "robot": row.name,
            "name": robot_label(row.name, language),
            "strength": translate(language, row.strength),
        }
        for row in ROSTER
        if row.offered is place
    ]
