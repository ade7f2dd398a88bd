"""A game as a row in a list of games."""

from tantrix.server.games.room import Room
from tantrix.server.protocol.text import print_time


def game_row(room: Room, user_id: str | None) -> dict[str, object]:
    """Return the template fields of a game's row, as seen by `user_id`."""
    setup, game = room.setup, room.game
    preferred = dict(setup.colour_preferences)
    return {
        "id": setup.id,
        "url": f"/games/{setup.id}",
        "seats": [
            {
                "name": seat.name,
                "robot": seat.robot,
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
        "ply": game.ply,
        "n_tiles": setup.rules.tile_set,
        "is_over": game.is_over,
        "is_waiting": setup.is_waiting,
        "is_rated": setup.is_rated,
        "scores": list(game.scores),
        "is_closable": setup.is_waiting and user_id is not None and user_id == setup.owner,
        "my_turn": not game.is_over and not setup.is_waiting and setup.owns(user_id, game.to_play),
        "started_at": print_time(setup.created_ms),
    }
