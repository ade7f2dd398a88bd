"""Files that are written completely or not at all."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tantrix._tools.atomic_files import atomic_write


def test_the_parts_are_the_file_and_nothing_else_is_left(tmp_path: Path) -> None:
    atomic_write(tmp_path / "games.txt", [b"one\n", b"two\n"])

    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"games.txt": b"one\ntwo\n"}


def test_a_file_stays_as_it_was_if_its_parts_end_early(tmp_path: Path) -> None:
    def parts() -> Iterator[bytes]:
        yield b"new\n"
        raise ValueError("no more")

    path = tmp_path / "games.txt"
    path.write_bytes(b"old\n")
    with pytest.raises(ValueError, match="no more"):
        atomic_write(path, parts())

    assert path.read_bytes() == b"old\n"


def test_what_an_interrupted_process_left_beside_a_file_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.with_name("games.txt.new").write_bytes(b"half of a much longer file\n")

    atomic_write(path, [b"whole\n"])

    assert [each.read_bytes() for each in tmp_path.iterdir()] == [b"whole\n"]
