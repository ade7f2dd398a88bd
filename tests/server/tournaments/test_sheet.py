"""The sheet for printing: scores of games that are over, and space for those to come."""

import re

from starlette.testclient import TestClient

from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople


def begun(client: TestClient, entrants: list[Json], **options: object) -> EventPeople:
    """Begin a tournament by hand, in which Ann is the organiser."""
    people = EventPeople.gather(client, "Ann")
    people.create("Ann", is_by_hand=True, **options)
    for entrant in entrants:
        people.do("Ann", "enter", **entrant)
    people.do("Ann", "start")
    return people


def matches_of(people: EventPeople) -> list[Json]:
    rounds = people.wait(lambda view: bool(view["sections"]))["sections"][0]["rounds"]
    return [match for match in rounds[-1]["matches"] if match["first"] and match["second"]]


def sheet_rows(people: EventPeople) -> list[list[str]]:
    """Return the cells of the pairings on the sheet, `_` for space for a score."""
    text = people.client.get(f"/tournaments/{people.id}/sheet").text
    body = text.split("<tbody>")[1].split("</tbody>")[0]
    cells = [re.findall(r"<t[dh][^>]*>.*?</t[dh]>", row) for row in re.findall(r"<tr>.*?</tr>", body)]
    return [
        [("_" if "blank" in cell else "") + re.sub(r"<[^>]+>", "", cell).strip() for cell in row]
        for row in cells
    ]


def test_the_sheet_of_a_round_has_the_scores_of_its_finished_games(client: TestClient) -> None:
    people = begun(client, [{"name": name} for name in ("Joe", "Kim", "Lee", "Max")], n_rounds=3)
    first, second = matches_of(people)
    names = {each["id"]: each["name"] for each in people.look()["entrants"]}

    people.do("Ann", "scores", match=first["id"], number=1, board=1, first=23, second=17)

    assert sheet_rows(people) == [
        ["1", names[first["first"]], "23", names[first["second"]], "17"],
        ["2", names[second["first"]], "_", names[second["second"]], "_"],
    ]


def test_a_match_of_several_games_keeps_its_space_until_the_last(client: TestClient) -> None:
    people = begun(client, [{"name": "Joe"}, {"name": "Kim"}], preset="knock-out", n_games=2)
    [match] = matches_of(people)

    people.do("Ann", "scores", match=match["id"], number=1, board=1, first=23, second=17)

    [row] = sheet_rows(people)
    assert (row[2], row[4]) == ("_23", "_17")


def test_a_default_is_on_the_sheet_as_points(client: TestClient) -> None:
    people = begun(client, [{"name": name} for name in ("Joe", "Kim", "Lee", "Max")], n_rounds=3)
    match = matches_of(people)[0]

    people.do("Ann", "award", match=match["id"], number=1, to="first", reason="ill")

    assert [sheet_rows(people)[0][at] for at in (2, 4)] == ["(15.0)", "(0.0)"]


def test_a_match_of_teams_has_a_row_for_each_board(client: TestClient) -> None:
    teams = {"Owls": ["Joe", "Kim"], "Cats": ["Lee", "Max"]}
    entrants: list[Json] = [{"name": name, "members": members} for name, members in teams.items()]
    people = begun(client, entrants, preset="teams", form="knock-out", n_boards=2, n_games=1)

    matches_of(people)

    heading, *boards = sheet_rows(people)

    assert {heading[1], heading[3]} == {*teams}
    assert [row[0] for row in boards] == ["1", "2"]
    assert [{row[1], row[3]} for row in boards] == [{"Joe", "Lee"}, {"Kim", "Max"}]
