"""The best ten seconds of a rush: chosen by Gobbles, then by tiles."""

from tantrix.hexes import Cell
from tantrix.placement import Placement
from tantrix.server.gobble.highlight import LaidAt, best_span

HERE = Placement(1, Cell(0, 0), 0)


def _laid(*times_ms: int, gobbles: tuple[int, ...] = ()) -> list[LaidAt]:
    return [LaidAt(ms, HERE, n in gobbles) for n, ms in enumerate(times_ms)]


def test_the_most_tiles_in_ten_seconds_win() -> None:
    assert best_span(_laid(0, 20_000, 21_000, 30_000, 50_000)) == (1, 4)


def test_a_gobble_is_worth_more_than_any_number_of_tiles() -> None:
    assert best_span(_laid(0, 1000, 2000, 3000, 40_000, gobbles=(4,))) == (4, 5)


def test_the_last_of_equal_spans_is_taken_and_without_tiles_there_is_none() -> None:
    assert best_span(_laid(0, 30_000, 60_000)) == (2, 3)
    assert best_span([]) == (0, 0)
