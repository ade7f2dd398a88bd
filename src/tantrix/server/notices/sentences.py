"""The sentences of notices."""

from collections.abc import Mapping

from tantrix.server.notices.store import NoticeRow
from tantrix.server.protocol.notices import NoticeKindName
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.server.wording.dates import moment_text
from tantrix.server.wording.events import event_name
from tantrix.server.wording.seats import shown_name

# By the kind of a notice, and for some by its variant.
_SENTENCES: Mapping[tuple[str, str], str] = {
    ("turn", ""): gettext_noop("It is your turn in the game with {name}."),
    ("turn", "plan"): gettext_noop(
        "It is your turn in the game with {name}: your plan could not be carried out."
    ),
    ("reminder", ""): gettext_noop("Your time is running out in the game with {name}."),
    ("reminder", "match"): gettext_noop("Your match with {name} begins: {time}."),
    ("reminder", "deadline"): gettext_noop(
        "Your match with {name} has games to be played. They must begin before {time}."
    ),
    ("reminder", "start"): gettext_noop("The tournament begins soon: {name}, {time}."),
    ("reminder", "check-in"): gettext_noop("Check in to play: {name}, {time}."),
    ("invitation", ""): gettext_noop("{name} invites you to a game."),
    ("invitation", "rematch"): gettext_noop("{name} would like a rematch."),
    ("invitation", "tournament"): gettext_noop("{name} invites you to a tournament."),
    ("challenge", ""): gettext_noop("Your game with {name} has begun."),
    ("appointment", ""): gettext_noop("{name} has agreed on a time for your match: {time}."),
    ("appointment", "proposed"): gettext_noop("{name} proposes a time for your match: {time}."),
    ("appointment", "ready"): gettext_noop("{name} is ready to play your match now."),
    ("round", ""): gettext_noop("A new round is paired: {name}."),
    ("round", "arena"): gettext_noop("The arena has begun: {name}."),
    ("round", "race"): gettext_noop("The puzzle race has begun: {name}."),
    ("round", "deadline"): gettext_noop("The round now lasts until {time}: {name}."),
    ("round", "partner"): gettext_noop("You have been entered in a tournament: {name}."),
    ("round", "organiser"): gettext_noop("The tournament has another organiser: {name}."),
    ("round", "paused"): gettext_noop("You get no opponent until you come back: {name}."),
    ("round", "out"): gettext_noop("You are out, as you missed several games: {name}."),
    ("result", "missed"): gettext_noop("A game of yours was not played and counts as lost: {name}."),
    ("result", ""): gettext_noop("Your game with {name} is over."),
    ("result", "left"): gettext_noop("Your game with {name} has ended: that account is closed or banned."),
    ("result", "tournament"): gettext_noop("The tournament is over: {name}."),
    ("result", "cancelled"): gettext_noop("The tournament is cancelled: {name}."),
    ("result", "decided"): gettext_noop("The controllers have decided a game of yours: {name}."),
    ("result", "removed"): gettext_noop(
        "A record that you had imported or asked about was removed from the archive: {name}"
    ),
    ("result", "withdrawn"): gettext_noop("A record that you asked about was removed from the archive."),
    ("message", ""): gettext_noop("{name} has written to you."),
}
_OF_EVENTS = {  # the name is that of the event
    ("reminder", "start"),
    ("reminder", "check-in"),
    ("result", "tournament"),
    ("result", "cancelled"),
    ("result", "decided"),
    ("result", "missed"),
    ("result", "removed"),  # or the reason that a moderator has given
    ("result", "withdrawn"),
}
KIND_LABELS: Mapping[NoticeKindName, str] = {
    "turn": gettext_noop("Your turn in a correspondence game"),
    "reminder": gettext_noop("Reminders before time runs out"),
    "invitation": gettext_noop("Invitations to games and tournaments"),
    "challenge": gettext_noop("Your challenge is accepted"),
    "appointment": gettext_noop("Match times"),
    "round": gettext_noop("Rounds of your tournaments"),
    "result": gettext_noop("Results of games and tournaments"),
    "message": gettext_noop("Private messages"),
}


def sentence_of(notice: NoticeRow, language: str, zone: str) -> str:
    """Return the sentence of a notice in a language; a time in it is in the reader's time zone."""
    sentence = _SENTENCES.get((notice.kind, notice.variant), _SENTENCES[notice.kind, ""])
    is_of_event = not is_about_player(notice)
    name = event_name(notice.name, language) if is_of_event else _shown(notice.name, language)
    time = "" if notice.moment_ms is None else moment_text(notice.moment_ms, zone, language)
    return translate(language, sentence).format(name=name, time=time)


def is_about_player(notice: NoticeRow) -> bool:
    """Return whether the name in a notice is the name of a player, not of a tournament."""
    return notice.kind != "round" and (notice.kind, notice.variant) not in _OF_EVENTS


def _shown(names: str, language: str) -> str:
    """Return names, translating those that the server gives, such as Guest."""
    return ", ".join(shown_name(name, language) for name in names.split(", "))
