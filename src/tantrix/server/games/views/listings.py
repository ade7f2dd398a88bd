"""Games as shown in lists: read from one row of the database, without the journal."""

from collections.abc import Mapping
from dataclasses import dataclass

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.games.new_game import undealt_setup
from tantrix.server.games.room import Room, Setup, progress_row
from tantrix.server.games.store import GameProgress, GameRow, StoredGame
from tantrix.server.protocol.times import print_time
from tantrix.server.wording.seats import name_for_others


@dataclass(frozen=True, slots=True)
class GameListing:
    """A game as shown in lists; `setup` may lack its secret and deal, and `to_play` is None at the end."""

    setup: Setup
    ply: int
    version: int
    to_play: int | None
    scores: tuple[int, ...]
    stand_ins: Mapping[int, str]
    is_paused: bool
    is_over: bool

    def is_turn_of(self, user_id: str | None) -> bool:
        """Return whether it is a user's turn and no robot plays for the user."""
        seat = self.to_play
        return seat is not None and seat not in self.stand_ins and self.setup.owns(user_id, seat)


def listing_of(room: Room) -> GameListing:
    """Return a room as shown in lists."""
    return _listing(room.setup, progress_row(room, room.setup.created_ms), room.game.is_over)


def read_listing(stored: StoredGame) -> GameListing:
    """Return a stored game as shown in lists."""
    row = stored.row
    return _listing(undealt_setup(row, stored.taken_seats), row, row.finished_ms is not None)


def game_row(listing: GameListing, user_id: str | None, accounts: Accounts) -> dict[str, object]:
    """Return the template fields of a game's row, as seen by `user_id`."""
    setup, seat = listing.setup, listing.to_play
    preferred = dict(setup.colour_preferences)
    return {
        "id": setup.id,
        "url": f"/games/{setup.id}",
        "seats": [
            {
                "name": seat.name if setup.owns(user_id, number) else name_for_others(seat.name),
                "robot": seat.robot,
                "face": _face(setup, number, accounts),
                "colour": colour.letter,
                "has_colour": not setup.is_waiting or setup.rules.teams or number in preferred,
                "kind": "robot"
                if seat.robot is not None
                else "open"
                if number in setup.free_seats
                else "person",
            }
            for number, (seat, colour) in enumerate(zip(setup.seats, setup.rules.colours, strict=True))
        ],
        "ply": listing.ply,
        "n_tiles": setup.rules.tile_set,
        "is_over": listing.is_over,
        "is_waiting": setup.is_waiting,
        "is_rated": setup.is_rated,
        "scores": list(listing.scores),
        "is_closable": setup.is_waiting and user_id is not None and user_id == setup.owner,
        "my_turn": seat is not None and not setup.is_waiting and setup.owns(user_id, seat),
        "started_at": print_time(setup.created_ms),
    }


def _face(setup: Setup, seat: int, accounts: Accounts) -> str | None:
    """Return the face that the account at a seat has composed; None if another name stands there."""
    user_id = setup.occupant(seat)
    return accounts.face_of(user_id) if setup.seats[seat].name == accounts.shown_name(user_id) else None


def _listing(setup: Setup, saved: GameProgress | GameRow, is_over: bool) -> GameListing:
    stand_ins = (each.partition(" ") for each in filter(None, saved.stand_ins.split(",")))
    return GameListing(
        setup=setup,
        ply=saved.ply,
        version=saved.version,
        to_play=saved.to_play,
        scores=tuple(map(int, filter(None, saved.scores.split(",")))),
        stand_ins={int(seat): robot for seat, _, robot in stand_ins},
        is_paused=saved.is_paused,
        is_over=is_over,
    )
