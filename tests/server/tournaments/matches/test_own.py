"""The reader's matches on the page of a tournament: one card, a row for each other match, and the bracket."""

import re

import pytest
from starlette.testclient import TestClient

from tantrix.server.tournaments.bracket import Bracket
from tantrix.server.tournaments.matches.own import lead_in_words
from tantrix.server.tournaments.tables import TournamentTables
from tests.server.support.browsers import until
from tests.server.support.tournament_players import EventPeople
from tests.server.support.tournaments.stored import evening, view_of

AT = "2023-11-16T20:00:00Z"


def _started(client: TestClient, *names: str, **options: object) -> EventPeople:
    people = EventPeople.gather(client, *names)
    people.create("Ann", **options)
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    people.wait(lambda view: bool(view["sections"]))
    return people


def _page(people: EventPeople, name: str) -> str:
    return str(people.become(name).get(f"/tournaments/{people.id}").text)


def _card(page: str) -> str:
    [card] = re.findall(r'<section class="door my-match.*?</section>', page, re.DOTALL)
    return str(card)


def test_the_next_match_is_one_card_with_one_button_and_the_others_are_rows(client: TestClient) -> None:
    people = _started(client, "Ann", "Bea", "Cyd", "Dan", preset="all-play-all", days=7)

    page = _page(people, "Ann")

    assert len(re.findall(r"<button|class=\"button", _card(page))) == 1
    assert _card(page).count('class="face"') == 2
    [rows] = re.findall(r'<ul class="own-rows".*?</ul>', page, re.DOTALL)
    assert rows.count("<li>") == rows.count("To the match<") == 2


def test_the_match_with_an_appointment_is_the_card_and_offers_for_others_are_answered_in_rows(
    client: TestClient,
) -> None:
    people = _started(client, "Ann", "Bea", "Cyd", "Dan", preset="all-play-all", days=7)
    for other in ("Bea", "Cyd"):
        people.do(other, "propose", match=people.match_of("Ann", other), at=AT)
    people.do("Ann", "accept", match=people.match_of("Ann", "Bea"), at=AT)

    page = _page(people, "Ann")

    assert f'data-until="{AT}"' in _card(page) and "Bea" in _card(page)
    assert page.count("Answer<") == 1 and "Accept<" not in page


def test_an_offered_time_is_accepted_on_the_card(client: TestClient) -> None:
    people = _started(client, "Ann", "Bea", preset="all-play-all", days=7)
    people.do("Bea", "propose", match=people.match_of("Ann", "Bea"), at=AT)

    assert "Accept<" in _card(_page(people, "Ann"))
    assert "Accept<" not in _card(_page(people, "Bea"))


def test_before_a_live_match_the_page_counts_down_and_tells_the_colour_and_who_has_come(
    client: TestClient,
) -> None:
    people = _started(client, "Ann", "Bea", preset="knock-out", n_games=1, countdown_seconds=None)
    people.wait(lambda view: bool(people.games_in_play(view)))
    [game] = people.games_in_play()
    client.cookies.clear()  # a spectator does not come to the table
    seats = client.get(f"/api/games/{game}").json()["game"]["seats"]
    polish = {"R": "czerwonym", "Y": "żółtym", "G": "zielonym", "B": "niebieskim"}
    english = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
    assert people.become("Bea").get(f"/api/games/{game}").status_code == 200

    page = _page(people, "Ann")

    card, mine = _card(page), next(seat for seat in seats if seat["name"] == "Ann")
    assert 'class="big-countdown" role="timer" data-until=' in page
    assert f"You play {english[mine['colour']]}" in card
    assert "Bea is at the table" in card and "You are not at the table yet" in card
    assert card.count('<i class="unseated">') == 1
    assert f'href="/games/{game}">Take your seat<' in card
    assert all(f"face-line face-{seat['colour']}" in card for seat in seats)
    client.cookies.set("tantrix_language", "pl")
    assert f"Grasz {polish[mine['colour']]}" in _card(client.get(f"/tournaments/{people.id}").text)


@pytest.mark.parametrize("preset", ["all-play-all", "knock-out"])
def test_who_has_a_bye_reads_so_instead_of_a_countdown(client: TestClient, preset: str) -> None:
    people = _started(client, "Ann", "Bea", "Cyd", preset=preset, countdown_seconds=600)
    view = people.wait(lambda view: bool(people.games_in_play(view)))
    [match] = [each for each in view["sections"][0]["rounds"][0]["matches"] if each["id"]]
    names = {each["id"]: each["name"] for each in view["entrants"]}
    playing = {names[match[side]] for side in ("first", "second")}
    [idle] = people.cookies.keys() - playing

    page = _page(people, idle)

    assert "You have a bye in this round." in page
    assert ("You are through to the next round." in page) == (preset == "knock-out")
    assert "The clocks start" not in page
    assert all("You have a bye" not in _page(people, name) for name in playing)


def test_spectators_see_no_countdown_once_the_games_have_begun(client: TestClient) -> None:
    people = _started(client, "Ann", "Bea", preset="knock-out", n_games=1, countdown_seconds=600)
    people.wait(lambda view: bool(people.games_in_play(view)))
    [game] = people.games_in_play()
    client.cookies.clear()
    address = f"/tournaments/{people.id}"
    assert "The clocks start" in client.get(address).text

    for name in ("Ann", "Bea"):
        people.become(name).get(f"/api/games/{game}")
    client.cookies.clear()
    until(lambda: "The clocks start" not in client.get(address).text)


def test_the_percentages_of_standings_are_written_in_the_readers_language() -> None:
    tables = TournamentTables().find(view_of(evening("all-play-all", 4, n_games=1)), "pl")

    assert re.search(r'<td class="number">\d+,\d</td>', tables)
    assert not re.search(r'<td class="number">\d+\.\d</td>', tables)


def test_standings_count_nothing_before_the_first_result() -> None:
    before, after = (
        TournamentTables().find(view_of(evening("all-play-all", 4, n_games=n)), "en") for n in (0, 1)
    )

    assert "Sonneborn-Berger" in after and ">Won<" in after
    assert "Sonneborn-Berger" not in before and ">Won<" not in before and ">Points<" in before


def test_who_has_a_match_to_play_reads_the_standings_before_the_actions(client: TestClient) -> None:
    people = _started(client, "Ann", "Bea", "Cyd", preset="all-play-all", days=7)

    playing = _page(people, "Ann")
    client.cookies.clear()
    watching = str(client.get(f"/tournaments/{people.id}").text)

    assert playing.index('class="standings"') < playing.index('class="tournament-actions"')
    assert playing.count('class="tournament-actions"') == 1
    assert watching.index("Organiser: Ann") < watching.index('class="standings"')


@pytest.mark.parametrize(
    ("n_won", "n_lost", "said"),
    [
        (0, 0, ""),
        (5, 1, "You lead Zoe 5 : 1."),
        (1, 5, "Zoe leads you 5 : 1."),
        (2, 2, "You and Zoe are level at 2 : 2."),
    ],
)
def test_the_games_of_two_against_each_other_are_told_from_the_readers_side(
    n_won: int, n_lost: int, said: str
) -> None:
    assert lead_in_words("Zoe", n_won, n_lost, "en") == said


def test_before_a_live_match_the_card_tells_who_has_won_more_of_their_games(client: TestClient) -> None:
    people = _started(client, "Ann", "Bea", preset="knock-out", n_games=2, min_lead=0, countdown_seconds=600)
    people.wait(lambda view: bool(people.games_in_play(view)))
    [first] = people.games_in_play()
    assert " leads you " not in _page(people, "Ann")
    people.resign(first, "Ann")
    people.wait(lambda view: bool(set(people.games_in_play(view)) - {first}))

    until(lambda: "Bea leads you 1 : 0." in _card(_page(people, "Ann")))
    assert "You lead Ann 1 : 0." in _card(_page(people, "Bea"))


def test_a_bracket_shows_faces_who_goes_on_and_what_is_to_come() -> None:
    stages = (view_of(evening("knock-out", 8, n_games=n)) for n in range(1, 20))
    over = ((view, [each for each in view.sections[0].rounds[0].matches if each.is_over]) for view in stages)
    view, [match] = next((view, found) for view, found in over if found)
    names = {each.id: each.name for each in view.entrants}

    drawn = Bracket(names, {each.id: each for each in view.entrants}, "en").draw(
        view.sections[0].rounds, "Knock-out"
    )

    winner = match.winner
    assert drawn.count("to come") == 3 + 2  # three places in the semi-finals, both in the final
    assert drawn.count(f'data-first="{winner}"') + drawn.count(f'data-second="{winner}"') == 3
    assert drawn.count("face-eyes") == 8 + 1


def test_a_bye_in_a_bracket_is_called_so() -> None:
    view = view_of(evening("knock-out", 7, n_games=0))
    names = {each.id: each.name for each in view.entrants}

    drawn = Bracket(names, {}, "en").draw(view.sections[0].rounds, "Knock-out")

    assert drawn.count(">bye<") == 1
