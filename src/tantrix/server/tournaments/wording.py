"""Tournaments in words: presets, sections, rounds, states and points."""

from tantrix.server.wording.catalogues import gettext_noop, translate

PRESET_LABELS = {
    "open": gettext_noop("Open: Swiss, one game a round"),
    "championship": gettext_noop("Championship: groups, then knock-out"),
    "all-play-all": gettext_noop("Round robin"),
    "knock-out": gettext_noop("Knock-out"),
    "teams": gettext_noop("Teams"),
    "doubles": gettext_noop("Doubles round robin"),
    "correspondence": gettext_noop("Correspondence round robin"),
    "arena": gettext_noop("Arena: a game with whoever is free, for an hour"),
    "simul": gettext_noop("Simul: the organiser against everybody at once"),
    "gobble-cup": gettext_noop("Gobble cup: tables of four, points for the ranks"),
    "club-evening": gettext_noop("Club evening: results by hand"),
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
RULING_LABELS = {
    "rule": gettext_noop("Result decided"),
    "default": gettext_noop("Did not come"),
    "withdraw": gettext_noop("Withdrawn"),
    "pause": gettext_noop("Pausing"),
    "return": gettext_noop("Back again"),
    "extend": gettext_noop("Deadline moved"),
    "adjust": gettext_noop("Points adjusted"),
    "replace": gettext_noop("Player replaced"),
    "undo": gettext_noop("Taken back: entry"),
    "cancel": gettext_noop("Cancelled"),
    "staff": gettext_noop("Controllers named"),
}
_SECTIONS = {
    "swiss": gettext_noop("Swiss"),
    "all": gettext_noop("Round robin"),
    "main": gettext_noop("Knock-out"),
    "arena": gettext_noop("Arena"),
    "simul": gettext_noop("Simul"),
    "gobble": gettext_noop("Gobble cup"),
    "third": gettext_noop("Third place"),
    "plate": gettext_noop("Plate"),
}


def section_label(section: str, language: str) -> str:
    """Return the name of a section."""
    if section.startswith("group"):
        return translate(language, gettext_noop("Group {n}")).format(n=section.removeprefix("group"))
    return translate(language, _SECTIONS[section])


def labels(of: dict[str, str], language: str) -> dict[str, str]:
    """Translate a table of labels."""
    return {key: translate(language, label) if label else "" for key, label in of.items()}


def points(tenths: int) -> str:
    """Return tenths as points with one decimal."""
    return f"{tenths / 10:.1f}"
