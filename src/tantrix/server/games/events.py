"""The events of games on this server, to which other parts of the server subscribe."""

from collections.abc import Collection, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

from tantrix.server.database.writes import Write
from tantrix.server.games.room import Room
from tantrix.server.subscribers import Subscribers

# On the bus, before the id of a game: it has to be read again, it has a new message. The channel of a game is
# named like the first, that of an account ends in the id of its user.
GAME_TOPIC = "game"
CHAT_TOPIC = "chat"
ACCOUNT = "account"


@dataclass(frozen=True, slots=True)
class GameEvents:
    """The subscribers to each kind of event.

    `changed` is called immediately with each room that has changed, begun, ended or closed here. `began` and
    `finished` run as tasks, once for each game that begins here, or is over and saved; their errors are
    logged. `ending` returns more writes for the commit that ends a game. `changing` returns more writes for
    the commit of any change, given the room before and after it; for a new game the room before is None.
    `postponing` returns more writes for the commit with which a vacation of a user begins or ends, so that
    everything in the games that wait for the user is due some time later, or earlier. `elsewhere` is called
    with the players of each game that another server has changed.
    """

    began: Subscribers[[Room], Coroutine[Any, Any, None]] = field(default_factory=Subscribers)
    changed: Subscribers[[Room], None] = field(default_factory=Subscribers)
    finished: Subscribers[[Room], Coroutine[Any, Any, None]] = field(default_factory=Subscribers)
    ending: Subscribers[[Room, int], Sequence[Write]] = field(default_factory=Subscribers)
    changing: Subscribers[[Room | None, Room, int], Sequence[Write]] = field(default_factory=Subscribers)
    elsewhere: Subscribers[[Collection[str]], None] = field(default_factory=Subscribers)
    postponing: Subscribers[[str, int, int], Sequence[Write]] = field(default_factory=Subscribers)
