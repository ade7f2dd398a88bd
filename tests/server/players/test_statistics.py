"""Figures of profiles: the database counts as one would by hand, and only what a viewer may see."""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from itertools import permutations
from pathlib import Path
from shutil import copyfile

import pytest

from tantrix.clock import DAY_MS
from tantrix.server.accounts.store import ROBOT_ACCOUNTS, Account, set_banned
from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE
from tantrix.server.database.writes import write_all
from tantrix.server.players import store as players_store
from tantrix.server.players.leaderboards import is_on_ladder, is_ranked, ladder_places, pool_places
from tantrix.server.players.statistics import ScoredGame, against, best_of, bests, games_of
from tantrix.server.players.store import StatisticsStore
from tantrix.server.protocol.times import day_of
from tantrix.server.ratings.ledger import RETIRED_MS, LadderEntry, PlayerRating, RatedGame, player_of
from tantrix.server.ratings.results import GameResult, ResultSeat
from tantrix.server.ratings.store import RatingStore
from tests.server.support.databases.migrated import migrated_file

PEOPLE = ("ann", "bob", "cid", "dot")
PLAYERS = (*PEOPLE, "robot:greedy", "robot:random")
NOW = 1_700_000_000_000


def a_game(number: int, rng: random.Random) -> RatedGame:
    """Invent the end of a game: with doubles, ties, quitters, robots and browsers at several seats."""
    game_id, n_seats = f"g{number:011d}", rng.randint(2, 4)
    result = GameResult(
        game_id=game_id,
        pool=rng.choice(["two" if n_seats == 2 else "many"] * 4 + ["gobble", "imported"]),
        rules="RB",
        n_seats=n_seats,
        is_teams=n_seats == 4 and rng.random() < 0.5,
        is_rated=rng.random() < 0.5,
        control=None,
        listing=rng.choice(["open", "private"]),
        termination="played-out",
        started_ms=NOW,
        finished_ms=NOW + number,
        n_plies=56,
    )
    seats = []
    for seat in range(n_seats):
        who = rng.choice(PLAYERS)
        robot = who.removeprefix("robot:") if who.startswith("robot:") else None
        seats.append(
            ResultSeat(
                game_id=game_id,
                seat=seat,
                user_id=None if robot else who,
                name=f"{who} {number}",
                robot=robot,
                colour="RYGB"[seat],
                score=rng.randint(3, 30),
                rank=rng.randint(1, 3) if seat else 1,
                share=rng.choice([0.0, 0.5, 1.0]),
                line_length=rng.randint(2, 30),
                has_loop=rng.random() < 0.3,
                is_quitter=rng.random() < 0.1,
                finished_ms=NOW + number,
            )
        )
    return RatedGame(result, tuple(seats))


@pytest.fixture(scope="module")
def played() -> list[RatedGame]:
    rng = random.Random(7)
    return [a_game(number, rng) for number in range(300)]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory, played: list[RatedGame]) -> Path:
    """Write the games to a file, for all tests."""
    file = migrated_file(tmp_path_factory.mktemp("played") / DATABASE)
    with (
        closing(Database(file)) as opened,
        closing(opened.connect_writer()) as connection,
        connection.begin(),
    ):
        write_all(connection, [row for game in played for row in (game.result, *game.seats)])
    return file


@pytest.fixture(scope="module")
def database(file: Path) -> Iterator[Database]:
    """Open the file, to read only."""
    with closing(Database(file)) as opened:
        yield opened


@pytest.fixture
def own_database(file: Path, tmp_path: Path) -> Iterator[Database]:
    """Open a copy of the file, for a test that writes."""
    with closing(Database(copyfile(file, tmp_path / DATABASE))) as opened:
        yield opened


def is_seen(game: RatedGame, viewer: str | None) -> bool:
    is_own = viewer is not None and viewer in {seat.user_id for seat in game.seats}
    return game.result.listing == "open" or game.result.is_rated or is_own


@pytest.mark.parametrize("player", PLAYERS)
def test_the_games_of_a_player_equal_a_manual_search(
    database: Database, played: list[RatedGame], player: str
) -> None:
    found = StatisticsStore(database.readers).newest(player).games()

    by_hand = games_of(player, reversed(played))
    assert [(each.colour, each.n_seats, each.result, each.share, each.score) for each in found] == [
        (each.seat.colour, len(each.played.seats), each.result, each.seat.share, each.seat.score)
        for each in by_hand
    ]
    assert {each.result for each in found} == {"won", "drawn", "lost"}


@pytest.mark.parametrize("player", PLAYERS)
def test_personal_bests_equal_a_manual_search(
    database: Database, played: list[RatedGame], player: str
) -> None:
    found = bests(StatisticsStore(database.readers).newest(player).games())

    mine = games_of(player, played)
    runs = "".join("w" if each.result == "won" else " " for each in mine).split()
    assert found == (
        max(each.seat.line_length for each in mine if not each.seat.has_loop),
        max(each.seat.line_length for each in mine if each.seat.has_loop),
        max(map(len, runs)),
        max(each.seat.score for each in mine),
    )
    assert bests([]) == (0, 0, 0, 0)


@pytest.mark.parametrize("viewer", [None, "ann", "bob"])
@pytest.mark.parametrize("player", PLAYERS)
def test_games_played_here_are_counted_by_day_where_the_viewer_may_look(
    database: Database, played: list[RatedGame], player: str, viewer: str | None
) -> None:
    since = day_of(NOW)
    found = StatisticsStore(database.readers).games_by_day(player, viewer, since)
    later = StatisticsStore(database.readers).games_by_day(player, viewer, since + timedelta(days=1))

    seen = [game for game in played if is_seen(game, viewer) and game.result.pool != "imported"]
    own = [[seat for seat in game.seats if player_of(seat) == player] for game in seen]
    alone = [seats[0] for seats in own if len(seats) == 1]
    assert found == [(since, len(alone), sum(seat.share == 1.0 for seat in alone))]
    assert later == []


@pytest.mark.parametrize("viewer", [None, "ann", "bob"])
@pytest.mark.parametrize("player", PLAYERS)
def test_opponents_are_counted_once_per_game_and_only_where_the_viewer_may_look(
    database: Database, played: list[RatedGame], player: str, viewer: str | None
) -> None:
    found = StatisticsStore(database.readers).newest(player).opponents(viewer, 20)

    n_won, n_drawn, n_lost, margins = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    names: dict[str, str] = {}
    for game in games_of(player, [each for each in played if is_seen(each, viewer)]):
        met: set[str] = set()
        for other in game.opponents:
            if (who := player_of(other)) not in met:
                met.add(who)
                result = game.result_against(other)
                {"won": n_won, "drawn": n_drawn, "lost": n_lost}[result][who] += 1
                margins[who] += game.seat.score - other.score
                names[who] = other.name
    assert {each.player: each.results.n_won for each in found if each.results.n_won} == n_won
    assert {each.player: each.results.n_drawn for each in found if each.results.n_drawn} == n_drawn
    assert {each.player: each.results.n_lost for each in found if each.results.n_lost} == n_lost
    assert {each.player: each.results.margins for each in found} == margins
    assert {each.player: each.name for each in found} == names
    counts = [each.results.n_games for each in found]
    assert counts == sorted(counts, reverse=True)


@pytest.mark.parametrize(("player", "opponent"), [*permutations(PEOPLE, 2)])
def test_the_games_won_and_lost_against_another_equal_a_manual_search(
    database: Database, played: list[RatedGame], player: str, opponent: str
) -> None:
    found = StatisticsStore(database.readers).won_and_lost(player, opponent)

    met = [game for game in games_of(player, played) if has_one_seat(game.played, opponent)]
    by_hand = against(met, opponent)
    assert found == (by_hand.n_won, by_hand.n_lost)
    assert min(found) > 0


def has_one_seat(game: RatedGame, player: str) -> bool:
    return [player_of(seat) for seat in game.seats].count(player) == 1


def test_only_the_newest_games_count(database: Database) -> None:
    store = StatisticsStore(database.readers)

    games = store.newest("ann", 10).games()
    assert games == store.newest("ann").games()[: len(games)]
    assert 0 < len(games) <= 10


def test_a_private_game_is_listed_for_those_who_played_in_it(
    database: Database, played: list[RatedGame]
) -> None:
    store = RatingStore(database.readers, ROBOT_ACCOUNTS)

    for viewer in (None, "bob"):
        seen = [each.result.game_id for each in store.seen_games_of("ann", viewer, 20)]
        by_hand = [each for each in reversed(played) if "ann" in {seat.user_id for seat in each.seats}]
        assert seen == [each.result.game_id for each in by_hand if is_seen(each, viewer)][:20]


def test_the_place_of_one_player_equals_the_place_in_the_whole_list(own_database: Database) -> None:
    rng = random.Random(1)
    players = [*(f"{number:02}" for number in range(60)), "robot:greedy", "robot:gap-20"]
    played_ms = {each: NOW - rng.choice([0, RETIRED_MS, RETIRED_MS + 1]) for each in players}
    ratings = [
        PlayerRating("two", each, rng.choice([24.0, 25.5, 26.0]), rng.choice([4, 5.0, 5.01]), 9, at_ms)
        for each, at_ms in played_ms.items()
    ]
    people = players[:60]
    entries = [
        LadderEntry(period, each, rng.randint(1, 40) / 4, 9, played_ms[each])
        for period in ("all", "2023-11")
        for each in people
    ]
    accounts = [Account(each, f"p{each}", f"p{each}", "-", NOW) for each in people]
    banned = {"07", "31"}
    with closing(own_database.connect_writer()) as connection, connection.begin():
        write_all(connection, [*accounts, *(set_banned(each, NOW) for each in banned)])
        write_all(connection, [*(*ratings, *entries)])

    store, whole = StatisticsStore(own_database.readers), RatingStore(own_database.readers, ROBOT_ACCOUNTS)

    def is_listed(player: str) -> bool:
        return player not in banned and player != "robot:gap-20"

    pool = pool_places(whole.pool("two", NOW), NOW, is_listed)
    assert {each.player: each.place for each in pool} == {
        each.player: store.place_in_pool(each, NOW)
        for each in ratings
        if is_ranked(each, NOW) and is_listed(each.player)
    }
    for period in ("all", "2023-11"):
        ladder = ladder_places(whole.ladder(period, NOW), NOW, is_listed)
        assert {each.player: each.place for each in ladder} == {
            each.player: store.place_on_ladder(each, NOW)
            for each in entries
            if each.period == period and is_on_ladder(each, NOW) and is_listed(each.player)
        }


def scores(*ended: tuple[float, int]) -> list[ScoredGame]:
    """Return games by how many days ago they ended and the score; the first is the game asked about."""
    return [ScoredGame(f"g{n}", NOW - int(days * DAY_MS), score) for n, (days, score) in enumerate(ended)]


def test_a_score_is_the_best_of_the_longest_time_in_which_no_other_game_reached_it() -> None:
    week = [(1.0, 12), (6.0, 17)]
    month = [*week, (8.0, 11), (20.0, 10), (29.0, 9)]
    years = [*month, *[(400.0, 8)] * 5]

    assert best_of(scores((0, 18), *week), "g0", NOW, is_whole=True) == "week"
    assert best_of(scores((0, 18), *month), "g0", NOW, is_whole=True) == "month"
    assert best_of(scores((0, 18), *years), "g0", NOW, is_whole=True) == "all"
    assert best_of(scores((0, 18), *years), "g0", NOW, is_whole=False) == "month"
    assert best_of(scores((0, 18), *years, (500.0, 18)), "g0", NOW, is_whole=True) == "month"


def test_nothing_is_said_of_a_score_that_was_reached_before_or_of_one_that_is_a_day_old() -> None:
    assert best_of(scores((0, 17), (1, 12), (6, 17)), "g0", NOW, is_whole=True) is None
    assert best_of(scores((1.1, 18), (2, 12), (6, 17)), "g0", NOW, is_whole=True) is None
    assert best_of(scores((0, 18), (1, 12)), "g0", NOW, is_whole=True) is None
    assert best_of([], "g0", NOW, is_whole=True) is None


def test_the_games_of_a_reader_are_not_read_at_a_game_of_others_or_of_long_ago(
    database: Database, played: list[RatedGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players_store, "_scores", lambda _player: pytest.fail("reads all games"))
    store, result = StatisticsStore(database.readers), games_of(PLAYERS[0], played)[0].played.result

    assert store.best_of("somebody else", result.game_id, result.finished_ms) is None
    assert store.best_of(PLAYERS[0], result.game_id, result.finished_ms + DAY_MS + 1) is None


@pytest.mark.parametrize("player", PLAYERS)
def test_the_best_score_is_that_of_the_games_played_here_with_one_seat(
    database: Database, played: list[RatedGame], player: str
) -> None:
    here = [game for game in games_of(player, played) if game.played.result.pool in ("two", "many")]
    ended = [(each.played.result.game_id, each.played.result.finished_ms, each.seat.score) for each in here]
    now_ms, store = max(time for _, time, _ in ended), StatisticsStore(database.readers)

    for game_id, *_ in ended:
        expected = best_of([ScoredGame(*one) for one in ended], game_id, now_ms, is_whole=True)
        assert store.best_of(player, game_id, now_ms) == expected
