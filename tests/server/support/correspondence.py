"""Correspondence games of people with accounts, played by the API."""

from tests.server.support.lobby_clients import WaitingRoom
from tests.server.support.table import Json

DAYS = {"control": "3 days"}


def begin(room: WaitingRoom, control: str = DAYS["control"]) -> str:
    """Begin a game of Ann and Bea by correspondence; return its id."""
    challenge = room.posted("ANN", game={"control": control}, to="BEA") if room.cookies("BEA") else ""
    url: str = room.take("BEA", challenge).json()["url"]
    return url.removeprefix("/games/")


def to_play(room: WaitingRoom, game_id: str) -> tuple[str, str]:
    """Return who is to play and who is not."""
    seat = look(room, game_id)["to_play"]
    return ("ANN", "BEA") if seat == 0 else ("BEA", "ANN")


def look(room: WaitingRoom, game_id: str) -> Json:
    position: Json = room.client.get(f"/api/games/{game_id}").json()["position"]
    return position


def play_turn(room: WaitingRoom, game_id: str) -> None:
    """Lay tiles until the turn passes."""
    who, _ = to_play(room, game_id)
    while to_play(room, game_id)[0] == who:
        position = look(room, game_id)
        body = {
            "id": f"ply-{position['ply']}",
            "ply": position["ply"],
            "placement": position["placements"][0],
        }
        assert room.ask(who, "POST", f"/api/games/{game_id}/placements", body).status_code == 200
