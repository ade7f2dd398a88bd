"""What a link to a game shows elsewhere: an invitation its terms, a game its players, terms and table."""

from tantrix.notation import print_rules
from tantrix.server.games.room import Room, Setup
from tantrix.server.http.previews import Preview, drawn, plain_preview
from tantrix.server.protocol.game import GameView
from tantrix.server.ratings.results import LINKED
from tantrix.server.wording.catalogues import translate
from tantrix.server.wording.endings import ending_text
from tantrix.server.wording.rules import rules_text
from tantrix.server.wording.seats import name_for_others, shown_name
from tantrix.server.wording.time_controls import control_label


def invitation_preview(setup: Setup, game: GameView, language: str) -> Preview:
    """Say who invites, and to which game."""
    hosts = [seat for seat in game.seats if seat.kind == "person"]
    name = shown_name(name_for_others(hosts[0].name), language, account=hosts[0].account) if hosts else ""
    title = translate(language, "{name} invites you to a game.").format(name=name) if name else ""
    return Preview(_terms(setup, language), title)


def game_preview(room: Room, language: str) -> Preview:
    """Say who plays, how it stands or ended, and by which terms; nothing of a game of a private event."""
    setup, game = room.setup, room.game
    if setup.match_id is not None and setup.listing == LINKED:
        return plain_preview(language)
    names = [shown_name(name_for_others(seat.name), language, seat.robot) for seat in setup.seats]
    standing = ", ".join(f"{name} {score}" for name, score in zip(names, game.scores, strict=True))
    ending = ending_text(game.outcome, names, language)
    described = " ".join(filter(None, (f"{standing}.", ending, _terms(setup, language))))
    if game.ply == 0:
        return Preview(described)
    picture = drawn(f"/games/{setup.id}/preview.png")
    return Preview(described, picture=picture, alt=translate(language, "The table at this position"))


def _terms(setup: Setup, language: str) -> str:
    """Describe the clock, the rules and whether the game is rated, as on the page of an invitation."""
    clock = None if setup.control is None else control_label(setup.control, language)
    rules = ", ".join(rules_text(print_rules(setup.rules), language))
    parts = [
        *([translate(language, "A rated game.")] if setup.is_rated else []),
        *([f"{translate(language, 'Time')}: {clock}."] if clock else []),
        f"{translate(language, 'Rules of this game')}: {rules}.",
    ]
    return " ".join(parts)
