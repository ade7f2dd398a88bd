"""What a profile shows of a player's last days."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tantrix.server.players.activity import N_DAYS, DayGames, activity_by_day, first_day
from tantrix.server.players.medals import WonMedal
from tantrix.server.protocol.times import print_day
from tests.server.support.lobby_clients import WaitingRoom
from tests.server.support.manual_clock import ManualClock

TODAY = date(2026, 11, 24)
days = st.integers(-3, 2 * N_DAYS).map(lambda n: TODAY - timedelta(days=n))


def place(day: date) -> WonMedal:
    return WonMedal("/tournaments/one", "Friday Fifteen", 2, 8, f"{day.isoformat()}T20:00:00Z")


def test_a_day_has_its_games_puzzles_and_tournaments() -> None:
    yesterday = TODAY - timedelta(days=1)

    (day,) = activity_by_day(TODAY, [DayGames(yesterday, 5, 3)], {yesterday: 2}, [place(yesterday)])

    assert (day.day, day.n_games, day.n_won, day.n_puzzles) == (yesterday, 5, 3, 2)
    assert [each.place for each in day.tournaments] == [2]


@given(st.sets(days), st.sets(days), st.sets(days))
def test_only_days_of_the_last_week_with_something_are_shown_newest_first(
    played: set[date], solved: set[date], ended: set[date]
) -> None:
    games = [DayGames(day, 1, 0) for day in played]

    shown = activity_by_day(TODAY, games, dict.fromkeys(solved, 1), map(place, ended))

    busy = {day for day in played | solved | ended if first_day(TODAY) <= day <= TODAY}
    assert [each.day for each in shown] == sorted(busy, reverse=True)


def test_a_profile_shows_the_games_and_puzzles_of_the_last_days(
    room: WaitingRoom, clock: ManualClock
) -> None:
    solved = {"puzzle": "discovery-3", "best_ms": 4000, "solved_on": print_day(clock.now_ms)}
    room.ask("ANN", "POST", "/api/account/puzzles", {"puzzles": [solved]})
    challenge = room.posted("ANN", game={"listing": "open"})
    url = room.take("BEA", challenge).json()["url"]
    resigned = room.ask("BEA", "POST", f"/api{url}/commands", {"type": "resign", "id": "enough", "seat": 1})

    profile = room.client.get("/players/ANN").text

    assert resigned.status_code == 200
    activity = profile.partition('id="activity-title"')[2].partition("</ul>")[0]
    assert "1 game, 1 won" in activity
    assert "1 puzzle solved" in activity
    assert 'id="activity-title"' not in room.client.get("/players/CYD").text
