"""The welcome that all spectators of a version of a room share."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from tantrix.server.games.room import Room

WELCOME_MS = 10_000  # names and badges may change even while nobody plays


@dataclass(frozen=True, slots=True)
class SharedWelcome:
    """The welcome for the spectators of one version of a room: the texts before and after the clock."""

    room: Room
    at_ms: int
    start: str
    end: str


class SharedWelcomes:
    """The newest welcome of each room, for ten seconds. Each holds a whole game, a third of a megabyte."""

    def __init__(self) -> None:
        self._by_game: OrderedDict[str, SharedWelcome] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._by_game)

    def find(self, room: Room, now_ms: int) -> SharedWelcome | None:
        """Return the welcome to this version of a room, if it was made within the last ten seconds."""
        made = self._by_game.get(room.setup.id)
        return None if made is None or made.room is not room or _is_old(made, now_ms) else made

    def put(self, welcome: SharedWelcome) -> None:
        """Keep a welcome, and forget those that are too old."""
        with self._lock:
            self._by_game[welcome.room.setup.id] = welcome
            self._by_game.move_to_end(welcome.room.setup.id)
            while _is_old(next(iter(self._by_game.values())), welcome.at_ms):
                self._by_game.popitem(last=False)


def _is_old(welcome: SharedWelcome, now_ms: int) -> bool:
    return now_ms >= welcome.at_ms + WELCOME_MS
