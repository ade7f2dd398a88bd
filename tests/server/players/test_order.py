"""The page of a list says by what players are ordered, so that nobody wonders at the higher rating below."""

from contextlib import closing

from starlette.testclient import TestClient

from tantrix.competition.ratings import FIRST_MEAN, Rating
from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE
from tantrix.server.database.writes import write_all
from tantrix.server.ratings.ledger import PlayerRating
from tantrix.server.settings import Settings
from tests.server.support.clients import sign_up
from tests.server.support.services import user_id_of


def test_a_list_of_ratings_shows_what_its_first_rating_counts_as(
    client: TestClient, settings: Settings
) -> None:
    ratings = {"Ann": Rating(FIRST_MEAN + 5, 2.0), "Bea": Rating(FIRST_MEAN + 4, 1.0)}
    for name in ratings:
        sign_up(client, name)
    now_ms = settings.now_ms()
    with (
        closing(Database(settings.data_dir / DATABASE)) as database,
        database.connect_writer() as connection,
        connection.begin(),
    ):
        rated = [
            PlayerRating("two", user_id_of(client, name), each.mean, each.deviation, 50, now_ms)
            for name, each in ratings.items()
        ]
        write_all(connection, rated)

    page = client.get("/players").text

    bea, sure = ratings["Bea"], ratings["Bea"].points - 2 * ratings["Bea"].plus_minus
    assert ratings["Ann"].points > bea.points
    assert page.index("/players/Bea") < page.index("/players/Ann")
    assert f"{bea.points} ± {bea.plus_minus} counts as {sure}." in page
