"""Who has come to the tables of matches, be it to another server: by opening the page, a stream, or the API.

Arrivals are not stored. After a restart, open pages connect again within seconds.
"""

from collections.abc import Callable

from tantrix.server.games.room import Room, may_abort

ARRIVALS_TOPIC = "arrivals"  # on the bus: a game and a user who has come to its table
MAX_TABLES = 10_000  # the oldest are forgotten


class Arrivals:
    """The users who have come to the tables of matches before the third turn; `publish` sends to the bus."""

    def __init__(self, publish: Callable[[str], None]) -> None:
        self._publish = publish
        self._by_game: dict[str, set[str]] = {}

    def note(self, room: Room, user_id: str | None) -> bool:
        """Note that somebody is at a table, if they play there and its game is only beginning.

        Return whether they have come just now.
        """
        setup = room.setup
        if user_id is None or setup.match_id is None or not may_abort(room.game) or not setup.plays(user_id):
            return False
        if user_id in self._by_game.get(setup.id, ()):
            return False
        self._add(setup.id, user_id)
        self._publish(f"{ARRIVALS_TOPIC} {setup.id} {user_id}")
        return True

    def received(self, text: str) -> str:
        """Note an arrival at another server, and return the id of the game."""
        game_id, _, user_id = text.partition(" ")
        self._add(game_id, user_id)
        return game_id

    def has_come(self, room: Room, side: int) -> bool:
        """Return whether a side has come to a table: a robot always has, and whoever has laid a tile."""
        setup, here = room.setup, self._by_game.get(room.setup.id, set())
        seats = setup.rules.partners(side)
        has_placed = any(laid.seat in seats for laid in room.game.laid)
        return has_placed or any(setup.seats[s].robot is not None or setup.occupant(s) in here for s in seats)

    def are_complete(self, room: Room) -> bool:
        """Return whether everybody has come to the table of a match; robots always have."""
        here, placed = self._by_game.get(room.setup.id, set()), {laid.seat for laid in room.game.laid}
        people = (seat for seat in room.seats_of_people if seat not in placed)
        return room.setup.match_id is not None and all(room.setup.occupant(seat) in here for seat in people)

    def missed_at_ms(self, room: Room, user_id: str, no_show_ms: int, now_ms: int) -> int | None:
        """Return when a live match game is forfeited, if this player of it has not come; else None."""
        is_here = user_id in self._by_game.get(room.setup.id, ()) or not room.seats_of(user_id)
        if is_here or room.clock is None or not room.is_live or not may_abort(room.game):
            return None
        return now_ms + room.uptime.wait_ms(room.clock.since_ms + no_show_ms, now_ms)

    def is_deserted(self, room: Room) -> bool:
        """Return whether the side not to play in a live match has not come: its tournament must decide."""
        waiting = (room.game.to_play + 1) % 2
        is_live_match = room.setup.match_id is not None and room.is_live and room.setup.host is None
        return is_live_match and may_abort(room.game) and not self.has_come(room, waiting)

    def _add(self, game_id: str, user_id: str) -> None:
        self._by_game.setdefault(game_id, set()).add(user_id)
        if len(self._by_game) > MAX_TABLES:
            del self._by_game[next(iter(self._by_game))]
