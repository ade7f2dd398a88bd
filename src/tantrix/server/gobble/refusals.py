"""Why something at a Gobble table was refused: rulings of the rush, and what is wrong with the room."""

from dataclasses import dataclass

from tantrix.gobble.rulings import Ruling
from tantrix.server.http.refusals import Refusal
from tantrix.server.wording.catalogues import gettext_noop


@dataclass(frozen=True, slots=True)
class RushRefusal(Refusal):
    """Nothing changed, and this is why."""

    @property
    def sentence(self) -> str:
        """Return the reason in English, the key of its translations."""
        return RUSH_SENTENCES.get(self.code) or Refusal(self.code).sentence

    @property
    def status(self) -> int:
        """Return the HTTP status that goes with it."""
        return _STATUS.get(self.code, 422)


class RushRefused(Exception):
    """What was asked of a room was refused."""

    def __init__(self, refusal: RushRefusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


def ruled(ruling: Ruling) -> RushRefusal:
    """Return a ruling as a refusal."""
    return RushRefusal(ruling.name)


RUSH_SENTENCES = {
    "rush_not_begun": gettext_noop("The rush has not begun yet."),
    "rush_begun": gettext_noop("The rush has begun already."),
    "rush_in_play": gettext_noop("This rush is still being played."),
    "rush_full": gettext_noop("All eight seats are taken."),
    "guests_here": gettext_noop("A guest sits here: a rated rush is played by people with accounts."),
    "not_owner": gettext_noop("Only who opened the room may do this."),
    Ruling.GAME_OVER.name: gettext_noop("The rush is over."),
    Ruling.PLAYER_OUT.name: gettext_noop("You have no tiles left: you are out of this rush."),
    Ruling.TIME_OVER.name: gettext_noop("The time of this rush is up."),
    Ruling.NOT_HELD.name: gettext_noop("This tile does not lie open before you."),
    Ruling.OCCUPIED.name: gettext_noop("Somebody was faster: there is a tile on this space already."),
    Ruling.TOO_FEW_SIDES.name: gettext_noop("A tile must touch at least two others."),
    Ruling.PENALTY_ONLY_FORCED.name: gettext_noop(
        "A penalty tile may only fill a forced space, one of three sides or more."
    ),
    Ruling.MISMATCH.name: gettext_noop("The colours of touching edges do not match."),
    Ruling.STOCK_EMPTY.name: gettext_noop("Your stock is empty."),
    Ruling.ALREADY_TURNED.name: gettext_noop(
        "Lay the tile you have turned, or put it aside, before you turn another."
    ),
    Ruling.NOTHING_TURNED.name: gettext_noop("You have not turned a tile."),
    Ruling.NOTHING_OWED.name: gettext_noop("You have no tile to give away."),
    Ruling.NO_OPPONENT.name: gettext_noop("A tile can only be given to an opponent who still plays."),
    Ruling.NOT_IN_PILE.name: gettext_noop("This tile is not in your penalty pile."),
}

_STATUS = {
    "rush_not_begun": 409,
    "rush_begun": 409,
    "rush_in_play": 409,
    "rush_full": 409,
    "already_seated": 409,
    "guests_here": 409,
    "account_needed": 403,
    "not_owner": 403,
    "not_your_seat": 403,
    "not_saved": 503,
}
