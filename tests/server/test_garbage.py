"""Collections of garbage visit only what is new, and nothing is kept for good."""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from tantrix.server.garbage import set_survivors_aside, sweep


class HalfCycle:
    """One half of a cycle."""

    other: "HalfCycle | None" = None


@pytest.fixture(autouse=True)
def _aside() -> Iterator[None]:
    with set_survivors_aside():
        yield
    assert gc.get_freeze_count() == 0


def test_a_full_collection_sets_aside_what_is_in_use() -> None:
    kept = HalfCycle()
    assert any(each is kept for each in gc.get_objects())

    gc.collect()

    assert not any(each is kept for each in gc.get_objects())


def test_a_collection_of_the_young_sets_nothing_aside() -> None:
    kept = HalfCycle()
    before = gc.get_freeze_count()

    gc.collect(1)

    assert gc.get_freeze_count() <= before
    assert any(each is kept for each in gc.get_objects())


def test_an_object_that_was_set_aside_is_freed_with_its_last_reference() -> None:
    kept = HalfCycle()
    gc.collect()
    is_there = ref(kept)

    del kept

    assert is_there() is None


def test_a_cycle_that_was_set_aside_is_freed_by_a_sweep() -> None:
    one, two = HalfCycle(), HalfCycle()
    one.other, two.other = two, one
    gc.collect()
    is_there = ref(one)
    del one, two
    gc.collect()
    assert is_there() is not None

    assert sweep() >= 2

    assert is_there() is None
    assert gc.get_freeze_count() > 0


def test_new_cycles_are_freed_without_a_sweep() -> None:
    gc.collect()
    one, two = HalfCycle(), HalfCycle()
    one.other, two.other = two, one
    is_there = ref(one)
    del one, two

    gc.collect()

    assert is_there() is None
