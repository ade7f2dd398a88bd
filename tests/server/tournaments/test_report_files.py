"""Report files of tournaments (TRF), read by py4swiss."""

from pathlib import Path

import pytest

from tantrix.server.protocol.tournaments import TournamentView
from tantrix.server.tournaments.exports import standings_trf
from tests.server.support.tournaments.stored import a_default_of_the_second, evening, view_of

trf = pytest.importorskip("py4swiss.trf", reason="py4swiss is not installed")


def parsed(view: TournamentView, folder: Path, section: int = 0) -> list[tuple[str, int, int, str]]:
    """Return the name, the points times ten, the rank and the results of each player, read by py4swiss."""
    path = folder / "standings.trf"
    path.write_text(standings_trf(view, view.sections[section]).replace("\r", "\n"), encoding="utf-8")
    players = trf.TrfParser.parse(path, strict=False).player_sections
    return [
        (
            each.name.strip(),
            each.points_times_ten,
            each.rank,
            "".join(result.result.value for result in each.results),
        )
        for each in players
    ]


def test_a_report_file_has_the_ranks_of_more_than_a_hundred_points(tmp_path: Path) -> None:
    view = view_of(evening("all-play-all", 12))
    assert view.sections[0].standings[0].points > 1000

    players = parsed(view, tmp_path)

    for row, (_, points, rank, results) in zip(view.sections[0].standings, players, strict=True):
        assert rank == row.place
        assert points == 10 * row.won  # as in chess
        assert (results.count("1"), results.count("0")) == (row.won, row.lost)


def test_a_default_in_a_report_file_is_no_game(tmp_path: Path) -> None:
    view = view_of(evening("all-play-all", 2, a_default_of_the_second))

    players = parsed(view, tmp_path)

    assert sorted((points, results) for _, points, _, results in players) == [(0, "-"), (10, "+")]


def test_a_bye_and_an_open_game_in_a_report_file_have_no_opponent(tmp_path: Path) -> None:
    view = view_of(evening("open", 9, n_games=3, n_rounds=3))

    players = parsed(view, tmp_path)

    assert sorted(results for *_, results in players) == ["0"] * 3 + ["1"] * 3 + ["U"] + ["Z"] * 2


def test_each_group_has_a_report_file(tmp_path: Path) -> None:
    view = view_of(evening("championship", 8, n_games=1))

    assert [len(parsed(view, tmp_path, section)) for section in (0, 1)] == [4, 4]
