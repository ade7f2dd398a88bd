"""Importing records: which are saved, which are already known, and which errors are on which line."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tantrix.record import Entry, print_record
from tantrix.server.admin.archive import export, import_text
from tantrix.server.app import create_app
from tantrix.server.archive.import_reading import MAX_IMPORTED, MAX_WRONG
from tantrix.server.archive.records import digest, read_all
from tantrix.server.settings import Settings
from tests.server.support.finished_games import BEGAN_MS, DAY_MS, Finished, finished, save
from tests.server.support.table import Json, Table, person, robot

PASSWORD = "correct horse battery"
ANN_BOB = (person("R", "Ann"), person("B", "Bob"))


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> list[Finished]:
    unused = Settings(tmp_path_factory.mktemp("dealt"))
    ways: tuple[dict[str, Any], ...] = ({}, {"n_plies": 3}, {"start": "random-opening", "tile_set": 64})
    return [
        finished(unused, ANN_BOB, seed=n, listing="open", at_ms=BEGAN_MS + n * DAY_MS, **way)
        for n, way in enumerate(ways)
    ]


@pytest.fixture
def member(client: TestClient) -> Iterator[TestClient]:
    """Return a client that is signed in."""
    client.post("/sign-up", data={"name": "Mia", "password": PASSWORD, "next": "/"})
    yield client


def _import(client: TestClient, text: str, **options: str) -> Json:
    answer = client.post("/api/archive/import", json={"text": text, **options})
    assert answer.status_code == 200, answer.text
    report: Json = answer.json()
    return report


def test_an_imported_game_is_replayed_drawn_and_downloaded_like_any_other(
    member: TestClient, games: list[Finished]
) -> None:
    report = _import(member, "\n".join(game.text for game in games))

    assert [each["game"] for each in report["imported"]] == [1, 2, 3]
    assert report["known"] == report["problems"] == []
    for game, each in zip(games, report["imported"], strict=True):
        welcome = member.get(f"/api/games/{each['id']}").json()
        assert member.get(f"/games/{each['id']}/record").text == game.text
        assert welcome["game"]["is_imported"] is True
        assert [seat["is_mine"] for seat in welcome["game"]["seats"]] == [False, False]
        assert welcome["position"]["scores"] == list(game.room.game.scores)
        for path in ("", "/share", "/picture.png?ply=2", ".gif"):
            assert member.get(f"/games/{each['id']}{path}").status_code == 200
        assert member.get(f"/api/games/{each['id']}/positions/2").json()["ply"] == 2


def test_imported_games_are_marked_and_belong_to_no_account(
    member: TestClient, games: list[Finished]
) -> None:
    # A record can contain any name: it must not be shown as a game of the account with that name.
    record = replace(games[0].record, seats=(replace(games[0].record.seats[0], name="Mia"),) * 2)
    _import(member, print_record(record), listing="open")

    assert member.get("/api/archive?player=Mia").json()["games"] == []
    (game,) = member.get("/api/archive?player=Mia&source=imported").json()["games"]
    assert (game["is_imported"], game["is_rated"]) == (True, False)
    assert [seat["account"] for seat in game["seats"]] == [None, None]


def test_private_imports_are_found_only_by_their_importer(member: TestClient, games: list[Finished]) -> None:
    _import(member, games[0].text)

    assert len(member.get("/api/archive?mine=yes").json()["games"]) == 1
    member.cookies.clear()
    assert member.get("/api/archive").json()["games"] == []


def test_nobody_can_place_or_resign_in_an_imported_game(member: TestClient, games: list[Finished]) -> None:
    (game,) = _import(member, games[1].text)["imported"]
    table = Table(member, game["id"])

    answer = table.post("x", 3, "1@0,0^0")

    assert (answer.status_code, answer.json()["code"]) == (403, "not_your_seat")


def test_a_game_is_recognised_whatever_its_names_dates_and_comments(
    member: TestClient, games: list[Finished]
) -> None:
    record = games[0].record
    entries = tuple(Entry(each.placement, each.draw, 1000, ("well",)) for each in record.entries)
    disguised = replace(record, seats=(), date=None, secret=None, commitment=None, entries=entries)
    first = _import(member, games[0].text)["imported"]

    again = _import(member, print_record(disguised))

    assert digest(record) == digest(disguised)
    assert (again["imported"], [each["id"] for each in again["known"]]) == ([], [first[0]["id"]])


@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_the_lines_of_a_record_may_end_as_on_any_system(
    member: TestClient, games: list[Finished], line_end: str
) -> None:
    report = _import(member, games[0].text.replace("\n", line_end))

    assert ([each["game"] for each in report["imported"]], report["problems"]) == ([1], [])


def test_a_game_played_here_is_known(member: TestClient) -> None:
    table = Table.open(member, *ANN_BOB)
    table.play_out()

    report = _import(member, member.get(f"/games/{table.id}/record").text)

    assert [each["id"] for each in report["known"]] == [table.id]


def test_problems_are_reported_with_their_line_numbers(games: list[Finished]) -> None:
    good, other = games[0].text, games[1].text
    n = good.count("\n") + 1
    wrong = good.replace(good.split("\n\n")[1].split("\n")[4], "5. 99@0,0^0")
    lines = wrong.split("\n")
    bad_line = lines.index("5. 99@0,0^0") + 1

    reads = list(read_all(f"{good}\n{wrong}\n{other}"))

    assert [read.game for read in reads] == [1, 2, 3]
    assert [bool(read.problems) for read in reads] == [False, True, False]
    assert [reads[0].line, reads[1].line, reads[2].line] == [1, n + bad_line, n + len(lines) + 1]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text.split("\n\n")[0].replace("Result", "Old") + "\n\n*\n", "finished game"),
        (lambda text: text.replace('[Result "', '[Result "1'), "result"),
        (lambda text: text.replace('[Secret "', '[Secret "00')[:-1], "secret"),
        (lambda text: "[", "tag"),
        (lambda text: text.replace('[Date "2023', '[Date "soon'), "date"),
    ],
)
def test_only_valid_finished_games_are_imported(
    member: TestClient, games: list[Finished], damage: Any, message: str
) -> None:
    text = damage(games[0].text.replace('[Termination "played-out"]\n', ""))

    report = _import(member, text)

    assert report["imported"] == []
    assert message in report["problems"][0]["problem"].lower()


def test_a_deal_that_does_not_follow_from_its_secret_is_not_imported(
    member: TestClient, games: list[Finished]
) -> None:
    # R2.2: a record's data on the shuffle must be true, or it could vouch for a bag that was chosen.
    lines = games[0].text.split("\n")
    forged = "\n".join(line for line in lines if not line.startswith("[Commitment"))
    secret = next(line for line in lines if line.startswith("[Secret"))

    report = _import(member, forged.replace(secret, f'[Secret "{"ab" * 32}"]'))

    assert report["imported"] == []
    assert report["problems"]


def test_only_accounts_import(client: TestClient, games: list[Finished]) -> None:
    answer = client.post("/api/archive/import", json={"text": games[0].text})
    page = client.post("/archive/import", data={"text": games[0].text})

    assert (answer.status_code, answer.json()["code"]) == (403, "signed_out")
    assert page.status_code == 422
    assert "Sign in first" in page.text


def test_a_file_is_imported_like_a_pasted_text(member: TestClient, games: list[Finished]) -> None:
    upload = {"file": ("old.tantrix", games[0].text.encode())}

    first = member.post("/archive/import", files=upload, data={"listing": "open"})
    second = member.post("/archive/import", data={"text": games[0].text + "\nnonsense"})

    assert "1 game was added to the archive" in first.text
    assert "Already there" in second.text and "What is wrong" in second.text
    assert len(member.get("/api/archive?source=imported").json()["games"]) == 1


@pytest.mark.parametrize(
    ("upload", "message"),
    [({"file": ("a.txt", b"\xff\xfe\x00")}, "not UTF-8 text"), ({"file": ("a.txt", b" ")}, "Choose a file")],
)
def test_binary_input_is_refused_with_a_sentence(member: TestClient, upload: Any, message: str) -> None:
    answer = member.post("/archive/import", files=upload)

    assert answer.status_code == 422
    assert message in answer.text


def test_the_body_is_bounded_and_larger_than_elsewhere(member: TestClient) -> None:
    large = member.post("/api/archive/import", json={"text": "x" * 100_000})
    too_large = member.post("/api/archive/import", json={"text": "x" * 1_100_000})

    assert large.status_code == 200
    assert too_large.status_code == 413


def test_an_import_stops_after_too_many_invalid_records(member: TestClient) -> None:
    report = _import(member, '[Tantrix "1"]\n' * (MAX_IMPORTED * 4))

    assert report["imported"] == []
    assert len(report["problems"]) == MAX_WRONG + 1
    assert "read no further" in report["problems"][-1]["problem"]


def test_an_export_that_is_imported_is_exported_the_same(tmp_path: Path, games: list[Finished]) -> None:
    one, other = Settings(tmp_path / "one"), Settings(tmp_path / "other")
    hidden = finished(one, (person("R"), robot("B")), seed=9, n_plies=2)
    save(one, [*reversed(games), hidden])
    save(other, [])

    n_out = export(one.data_dir, tmp_path / "a.tantrix", "", False)
    text = (tmp_path / "a.tantrix").read_text("utf-8")
    report = import_text(other.data_dir, text, "open")
    export(other.data_dir, tmp_path / "b.tantrix", "", False)

    assert (n_out, len(report.imported), report.problems) == (len(games), len(games), [])
    assert (tmp_path / "b.tantrix").read_text("utf-8") == text
    assert not list(tmp_path.glob(".*.part"))
    assert export(one.data_dir, tmp_path / "all.tantrix", "", True) == len(games) + 1
    assert export(one.data_dir, tmp_path / "month.tantrix", "2023-12", False) == 0
    assert export(one.data_dir, tmp_path / "month.tantrix", "2023-11", False) == len(games)


def test_invisible_characters_of_a_record_are_not_kept(member: TestClient, games: list[Finished]) -> None:
    hidden = games[0].text.replace('[Seat1 "', '[Event "\u3164"]\n[Seat1 "\u202e\u2800Ka\u3164te ')

    [imported] = _import(member, f"\ufeff{hidden}")["imported"]

    record = member.get(f"/games/{imported['id']}/record").text
    assert '[Seat1 "Kate ' in record
    assert not set(record) & {*"\u3164\u202e\u2800\ufeff"}


def test_an_import_counts_for_no_rating(settings: Settings, games: list[Finished]) -> None:
    with TestClient(create_app(settings)) as client:
        client.post("/sign-up", data={"name": "Ann", "password": PASSWORD, "next": "/"})
        _import(client, games[0].text, listing="open")
        page = client.get("/players/Ann")

    assert page.status_code == 200
    assert "Bob" not in page.text
