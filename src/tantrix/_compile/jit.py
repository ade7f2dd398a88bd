"""The decorator that compiles functions, and four bit operations that Numba lacks.

Numba's disk cache checks only the file that defines a function, not its imports, and it compiles again in
every place where a copy lies. So the cache folder is named after a hash of that file and of everything it
imports, with their places in this package, and after nothing else: a stale kernel can never run, and
installations of the same text share what one of them has compiled. Numba names a compiled function for a
record by the number of the record's type in this process, so functions for different records, from different
processes, could have the same name and be taken for each other; here each name also says what the records
consist of. With `NUMBA_DISABLE_JIT=1` the same functions run as plain Python, with the same results.
"""

import os
import re
import stat
import tempfile
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
from llvmlite import ir
from numba import config, types
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.core.compiler import Compiler
from numba.core.runtime.nrt import rtsys
from numba.extending import intrinsic
from platformdirs import user_cache_path

from tantrix._compile.records import Word, Words

_CONFIG: Any = config  # Numba creates its settings at run time, where type checkers cannot see them
_NJIT: Any = numba.njit  # the types of Numba do not know all its options
_Function = TypeVar("_Function", bound=Callable[..., Any])
_PACKAGE = Path(__file__).resolve().parents[1]
_IMPORT = re.compile(r"^from (tantrix[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)
IS_COMPILED = not _CONFIG.DISABLE_JIT


class _NamingCompiler(Compiler):
    """Names a function also after what the types that it is compiled for consist of."""

    def define_pipelines(self) -> Any:
        """Return Numba's own steps, with another name."""
        state = cast(Any, self).state
        types_of = sha256(repr(state.args).encode()).hexdigest()[:16]
        state.func_id.unique_id = f"{state.func_id.unique_id}_{types_of}"
        return cast(Any, super()).define_pipelines()


def jit(function: _Function) -> _Function:
    """Compile a function on its first call; it releases the GIL and is cached on disk between runs.

    For compiled callers it is compiled apart, without the code that converts Python's arguments. Few
    functions have callers of both kinds, and to compile the others takes an eighth less time.
    """
    options = {"nogil": True, "no_cfunc_wrapper": True, "pipeline_class": _NamingCompiler}
    compiled = _NJIT(**options)(function)
    if IS_COMPILED:
        compiled._cache = cast(Any, _Cache)(function)
        inner = _NJIT(**options, no_cpython_wrapper=True)(function)
        inner._cache = cast(Any, _InnerCache)(function)
        compiled.get_call_template = inner.get_call_template
        compiled.get_overload = inner.get_overload
    return cast(_Function, compiled)


@cache
def cache_folder(file: Path) -> Path:
    """Return the folder for a file's compiled functions, named after all source text that they depend on.

    It lies in `NUMBA_CACHE_DIR` or the user's cache; if that is not safe to write to, it is a temporary
    folder.
    """
    texts = [_place(path) + b"\0" + text for path, text in sorted(_files(file).items())]
    digest = sha256(b"\0".join(texts)).hexdigest()[:16]
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    parent = Path(chosen) if chosen else user_cache_path("tantrix")
    folder = parent / f"{file.stem}-{digest}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="tantrix-"))
    return folder if _is_safe(folder) else Path(tempfile.mkdtemp(prefix="tantrix-"))


def _files(file: Path) -> dict[Path, bytes]:
    """Return the text of a file and of all files of this package that it imports, directly or not."""
    found: dict[Path, bytes] = {}
    waiting = [file.resolve(), Path(__file__).resolve()]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found[path] = _read(path)
            waiting += _imported(path)
    return found


def _place(path: Path) -> bytes:
    """Return where a file lies in this package: what is compiled imports its module by name."""
    return str(path.relative_to(_PACKAGE) if path.is_relative_to(_PACKAGE) else path.name).encode()


@cache
def _read(path: Path) -> bytes:
    return path.read_bytes()


@cache
def _imported(path: Path) -> tuple[Path, ...]:
    """Return the files of this package that a file imports, as modules or by names from them."""
    found = []
    for module, names in _IMPORT.findall(_read(path).decode()):
        place = _PACKAGE.joinpath(*module.split(".")[1:])
        wanted = [place / name.split(" as ")[0].strip() for name in names.strip("()").split(",")]
        files = [way for each in (place, *wanted) for way in (each.with_suffix(".py"), each / "__init__.py")]
        found += [file for file in files if file.is_file() and file != _PACKAGE / "__init__.py"]
    return tuple(found)


def _is_safe(folder: Path) -> bool:
    """Return whether we can write to a folder and nobody else can; its content is executed."""
    facts = folder.stat()
    is_ours = os.name != "posix" or (facts.st_uid == os.getuid() and not facts.st_mode & stat.S_IWOTH)
    return is_ours and os.access(folder, os.W_OK)


class _Locator(_CacheLocator):
    """Tells Numba where the compiled forms of a function are, and that they are never stale there."""

    def __init__(self, function: FunctionType, file: str) -> None:
        self._line = function.__code__.co_firstlineno
        self._folder = cache_folder(Path(file))

    @classmethod
    def from_function(cls, function: FunctionType, file: str) -> "_Locator":
        return cls(function, file)

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return ""

    def get_disambiguator(self) -> str:
        return str(self._line)


class _CacheImpl(CompileResultCacheImpl):
    _locator_classes = [_Locator]  # noqa: RUF012  Numba declares it without ClassVar


class _Cache(FunctionCache):
    _impl_class = _CacheImpl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load a compiled function; return None if it must be compiled.

        Numba would first declare everything that it can compile: 11 MB and a third of the time of loading the
        rules. Only compiling needs that, and does it itself.
        """
        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            return cast(Any, self)._load_overload(sig, target_context)


class _InnerLocator(_Locator):
    def get_disambiguator(self) -> str:
        return f"{self._line}-inner"


class _InnerCacheImpl(_CacheImpl):
    _locator_classes = [_InnerLocator]  # noqa: RUF012  Numba declares it without ClassVar


class _InnerCache(_Cache):
    _impl_class = _InnerCacheImpl


if TYPE_CHECKING:

    def popcount(word: Word) -> int: ...
    def lowest_bit(word: Word) -> int: ...
    def without_lowest(word: Word) -> Word: ...
    def count_common(first: Words, second: Words, third: Words, word: Word) -> int: ...

elif IS_COMPILED:

    @intrinsic
    def popcount(_context: Any, word: Any) -> Any:
        """Count the set bits of a uint64."""
        return types.int64(types.uint64), lambda _context, builder, _signature, args: builder.ctpop(args[0])

    @intrinsic
    def lowest_bit(_context: Any, word: Any) -> Any:
        """Return the index of the lowest set bit of a uint64 that is not zero."""

        def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], context.get_constant(types.boolean, True))

        return types.int64(types.uint64), generate

    @intrinsic
    def without_lowest(_context: Any, word: Any) -> Any:
        """Return a uint64 without its lowest set bit; 0 stays 0."""

        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.and_(args[0], builder.sub(args[0], ir.Constant(ir.IntType(64), 1)))

        return types.uint64(types.uint64), generate

    _LANES = ir.VectorType(ir.IntType(64), 8)

    @intrinsic
    def count_common(_context: Any, first: Any, second: Any, third: Any, word: Any) -> Any:
        """Count the bits that a uint64 shares with each of eight places of three rows, as one vector."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            common = _splat(builder, args[3])
            for kind, row in zip(signature.args, args[:3], strict=False):
                data = context.make_array(kind)(context, builder, row).data
                lanes = builder.load(builder.bitcast(data, _LANES.as_pointer()), align=8)
                common = builder.and_(common, lanes)
            counts = _call(builder, "llvm.ctpop.v8i64", _LANES, common)
            return _call(builder, "llvm.vector.reduce.add.v8i64", ir.IntType(64), counts)

        return types.int64(first, second, third, types.uint64), generate

    def _splat(builder: Any, word: Any) -> Any:
        """Return a vector of eight times the same word."""
        empty, index = ir.Constant(_LANES, ir.Undefined), ir.IntType(32)
        first = builder.insert_element(empty, word, ir.Constant(index, 0))
        return builder.shuffle_vector(first, empty, ir.Constant(ir.VectorType(index, 8), [0] * 8))

    def _call(builder: Any, name: str, result: Any, argument: Any) -> Any:
        """Call a function of LLVM that llvmlite does not know for vectors."""
        module = builder.module
        kind = ir.FunctionType(result, [argument.type])
        return builder.call(module.globals.get(name) or ir.Function(module, kind, name), [argument])

else:

    def popcount(word: Any) -> int:
        """Count the set bits of a uint64."""
        return int(word).bit_count()

    def lowest_bit(word: Any) -> int:
        """Return the index of the lowest set bit of a uint64 that is not zero."""
        return (int(word) & -int(word)).bit_length() - 1

    def without_lowest(word: Any) -> Any:
        """Return a uint64 without its lowest set bit; 0 stays 0."""
        return word & (word - 1) if word else word

    def count_common(first: Any, second: Any, third: Any, word: Any) -> int:
        """Count the bits that a uint64 shares with each of eight places of three rows."""
        return sum(int(common).bit_count() for common in first & second & third & word)
