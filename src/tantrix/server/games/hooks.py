"""What the rest of the server hangs on the hub: who people are, what else is saved, whom games concern."""

from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from typing import Any

from tantrix.server.database.writes import Write
from tantrix.server.games.messages import NameOf, StandingOf, untold
from tantrix.server.games.results import rows_of
from tantrix.server.games.room import Room

Work = Callable[[Room], Coroutine[Any, Any, None]]


def _nobody(_key: str | None) -> None:
    return None


def _anybody(_room: Room, _owner: str) -> bool:
    return True


@dataclass(eq=False)
class Hooks:
    """Nothing hangs there at first: nobody has a name, games end with their results alone.

    `name_of`: the account of an owner. `title_of`: the title under which an account sits at tables; None for
    those who choose their names. `standing_of`: what stands beside the name at a seat; asked on a thread.
    `may_sit`: tells whether somebody may take a seat; asked on a thread.

    `find_imported`: finds the room of a game that was imported; asked on a thread, for games that were not
    played here. `finish_writes`: what else is saved, at a time, in the commit that ends a game; asked on a
    thread, under its lock.

    `on_change`: called with each game that has changed, begun or ended here, as it is then. `on_begin`,
    `on_finish`: run once, as tasks, for each game that begins here, and that is over and saved; what they
    raise is logged. `on_word`: called when another server says one of these words on the bus.
    """

    name_of: NameOf = _nobody
    title_of: NameOf = _nobody
    standing_of: StandingOf = untold
    may_sit: Callable[[Room, str], bool] = _anybody
    find_imported: Callable[[str], Room | None] = _nobody
    finish_writes: list[Callable[[Room, int], Sequence[Write]]] = field(default_factory=lambda: [rows_of])
    on_change: list[Callable[[Room], None]] = field(default_factory=list)
    on_begin: list[Work] = field(default_factory=list)
    on_finish: list[Work] = field(default_factory=list)
    on_word: dict[str, Callable[[], None]] = field(default_factory=dict)
