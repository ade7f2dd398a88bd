"""Records of compiled code, each declared once as a class, and the types of arrays.

    class Gates(CompiledRecord):
        code: Annotated[Int16s, SIZE]  # of each cell
        starts: Annotated[Int64Rows, (256, 2)]
        left: Word
        n_open: int

From this declaration come the layout in memory (`Gates.dtype`: the fields in this order, aligned as C aligns
them), what Numba compiles, and what mypy knows: that a record has these fields and no others, that
`gates.code[3]` is an int and `gates.left` is a `Word`. There are no instances: at run time a record is an
item of an array, which `Gates.zeros` makes. `Int16s` has one dimension, `Int16Rows` more.

A function for several records takes a protocol that declares the fields it reads, with the same types:

    class HasCodes(Protocol):
        code: Int16s
"""

from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    Self,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
    overload,
)

import numpy as np
from numpy.typing import NDArray

_Number = TypeVar("_Number", bound=np.generic, covariant=True)
_Item = TypeVar("_Item", covariant=True)
_Record = TypeVar("_Record", bound="CompiledRecord", covariant=True)


# Arrays that functions take, of any number of dimensions, in a record or not.
Bytes: TypeAlias = NDArray[np.int8]
Numbers: TypeAlias = NDArray[np.int64]
Words: TypeAlias = NDArray[np.uint64]
Floats: TypeAlias = NDArray[np.float64]
Float32Array: TypeAlias = NDArray[np.float32]
Integers: TypeAlias = NDArray[np.integer[Any]]  # of any width


class Vector(np.ndarray[tuple[int], np.dtype[_Number]], Generic[_Number, _Item]):
    """An array of one dimension in a record, of which mypy knows what an index gives."""

    if TYPE_CHECKING:

        @overload  # type: ignore[override]  # NumPy promises less of an index
        def __getitem__(self, key: int) -> _Item: ...
        @overload
        def __getitem__(self, key: Any) -> NDArray[_Number]: ...
        def __getitem__(self, key: Any) -> Any: ...


class Records(np.ndarray[tuple[int], np.dtype[np.void]], Generic[_Record]):
    """An array of records (a `recarray`)."""

    if TYPE_CHECKING:

        @overload  # type: ignore[override]  # NumPy promises less of an index
        def __getitem__(self, key: int) -> _Record: ...
        @overload
        def __getitem__(self, key: str) -> NDArray[Any]: ...
        @overload
        def __getitem__(self, key: Any) -> Any: ...
        def __getitem__(self, key: Any) -> Any: ...


# Fields of records.
Word: TypeAlias = np.uint64
Int8: TypeAlias = Annotated[int, np.int8]
Int16: TypeAlias = Annotated[int, np.int16]
Int32: TypeAlias = Annotated[int, np.int32]
Float32: TypeAlias = Annotated[float, np.float32]
Int8s: TypeAlias = Annotated[Vector[np.int8, int], np.int8]
Int16s: TypeAlias = Annotated[Vector[np.int16, int], np.int16]
Int32s: TypeAlias = Annotated[Vector[np.int32, int], np.int32]
Int64s: TypeAlias = Annotated[Vector[np.int64, int], np.int64]
UInt8s: TypeAlias = Annotated[Vector[np.uint8, int], np.uint8]
UInt16s: TypeAlias = Annotated[Vector[np.uint16, int], np.uint16]
UInt32s: TypeAlias = Annotated[Vector[np.uint32, int], np.uint32]
UInt64s: TypeAlias = Annotated[Vector[np.uint64, Word], np.uint64]
Float32s: TypeAlias = Annotated[Vector[np.float32, np.float32], np.float32]
Float64s: TypeAlias = Annotated[Vector[np.float64, float], np.float64]
Int8Rows: TypeAlias = Annotated[NDArray[np.int8], np.int8]
Int16Rows: TypeAlias = Annotated[NDArray[np.int16], np.int16]
Int64Rows: TypeAlias = Annotated[NDArray[np.int64], np.int64]
UInt8Rows: TypeAlias = Annotated[NDArray[np.uint8], np.uint8]
UInt16Rows: TypeAlias = Annotated[NDArray[np.uint16], np.uint16]
UInt32Rows: TypeAlias = Annotated[NDArray[np.uint32], np.uint32]
UInt64Rows: TypeAlias = Annotated[NDArray[np.uint64], np.uint64]
Float32Rows: TypeAlias = Annotated[NDArray[np.float32], np.float32]

U0 = Word(0)
U1 = Word(1)

_SCALARS: dict[Any, Any] = {int: np.int64, float: np.float64, Word: np.uint64}


class CompiledRecord:
    """The base class of all records; see the top of this file."""

    dtype: ClassVar[np.dtype[np.void]]

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        fields = [(name, *_kind(kind)) for name, kind in hints.items() if get_origin(kind) is not ClassVar]
        cls.dtype = np.dtype(fields, align=True)

    if TYPE_CHECKING:

        def __getitem__(self, name: str) -> Any: ...
        def __setitem__(self, name: str, value: Any) -> None: ...

    @classmethod
    def zeros(cls, n: int = 1) -> "Records[Self]":
        """Make `n` records whose fields are all 0."""
        return cls.view(np.zeros(n, cls.dtype))

    @classmethod
    def view(cls, array: NDArray[Any]) -> "Records[Self]":
        """See the bytes of an array as records.

        Arrays of records that were read from a file or joined may have lost the alignment of their fields:
        their items are copied, field by field.
        """
        is_structured = array.dtype.names is not None
        aligned = array.astype(cls.dtype, copy=False) if is_structured else array.view(cls.dtype)
        records: Any = aligned.view(np.recarray)
        return records  # type: ignore[no-any-return]


def _kind(annotation: Any) -> tuple[Any, ...]:
    """Return the type of a field and, of an array, its shape."""
    if annotation in _SCALARS:
        return (_SCALARS[annotation],)
    if isinstance(annotation, type) and issubclass(annotation, CompiledRecord):
        return (annotation.dtype,)
    kind, number, *shape = get_args(annotation) or (None, None)
    wanted = {Vector: [int], np.ndarray: [tuple]}.get(get_origin(kind) or kind, [])
    if number is None or [type(each) for each in shape] != wanted:
        example = "Annotated[Int16s, 64] or Annotated[Int16Rows, (64, 2)]"
        raise TypeError(f"expected a field like {example}, got {annotation}")
    return (number, *shape)
