"""Badges beside names at tables and in the lobby: ratings, robot levels, and guests."""

from collections.abc import Collection, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tantrix.competition.ratings import FIRST_MEAN, Rating
from tantrix.server.accounts.store import ROBOT_ACCOUNTS
from tantrix.server.app import create_app
from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE
from tantrix.server.database.writes import write_all
from tantrix.server.games.store import GameStore
from tantrix.server.games.views.badges import Badges
from tantrix.server.games.views.listings import read_listing
from tantrix.server.http.faces import face_of_name
from tantrix.server.ratings.ledger import PlayerRating
from tantrix.server.ratings.store import RatingMoment, RatingStore
from tantrix.server.settings import Settings
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.lobby_clients import WaitingRoom, open_seat, seat
from tests.server.support.services import services, user_id_of
from tests.server.support.table import Json

NEWCOMER = {"points": 1500, "is_provisional": True, "level": None, "is_guest": False, "face": None}
GUEST = {"points": None, "is_provisional": False, "level": None, "is_guest": True, "face": None}


@pytest.fixture
def room(tmp_path: Path) -> Iterator[WaitingRoom]:
    with TestClient(create_app(Settings(migrated_folder(tmp_path))), follow_redirects=False) as client:
        yield WaitingRoom(client)


def standings(view: Json) -> list[Json | None]:
    return [each["badge"] for each in view["seats"]]


def opened(room: WaitingRoom, name: str, *seats: Json, **options: object) -> str:
    answer = room.ask(name, "POST", "/api/games", {"seats": list(seats), **options})
    assert answer.status_code == 201, answer.text
    game_id: str = answer.json()["id"]
    return game_id


def test_accounts_have_ratings_and_guests_are_called_guests_in_casual_games_too(room: WaitingRoom) -> None:
    game_id = opened(room, "ANN", seat("R"), open_seat("B"))
    waiting = room.client.get(f"/api/games/{game_id}").json()["game"]
    room.ask("bea", "POST", f"/api/games/{game_id}/seats", {"seat": 1, "name": "Bea"})
    begun = room.client.get(f"/api/games/{game_id}").json()["game"]

    assert standings(waiting) == [NEWCOMER, None]
    assert standings(begun) == [NEWCOMER, GUEST]


def test_a_name_that_is_not_the_account_s_is_a_guest_s_at_its_own_browser_too(
    room: WaitingRoom,
) -> None:
    game_id = opened(room, "ANN", seat("R"), seat("B", "Grandma"))

    assert standings(room.client.get(f"/api/games/{game_id}").json()["game"]) == [NEWCOMER, GUEST]


def test_a_name_that_the_server_gave_needs_no_guest_sign(room: WaitingRoom) -> None:
    game_id = opened(room, "ann", seat("R"), open_seat("B"), open_seat("Y"))
    for number, person, name in ((1, "bea", ""), (2, "eva", "Eva")):
        room.ask(person, "POST", f"/api/games/{game_id}/seats", {"seat": number, "name": name})
    in_lobby = room.posted("cyd", game={"seats": [seat("R"), open_seat("B")]})

    first, second = ({**GUEST, "is_guest": False, "face": face_of_name(f"Player {n}")} for n in (1, 2))
    begun = room.client.get(f"/api/games/{game_id}").json()["game"]
    challenge = next(each for each in room.lobby("dan")["challenges"] if each["id"] == in_lobby)
    assert standings(begun) == [first, second, GUEST]
    assert standings(challenge) == [{**first, "face": face_of_name("Guest")}, None]


def test_robots_have_levels_from_weak_to_strong(room: WaitingRoom) -> None:
    robots = [{"colour": "B", "kind": "robot", "robot": name} for name in ("random", "master")]
    levels = []
    for robot in robots:
        game = room.client.get(f"/api/games/{opened(room, 'ann', seat('R'), robot)}").json()["game"]
        levels.append(game["seats"][1]["badge"]["level"])

    assert levels == [1, 8]


def test_the_lobby_shows_badges_of_challenges_and_of_games_in_play(room: WaitingRoom) -> None:
    opened(room, "ANN", seat("R"), {"colour": "B", "kind": "robot", "robot": "greedy"}, listing="open")
    room.posted("BEA")
    room.posted("cyd")

    lobby = room.lobby("dan")

    by_name = {each["seats"][0]["name"]: standings(each) for each in lobby["challenges"]}
    assert by_name == {"BEA": [NEWCOMER, None], "cyd": [GUEST, None]}
    in_play = standings(lobby["in_play"][0])
    assert in_play == [NEWCOMER, {**GUEST, "is_guest": False, "level": 2}]


def know_well(room: WaitingRoom, folder: Path, name: str) -> None:
    """Give an account a rating with low uncertainty."""
    room.cookies(name)
    rated = PlayerRating("two", user_id_of(room.client, name), FIRST_MEAN, 1.0, 50, 0)
    with (
        closing(Database(folder / DATABASE)) as database,
        database.connect_writer() as connection,
        connection.begin(),
    ):
        write_all(connection, [rated])


def test_answers_and_notices_mark_provisional_ratings_as_the_lobby_does(
    room: WaitingRoom, tmp_path: Path
) -> None:
    know_well(room, tmp_path, "ANN")
    room.cookies("BEA")

    posted = [room.post("ANN", to="BEA").json(), room.post("BEA", to="ANN").json()]
    invitations = room.ask("BEA", "GET", "/api/notices").json()["invitations"]
    in_lobby = {each["id"]: standings(each) for each in room.lobby("BEA")["challenges"]}

    sure = {**NEWCOMER, "is_provisional": False}
    assert [standings(each) for each in posted] == [[sure, None], [NEWCOMER, None]]
    assert [standings(each) for each in invitations] == [[sure, None]]
    assert in_lobby == {each["id"]: standings(each) for each in posted}


def test_a_game_keeps_the_ratings_with_which_its_players_sat_down(room: WaitingRoom) -> None:
    games = [opened(room, "ANN", seat("R"), open_seat("B"), rated=True) for _ in range(3)]
    badges = []
    for game_id in games:
        room.ask("BEA", "POST", f"/api/games/{game_id}/seats", {"seat": 1})
        resignation = {"type": "resign", "id": "bye", "seat": 1}
        room.ask("BEA", "POST", f"/api/games/{game_id}/commands", resignation)
        badges.append(room.client.get(f"/api/games/{game_id}/ratings").json()["seats"])

    for game_id, changed in zip(games, badges, strict=True):
        shown = standings(room.client.get(f"/api/games/{game_id}").json()["game"])
        assert [each["points"] for each in shown if each] == [each["before"] for each in changed]
    assert badges[2][0]["before"] == badges[1][0]["after"] > badges[0][0]["after"] > 1500


class CountingRatings:
    """Passes questions on, and counts them."""

    def __init__(self, store: RatingStore) -> None:
        self._store = store
        self.n_asked = 0

    def ratings_at(self, wanted: Collection[RatingMoment]) -> dict[RatingMoment, Rating]:
        self.n_asked += 1
        return self._store.ratings_at(wanted)


def test_the_ratings_of_many_tables_are_read_at_once(room: WaitingRoom, tmp_path: Path) -> None:
    for _ in range(3):
        game_id = opened(room, "ANN", seat("R"), open_seat("B"), rated=True)
        room.ask("BEA", "POST", f"/api/games/{game_id}/seats", {"seat": 1})
    with closing(Database(tmp_path / DATABASE)) as database:
        games = GameStore(database.readers).unfinished_of(user_id_of(room.client, "ANN"), 9)
        setups = [read_listing(each).setup for each in games]
        ratings: Any = CountingRatings(RatingStore(database.readers, ROBOT_ACCOUNTS))
        badges = Badges(Settings(tmp_path), services(room.client).accounts, ratings)

        for _ in range(2):
            badges.read_ahead(setups)
            found = [badges.badge_of(setup, seat) for setup in setups for seat in (0, 1)]
            assert [badge and badge.points for badge in found] == [1500] * 6
            assert ratings.n_asked == 1
