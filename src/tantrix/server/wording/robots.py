"""Names and descriptions of robots in the reader's language."""

from functools import cache

from tantrix._tools.languages import LANGUAGES, gettext_noop, read_catalogue
from tantrix.robots import names
from tantrix.robots.registry import ADAPTIVE
from tantrix.server.wording.catalogues import translate

# From weak to strong. Robots from plugins keep their own names.
_WORDS = {
    "random": (
        gettext_noop("Pip"),
        gettext_noop("Places any tile anywhere the rules allow. Good for a first game."),
    ),
    "greedy": (
        gettext_noop("Greedy"),
        gettext_noop("Makes its own line longer now, and never looks further."),
    ),
    "beginner": (
        gettext_noop("Wren"),
        gettext_noop("Knows what a good line looks like, but overlooks most of its chances."),
    ),
    "forecast": (
        gettext_noop("Forecast"),
        gettext_noop("Sees what every line may still become, but not what you will answer."),
    ),
    "minimax": (
        gettext_noop("Minimax"),
        gettext_noop("Looks two placements ahead and expects the best answer to each."),
    ),
    "club": (gettext_noop("Otto"), gettext_noop("Tries its best ideas out a few times in its head.")),
    "expert": (
        gettext_noop("Vera"),
        gettext_noop("Plays about a hundred games in its head before each tile."),
    ),
    "master": (
        gettext_noop("Maro"),
        gettext_noop("Plays thousands of games in its head, and the last tiles perfectly."),
    ),
    "champion": (
        gettext_noop("Nova"),
        gettext_noop("Thinks longer than Maro and looks further ahead."),
    ),
    ADAPTIVE: (gettext_noop("Echo"), gettext_noop("Plays about as well as you do.")),
    "careful": (
        gettext_noop("Tess"),
        gettext_noop("As strong as Vera, and leaves few forced spaces."),
    ),
    "looper": (gettext_noop("Lasso"), gettext_noop("As strong as Vera, and goes for loops.")),
    "blocker": (gettext_noop("Bruno"), gettext_noop("As strong as Vera, and blocks your lines.")),
}

# The five robots of the start page, from weak to strong, each with its level.
_STRENGTHS = {
    "random": gettext_noop("First game"),
    "beginner": gettext_noop("Beginner"),
    "club": gettext_noop("Club"),
    "expert": gettext_noop("Strong"),
    "master": gettext_noop("Master"),
}
# Those that are only in the lobby: the strongest, the one that adapts to its opponent, those with a style.
_OTHERS = {
    "champion": gettext_noop("Champion"),
    ADAPTIVE: gettext_noop("Your level"),
    "careful": gettext_noop("Strong, careful"),
    "looper": gettext_noop("Strong, loves loops"),
    "blocker": gettext_noop("Strong, blocks you"),
}

# Gobble's robots, by style.
_STYLES = {
    "calm": gettext_noop("Calm"),
    "balanced": gettext_noop("Balanced"),
    "hasty": gettext_noop("Hasty"),
}


def robot_label(name: str, language: str) -> str:
    """Return a robot's name, of Tantrix or of Gobble, in the reader's language."""
    if name in _STYLES:
        return translate(language, _STYLES[name])
    return translate(language, _WORDS[name][0]) if name in _WORDS else name


@cache
def labels_everywhere() -> dict[str, frozenset[str]]:
    """Return the names of each robot in all languages, whose catalogues are only read for this.

    Takes 35 ms the first time; a server calls it in advance, on a thread.
    """
    labels = {name: label for name, (label, _summary) in _WORDS.items()} | _STYLES
    found: dict[str, set[str]] = {name: set() for name in labels}
    for language in LANGUAGES:
        catalogue = read_catalogue(language)
        for name, label in labels.items():
            found[name].add(catalogue.gettext(label))
    return {name: frozenset(each) for name, each in found.items()}


def is_known_robot(name: str) -> bool:
    """Return whether a robot has a translated name."""
    return name in _STYLES or name in _WORDS


def style_names() -> list[str]:
    """List the names of Gobble's robots."""
    return [*_STYLES]


def is_robot_here(name: str) -> bool:
    """Return whether a robot is available on this server."""
    return name in names()


def robot_summary(name: str, language: str) -> str:
    """Describe a robot's play in one sentence, empty if it has no description."""
    return translate(language, _WORDS[name][1]) if name in _WORDS else ""


def robot_labels(language: str) -> dict[str, str]:
    """Return the translated names of all robots, by name."""
    return {name: robot_label(name, language) for name in names()}


def start_page_robots(language: str) -> list[dict[str, str]]:
    """List the five robots that the start page offers: `robot`, its name and its level."""
    return _with_words(_STRENGTHS, language)


def opponents(language: str) -> list[dict[str, str]]:
    """List the robots of the lobby: those of the start page, then the others that people know by name."""
    return _with_words(_STRENGTHS | _OTHERS, language)


def _with_words(words: dict[str, str], language: str) -> list[dict[str, str]]:
    return [
        {"robot": robot, "name": robot_label(robot, language), "strength": translate(language, word)}
        for robot, word in words.items()
    ]


def robot_choices(language: str) -> list[dict[str, str]]:
    """List the robots for the start page, from weak to strong."""
    return [
        {
            "name": name,
            "label": robot_label(name, language),
            "summary": robot_summary(name, language),
        }
        for name in names()
    ]
