"""Reasons as one sentence in any language."""

from collections.abc import Callable, Sequence

from tantrix._tools.languages import gettext_noop as _
from tantrix.game import Game
from tantrix.placement import Placement
from tantrix.reasons.reasons import Fact, PlacementReason, reasons_for
from tantrix.tiles import Colour

N_SAID = 3  # the browser says two: its sentence stands beside the board

# `web/src/analysis/reasons.ts` has those that speak for or against a choice.
_CLAUSES = {
    Fact.ONLY: _("is the only legal placement"),
    Fact.OPENS: _("opens the game"),
    Fact.FILLS: _("fills a forced space"),
    Fact.CLOSES_LOOP: _("closes a loop of {n} tiles"),
    Fact.BLOCKS_LOOP: _("blocks {whose} loop of {n} tiles"),
    Fact.THREATENS_LOOP: _("threatens a loop of {n} tiles"),
    Fact.JOINS: _("joins two lines into one of {n}"),
    Fact.LENGTHENS: _("makes a line of {n}"),
    Fact.KEEPS_ENDS: _("keeps both ends open"),
    Fact.LOSES_ENDS: _("leaves {whose} line without an open end"),
    Fact.BLOCKS_LINE: _("blocks an end of {whose} line of {n}"),
    Fact.STOPS_LINE: _("stops {whose} line of {n} for now"),
    Fact.PREPARES: _("prepares a line of {n}"),
    Fact.FORCED_OWN: _("makes a forced space that the same hand can fill"),
    Fact.FORCED_OTHER: _("makes a forced space for {whose} tiles"),
    Fact.FORCED_NONE: _("makes a forced space that no hand can fill"),
    Fact.CLOSES_OTHER: _("completes {whose} loop of {n} tiles"),
    Fact.LENGTHENS_OTHER: _("lengthens {whose} line to {n}"),
    Fact.FREE: _("is a free placement that changes no line"),
}
# Whose line it is: the colour of a player in the possessive.
_WHOSE = {
    Colour.RED: _("red’s"),
    Colour.YELLOW: _("yellow’s"),
    Colour.GREEN: _("green’s"),
    Colour.BLUE: _("blue’s"),
}
_JOINED = {2: _("{0} and {1}"), 3: _("{0}, {1} and {2}")}


def explain(game: Game, placement: Placement, gettext: Callable[[str], str]) -> str:
    """Say in one sentence what a legal placement does, in the language of `gettext`."""
    return sentence_of(reasons_for(game, placement), gettext)


def sentence_of(reasons: Sequence[PlacementReason], gettext: Callable[[str], str]) -> str:
    """Say the most important reasons in one sentence: "Makes a line of 9 and keeps both ends open."."""
    clauses = [_clause(reason, gettext) for reason in reasons[:N_SAID]]
    joined = gettext(_JOINED[len(clauses)]).format(*clauses) if len(clauses) > 1 else clauses[0]
    return f"{joined[0].upper()}{joined[1:]}."


def _clause(reason: PlacementReason, gettext: Callable[[str], str]) -> str:
    return gettext(_CLAUSES[reason.fact]).format(n=reason.n, whose=gettext(_WHOSE[reason.colour]))
