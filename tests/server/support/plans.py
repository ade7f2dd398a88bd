"""Plans that come true: a test looks at the order of the bag, which no player can."""

from typing import Any

from starlette.testclient import TestClient

from tantrix.server.games.journal_lines import PlacementLine
from tantrix.server.games.room import Room
from tantrix.server.rooms.commands import RoomChange
from tests.server.support.lobby_clients import WaitingRoom
from tests.server.support.services import in_loop, services
from tests.server.support.table import Json


def room_of_game(client: TestClient, game_id: str) -> Room:
    """Return the room of a game, with its secret."""
    return in_loop(client, services(client).hub.stored_room, game_id)


def continuation(room: Room, n_turns: int, nth: int = 0) -> list[Json]:
    """Return the tiles of the next turns as a line of a plan; the first of them is the `nth` possible one."""
    line: list[Json] = []
    last = room.game.turn + n_turns
    while room.game.turn < last and not room.game.is_over:
        change = room.lay(room.game.placements()[0 if line else nth], room.setup.created_ms)
        assert isinstance(change, RoomChange)
        room = change.room
        laid = next(event.line for event in reversed(room.events) if isinstance(event.line, PlacementLine))
        line.append({"placement": str(laid.placement), "draw": laid.draw})
    return line


def plan(room: WaitingRoom, name: str, game_id: str, *lines: list[Json]) -> Json:
    """Plan lines from the current position, and return the answer."""
    ply = room.client.get(f"/api/games/{game_id}").json()["position"]["ply"]
    found: Json = plan_at(room, name, game_id, ply, *lines).json()
    return found


def plan_at(room: WaitingRoom, name: str, game_id: str, ply: int, *lines: list[Json]) -> Any:
    """Plan lines from the position with a number of tiles."""
    return room.ask(name, "PUT", f"/api/games/{game_id}/plan", {"ply": ply, "lines": list(lines)})


def planned(room: WaitingRoom, name: str, game_id: str) -> list[list[Json]]:
    """Return the lines that a person has planned."""
    lines: list[list[Json]] = room.ask(name, "GET", f"/api/games/{game_id}/plan").json()["lines"]
    return lines
