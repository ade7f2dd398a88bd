"""Game events on this server, and the parts of the server that subscribe to them."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any

from tantrix.server.background import Tasks
from tantrix.server.database.writes import Write
from tantrix.server.games.room import Room

Work = Callable[[Room], Coroutine[Any, Any, None]]
EndWrites = Callable[[Room, int], Sequence[Write]]
PostponeWrites = Callable[[str, int, int], Sequence[Write]]
ChangeWrites = Callable[[Room | None, Room, int], Sequence[Write]]


def _ignore(_room: Room) -> None:
    pass


async def _do_nothing(_room: Room) -> None:
    pass


def _no_writes(_room: Room, _at_ms: int) -> Sequence[Write]:
    return ()


def _no_change_writes(_before: Room | None, _after: Room, _at_ms: int) -> Sequence[Write]:
    return ()


def _no_postpone_writes(_user_id: str, _ms: int, _at_ms: int) -> Sequence[Write]:
    return ()


@dataclass(frozen=True, slots=True)
class GameEvents:
    """The callbacks of a subscriber to game events.

    `changed` is called immediately with each room that has changed, begun, ended or closed here. `began` and
    `finished` run as tasks, once for each game that begins here, or is over and saved; their errors are
    logged. `ending` returns the writes of a subscriber for the commit that ends a game. `changing` returns
    its writes for the commit of any change, given the room before and after it; for a new game the room
    before is None. `postponing` returns its writes for the commit with which a vacation of a user begins or
    ends, so that everything in the games that wait for the user is due some time later, or earlier.
    """

    began: Work = _do_nothing
    changed: Callable[[Room], None] = _ignore
    finished: Work = _do_nothing
    ending: EndWrites = _no_writes
    changing: ChangeWrites = _no_change_writes
    postponing: PostponeWrites = _no_postpone_writes


class GameSubscribers:
    """All subscribers to the games of a hub."""

    def __init__(self, tasks: Tasks) -> None:
        self._tasks = tasks
        self._all: list[GameEvents] = []

    def add(self, events: GameEvents) -> None:
        """Add a subscriber, which is notified from now on."""
        self._all.append(events)

    def began(self, room: Room) -> None:
        """Notify subscribers that a game begins."""
        for each in self._all:
            self._tasks.start(each.began(room))

    def changed(self, room: Room) -> None:
        """Notify subscribers that a game has changed."""
        for each in self._all:
            each.changed(room)

    def end_writes(self, room: Room, at_ms: int) -> list[Write]:
        """List the writes of subscribers for the commit that ends a game."""
        return [write for each in self._all for write in each.ending(room, at_ms)]

    def change_writes(self, before: Room | None, after: Room, at_ms: int) -> list[Write]:
        """List the writes of subscribers for the commit of a change."""
        return [write for each in self._all for write in each.changing(before, after, at_ms)]

    def postpone_writes(self, user_id: str, ms: int, at_ms: int) -> list[Write]:
        """List the writes of subscribers for the commit with which a vacation begins or ends."""
        return [write for each in self._all for write in each.postponing(user_id, ms, at_ms)]

    def finished(self, room: Room) -> None:
        """Notify subscribers that a game is over and saved."""
        for each in self._all:
            self._tasks.start(each.finished(room))
