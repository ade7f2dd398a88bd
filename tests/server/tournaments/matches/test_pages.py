"""The page of a match, without a script."""

import re
from contextlib import closing

import pytest
from starlette.testclient import TestClient

from tantrix.server.database.database import Database
from tantrix.server.database.writes import write_all
from tantrix.server.tournaments.store import Participant, TournamentRow, TournamentStore
from tests.server.support.clients import become, sign_up
from tests.server.support.tournament_players import EventPeople


@pytest.fixture
def final(client: TestClient) -> EventPeople:
    """A final of three games at a real table."""
    people = EventPeople.gather(client, "Ann")
    people.create("Ann", preset="knock-out", n_games=3, is_by_hand=True)
    for name in ("Una", "Vic"):
        people.do("Ann", "enter", name=name)
    people.do("Ann", "start")
    people.wait(lambda view: bool(view["sections"]))
    return people


@pytest.fixture
def league(client: TestClient) -> EventPeople:
    """A round robin by a deadline; Ann organises it."""
    people = EventPeople.gather(client, "Ann", "Bea", "Cyd")
    people.create("Ann", preset="all-play-all", days=7)
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    people.wait(lambda view: bool(view["sections"]))
    return people


def first_of(people: EventPeople) -> str:
    """Return the name of the first side of the first match, which is drawn by lot."""
    view = people.look()
    names = {each["id"]: each["name"] for each in view["entrants"]}
    name: str = names[view["sections"][0]["rounds"][0]["matches"][0]["first"]]
    return name


def shown(people: EventPeople, match: str) -> str:
    """Return the text of the page of a match, without mark-up."""
    answer = people.client.get(f"/tournaments/{people.id}/matches/{match}")
    assert answer.status_code == 200, answer.text
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.text))


def test_games_left_and_the_lead_that_decides_are_shown_after_each_game(final: EventPeople) -> None:
    match, first = final.match_of("Una", "Vic"), first_of(final)
    before = shown(final, match)

    final.do("Ann", "scores", match=match, number=1, first=20, second=18)  # 13.9 : 6.1
    after_one = shown(final, match)
    final.do("Ann", "scores", match=match, number=2, first=20, second=17)  # 14.3 : 5.7
    after_two = shown(final, match)
    final.do("Ann", "scores", match=match, number=3, first=15, second=15)

    assert "3 games are left." in before and "A lead of" not in before  # 40.1 are out of reach
    assert "2 games are left. A lead of 20.1 points or more after the next game" in after_one
    assert "1 game is left. A lead of 5.0 points or more after the next game" in after_two
    assert "28.2 – 11.8" in after_two
    assert f"{first} has won the match." in shown(final, match)


def test_a_time_is_proposed_and_accepted_on_the_page_of_a_match(league: EventPeople) -> None:
    match, client = league.match_of("Ann", "Bea"), league.client
    path = f"/tournaments/{league.id}/matches/{match}"
    time = {"at": "2023-11-16T20:00"}

    proposed = league.become("Ann").post(path, data={"type": "propose", **time})
    offered = league.become("Bea").get(path).text
    accepted = client.post(path, data={"type": "accept", **time})

    assert (proposed.status_code, proposed.headers["location"]) == (303, path)
    assert "Accept</button>" in offered
    assert (accepted.status_code, accepted.headers["location"]) == (303, path)
    assert "Appointment: 2023-11-16 20:00 UTC" in shown(league, match)
    calendar = client.get(f"{path}.ics").text
    assert f"matches/{match}\r\n" in calendar


def test_others_read_the_proposed_times_and_can_do_nothing(league: EventPeople) -> None:
    match = league.match_of("Ann", "Bea")
    league.do("Ann", "propose", match=match, at="2023-11-16T20:00Z")

    league.become("Cyd")

    assert "Ann proposes 2023-11-16 20:00 UTC" in shown(league, match)
    forms = re.findall(r'name="type" value="([^"]*)"', _page(league, match))
    assert forms == []
    refused = league.client.post(f"/tournaments/{league.id}/matches/{match}", data={"type": "ready"})
    assert refused.status_code == 403
    assert 'role="alert"' in refused.text


def _page(people: EventPeople, match: str) -> str:
    text: str = people.client.get(f"/tournaments/{people.id}/matches/{match}").text
    return text


def test_a_game_that_both_sides_want_now_is_on_the_page_of_its_match(league: EventPeople) -> None:
    match = league.match_of("Ann", "Bea")
    path = f"/tournaments/{league.id}/matches/{match}"

    for name in ("Ann", "Bea"):
        assert league.become(name).post(path, data={"type": "ready"}).status_code == 303
    league.wait(lambda view: bool(league.games_in_play(view)))

    [game] = league.games_in_play()
    league.become("Bea")
    assert f'class="button primary" href="/games/{game}"' in _page(league, match)
    league.client.cookies.clear()
    assert "in play" in shown(league, match)


def test_a_match_shows_the_rulings_on_it_and_on_its_deadline_only(league: EventPeople) -> None:
    one, other = league.match_of("Ann", "Bea"), league.match_of("Bea", "Cyd")

    league.cookies["Ref"] = sign_up(league.client, "Ref")
    league.do("Ann", "staff", names=["Ref"])
    view = league.do("Ref", "award", match=one, number=1, to="first", reason="the bridge is closed")
    undone = league.do("Ref", "undo", sequence=view["rulings"][-1]["sequence"], reason="it is open again")
    rounds = other.rsplit("-", 1)[0]
    league.do("Ann", "extend", round=rounds, until="2023-11-30T12:00Z", reason="the ferry is late")

    assert [each["what"] for each in undone["rulings"]] == ["staff", "rule", "undo"]
    text = shown(league, one)
    assert "the bridge is closed" in text and "it is open again" in text
    text = shown(league, other)
    assert "the bridge is closed" not in text and "it is open again" not in text
    assert "the ferry is late" in text


def test_the_next_match_and_the_tables_of_a_tournament_lead_to_the_pages_of_matches(
    league: EventPeople,
) -> None:
    tournament = league.become("Ann").get(f"/tournaments/{league.id}").text
    page = league.client.get("/api/account/match").json()["match"]["url"]
    drawn = page.rpartition("/")[2].rpartition("-")[0]
    paired = league.client.get(f"/tournaments/{league.id}/rounds/{drawn}").text

    assert page.startswith(f"/tournaments/{league.id}/matches/")  # whom she meets first is drawn by lot
    assert tournament.count(f'href="{page}"') == 5  # twice at the top, twice in the cross table, in its round
    assert paired.count(f'href="{page}"') == 1


def test_a_bracket_leads_to_its_matches_but_not_in_the_frames_of_other_sites(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    people.create("Ann", preset="knock-out", n_games=1, is_by_hand=True)
    for name in ("Una", "Vic", "Wim", "Xia"):
        people.do("Ann", "enter", name=name)
    people.do("Ann", "start")
    people.wait(lambda view: bool(view["sections"]))
    link = f'<a href="/tournaments/{people.id}/matches/1-main-1-1" aria-label="{first_of(people)} – '

    assert link in client.get(f"/tournaments/{people.id}").text
    assert "/matches/" not in client.get(f"/embed/tournaments/{people.id}").text


@pytest.mark.parametrize("match", ["1-all-9-9", "nothing", "1-all-1-1.xml"])
def test_there_is_no_page_for_a_match_that_is_not_drawn(league: EventPeople, match: str) -> None:
    path = f"/tournaments/{league.id}/matches/{match}"

    league.become("Ann")

    assert league.client.get(path).status_code == 404
    assert league.client.post(path, data={"type": "ready"}).status_code == 404


def test_the_page_of_a_match_is_in_the_language_of_the_reader(league: EventPeople) -> None:
    match = league.match_of("Ann", "Bea")
    become(league.client, league.cookies["Ann"])  # type: ignore[arg-type]
    for language, words in (("pl", "Została 1 partia."), ("ru", "Осталась 1 партия.")):
        league.client.cookies.set("tantrix_language", language)

        assert words in shown(league, match)


def test_the_next_match_is_looked_for_in_the_newest_tournaments_in_play(database: Database) -> None:
    states = ["running"] * 4 + ["over"]
    with closing(database.connect_writer()) as connection, connection.begin():
        for number, state in enumerate(states):
            write_all(connection, [_row(number, state)])
            for user_id in ("ann", "bea")[: 1 + (number == 3)]:
                write_all(connection, [Participant(str(number), user_id)])
    store = TournamentStore(database.readers)

    assert store.in_play_of("ann") == ["3", "2", "1", "0"]
    assert store.in_play_of("ann", limit=2) == ["3", "2"]
    assert store.in_play_of("bea") == ["3"]
    assert store.in_play_of("cyd") == []


def _row(number: int, state: str) -> TournamentRow:
    return TournamentRow(
        str(number), "Cup", "open", state, "org", "secret", None, True, 2, number, None, None, version=1
    )
