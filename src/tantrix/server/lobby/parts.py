"""What the lobby needs from the rest of the server."""

from collections.abc import Callable
from dataclasses import dataclass

from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.creation_limits import CreationLimits
from tantrix.server.cluster.bus import Bus
from tantrix.server.database.writer import Writer
from tantrix.server.games.hub import Hub
from tantrix.server.lobby.store import LobbyStore
from tantrix.server.ratings.store import RatingStore
from tantrix.server.settings import Settings


@dataclass(frozen=True, slots=True)
class LobbyParts:
    """The services that the lobby is built on.

    `is_single_server`: no other server uses the database. `n_chat`: the number of the newest message in the
    lobby; reads the database.
    """

    settings: Settings
    store: LobbyStore
    writer: Writer
    hub: Hub
    accounts: Accounts
    limits: CreationLimits
    ratings: RatingStore
    bus: Bus
    is_single_server: bool
    n_chat: Callable[[], int]
