"""How a game ended, where its scores do not say it."""

from collections.abc import Sequence

from tantrix.game import Outcome, Termination
from tantrix.server.wording.catalogues import gettext_noop, translate

_WON = {
    Termination.RESIGNATION: gettext_noop("{names} won by resignation."),
    Termination.TIME: gettext_noop("{names} won on time."),
    Termination.ABANDONED: gettext_noop("{names} won, as another player left the game."),
}
_UNDECIDED = {
    Termination.DEADLOCK: gettext_noop(
        "Deadlock: no legal free placement. The game is a draw, whatever the scores: {scores}."
    ),
    Termination.AGREEMENT: gettext_noop("A draw by agreement, {scores}."),
    Termination.ABORTED: gettext_noop("The game was aborted, without a result."),
}


def ending_text(outcome: Outcome | None, names: Sequence[str], language: str) -> str:
    """Return a sentence about the end of a game, by its players' names; nothing if its scores decide it."""
    if outcome is None or outcome.termination is Termination.PLAYED_OUT:
        return ""
    winners = dict.fromkeys(names[seat] for seat in outcome.winners)
    sentence = _WON.get(outcome.termination) or _UNDECIDED[outcome.termination]
    scores = "\u00a0:\u00a0".join(map(str, outcome.scores))
    return translate(language, sentence).format(names=", ".join(winners), scores=scores)
