"""Records of compiled code: the layout that a declaration gives."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Annotated, Any, get_type_hints

import numpy as np
import pytest

import tantrix
from tantrix import kernel
from tantrix._compile.jit import jit
from tantrix._compile.records import (
    CompiledRecord,
    Float32Rows,
    Int16,
    Int16Rows,
    Int16s,
    Integers,
    Records,
    UInt64s,
    Word,
)

WITH_RECORDS = tuple(f"tantrix.{name}" for name in ("eye", "kernel", "lab", "learning", "robots", "solver"))


class Inner(CompiledRecord):
    cells: Annotated[Int16s, 3]
    left: Word


class Outer(CompiledRecord):
    stage: Int16
    inner: Inner
    weights: Annotated[Float32Rows, (2, 5)]
    n: int
    share: float


@jit
def _sum(outers: Records[Outer], out: Integers) -> int:
    s = outers[0]
    for at in range(3):
        out[at] = s.inner.cells[at]
    s.n += 1
    return s.n + s.stage


def test_fields_lie_in_the_order_of_the_declaration_aligned_as_in_c() -> None:
    inner = np.dtype([("cells", np.int16, 3), ("left", np.uint64)], align=True)
    fields: list[Any] = [
        ("stage", np.int16),
        ("inner", inner),
        ("weights", np.float32, (2, 5)),
        ("n", np.int64),
        ("share", np.float64),
    ]

    assert Inner.dtype == inner
    assert Outer.dtype == np.dtype(fields, align=True)


def test_compiled_code_reads_and_changes_the_fields() -> None:
    outers = Outer.zeros()
    outers[0].inner.cells[:] = [4, 5, 6]
    outers[0].stage = 30
    out = np.zeros(3, np.int64)

    total = _sum(outers, out)

    assert total == 31
    assert outers[0].n == 1
    assert out.tolist() == [4, 5, 6]


def test_records_are_zeros_at_first() -> None:
    records = Outer.zeros(4)

    assert len(records) == 4
    assert not records.view(np.uint8).any()


def test_bytes_are_seen_as_records_without_a_copy() -> None:
    raw = np.zeros(2 * Inner.dtype.itemsize, np.uint8)

    Inner.view(raw)[1].cells[0] = 258

    assert raw[Inner.dtype.itemsize] == 2


def test_records_that_were_saved_and_joined_are_read_as_they_were(tmp_path: Path) -> None:
    outers = Outer.zeros(2)
    outers[1].n, outers[1].stage = 5, 30
    np.save(tmp_path / "outers.npy", outers)
    loaded = np.load(tmp_path / "outers.npy")

    joined = Outer.view(np.concatenate([loaded, loaded]))

    assert joined.dtype.itemsize == Outer.dtype.itemsize > np.concatenate([loaded, loaded]).dtype.itemsize
    assert (joined.n.tolist(), joined.stage.tolist()) == ([0, 5, 0, 5], [0, 30, 0, 30])


@pytest.mark.parametrize(
    "field",
    [Int16s, Annotated[Int16s, (3, 4)], Annotated[Int16Rows, 3], Annotated[UInt64s, 3, 4], str, bool],
    ids=str,
)
def test_a_field_without_its_shape_or_of_no_known_type_is_refused(field: Any) -> None:
    with pytest.raises(TypeError, match="expected a field like"):
        type("Broken", (CompiledRecord,), {"__annotations__": {"field": field}})


@pytest.mark.parametrize("record", [kernel.State, kernel.Tables])
def test_the_dtype_of_a_record_has_the_fields_that_mypy_sees(record: type[CompiledRecord]) -> None:
    declared = [name for name in get_type_hints(record) if name != "dtype"]

    assert list(record.dtype.names or ()) == declared


def test_no_field_is_hidden_by_an_attribute_of_numpys_records_when_the_code_runs_uncompiled() -> None:
    for module in walk_packages(tantrix.__path__, "tantrix."):
        if module.name.startswith(WITH_RECORDS):
            import_module(module.name)

    records = list(records_below(CompiledRecord))

    assert len(records) > 30
    assert [
        (kind, name) for kind in records for name in kind.dtype.names or () if hasattr(np.record, name)
    ] == []


def records_below(kind: type[CompiledRecord]) -> Iterator[type[CompiledRecord]]:
    for one in kind.__subclasses__():
        yield one
        yield from records_below(one)
