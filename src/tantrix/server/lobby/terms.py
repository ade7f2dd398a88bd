"""What an invitation offers and which game has begun, in words for the notices on every page."""

from tantrix.clock import parse_control
from tantrix.server.games.room import Room
from tantrix.server.protocol.lobby import ChallengeView
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.server.wording.rules import rules_in_short
from tantrix.server.wording.seats import seats_title
from tantrix.server.wording.time_controls import terms_labels

_BEGUN = gettext_noop("Your game with {name} has begun.")
_COLOURS = {
    "R": gettext_noop("red"),
    "Y": gettext_noop("yellow"),
    "G": gettext_noop("green"),
    "B": gettext_noop("blue"),
}


def terms_of(challenge: ChallengeView, language: str) -> str:
    """Return the terms of an invitation: the clock, the stakes, the invited player's colour, the rules."""
    control, free = challenge.control, next((each for each in challenge.seats if each.kind == "open"), None)
    clock = None if control is None else parse_control(control)
    colour = [] if free is None or free.colour is None else [_COLOURS[free.colour]]
    yours = [f"{translate(language, gettext_noop('you'))}: {translate(language, each)}" for each in colour]
    rules = rules_in_short(challenge.rules, language)
    return " · ".join((*terms_labels(clock, challenge.is_rated, language), *yours, *rules))


def begun_sentence(room: Room, user_id: str, language: str) -> str:
    """Say with whom a user's game has begun."""
    setup = room.setup
    others = [seat for number, seat in enumerate(setup.seats) if not setup.owns(user_id, number)]
    return translate(language, _BEGUN).format(name=seats_title(others, language))
