"""The page of what there is to watch: the best game, the others, and the replays of the week."""

from typing import Any

from starlette.testclient import TestClient

from tantrix.server.watch.pages import best_first
from tests.server.support.table import Table


def row(name: str, ply: int, points: int | None, control: str | None = "5+3", bot: str | None = None) -> Any:
    seat = {"robot": bot, "badge": None if points is None else {"points": points}}
    return {"id": name, "ply": ply, "control": control, "seats": [seat, seat]}


def test_the_best_game_is_played_now_by_the_strongest_people() -> None:
    rows = [
        row("not begun", 0, 2400),
        row("robots", 40, None, None, "master"),
        row("by correspondence", 40, 2500, "3+7 days"),
        row("weak", 40, 1200),
        row("strong", 3, 1900),
        row("strong and later", 9, 1900),
    ]

    assert [each["id"] for each in best_first(rows)] == [
        "strong and later",
        "strong",
        "weak",
        "by correspondence",
        "robots",
        "not begun",
    ]


def test_games_in_play_come_first_and_those_that_are_over_become_replays(client: TestClient) -> None:
    over, private = Table.open(client, listing="open"), Table.open(client)
    over.play_out()
    private.play(2)
    running = Table.open(client, listing="open")

    text = client.get("/watch").text
    part = client.get("/watch/games").text

    assert f'href="/games/{running.id}"' in part
    assert part.strip() in text
    assert f'href="/games/{over.id}"' in text.replace(part, "")
    assert private.id not in text
