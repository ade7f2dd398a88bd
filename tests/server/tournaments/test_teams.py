"""Teams with reserves, and the choice of forms for teams and doubles."""

import pytest
from starlette.testclient import TestClient

from tantrix.server.rooms.attendance import OWNER_AWAY_MS
from tantrix.server.tournaments.leaving.organisers import LINGER_MS, OF_DAYS_MS
from tests.server.support.manual_clock import ManualClock
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople

OWLS, CATS = ("Ann", "Bea", "Cyd"), ("Dan", "Eve", "Fay")


@pytest.fixture
def teams(client: TestClient) -> EventPeople:
    """Two teams of three for two boards, in a knock-out."""
    people = EventPeople.gather(client, *OWLS, *CATS, "Gus")
    people.create("Ann", preset="teams", form="knock-out", n_boards=2, n_games=1, days=0)
    people.do("Ann", "enter", name="Owls", members=["Bea", "Cyd"])
    people.do("Dan", "enter", name="Cats", members=["Eve", "Fay"])
    return people


def _seated(people: EventPeople) -> list[set[str]]:
    """Return who sits at each table in play."""
    people.wait(lambda view: len(people.games_in_play(view)) == 2)
    games = [people.client.get(f"/api/games/{game}").json()["game"] for game in people.games_in_play()]
    return [{seat["name"] for seat in game["seats"]} for game in games]


def _boards(view: Json) -> list[set[str]]:
    """Return who plays at each board; the lot decides which of two newcomers is the first side."""
    return [{*game["players"]} for game in view["sections"][0]["rounds"][0]["matches"][0]["games"]]


def test_a_reserve_plays_at_the_board_where_the_captain_puts_it(teams: EventPeople) -> None:
    view = teams.do("Ann", "line-up", members=["cyd", "Ann"])
    assert view["entrants"][0]["members"] == ["Cyd", "Ann", "Bea"]
    assert teams.do("Ann", "line-up", members=["Cyd", "Ann"])["version"] == view["version"]

    teams.do("Ann", "start")

    tables = _seated(teams)
    assert {"Cyd", "Dan"} in tables and {"Ann", "Eve"} in tables
    assert _boards(teams.look()) == [{"Cyd", "Dan"}, {"Ann", "Eve"}]


def test_a_match_in_play_keeps_its_line_up(teams: EventPeople, clock: ManualClock) -> None:
    teams.do("Ann", "start")
    before = _seated(teams)
    clock.now_ms += 1000

    view = teams.do("Ann", "line-up", members=["Cyd", "Bea"])

    assert view["entrants"][0]["members"] == ["Cyd", "Bea", "Ann"]
    assert _boards(view) == [{"Ann", "Dan"}, {"Bea", "Eve"}]
    assert _seated(teams) == before


def test_only_the_captain_and_controllers_set_a_line_up(teams: EventPeople) -> None:
    assert teams.code("Eve", "line-up", members=["Eve", "Dan"]) == "not_captain"
    assert teams.code("Dan", "line-up", members=["Cyd", "Ann"], entrant="1") == "not_organiser"
    view = teams.do("Ann", "line-up", members=["Eve", "Dan"], entrant="2")
    assert view["entrants"][1]["members"] == ["Eve", "Dan", "Fay"]


@pytest.mark.parametrize("members", [["Ann"], ["Ann", "Ann"], ["Ann", "Dan"], ["Ann", "Bea", "Cyd"]])
def test_a_line_up_has_one_member_of_the_team_for_each_board(teams: EventPeople, members: list[str]) -> None:
    assert teams.code("Ann", "line-up", members=members) == "invalid"


def test_a_single_player_has_no_line_up(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    people.create("Ann")
    people.do("Ann", "enter")

    assert people.code("Ann", "line-up", members=["Ann"]) == "invalid"


def test_the_captain_finds_the_line_up_on_the_page(teams: EventPeople) -> None:
    address = f"/tournaments/{teams.id}"
    assert 'name="board-2"' in teams.become("Ann").get(address).text
    assert 'name="board-2"' not in teams.become("Bea").get(address).text

    form = {"type": "line-up", "board-1": "Bea", "board-2": "Cyd"}
    answer = teams.become("Ann").post(address, data=form)

    assert answer.status_code == 303
    assert teams.look()["entrants"][0]["members"] == ["Bea", "Cyd", "Ann"]
    assert "Bea, Cyd, Ann" in teams.client.get(f"{address}/log").text


def test_controllers_set_the_line_up_of_any_team_on_their_page(teams: EventPeople) -> None:
    address = f"/tournaments/{teams.id}/control"
    assert teams.become("Ann").get(address).text.count('name="board-2"') == 2

    form = {"type": "line-up", "entrant": "2", "board-1": "Eve", "board-2": "Dan"}
    answer = teams.become("Ann").post(address, data=form)

    assert answer.status_code == 303
    assert teams.look()["entrants"][1]["members"][:2] == ["Eve", "Dan"]


@pytest.mark.parametrize(
    ("preset", "form", "stages"),
    [
        ("doubles", "swiss", ["swiss"]),
        ("doubles", "groups", ["groups", "knock-out"]),
        ("doubles", "knock-out", ["knock-out"]),
        ("teams", "knock-out", ["knock-out"]),
        ("teams", "round-robin", ["round-robin"]),
        ("correspondence", "knock-out", ["knock-out"]),
    ],
)
def test_doubles_teams_and_correspondence_have_a_choice_of_forms(
    client: TestClient, preset: str, form: str, stages: list[str]
) -> None:
    people = EventPeople.gather(client, "Ann")

    view = people.create("Ann", preset=preset, form=form)

    assert [stage["form"] for stage in view["stages"]] == stages


def test_other_kinds_have_no_choice_of_forms(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")

    assert people.code_of_creating("Ann", preset="arena", form="swiss") == "invalid"


def test_a_tournament_of_another_form_is_created_and_changed_with_the_form(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    fields = {"name": "Cup", "preset": "doubles", "form": "knock-out", "n_extra_games": "1"}

    answer = people.become("Ann").post("/tournaments/new", data=fields)
    people.id = answer.headers["location"].rpartition("/")[2]
    people.client.post(f"/tournaments/{people.id}/edit", data={"name": "Pairs Cup", "n_games": "2"})

    [stage] = people.look()["stages"]
    assert (stage["form"], stage["n_extra_games"], stage["n_games"]) == ("knock-out", 1, 2)


def test_the_form_for_scores_at_real_tables_names_the_players_and_the_board(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    people.create("Ann", preset="teams", form="knock-out", n_boards=2, n_games=1, is_by_hand=True)
    for name, members in {"Owls": ["Joe", "Kim"], "Cats": ["Lee", "Max"]}.items():
        people.do("Ann", "enter", name=name, members=members)
    people.do("Ann", "start")
    people.wait(lambda view: bool(view["sections"]))

    text = people.become("Ann").get(f"/tournaments/{people.id}").text

    assert text.count('class="scores"') == 2
    assert all(f"Board {n} · Game 1" in text for n in (1, 2))
    assert all(f"<label><span>{name}</span>" in text for name in ("Joe", "Kim", "Lee", "Max"))


def test_a_member_sets_the_line_up_while_the_captain_is_away(teams: EventPeople, clock: ManualClock) -> None:
    path, form = f"/tournaments/{teams.id}", 'value="line-up"'
    assert form not in teams.become("Eve").get(path).text
    clock.now_ms += LINGER_MS + OWNER_AWAY_MS
    assert form in teams.become("Eve").get(path).text
    assert form not in teams.become("Gus").get(path).text

    view = teams.do("Eve", "line-up", members=["Eve", "Dan"])

    assert view["entrants"][1]["members"] == ["Eve", "Dan", "Fay"]
    teams.become("Dan").get(path)
    assert teams.code("Eve", "line-up", members=["Dan", "Eve"]) == "not_captain"


def test_where_matches_take_days_a_captain_keeps_the_team_for_days(
    client: TestClient, clock: ManualClock
) -> None:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann", preset="teams", n_boards=2)
    people.do("Ann", "enter", name="Owls", members=["Bea"])
    clock.now_ms += OF_DAYS_MS - 1
    assert people.code("Bea", "line-up", members=["Bea", "Ann"]) == "not_captain"
    clock.now_ms += 1

    assert people.do("Bea", "line-up", members=["Bea", "Ann"])["version"]
