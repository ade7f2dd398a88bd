"""Refusals in Gobble: because of the rules of the rush, or of the state of its room."""

from typing import ClassVar

from tantrix.gobble.verdicts import RushVerdict
from tantrix.server.http.errors import ERRORS, ErrorTable, Refusal
from tantrix.server.wording.catalogues import gettext_noop

RUSH_ERRORS: ErrorTable = {
    "rush_not_begun": (409, gettext_noop("The rush has not begun yet.")),
    "rush_begun": (409, gettext_noop("The rush has begun already.")),
    "rush_in_play": (409, gettext_noop("This rush is still being played.")),
    "rush_full": (409, gettext_noop("All eight seats are taken.")),
    "guests_here": (409, gettext_noop("A guest sits here: a rated rush is played by people with accounts.")),
    "not_owner": (403, gettext_noop("Only the player who opened the room can do this.")),
    RushVerdict.GAME_OVER.name: (422, gettext_noop("The rush is over.")),
    RushVerdict.PLAYER_OUT.name: (422, gettext_noop("You have no tiles left: you are out of this rush.")),
    RushVerdict.TIME_OVER.name: (422, gettext_noop("The time of this rush is up.")),
    RushVerdict.NOT_HELD.name: (422, gettext_noop("You have not flipped this tile.")),
    RushVerdict.OCCUPIED.name: (422, gettext_noop("Somebody was faster: this space is taken.")),
    RushVerdict.TOO_FEW_SIDES.name: (422, gettext_noop("A tile must touch at least two others.")),
    RushVerdict.PENALTY_ONLY_FORCED.name: (
        422,
        gettext_noop("A penalty tile may only fill a forced space, one of three sides or more."),
    ),
    RushVerdict.MISMATCH.name: (422, gettext_noop("The colours of touching edges do not match.")),
    RushVerdict.STOCK_EMPTY.name: (422, gettext_noop("Your stock is empty.")),
    RushVerdict.ALREADY_TURNED.name: (
        422,
        gettext_noop("Place the tile you flipped, or put it aside, before you flip another."),
    ),
    RushVerdict.NOTHING_TURNED.name: (422, gettext_noop("You have not flipped a tile.")),
    RushVerdict.NOTHING_OWED.name: (422, gettext_noop("You have no tile to give away.")),
    RushVerdict.NO_OPPONENT.name: (
        422,
        gettext_noop("A tile can only be given to an opponent who still plays."),
    ),
    RushVerdict.NOT_IN_PILE.name: (422, gettext_noop("This tile is not in your penalty pile.")),
}


class RushRefusal(Refusal):
    """A refusal in Gobble, where some codes have different sentences from games of Tantrix."""

    table: ClassVar[ErrorTable] = {**ERRORS, **RUSH_ERRORS}


def rules_refusal(verdict: RushVerdict) -> RushRefusal:
    """Return a verdict of the rush as a refusal."""
    return RushRefusal(verdict.name)
