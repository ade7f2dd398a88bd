"""A checkpoint keeps all that was added, and harms no file of another kind."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantrix.solver.counts.checkpoint import Checkpoint

PARTS = st.lists(
    st.recursive(st.none() | st.integers() | st.text(), lambda some: st.lists(some), max_leaves=4)
)


@given(parts=PARTS, n_lost=st.integers(0, 200))
def test_all_parts_before_a_torn_line_are_read_again_and_more_can_follow(
    tmp_path_factory: pytest.TempPathFactory, parts: list[Any], n_lost: int
):
    path = tmp_path_factory.mktemp("search") / "kept"
    first = Checkpoint(path)
    first.begin({"goal": "g"})
    for part in parts:
        first.add(part)
    whole = path.read_bytes()
    head = whole.index(b"\n") + 1
    path.write_bytes(whole[: max(head, len(whole) - n_lost)])
    n_left = path.read_bytes().count(b"\n") - 1

    second = Checkpoint(path)
    assert second.head == '{"goal": "g"}'
    assert list(second.parts()) == parts[:n_left]
    second.begin({"goal": "g"})
    second.add("more")

    assert list(Checkpoint(path).parts()) == [*parts[:n_left], "more"]


@pytest.mark.parametrize("content", [b"no", b"a diary\nof two lines", b"\xff\x00\n\x01"])
def test_a_file_of_another_kind_shows_its_first_line_and_is_left_as_it_is(tmp_path: Path, content: bytes):
    path = tmp_path / "kept"
    path.write_bytes(content)

    assert Checkpoint(path).head == content.split(b"\n")[0].decode("utf-8", "replace")
    assert path.read_bytes() == content


def test_a_first_line_without_its_end_is_written_again(tmp_path: Path):
    path = tmp_path / "kept"
    path.write_text('"head"')

    checkpoint = Checkpoint(path)
    checkpoint.begin("head")
    checkpoint.add(1)

    assert path.read_text() == '"head"\n1\n'


def test_a_damaged_line_is_named(tmp_path: Path):
    path = tmp_path / "kept"
    path.write_text('{"goal": "g"}\n[1]\n[2\n[3]\n')

    with pytest.raises(ValueError, match=r"expected JSON in line 3 of .*kept, got '\[2'"):
        list(Checkpoint(path).parts())


def test_without_a_path_nothing_is_kept():
    checkpoint = Checkpoint(None)
    checkpoint.begin("head")
    checkpoint.add("part")

    assert (checkpoint.head, list(checkpoint.parts())) == (None, [])
