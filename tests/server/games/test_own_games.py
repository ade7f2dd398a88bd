"""The page of one's own games."""

from tests.server.support.lobby_clients import WaitingRoom


def test_the_list_of_my_games_says_how_each_ended_for_me(room: WaitingRoom) -> None:
    challenge = room.posted("ANN", game={"listing": "open"})
    url = room.take("BEA", challenge).json()["url"]
    assert "in play" in room.ask("ANN", "GET", "/games").text

    room.ask("BEA", "POST", f"/api{url}/commands", {"type": "resign", "id": "enough", "seat": 1})

    assert "<strong>won</strong>" in room.ask("ANN", "GET", "/games").text
    assert "<strong>lost</strong>" in room.ask("BEA", "GET", "/games").text
