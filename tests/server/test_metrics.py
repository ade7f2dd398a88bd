from itertools import count
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.metrics import TOKEN
from tantrix.server.settings import Settings
from tests.server.support.table import Table, of_type, receive_until

Figures = dict[tuple[str, str], float]


@pytest.fixture
def here(tmp_path: Path) -> TestClient:
    """Return a client on the server's own machine."""
    settings = Settings(tmp_path, now_ms=count(1_700_000_000_000, 1000).__next__)
    return TestClient(create_app(settings), client=("127.0.0.1", 5000))


def figures(client: TestClient) -> Figures:
    answer = client.get("/metrics")
    assert answer.status_code == 200
    return {
        (sample.name, sample.labels.get("route", "")): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_the_figures_count_what_a_server_does(here: TestClient) -> None:
    with here:
        before = figures(here)
        table = Table.open(here)
        with here.websocket_connect(table.socket) as socket:
            socket.receive_json()
            table.play(3)
            socket.send_json({"type": "ping", "sent_ms": 1})
            receive_until(socket, of_type("pong"))
            socket.send_json({"type": "resign", "id": "enough", "seat": 0})
            receive_until(socket, of_type("ack"))
            socket.send_json({"type": "ping", "sent_ms": 2})
            receive_until(socket, of_type("pong"))  # the answer before it is counted by now
            after = figures(here)

    def grown(name: str, route: str = "") -> float:
        return after[name, route] - before.get((name, route), 0)

    assert grown("tantrix_saved_total") >= 4  # a game and three placements
    assert grown("tantrix_http_answers_total", "/api/games/{game_id}/placements") == 3
    assert grown("tantrix_socket_answer_seconds_count") == 1  # pings apart
    assert after["tantrix_game_rooms_open", ""] == 1
    assert after["tantrix_game_lines", ""] == 1
    assert after["process_resident_memory_bytes", ""] > 0


def test_no_figure_reveals_a_game_or_a_person(here: TestClient) -> None:
    with here:
        table = Table.open(here)
        table.play(1)
        text = here.get("/metrics").text

    assert table.id not in text
    for cookie in here.cookies.values():
        assert cookie not in text


def test_others_see_no_figures(client: TestClient) -> None:
    assert client.get("/metrics").status_code == 404


def test_a_client_with_the_token_reads_the_metrics_from_anywhere(
    client: TestClient, here: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(TOKEN, "a long word")

    assert client.get("/metrics", headers={"Authorization": "Bearer a long word"}).status_code == 200
    assert client.get("/metrics", headers={"Authorization": "Bearer another"}).status_code == 404
    with here:
        assert here.get("/metrics").status_code == 404
