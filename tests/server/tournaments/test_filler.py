"""A robot that plays the player who would have a bye in a round of an odd number."""

from starlette.testclient import TestClient

from tantrix.server.admin.tournaments import check_tournaments
from tantrix.server.settings import Settings
from tests.server.support.clients import become
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople

ROBOT = "0"
WITH_ROBOT = {"preset": "all-play-all", "allows_robots": True, "filler": "random"}


def _matches(view: Json) -> list[Json]:
    return [
        match for section in view["sections"] for paired in section["rounds"] for match in paired["matches"]
    ]


def test_a_robot_plays_the_player_who_would_have_a_bye_and_has_no_place(
    client: TestClient, settings: Settings
) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd")
    people.create("Ann", **WITH_ROBOT)
    for name in people.cookies:
        people.do(name, "enter")
    path = f"/tournaments/{people.id}"
    assert "If the number of players is odd, Pip (robot) fills the empty place." in client.get(path).text
    people.do("Ann", "start")

    for number in range(1, 4):
        n_begun = 2 * number
        view = people.wait(
            lambda view, n=n_begun: sum(bool(each["games"][0]["url"]) for each in _matches(view)) == n
        )
        with_robot, without = sorted(
            _matches(view)[-2:], key=lambda each: ROBOT not in (each["first"], each["second"])
        )
        people.play(with_robot["games"][0]["url"].removeprefix("/games/"))
        people.give_up(without["games"][0]["url"].removeprefix("/games/"))

    view = people.wait(lambda view: view["state"] == "over")
    opponents = [
        {each["first"], each["second"]} - {ROBOT}
        for each in _matches(view)
        if ROBOT in (each["first"], each["second"])
    ]
    assert sorted(map(sorted, opponents)) == [["1"], ["2"], ["3"]]
    [section] = view["sections"]
    assert sorted(row["entrant"] for row in section["standings"]) == sorted(view["places"]) == ["1", "2", "3"]
    assert all(row["n_games"] == 3 for row in section["standings"])
    robot = next(each for each in view["entrants"] if each["id"] == ROBOT)
    assert (robot["name"], robot["robot"], robot["accounts"]) == ("Pip", "random", [None])
    page = client.get(path).text
    assert "Pip (robot)" in page and "3 entrants" in page
    assert "Pip (robot)" in client.get(f"{path}/results.csv").text
    client.cookies.set("tantrix_language", "pl")
    assert "Pip (robot)" in client.get(path).text
    [checked] = check_tournaments(settings.data_dir)
    assert (checked.id, checked.problems) == (people.id, [])


def test_the_robot_is_withdrawn_when_the_number_becomes_even(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan")
    people.create("Ann", preset="open", n_rounds=5, allows_robots=True, filler="random")
    for name in list(people.cookies)[:9]:
        people.do(name, "enter")
    people.do("Ann", "start")
    view = people.wait(lambda view: len(people.games_in_play(view)) == 5)
    assert _robot_state(view) == "in"
    people.do("Jan", "enter")

    for match in _matches(view):
        game = match["games"][0]["url"].removeprefix("/games/")
        if ROBOT in (match["first"], match["second"]):
            human = match["first"]
            people.resign(game, next(each["name"] for each in view["entrants"] if each["id"] == human))
        else:
            people.give_up(game)
    view = people.wait(lambda view: len(view["sections"][0]["rounds"]) == 2)

    assert _robot_state(view) == "withdrawn"
    assert all(ROBOT not in (each["first"], each["second"]) for each in _matches(view)[5:])
    [beaten] = [each for each in _matches(view) if ROBOT in (each["first"], each["second"])]
    assert beaten["tenths"] == [0, 150]


def _robot_state(view: Json) -> str:
    state: str = next(each["state"] for each in view["entrants"] if each["id"] == ROBOT)
    return state


def test_a_robot_fills_in_only_where_it_may(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    for wrong in (
        {**WITH_ROBOT, "allows_robots": False},
        {**WITH_ROBOT, "filler": "nobody"},
        {**WITH_ROBOT, "filler": "adaptive"},
        {**WITH_ROBOT, "days": 5},
        {**WITH_ROBOT, "is_by_hand": True},
        {**WITH_ROBOT, "preset": "knock-out"},
        {**WITH_ROBOT, "preset": "doubles"},
        {**WITH_ROBOT, "preset": "arena"},
    ):
        assert people.code_of_creating("Ann", **wrong) == "invalid", wrong


def test_the_form_offers_the_robots_and_keeps_the_choice(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    become(client, people.cookies["Ann"])
    assert '<option value="club">Otto</option>' in client.get("/tournaments/new").text

    made = client.post(
        "/tournaments/new",
        data={"name": "Odd", "preset": "open", "allows_robots": "yes", "filler": "club"},
    )

    path = made.headers["location"]
    assert client.get(f"/api{path}").json()["filler"] == "club"
    assert '<option value="club" selected>Otto</option>' in client.get(f"{path}/edit").text
