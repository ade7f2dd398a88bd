"""Why a message was refused: a code for programs and a sentence for people.

A code is the name of a verdict, or one of `REFUSAL_CODES`.
"""

from dataclasses import dataclass

from tantrix.game import Verdict
from tantrix.server.wording.catalogues import marked


@dataclass(frozen=True, slots=True)
class Refusal:
    """Nothing changed, and this is why."""

    code: str

    @property
    def sentence(self) -> str:
        """Return the reason in English, the key of its translations."""
        return _SENTENCES.get(self.code) or Verdict[self.code].sentence


_SENTENCES = {
    "stale_ply": marked("The table has changed since you saw it; look again and lay your tile."),
    "not_your_seat": marked("This seat is not yours to play."),
    "not_begun": marked("The game has not begun: a seat is still free."),
    "seat_taken": marked("This seat is taken."),
    "already_seated": marked("You already sit at this table."),
    "name_of_another": marked(
        "This name looks like that of an account or a robot: choose another one, or sign in."
    ),
    "not_owner": marked("Only who opened the table may close it."),
    "has_begun": marked("The game has begun, so its table cannot be closed."),
    "account_needed": marked("A rated game is played by people with accounts: sign in first."),
    "time_over": marked("The time is up."),
    "paused": marked("The game is paused."),
    "rated": marked("This is for casual games; a rated one is played as it comes."),
    "robots_play": marked("Robots agree to nothing: this is for tables where people play all seats."),
    "no_offer": marked("This is not proposed any more."),
    "declined": marked("This was declined; it can be proposed again once the game has moved on."),
    "not_now": marked("This is not possible now."),
    "not_claimable": marked("This player has not been away for long enough."),
    "stood_in": marked("A robot plays on for you."),
    "bad_message": marked("The message could not be read."),
    "too_large": marked("The message is too large."),
    "too_fast": marked("Too many messages at once; wait a moment."),
    "players_only": marked("Only those who play write here."),
    "after_the_game": marked("The watchers' talk is open to you once the game is over."),
    "sign_in_to_talk": marked("Sign in to write here."),
    "nothing_said": marked("There is nothing in this that could be read."),
    "too_much_talk": marked("Too many words at once; wait a few seconds."),
    "missing_scope": marked("This token was not made for that."),
    "not_saved": marked("The server could not save this, so nothing has changed; try again in a moment."),
    "game_in_play": marked("This game is still being played. It can be analysed once it is over."),
    "unknown_game": marked("There is no such game."),
    "unknown_ply": marked("The game has not come to this ply."),
    "invalid": marked("This cannot be read as a position."),
    "nothing_laid": marked("No tile was laid in this game, so there is nothing to analyse."),
    "internal": marked("Something went wrong on the server."),
    "busy": marked("Too many ask for help at once; try again in a moment."),
}
