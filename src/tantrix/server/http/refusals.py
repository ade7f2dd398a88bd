"""Why a message was refused: a code for programs and a sentence for people.

A code is the name of a verdict, or one of `REFUSAL_CODES`.
"""

from dataclasses import dataclass

from tantrix.game import Verdict
from tantrix.server.wording.catalogues import gettext_noop


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing changed, and this is why."""

    code: str

    @property
    def sentence(self) -> str:
        """Return the reason in English, the key of its translations."""
        return _SENTENCES.get(self.code) or Verdict[self.code].sentence


_SENTENCES = {
    "stale_ply": gettext_noop("The table has changed since you saw it; look again and lay your tile."),
    "not_your_seat": gettext_noop("This seat is not yours to play."),
    "not_begun": gettext_noop("The game has not begun: a seat is still free."),
    "seat_taken": gettext_noop("This seat is taken."),
    "already_seated": gettext_noop("You already sit at this table."),
    "name_of_another": gettext_noop(
        "This name looks like that of an account or a robot: choose another one, or sign in."
    ),
    "not_owner": gettext_noop("Only who opened the table may close it."),
    "has_begun": gettext_noop("The game has begun, so its table cannot be closed."),
    "account_needed": gettext_noop("A rated game is played by people with accounts: sign in first."),
    "time_over": gettext_noop("The time is up."),
    "paused": gettext_noop("The game is paused."),
    "rated": gettext_noop("This is for casual games; a rated one is played as it comes."),
    "robots_play": gettext_noop("Robots agree to nothing: this is for tables where people play all seats."),
    "no_offer": gettext_noop("This is not proposed any more."),
    "declined": gettext_noop("This was declined; it can be proposed again once the game has moved on."),
    "not_now": gettext_noop("This is not possible now."),
    "not_claimable": gettext_noop("This player has not been away for long enough."),
    "stood_in": gettext_noop("A robot plays on for you."),
    "bad_message": gettext_noop("The message could not be read."),
    "too_large": gettext_noop("The message is too large."),
    "too_fast": gettext_noop("Too many messages at once; wait a moment."),
    "players_only": gettext_noop("Only those who play write here."),
    "after_the_game": gettext_noop("The watchers' talk is open to you once the game is over."),
    "sign_in_to_talk": gettext_noop("Sign in to write here."),
    "nothing_said": gettext_noop("There is nothing in this that could be read."),
    "too_much_talk": gettext_noop("Too many words at once; wait a few seconds."),
    "missing_scope": gettext_noop("This token was not made for that."),
    "not_saved": gettext_noop(
        "The server could not save this, so nothing has changed; try again in a moment."
    ),
    "game_in_play": gettext_noop("This game is still being played. It can be analysed once it is over."),
    "unknown_game": gettext_noop("There is no such game."),
    "unknown_ply": gettext_noop("The game has not come to this ply."),
    "invalid": gettext_noop("This cannot be read as a position."),
    "nothing_laid": gettext_noop("No tile was laid in this game, so there is nothing to analyse."),
    "internal": gettext_noop("Something went wrong on the server."),
    "busy": gettext_noop("Too many ask for help at once; try again in a moment."),
}
