"""A Gobble cup on the server: tables are set up for each round, and ranks earn points."""

from dataclasses import replace

from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.clients import become, rows
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services
from tests.server.support.table import Json, of_type, receive_until
from tests.server.support.tournament_players import EventPeople

COUNTDOWN_MS = 21_000


def _tables(view: Json, n_round: int) -> list[Json]:
    """List the tables of a round that have been set up."""
    rounds = [paired for section in view["sections"] for paired in section["rounds"]]
    found = [table for paired in rounds if paired["number"] == n_round for table in paired["tables"]]
    return [table for table in found if table["url"]]


def _leave(people: EventPeople, url: str, name: str) -> None:
    with become(people.client, people.cookies[name]).websocket_connect(f"{url}/socket") as socket:
        socket.send_json({"type": "leave", "id": f"bye-{name}"})
        receive_until(socket, of_type("ack"))


def _play(people: EventPeople, clock: ManualClock, n_round: int, *leaving: str) -> Json:
    """Make all but one player leave the only table, one after the other; the last one wins."""
    view = people.wait(lambda view: bool(_tables(view, n_round)))
    [table] = _tables(view, n_round)
    clock.now_ms += COUNTDOWN_MS
    _let_the_server_look(people.client)
    for name in leaving:
        _leave(people, table["url"], name)
    return people.wait(lambda view: bool(_tables(view, n_round)[0]["ranks"]))


def _let_the_server_look(client: TestClient) -> None:
    """Let the server find nothing due now, after which it looks again only when something happens."""
    in_loop(client, services(client).tournaments.step)


def _begin(client: TestClient, *names: str, n_rounds: int = 2) -> EventPeople:
    people = EventPeople.gather(client, *names)
    people.create(names[0], preset="gobble-cup", n_rounds=n_rounds)
    for name in names:
        people.do(name, "enter")
    people.do(names[0], "start")
    return people


def test_the_ranks_of_two_rounds_decide_a_cup(
    client: TestClient, clock: ManualClock, settings: Settings
) -> None:
    people = _begin(client, "Ann", "Bea", "Cyd")
    _play(people, clock, 1, "Cyd", "Bea")

    _play(people, clock, 2, "Cyd", "Bea")

    view = people.wait(lambda view: view["state"] == "over")
    [section] = view["sections"]
    points = {row["entrant"]: row["points"] for row in section["standings"]}
    for paired in section["rounds"]:
        for table in paired["tables"]:
            assert sum(table["tenths"]) == 90
    assert sum(points.values()) == 180
    assert view["places"] == [row["entrant"] for row in section["standings"]]
    lines = client.get(f"/tournaments/{people.id}/results.csv").text.splitlines()
    assert lines[0] == "round,table,entrant,rank,points,address"
    ranks = {name: [line.split(",")[3] for line in lines if f",{name}," in line] for name in people.cookies}
    assert ranks == {"Ann": ["1", "1"], "Bea": ["2", "2"], "Cyd": ["3", "3"]}
    assert rows(settings, "SELECT count(*) FROM tournament_games WHERE outcome IS NULL") == [(0,)]


def test_a_table_is_rated_and_seats_the_entrants(client: TestClient) -> None:
    people = _begin(client, "Ann", "Bea", "Cyd", "Dan", "Eve")
    view = people.wait(lambda view: len(_tables(view, 1)) == 2)

    rooms = [client.get(f"/api{table['url']}").json()["room"] for table in _tables(view, 1)]

    assert sorted(len(room["seats"]) for room in rooms) == [2, 3]
    assert sorted(seat["name"] for room in rooms for seat in room["seats"]) == sorted(people.cookies)
    assert all(room["settings"]["rated"] for room in rooms)
    sheet = client.get(f"/tournaments/{people.id}/sheet").text
    assert "Table 2" in sheet
    assert all(f"<bdi>{name}</bdi>" in sheet for name in people.cookies)


def test_a_table_leads_to_its_cup_and_has_no_rematch(client: TestClient, clock: ManualClock) -> None:
    people = _begin(client, "Ann", "Bea", n_rounds=1)
    [table] = _tables(_play(people, clock, 1, "Bea"), 1)

    refused = people.become("Ann").post(f"/api{table['url']}/rematch", json={"handicap": True})

    assert (refused.status_code, refused.json()["code"]) == (422, "no_rematch")
    room = people.become("Ann").get(f"/api{table['url']}").json()["room"]
    assert (room["tournament"], room["rematch"]) == (f"/tournaments/{people.id}", None)
    client.cookies.clear()
    assert client.get(f"/api{table['url']}").json()["room"]["tournament"] is None  # it is private


def test_spectators_watch_all_tables_at_once(client: TestClient) -> None:
    people = _begin(client, "Ann", "Bea", "Cyd", "Dan", "Eve")
    view = people.wait(lambda view: len(_tables(view, 1)) == 2)
    path = f"/tournaments/{people.id}"

    page = client.get(f"{path}/boards").text

    assert f'href="{path}/boards"' in client.get(path).text
    for table in _tables(view, 1):
        assert f'src="{table["url"]}/picture.svg"' in page
        picture = client.get(f"{table['url']}/picture.svg", params={"theme": "light"})
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert picture.text.startswith("<svg")
    assert all(f"<bdi>{name}</bdi>" in page for name in people.cookies)
    assert client.get(f"/api/tournaments/{people.id}/boards").json() == {"boards": []}
    assert client.get("/gobble/nosuchroom00/picture.svg").status_code == 404


def test_a_cup_goes_on_after_a_restart(settings: Settings) -> None:
    clock = ManualClock()
    own = replace(settings, now_ms=clock)
    with TestClient(create_app(own), follow_redirects=False) as client:
        people = _begin(client, "Ann", "Bea", n_rounds=1)
        view = people.wait(lambda view: bool(_tables(view, 1)))

    with TestClient(create_app(own), follow_redirects=False) as client:
        people.client = client
        assert _tables(people.look(), 1) == _tables(view, 1)
        _play(people, clock, 1, "Bea")
        view = people.wait(lambda view: view["state"] == "over")

    assert len(view["sections"][0]["rounds"][0]["tables"]) == 1
    assert rows(settings, "SELECT count(*) FROM tournament_games") == [(1,)]


def test_options_of_a_cup_that_contradict_each_other_are_refused(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    for wrong in (
        {"n_games": 2},
        {"days": 1},
        {"is_by_hand": True},
        {"stages": [{"form": "gobble-cup"}, {"form": "knock-out"}]},
    ):
        assert people.code_of_creating("Ann", **{"preset": "gobble-cup", **wrong}) == "invalid", wrong


def test_an_idle_player_is_paused_in_the_commit_that_saves_the_table(
    client: TestClient, clock: ManualClock, settings: Settings
) -> None:
    people = _begin(client, "Ann", "Bea", "Cyd")
    view = people.wait(lambda view: bool(_tables(view, 1)))
    [table] = _tables(view, 1)
    clock.now_ms += COUNTDOWN_MS
    _let_the_server_look(client)
    _turn_a_tile(people, table["url"], "Ann")
    clock.now_ms += 11 * 60_000  # the time of the table is up

    view = people.wait(lambda view: bool(_tables(view, 1)[0]["ranks"]))

    states = {entrant["name"]: entrant["state"] for entrant in view["entrants"]}
    assert states == {"Ann": "in", "Bea": "paused", "Cyd": "paused"}  # in the first view with ranks
    pauses = "SELECT count(*) FROM tournament_log WHERE action LIKE '%SetPause%'"
    assert rows(settings, pauses) == [(2,)]


def _turn_a_tile(people: EventPeople, url: str, name: str) -> None:
    with become(people.client, people.cookies[name]).websocket_connect(f"{url}/socket") as socket:  # type: ignore[arg-type]
        socket.send_json({"type": "turn", "id": "first"})
        receive_until(socket, of_type("ack"))
