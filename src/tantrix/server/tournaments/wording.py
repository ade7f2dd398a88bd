"""Tournaments in words: presets, sections, rounds, states and points."""

from tantrix.clock import MINUTE_MS
from tantrix.competition.events.categories import country_of
from tantrix.competition.events.due import REASONS
from tantrix.competition.events.entrants import Entrant
from tantrix.competition.events.forms.registry import FORMS, SECTION_WORDS
from tantrix.competition.events.presets import preset
from tantrix.competition.events.tournament import Tournament
from tantrix.robots import names
from tantrix.robots.roster import has_fixed_strength
from tantrix.server.accounts.profiles import country_names
from tantrix.server.protocol.tournaments import TournamentView
from tantrix.server.wording.catalogues import DEFAULT, gettext_noop, translate
from tantrix.server.wording.robots import robot_label
from tantrix.server.wording.rules import RULES

PRESET_LABELS = {
    "open": gettext_noop("Open: Swiss, one game a round"),
    "championship": gettext_noop("Championship: groups, then knock-out"),
    "all-play-all": gettext_noop("Round robin"),
    "knock-out": gettext_noop("Knock-out"),
    "teams": gettext_noop("Teams"),
    "doubles": gettext_noop("Doubles"),
    "correspondence": gettext_noop("Correspondence"),
    "arena": gettext_noop("Arena: a game with whoever is free, for an hour"),
    "simul": gettext_noop("Simul: the organiser against everybody at once"),
    "gobble-cup": gettext_noop("Gobble cup: tables of four, points for the ranks"),
    "puzzle-race": gettext_noop("Puzzle race: the same puzzles for everybody, for ten minutes"),
    "club-evening": gettext_noop("Club evening: results by hand"),
    "booklet": gettext_noop("Tournament booklet: 64 tiles, a random tile opens"),
}
STATE_LABELS = {
    "draft": gettext_noop("Draft"),
    "open": gettext_noop("Entries open"),
    "running": gettext_noop("Running"),
    "over": gettext_noop("Over"),
    "cancelled": gettext_noop("Cancelled"),
}
ENTRANT_STATES = {
    "in": "",
    "here": gettext_noop("checked in"),
    "paused": gettext_noop("pausing"),
    "withdrawn": gettext_noop("withdrawn"),
}
PAUSING = gettext_noop(
    "You are not paired until you play again. A live game that has not begun waits for you until the others "
    "of its round are over, at least {minutes} min; then it is forfeited. A game whose countdown runs "
    "has begun and goes on."
)
RULING_LABELS = {
    "rule": gettext_noop("Result decided"),
    "default": gettext_noop("Did not come"),
    "withdraw": gettext_noop("Withdrawn"),
    "pause": gettext_noop("Pausing"),
    "return": gettext_noop("Back again"),
    "extend": gettext_noop("Deadline moved"),
    "adjust": gettext_noop("Points adjusted"),
    "replace": gettext_noop("Player replaced"),
    "categories": gettext_noop("Categories set"),
    "undo": gettext_noop("Log entry undone"),
    "cancel": gettext_noop("Cancelled"),
    "staff": gettext_noop("Controllers named"),
    "organiser": gettext_noop("Another organiser"),
}


def section_label(section: str, language: str) -> str:
    """Return the name of a section, such as `swiss` or `group1`."""
    kind = section.rstrip("0123456789")
    words = SECTION_WORDS.get(section) or SECTION_WORDS[kind]
    return translate(language, words).format(n=section.removeprefix(kind))


def round_in_section(section: str, number: int, language: str) -> str:
    """Return the name of a round together with that of its section."""
    text = translate(language, gettext_noop("{section}, round {n}"))
    return text.format(section=section_label(section, language), n=number)


def category_label(category: str, language: str) -> str:
    """Return a category for a reader: a label as its organiser wrote it, a country by its name."""
    code = country_of(category)
    if code is None:
        return category
    name = country_names(language).get(code, code)
    return translate(language, gettext_noop("Country: {name}")).format(name=name)


def entrant_names(view: TournamentView, language: str) -> dict[str, str]:
    """Return the names of all entrants by id; a robot that fills an odd number is named as one."""
    return {
        each.id: each.name if each.robot is None else robot_in_words(each.robot, language)
        for each in view.entrants
    }


def plain_name(entrant: Entrant) -> str:
    """Return the name of an entrant as programs get it: a robot's in English."""
    robot = entrant.captain.robot
    return entrant.name if robot is None else robot_label(robot, DEFAULT)


def name_in_words(entrant: Entrant, language: str) -> str:
    """Return the name of an entrant; a robot that fills an odd number is named as one."""
    robot = entrant.captain.robot
    return entrant.name if robot is None else robot_in_words(robot, language)


def robot_in_words(robot: str, language: str) -> str:
    """Return the name of a robot, with the word that says what it is."""
    sentence = translate(language, gettext_noop("{name} (robot)"))
    return sentence.format(name=robot_label(robot, language))


def filler_choices(language: str) -> list[tuple[str, str]]:
    """Return the robots that may fill an odd number, with their names."""
    return [(robot, robot_label(robot, language)) for robot in names() if has_fixed_strength(robot)]


def reason_in_words(reason: str, language: str) -> str:
    """Return the reason of an action: one of the server's in a language, a person's as it was written."""
    return translate(language, reason) if reason in REASONS else reason


def after_entry(view: TournamentView, mine: str, language: str) -> str:
    """Tell an entrant that nothing is left to do before the start; empty if they must still check in."""
    is_here = any(each.id == mine and each.state == "here" for each in view.entrants)
    if view.state != "open" or (view.check_in_from and not is_here):
        return ""
    if view.is_by_hand:
        return translate(language, gettext_noop("You're in."))
    return translate(language, gettext_noop("You're in. You will be called when it begins."))


def after_withdrawal(tournament: Tournament, language: str) -> str:
    """Return what follows from leaving the current stage of a tournament."""
    form = FORMS[tournament.terms.stages[max(0, len(tournament.stages) - 1)].form]
    return translate(language, form.after_leaving)


def after_pause(tournament: Tournament, language: str) -> str:
    """Return what becomes of the games of an entrant who pauses; nothing if a pause only ends the pairing."""
    form = FORMS[tournament.terms.stages[max(0, len(tournament.stages) - 1)].form]
    if not form.has_matches or tournament.terms.is_by_hand:
        return ""
    return translate(language, PAUSING).format(minutes=tournament.terms.no_show_ms // MINUTE_MS)


def rules_in_words(view: TournamentView, language: str, usual: str = "open") -> list[str]:
    """Return how the rules of the games differ from those of a preset, whose name may tell them."""
    terms = preset(usual, usual)
    words = [str(view.tile_set)] if view.tile_set != terms.tile_set else []
    words += [view.start] if view.start != terms.start.value else []
    return [translate(language, RULES[word]) for word in words]


def labels(of: dict[str, str], language: str) -> dict[str, str]:
    """Translate a table of labels."""
    return {key: translate(language, label) if label else "" for key, label in of.items()}


def plain_points(tenths: int) -> str:
    """Return tenths as points with one decimal, for programs."""
    return f"{tenths / 10:.1f}"
