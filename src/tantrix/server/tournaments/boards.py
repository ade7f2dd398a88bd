"""The games and tables of a tournament that are in play, and whose turn it is in each game."""

from collections.abc import Mapping
from typing import NamedTuple

from tantrix.server.protocol.tournaments import TournamentBoard, TournamentView
from tantrix.server.tournaments.cache import StoredTournament, key_of
from tantrix.server.tournaments.cup_tables import is_table
from tantrix.server.tournaments.store import TournamentGame
from tantrix.server.tournaments.wording import plain_name


class WatchedBoard(NamedTuple):
    """A game or a table of a cup that is in play: its address, and the names of its entrants."""

    url: str
    names: tuple[str, ...]


def watched_boards(view: TournamentView, names: Mapping[str, str]) -> list[WatchedBoard]:
    """Return everything in play that spectators can watch, in the order of the rounds, with `names`."""
    found: list[WatchedBoard] = []
    for paired in (paired for section in view.sections for paired in section.rounds):
        for match in paired.matches:
            sides = tuple(names[side] for side in (match.first, match.second) if side)
            found += [WatchedBoard(game.url, sides) for game in match.games if game.url and not game.is_over]
        for table in paired.tables:
            if table.url and not table.ranks:
                found.append(WatchedBoard(table.url, tuple(names[each] for each in table.entrants)))
    return found


def boards_of(
    found: StoredTournament, turns: Mapping[str, tuple[int, int | None]], user_id: str | None
) -> list[TournamentBoard]:
    """Return the games in play, in the order of the matches. `turns`: tiles laid and the seat to play."""
    order = {match_id: at for at, match_id in enumerate(found.now.matches)}
    in_play = [game for game in found.in_play() if not is_table(game)]
    games = sorted(in_play, key=lambda game: (order[game.match], game.number, game.board))
    return [_board(found, game, *turns[game.game_id], user_id) for game in games if game.game_id in turns]


def _board(
    found: StoredTournament, game: TournamentGame, n_tiles: int, to_play: int | None, user_id: str | None
) -> TournamentBoard:
    now, match = found.now, found.now.matches[game.match][1]
    seats = _seats(found, game)
    return TournamentBoard(
        url=f"/games/{game.game_id}",
        first=plain_name(now.entrants[match.first]),
        second=plain_name(now.entrants[match.second]),
        n_tiles=n_tiles,
        is_mine=user_id is not None and user_id in seats,
        is_my_turn=user_id is not None and to_play is not None and seats[to_play] == user_id,
    )


def _seats(found: StoredTournament, game: TournamentGame) -> list[str | None]:
    """Return the account at each seat; partners sit opposite each other."""
    now, match = found.now, found.now.matches[game.match][1]
    sides = [now.players(key_of(game), each) for each in match.sides]
    order = sides if game.first_seat == 0 else sides[::-1]
    return [member.user_id for pair in zip(*order, strict=True) for member in pair]
