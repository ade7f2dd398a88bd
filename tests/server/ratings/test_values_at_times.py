"""The ratings of many players at many times, read at once."""

import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tantrix.competition.ratings import Rating
from tantrix.server.accounts.store import ROBOT_ACCOUNTS
from tantrix.server.database.database import Database
from tantrix.server.database.writes import write_all
from tantrix.server.ratings.ledger import RatingChange
from tantrix.server.ratings.store import RatingMoment, RatingStore

PLAYERS, POOLS = ("ann", "bob", "cid"), ("two", "many")
NOW = 1_700_000_000_000


def a_step(position: int, rng: random.Random) -> RatingChange:
    return RatingChange(
        game_id=f"g{position:011d}",
        player=rng.choice(PLAYERS),
        pool=rng.choice(POOLS),
        position=position,
        finished_ms=NOW + position // 2,
        mean=rng.uniform(10, 40),
        deviation=rng.uniform(1, 8),
        is_counted=True,
    )


@pytest.fixture
def steps() -> list[RatingChange]:
    rng = random.Random(3)
    return [a_step(position, rng) for position in range(1, 200)]


@pytest.fixture
def store(any_migrated: Path | str, steps: list[RatingChange]) -> Iterator[RatingStore]:
    with closing(Database(any_migrated)) as database:
        with closing(database.connect_writer()) as connection, connection.begin():
            write_all(connection, steps)
        yield RatingStore(database.readers, ROBOT_ACCOUNTS)


def by_hand(steps: list[RatingChange], moment: RatingMoment) -> Rating:
    player, pool, at_ms = moment
    before = [each for each in steps if (each.player, each.pool) == (player, pool)]
    return next((each.rating for each in reversed(before) if each.finished_ms <= at_ms), Rating())


def test_ratings_are_those_after_the_last_game_before_each_time(
    store: RatingStore, steps: list[RatingChange]
) -> None:
    moments = {
        (player, pool, NOW + after)
        for player in (*PLAYERS, "newcomer")
        for pool in POOLS
        for after in range(-1, 102, 2)
    }

    found = store.ratings_at(moments)

    assert len(moments) == 416
    assert found == {moment: by_hand(steps, moment) for moment in moments}


def test_more_are_asked_for_than_one_query_may_have(store: RatingStore, steps: list[RatingChange]) -> None:
    moments = {("ann", "two", NOW + after) for after in range(1200)}

    assert store.ratings_at(moments) == {moment: by_hand(steps, moment) for moment in moments}
    assert store.ratings_at(()) == {}
