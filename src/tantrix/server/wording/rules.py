"""The options of a rule set in the reader's language."""

from tantrix.server.wording.catalogues import gettext_noop, translate

RULES = {
    "56": gettext_noop("56 tiles"),
    "64": gettext_noop("64 tiles"),
    "teams": gettext_noop("doubles"),
    "draw-keep": gettext_noop("tiles drawn for the start are kept"),
    "draw-return": gettext_noop("tiles drawn for the start go back"),
    "highest-in-hand": gettext_noop("the highest tile in hand starts"),
    "random-opening": gettext_noop("a random tile opens the game"),
    "forced=exactly-three": gettext_noop("forced spaces of exactly three sides"),
    "deadlock=pass": gettext_noop("in a deadlock the turn passes"),
}
"""The meaning of each word in the notation of a rule set, from general to special."""

_USUAL = {"56", "draw-keep"}
_STANDARD = gettext_noop("standard rules")


def rules_text(rules: str, language: str) -> list[str]:
    """Name the options of a rule set given in notation; colours are omitted."""
    return [translate(language, RULES[word]) for word in rules.split()[1:] if word in RULES]


def rules_in_short(rules: str, language: str) -> list[str]:
    """Name only the options of a rule set that are unusual; if none is, say that."""
    unusual = [word for word in rules.split()[1:] if word in RULES and word not in _USUAL]
    return [translate(language, RULES[word]) for word in unusual] or [translate(language, _STANDARD)]
