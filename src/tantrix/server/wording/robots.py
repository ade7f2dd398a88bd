"""Robots in the reader's words: what they are called, and what a player may expect of them."""

import re
from functools import cache

from tantrix.robots import SUCCESSORS, names
from tantrix.server.accounts.names import skeleton
from tantrix.server.wording.catalogues import LANGUAGES, gettext_noop, translate

# From weak to strong. Robots of other packages go by their own names.
_WORDS = {
    "random": (
        gettext_noop("Random"),
        gettext_noop("Lays any tile anywhere the rules allow. Good for a first game."),
    ),
    "greedy": (
        gettext_noop("Greedy"),
        gettext_noop("Makes its own line longer now, and never looks further."),
    ),
    "beginner": (
        gettext_noop("Beginner"),
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
    "club": (gettext_noop("Club player"), gettext_noop("Tries its best ideas out a few times in its head.")),
    "expert": (
        gettext_noop("Expert"),
        gettext_noop("Plays some hundred games in its head before each tile."),
    ),
    "master": (
        gettext_noop("Master"),
        gettext_noop("Plays thousands of games in its head, and the last tiles perfectly."),
    ),
}

# Those of Gobble, by their tempers.
_TEMPERS = {
    "calm": gettext_noop("Calm"),
    "balanced": gettext_noop("Balanced"),
    "hasty": gettext_noop("Hasty"),
}


def robot_label(name: str, language: str) -> str:
    """Name a robot, of the game of strategy or of Gobble, in the reader's language."""
    if name in _TEMPERS:
        return translate(language, _TEMPERS[name])
    return translate(language, _WORDS[name][0]) if name in _WORDS else name


def is_known_robot(name: str) -> bool:
    """Tell whether there is a word for a robot."""
    return name in _TEMPERS or name in _WORDS


def temper_names() -> list[str]:
    """Name the robots of Gobble."""
    return [*_TEMPERS]


def is_robot_here(name: str) -> bool:
    """Tell whether a robot plays on this server, or did under this name."""
    return name in names() or name in SUCCESSORS


def robot_summary(name: str, language: str) -> str:
    """Say in a sentence what a player may expect of a robot; empty if that is not known."""
    return translate(language, _WORDS[name][1]) if name in _WORDS else ""


def robot_labels(language: str) -> dict[str, str]:
    """Return how all robots are called, by name."""
    return {name: robot_label(name, language) for name in names()}


@cache
def robot_skeletons() -> frozenset[str]:
    """Return what the names of all robots look like, in every language."""
    own = [*names(), *_TEMPERS]
    labels = (robot_label(name, language) for name in own for language in LANGUAGES)
    return frozenset(skeleton(label) for label in (*own, *labels))


def is_robot_name(name: str) -> bool:
    """Tell whether a name looks like a robot's, the number after it aside."""
    plain = re.sub(r"\W*\d+\W*$", "", name)
    return not {skeleton(name), skeleton(plain)}.isdisjoint(robot_skeletons())


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
