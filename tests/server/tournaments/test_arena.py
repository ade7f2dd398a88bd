"""An arena on the server: people come and go, and meet whoever is free."""

from itertools import pairwise

from starlette.testclient import TestClient

from tantrix.server.http.line_streams import LineConnection
from tantrix.server.settings import Settings
from tests.server.support.clients import become, rows
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services, user_id_of
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople

MINUTE_MS = 60_000


def _begin(client: TestClient, *names: str) -> EventPeople:
    people = EventPeople.gather(client, *names)
    people.create(names[0], preset="arena", minutes=10, n_best=2, control="15 tournament")
    for name in names:
        people.do(name, "enter")
    people.do(names[0], "start")
    return people


def _matches(view: Json) -> list[Json]:
    rounds = [paired for section in view["sections"] for paired in section["rounds"]]
    return [match for paired in rounds for match in paired["matches"]]


def _pairs(view: Json) -> list[set[str]]:
    """List who met whom, in order."""
    return [{match["first"], match["second"]} for match in _matches(view)]


def _has_begun(view: Json, n: int) -> bool:
    """Return whether `n` games have begun."""
    return len([game for match in _matches(view) for game in match["games"] if game["url"]]) >= n


def test_an_arena_pairs_those_who_are_free_until_its_time_is_up(
    client: TestClient, clock: ManualClock, settings: Settings
) -> None:
    people = _begin(client, "Ann", "Bea", "Cyd")
    for n in range(1, 4):
        view = people.wait(lambda view, n=n: _has_begun(view, n))
        people.give_up(people.games_in_play(view)[0])
        people.wait(lambda view: not people.games_in_play(view))
        clock.now_ms += 6_000
    view = people.wait(lambda view: _has_begun(view, 4))
    [late] = people.games_in_play(view)
    people.play(late, n_plies=8)
    clock.now_ms += 10 * MINUTE_MS - 18_000

    people.play(late)

    view = people.wait(lambda view: view["state"] == "over")
    met = _pairs(view)
    assert len(met) == 4
    assert all(pair != after for pair, after in pairwise(met))
    [section] = view["sections"]
    points = [row["points"] for row in section["standings"]]
    assert sum(row["n_games"] for row in section["standings"]) == 8
    assert points == sorted(points, reverse=True)
    assert points[0] <= 2 * 200
    assert view["places"] == [row["entrant"] for row in section["standings"]]
    assert rows(settings, "SELECT count(*) FROM tournament_games WHERE outcome IS NULL") == [(0,)]


def test_players_come_late_pause_leave_and_come_back_with_their_results(
    client: TestClient, clock: ManualClock
) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd")
    people.create("Ann", preset="arena", minutes=10)
    people.do("Ann", "enter")
    people.do("Ann", "start")  # nobody else is there yet
    people.wait(lambda view: bool(view["sections"]))
    people.do("Bea", "enter")
    clock.now_ms += 6_000
    view = people.wait(lambda view: _has_begun(view, 1))
    people.resign(people.games_in_play(view)[0], "Bea")
    people.wait(lambda view: not people.games_in_play(view))
    people.do("Bea", "pause", is_paused=True)
    people.do("Ann", "withdraw")
    people.do("Cyd", "enter")
    people.do("Ann", "enter")
    clock.now_ms += 6_000

    view = people.wait(lambda view: _has_begun(view, 2))

    assert _pairs(view) == [{"1", "2"}, {"1", "3"}]  # Ann is entrant 1 again, and Bea pauses
    assert [entrant["name"] for entrant in view["entrants"]] == ["Ann", "Bea", "Cyd"]
    points = {row["entrant"]: row["points"] for row in view["sections"][0]["standings"]}
    assert points == {"1": 150, "2": 0, "3": 0}
    assert view["rulings"] == []


def test_nobody_joins_an_arena_whose_time_is_up(client: TestClient, clock: ManualClock) -> None:
    people = _begin(client, "Ann", "Bea")
    people.wait(lambda view: _has_begun(view, 1))
    people.cookies |= EventPeople.gather(client, "Cyd").cookies

    clock.now_ms += 10 * MINUTE_MS

    assert people.code("Cyd", "enter") in ("entries_closed", "tournament_not_running")


def test_an_arena_without_a_game_is_cancelled(client: TestClient, clock: ManualClock) -> None:
    people = _begin(client, "Ann")
    people.wait(lambda view: bool(view["sections"]))

    clock.now_ms += 11 * MINUTE_MS

    view = people.wait(lambda view: view["state"] == "cancelled")
    assert view["rulings"][-1]["reason"] == "no game was played"


def test_an_arena_that_everybody_has_left_has_a_controllers_page(
    client: TestClient, clock: ManualClock
) -> None:
    people = _begin(client, "Ann", "Bea")
    view = people.wait(lambda view: _has_begun(view, 1))
    people.resign(people.games_in_play(view)[0], "Bea")
    people.wait(lambda view: not people.games_in_play(view))
    for name in ("Ann", "Bea"):
        people.do(name, "withdraw")

    answer = become(client, people.cookies["Ann"]).get(f"/tournaments/{people.id}/control")

    assert answer.status_code == 200
    assert "Cancel the tournament" in answer.text
    assert "Points in the standings" not in answer.text


def test_of_an_arena_its_entrants_get_one_notice_and_those_on_its_page_none(
    client: TestClient, clock: ManualClock, settings: Settings
) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd")
    people.create("Ann", preset="arena", minutes=10)
    for name in people.cookies:
        people.do(name, "enter")
    user_ids = {name: user_id_of(client, name) for name in people.cookies}
    watch = services(client).tournaments.watch
    in_loop(client, watch, people.id, LineConnection(user_ids["Cyd"], None), (0, 0, 0, 0))

    people.do("Ann", "start")
    for n in (1, 2):
        view = people.wait(lambda view, n=n: _has_begun(view, n))
        people.give_up(people.games_in_play(view)[0])
        people.wait(lambda view: not people.games_in_play(view))
        clock.now_ms += 6_000

    notified = rows(settings, "SELECT user_id, variant FROM notices WHERE kind = 'round'")
    assert sorted(notified) == sorted([(user_ids["Ann"], "arena"), (user_ids["Bea"], "arena")])


def _miss(people: EventPeople, clock: ManualClock, n_games: int) -> str:
    """Make the player to move miss game number `n_games`, to which the other comes; return that player."""
    view = people.wait(lambda view: _has_begun(view, n_games))
    [game] = people.games_in_play(view)
    table = people.client.get(f"/api/games/{game}").json()
    missing: str = table["game"]["seats"][table["position"]["to_play"]]["name"]
    for other in people.cookies.keys() - {missing}:
        people.become(other).get(f"/api/games/{game}")
    clock.now_ms += 61_000
    people.wait(lambda view: not people.games_in_play(view))
    return missing


def test_an_entrant_who_does_not_come_is_paused_and_the_second_time_withdrawn(
    client: TestClient, clock: ManualClock
) -> None:
    people = _begin(client, "Ann", "Bea")
    missed: list[str] = []
    while len(missed) == len(set(missed)):
        missed.append(_miss(people, clock, len(missed) + 1))
        view = people.look()
        states = {entrant["name"]: entrant["state"] for entrant in view["entrants"]}
        if missed.count(missed[-1]) == 1:
            assert states[missed[-1]] == "paused"
            people.do(missed[-1], "pause", is_paused=False)
            clock.now_ms += 6_000

    assert states[missed[-1]] == "withdrawn"
    assert people.code(missed[-1], "enter") == "missed_games"


def test_options_of_an_arena_that_contradict_each_other_are_refused(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    for wrong in (
        {"minutes": 5},
        {"n_best": 0},
        {"days": 3},
        {"n_games": 2},
        {"control": "2 days"},
        {"is_by_hand": True},
        {"stages": [{"form": "swiss"}, {"form": "arena"}]},
    ):
        assert people.code_of_creating("Ann", **{"preset": "arena", **wrong}) == "invalid", wrong


def test_the_page_of_an_arena_links_to_the_readers_table(client: TestClient) -> None:
    people = _begin(client, "Ann", "Bea")
    view = people.wait(lambda view: _has_begun(view, 1))
    [game] = people.games_in_play(view)

    page = become(client, people.cookies["Ann"]).get(f"/tournaments/{people.id}").text

    assert f'data-table="/games/{game}"' in page
    assert "Pairing ends:" in page
