"""Archive search: who finds which games, filters, order, pages without gaps, and records as one text."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, get_args
from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as thorough
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tantrix.game import Termination
from tantrix.record import check, parse_records, print_record, verify
from tantrix.server.app import create_app
from tantrix.server.archive.archive import GAMES_PER_PAGE
from tantrix.server.archive.search import PlayerFilter, SearchFilter
from tantrix.server.archive.store import ArchiveStore
from tantrix.server.protocol.archive import ArchiveQuery, ResultWord
from tantrix.server.settings import Settings
from tests.server.support.finished_games import BEGAN_MS, DAY_MS, Finished, finished, open_database, save
from tests.server.support.table import Json, Table, person, robot, stranger
from tests.support.computing import UNHURRIED

BEGAN = date(2023, 11, 14)
ANN_BOB = (person("R", "Ann"), person("B", "Bob"))
TABLES: tuple[tuple[tuple[Json, ...], dict[str, Any]], ...] = (
    (ANN_BOB, {"listing": "open", "user_id": "ann"}),
    ((person("Y", "bob"), robot("G")), {"listing": "open", "user_id": "bob"}),
    ((robot("R"), robot("B", "random")), {"user_id": "ann"}),
    ((person("R", "Cat"), person("B", "Ann"), robot("G", "random")), {"user_id": "cat", "listing": "open"}),
    (
        (person("R", "Ann"), robot("B"), person("R", "Bob"), robot("B", "random")),
        {"teams": True, "user_id": "bob", "listing": "open"},
    ),
    (ANN_BOB, {"tile_set": 64, "start": "random-opening", "user_id": "cat"}),
    (ANN_BOB, {"n_plies": 5, "listing": "open", "user_id": "ann", "start": "highest-in-hand"}),
)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Finished]:
    unused = Settings(tmp_path_factory.mktemp("dealt"))
    return [
        finished(unused, seats, seed=n, at_ms=BEGAN_MS + n // 2 * DAY_MS, **options)
        for n, (seats, options) in enumerate(TABLES * 3)
    ]


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, games: list[Finished]) -> Iterator[ArchiveStore]:
    settings = Settings(tmp_path_factory.mktemp("archive"), computing=UNHURRIED)
    save(settings, games)
    opened = open_database(settings)
    yield ArchiveStore(opened.readers)
    opened.close()


PLAYERS = (
    PlayerFilter("Ann"),
    PlayerFilter("ANN", user_id="ann"),
    PlayerFilter("bob"),
    PlayerFilter("greedy", robot="greedy"),
    PlayerFilter("random", robot="random"),
    PlayerFilter("Nobody"),
)
YES_NO = st.sampled_from([None, "yes", "no"])
DAYS = st.none() | st.integers(-1, 12).map(lambda days: BEGAN + timedelta(days))
QUERIES = st.builds(
    dict,
    rules=st.sampled_from([None, None, "56", "64", "teams", "random-opening", "draw-keep"]),
    players_n=st.sampled_from([None, None, 2, 3, 4]),
    result=st.none() | st.sampled_from(get_args(ResultWord)),
    min_score=st.none() | st.integers(0, 20),
    loop=YES_NO,
    from_date=DAYS,
    to_date=DAYS,
    robots=st.sampled_from([None, None, "none", "some", "only"]),
    rated=st.sampled_from([None, None, "no"]),
    source=st.sampled_from([None, None, "played"]),
    mine=YES_NO,
    sort=st.sampled_from(["newest", "oldest", "score"]),
)
SEARCHES = st.builds(
    SearchFilter,
    query=QUERIES.map(lambda fields: ArchiveQuery(**fields)),
    player=st.none() | st.sampled_from(PLAYERS),
    against=st.none() | st.sampled_from(PLAYERS),
    viewer=st.sampled_from([None, "ann", "bob", "cat"]),
)


@given(SEARCHES)
@thorough(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_search_finds_what_a_look_at_every_game_finds(
    store: ArchiveStore, games: list[Finished], search: SearchFilter
) -> None:
    found = [each.result.game_id for each in store.search(search, 100)]

    assert sorted(found) == sorted(game.id for game in games if _fits(game, search))


@given(SEARCHES, st.integers(1, 5))
@thorough(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_pages_follow_one_another_without_a_gap(store: ArchiveStore, search: SearchFilter, size: int) -> None:
    whole = store.search(search, 100)

    paged = []
    query = search.query
    while page := store.search(SearchFilter(query, search.player, search.against, search.viewer), size):
        paged += page
        query = query.model_copy(update={"cursor": page[-1].cursor})

    assert paged == whole
    falls = [-each.place if search.query.sort == "oldest" else each.place for each in whole]
    assert falls == sorted(falls, reverse=True)


def _fits(game: Finished, search: SearchFilter) -> bool:
    """Decide from its room whether a game matches, in the same way as the database search should."""
    query, room = search.query, game.room
    outcome, setup = room.game.outcome, room.setup
    assert outcome is not None
    is_mine = search.viewer == setup.owner
    seats = range(len(setup.seats))
    mine = [n for n in seats if _is(search.player, game, n)] if search.player else list(seats)
    theirs = [n for n in seats if search.against and _is(search.against, game, n)]
    faced = [(a, b) for a in mine for b in theirs if a != b and not (setup.rules.teams and (a - b) % 2 == 0)]
    n_robots = sum(seat.robot is not None for seat in setup.seats)
    ended = date.fromordinal(BEGAN.toordinal() + (game.at_ms - BEGAN_MS) // DAY_MS)
    return all(
        (
            setup.listing == "open" or is_mine,
            query.mine is None or (query.mine == "yes") == is_mine,
            query.rated != "yes",
            query.players_n in (None, len(setup.seats)),
            query.rules is None or query.rules in print_rules_words(game),
            query.result in (None, "win", "draw", "loss", outcome.termination.value),
            query.from_date is None or ended >= query.from_date,
            query.to_date is None or ended <= query.to_date,
            query.robots is None
            or {"none": n_robots == 0, "some": n_robots > 0, "only": n_robots == len(seats)}[query.robots],
            search.against is None or bool(theirs),
            search.against is None or search.player is None or bool(faced),
            any(_seat_fits(game, seat, query) for seat in mine),
        )
    )


def print_rules_words(game: Finished) -> list[str]:
    text = next(line for line in game.text.splitlines() if line.startswith("[Rules"))
    return text.split('"')[1].split()


def _is(player: PlayerFilter, game: Finished, seat: int) -> bool:
    sits = game.room.setup.seats[seat]
    if player.user_id is not None:
        return game.room.setup.occupant(seat) == player.user_id
    if player.robot is not None:
        return sits.robot == player.robot
    return sits.name.lower() == player.name.lower()


def _seat_fits(game: Finished, seat: int, query: ArchiveQuery) -> bool:
    room = game.room
    outcome = room.game.outcome
    assert outcome is not None
    first = [n for n, rank in enumerate(outcome.ranks) if rank == 1]
    is_shared = any(n not in room.setup.rules.partners(first[0]) for n in first)
    result = ("draw" if is_shared else "win") if seat in first else "loss"
    line = room.game.best(room.setup.rules.colours[seat])
    return (
        (query.result not in ("win", "draw", "loss") or query.result == result)
        and (query.min_score is None or outcome.scores[seat] >= query.min_score)
        and (query.loop is None or (query.loop == "yes") == line.is_loop)
    )


def test_games_can_be_searched_by_every_kind_of_end() -> None:
    assert set(get_args(ResultWord)) - {"win", "draw", "loss"} == set(Termination) - {Termination.ABORTED}


# HTTP responses.


@pytest.fixture
def served(settings: Settings, games: list[Finished]) -> Iterator[TestClient]:
    save(settings, games)
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


def _found(client: TestClient, **query: Any) -> Json:
    answer = client.get(f"/api/archive?{urlencode(query)}")
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def test_a_game_is_found_as_soon_as_it_is_over(client: TestClient) -> None:
    table = Table.open(client, *ANN_BOB, listing="open")
    table.play(2)
    assert _found(client)["games"] == []

    table.play_out()

    (game,) = _found(client)["games"]
    over = table.look()["position"]["outcome"]
    assert game["id"] == table.id
    assert [seat["score"] for seat in game["seats"]] == over["scores"]
    assert client.get("/api/archive/figures").json()["n_games"] <= 1
    assert client.get(f"/games/{table.id}/record").text == client.get("/archive/records").text


def test_a_private_game_is_found_only_by_its_players(client: TestClient) -> None:
    table = Table.open(client, *ANN_BOB)
    table.play_out()

    assert [game["is_open"] for game in _found(client)["games"]] == [False]
    with stranger(client):
        assert _found(client)["games"] == []
        assert _found(client, mine="yes")["games"] == []
        assert client.get("/archive/records").text == ""


def test_user_ids_are_not_shown(served: TestClient) -> None:
    # A user ID is the hash of a session: it would reveal that two guests are the same person.
    shown = served.get("/api/archive").text + served.get("/archive").text

    assert '"owner"' not in shown and '"user_id"' not in shown and "somebody" not in shown


@pytest.mark.parametrize(
    "wrong", ["players_n=5", "min_score=129", "result=luck", "from=yesterday", "cursor=x", "other=1"]
)
def test_values_out_of_range_are_refused(served: TestClient, wrong: str) -> None:
    answer = served.get(f"/api/archive?{wrong}")
    page = served.get(f"/archive?{wrong}", headers={"accept": "text/html"})

    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
    assert page.status_code == 422
    assert "missing or out of range" in page.text
    assert f"“{wrong}” cannot be used here." in page.text


def test_empty_fields_of_the_form_do_not_matter(served: TestClient) -> None:
    empty = "player=&against=&rules=&players_n=&result=&min_score=&loop=&from=&to=&robots=&rated=&source="

    assert served.get(f"/archive?{empty}").text.count("archive-row") == served.get("/archive").text.count(
        "archive-row"
    )


def test_the_page_after_the_first_is_a_link(settings: Settings, games: list[Finished]) -> None:
    more = [
        finished(settings, ANN_BOB, seed=100 + n, n_plies=1, listing="open", at_ms=BEGAN_MS + n)
        for n in range(GAMES_PER_PAGE)
    ]
    save(settings, [*games, *more])
    with TestClient(create_app(settings)) as client:
        first = _found(client, player="Ann")
        page = client.get("/archive?player=Ann").text
        second = _found(client, player="Ann", cursor=first["next"])

    assert len(first["games"]) == GAMES_PER_PAGE
    assert f"player=Ann&amp;cursor={first['next']}" in page
    assert second["next"] is None
    ids = [game["id"] for found in (first, second) for game in found["games"]]
    assert len(set(ids)) == len(ids) > GAMES_PER_PAGE


def test_names_are_shown_as_text(settings: Settings) -> None:
    hostile = '<img src=x onerror="alert(1)">'
    save(settings, [finished(settings, (person("R", hostile), robot("B")), n_plies=1, listing="open")])
    with TestClient(create_app(settings)) as client:
        page = client.get("/archive", params={"player": hostile}).text

    assert "<img src=x" not in page
    assert page.count("&lt;img src=x") >= 2


def test_the_records_found_are_one_text_of_valid_records(served: TestClient, games: list[Finished]) -> None:
    answer = served.get("/archive/records?sort=oldest&robots=none")

    wanted = [
        game
        for game in games
        if game.room.setup.listing == "open" and not any(seat.robot for seat in game.room.setup.seats)
    ]
    records = list(parse_records(answer.text))
    assert answer.headers["content-type"].startswith("text/plain")
    assert [print_record(record) for record in records] == [game.text for game in wanted]
    assert {check(record) for record in records} == {verify(record) for record in records} == {()}
