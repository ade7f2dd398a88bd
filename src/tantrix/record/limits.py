"""Limits on what a record may hold, so that its text reads back as the same record."""

from collections.abc import Iterable, Sequence

from tantrix.placement import Placement
from tantrix.record.entries import MAX_DEPTH, Entry
from tantrix.tiles import check_tile

_MAX_NUMBER = 999  # for plies, scores and coordinates: three digits
_MAX_LEFT_MS = 1_000_000 * 60_000 - 1  # six digits of minutes


def check_number(value: object, minimum: int, maximum: int, what: str) -> None:
    """Raise ValueError unless a value is a whole number within its bounds."""
    if type(value) is not int or not minimum <= value <= maximum:
        raise ValueError(f"expected {what} {minimum} to {maximum}, got {value!r}")


def check_tiles(tiles: Iterable[object]) -> None:
    """Raise ValueError unless all are tiles' numbers."""
    for tile in tiles:
        if type(tile) is not int:
            raise ValueError(f"expected a tile 1 to 64, got {tile!r}")
        check_tile(tile)


def check_scores(scores: Sequence[object], n_seats: int) -> None:
    """Raise ValueError unless there is a score for each seat."""
    if len(scores) != n_seats:
        raise ValueError(f"expected {n_seats} scores, got {len(scores)}")
    for score in scores:
        check_number(score, 0, _MAX_NUMBER, "a score")


def check_texts(texts: Iterable[str | None]) -> None:
    """Raise ValueError for a text that UTF-8 cannot hold, such as half of a surrogate pair."""
    for text in texts:
        if text and any("\ud800" <= character <= "\udfff" for character in text):
            raise ValueError(f"expected UTF-8 text, got {text!r}")


def check_placement(placement: Placement) -> None:
    """Raise ValueError for a placement that cannot be written."""
    tile, (q, r), rotation = placement
    check_tiles((tile,))
    for coordinate in (q, r):
        check_number(coordinate, -_MAX_NUMBER, _MAX_NUMBER, "a coordinate")
    check_number(rotation, 0, 5, "a rotation")


def check_entries(entries: Sequence[Entry], first_ply: int, depth: int = 0) -> None:
    """Raise ValueError for entries that cannot be written, variations included."""
    if depth > MAX_DEPTH:
        raise ValueError(f"expected variations at most {MAX_DEPTH} deep, got {depth}")
    for ply, entry in enumerate(entries, first_ply):
        check_number(ply, 1, _MAX_NUMBER, "a ply")
        check_placement(entry.placement)
        if entry.draw is not None:
            check_tiles((entry.draw,))
        if entry.left_ms is not None:
            check_number(entry.left_ms, -_MAX_LEFT_MS, _MAX_LEFT_MS, "milliseconds")
        check_texts(entry.comments)
        for variation in entry.variations:
            check_texts(variation.comments)
            check_entries(variation.entries, ply, depth + 1)
