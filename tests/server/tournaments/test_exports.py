"""The files of a tournament, as spreadsheets read them."""

import csv
from io import StringIO

from tantrix.server.tournaments.exports import results_csv, standings_csv
from tests.server.support.tournaments.stored import a_default_of_the_second, evening, view_of


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def test_the_games_have_a_name_for_each_column_and_their_penalties() -> None:
    view = view_of(evening("open", 9, n_games=3, n_rounds=3))

    lines = rows(results_csv(view))

    assert [line["result"] for line in lines] == ["played"] * 3 + ["bye"]
    assert (lines[3]["first_points"], lines[3]["second"]) == ("15.0", "")
    assert (lines[0]["first_points"], lines[0]["second_points"]) == ("16.0", "4.0")
    assert (lines[0]["first_score"], lines[0]["second_score"]) == ("20", "11")
    assert (lines[0]["first_penalty"], lines[0]["second_penalty"]) == ("0", "0")


def test_a_default_is_named_in_the_file_of_games() -> None:
    view = view_of(evening("all-play-all", 2, a_default_of_the_second))

    [line] = rows(results_csv(view))

    assert (line["result"], line["first_points"], line["first_score"]) == ("default", "15.0", "")


def test_the_standings_have_a_file_with_every_section() -> None:
    view = view_of(evening("championship", 8, n_games=1))

    lines = rows(standings_csv(view))

    assert {line["section"] for line in lines} == {"1-group1", "1-group2"}
    assert lines[0].keys() >= {"place", "entrant", "points", "won", "drawn", "lost", "tie_break", "by_lot"}
