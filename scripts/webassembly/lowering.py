"""From Python functions to a WebAssembly object: Numba's LLVM code, lowered by LLVM for another machine.

Numba writes the code of a function without optimising it for this processor's pointers, so it can be read
again for `wasm32`. Arrays live at fixed addresses, and the exported functions take and return 32-bit numbers
only, which JavaScript passes without conversion.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import prod
from typing import Any, cast
from unittest.mock import patch

import numba
import numpy as np
from llvmlite import binding
from numba.core.codegen import CPUCodeLibrary

llvm: Any = binding  # neither library has types for what is used here
compiler: Any = numba

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+mutable-globals,+sign-ext"
SIMD = ",+simd128"
MATHEMATICS = frozenset(
    {"atan2", "cos", "exp", "expf", "hypot", "log", "sin", "sqrt"}
)  # which a browser lends
STACK_TOP = 64 * 1024  # the stack grows down from here to the constants
ARRAYS = STACK_TOP
CACHE_LINE = 64
SCRATCH = 64 * 1024  # for the arrays that functions allocate
_MESSAGE = re.compile(
    r'^define[^\n]*(@"__excinfo_unwrap_args\w+")[^\n]*\n\{.*?^\}\n', re.MULTILINE | re.DOTALL
)
_NO_MESSAGE = r"define linkonce_odr ptr \1(ptr %all) {\nret ptr null\n}\n"


@dataclass(frozen=True, slots=True)
class Array:
    """An array at a fixed address, which a function takes as one of its arguments."""

    name: str
    kind: np.dtype[Any]
    shape: tuple[int, ...]
    address: int

    @property
    def end(self) -> int:
        return self.address + self.kind.itemsize * prod(self.shape)


@dataclass(frozen=True, slots=True)
class Export:
    """A function of the module: its arguments are arrays, or None for a number."""

    name: str
    function: Callable[..., Any]
    arguments: tuple[Array | None, ...] = ()


def layout(*arrays: tuple[Any, ...]) -> dict[str, Array]:
    """Give each array its address: its name, the type of its items, and its shape."""
    found: dict[str, Array] = {}
    free = ARRAYS
    for name, kind, *shape in arrays:
        found[name] = Array(name, kind, tuple(shape), free)
        free = -(-found[name].end // CACHE_LINE) * CACHE_LINE
    return found


def object_code(
    exports: Sequence[Export],
    arrays: Sequence[Array],
    contents: Sequence[tuple[int, bytes]] = (),
    has_simd: bool = False,
) -> bytes:
    """Compile the exports, and a function `prepare` that copies the contents to their addresses."""
    texts, names = _numba_code(exports)
    heap = -(-max(array.end for array in arrays) // CACHE_LINE) * CACHE_LINE
    texts += [_allocator(heap), _prepare(contents)]
    texts += [_wrapper(export, names[export.name]) for export in exports]
    features = FEATURES + SIMD if has_simd else FEATURES
    return _lowered(texts, {"prepare", *(export.name for export in exports)}, features)


def n_pages(arrays: Sequence[Array], scratch: int = SCRATCH) -> int:
    """Return how many pages of 64 KiB of memory the module needs."""
    return -(-(max(array.end for array in arrays) + scratch) // 65536)


# Numba's part.


def _numba_code(exports: Sequence[Export]) -> tuple[list[str], dict[str, str]]:
    """Return the unoptimised code of the functions and all they call, and the LLVM names of the functions."""
    names = {}
    with _recorded() as texts:
        for export in exports:
            signature = tuple(map(_numba_type, export.arguments))
            dispatcher = compiler.njit(nogil=True)(cast(Any, export.function).py_func)
            dispatcher.compile(signature)
            names[export.name] = dispatcher.overloads[signature].fndesc.llvm_func_name
    return texts, names


def _numba_type(array: Array | None) -> Any:
    if array is None:
        return compiler.int64
    if array.kind.names:
        return compiler.typeof(np.zeros(1, array.kind).view(np.recarray))
    return compiler.types.Array(compiler.typeof(np.zeros(1, array.kind)).dtype, len(array.shape), "C")


@contextmanager
def _recorded() -> Iterator[list[str]]:
    """Record the code of each function that Numba compiles, before it is optimised."""
    texts: list[str] = []
    add: Any = CPUCodeLibrary.add_ir_module

    def record(library: Any, module: Any) -> None:
        texts.append(str(module))
        add(library, module)

    with patch.object(CPUCodeLibrary, "add_ir_module", record):
        yield texts


# Our part: what calls Numba's functions, and what they call.


def _wrapper(export: Export, name: str) -> str:
    """Write the function that is exported: it passes arrays as Numba does and traps on an exception."""
    numbers = [f"%n{place}" for place, array in enumerate(export.arguments) if array is None]
    before = "".join(f"  {number}w = sext i32 {number} to i64\n" for number in numbers)
    passed = ["ptr %value", "ptr %error"]
    for place, array in enumerate(export.arguments):
        passed += [f"i64 %n{place}w"] if array is None else _array_words(array)
    kinds = ", ".join(word.split()[0] for word in passed)
    return f"""
declare i32 @"{name}"({kinds})
declare void @llvm.trap()
@heap = external global i32
@last = external global ptr
@heap_start = external constant i32
define i32 @{export.name}({", ".join(f"i32 {number}" for number in numbers)}) {{
  %value = alloca i64
  %error = alloca ptr
  store i64 0, ptr %value
  %start = load i32, ptr @heap_start
  store i32 %start, ptr @heap
  store ptr null, ptr @last
{before}  %status = call i32 @"{name}"({", ".join(passed)})
  %is_well = icmp eq i32 %status, 0
  br i1 %is_well, label %well, label %failed
failed:
  call void @llvm.trap()
  unreachable
well:
  %wide = load i64, ptr %value
  %narrow = trunc i64 %wide to i32
  ret i32 %narrow
}}
"""


def _array_words(array: Array) -> list[str]:
    """Return an array as Numba passes it: owner, parent, items, size of an item, data, shape and strides."""
    size = array.kind.itemsize
    data = f"ptr inttoptr (i32 {array.address} to ptr)"
    strides = [size * prod(array.shape[axis + 1 :]) for axis in range(len(array.shape))]
    numbers = [f"i64 {number}" for number in (*array.shape, *strides)]
    return ["ptr null", "ptr null", f"i64 {prod(array.shape)}", f"i64 {size}", data, *numbers]


def _allocator(heap: int) -> str:
    """Write the functions that allocate and free arrays.

    The owner of an array begins with its count and ends it; it also holds the owner before it. Owners are
    freed from the last one back, as far as their counts are 0, and all of them when an export returns.
    """
    return f"""
%owner = type {{ i64, ptr, ptr, ptr, i64 }}
@heap = global i32 {heap}
@last = global ptr null
@heap_start = constant i32 {heap}
define void @NRT_MemInfo_call_dtor(ptr %ended) {{
entry:
  store i64 0, ptr %ended
  br label %look
look:
  %owner = load ptr, ptr @last
  %is_none = icmp eq ptr %owner, null
  br i1 %is_none, label %done, label %ask
ask:
  %count = load i64, ptr %owner
  %is_free = icmp eq i64 %count, 0
  br i1 %is_free, label %free, label %done
free:
  %place = getelementptr %owner, ptr %owner, i32 0, i32 1
  %before = load ptr, ptr %place
  store ptr %before, ptr @last
  %at = ptrtoint ptr %owner to i32
  store i32 %at, ptr @heap
  br label %look
done:
  ret void
}}
define ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) {{
  %at = load i32, ptr @heap
  %owner = inttoptr i32 %at to ptr
  %first = add i32 %at, {CACHE_LINE}
  %data = inttoptr i32 %first to ptr
  %length = trunc i64 %size to i32
  %past = add i32 %first, %length
  %above = add i32 %past, {CACHE_LINE - 1}
  %free = and i32 %above, -{CACHE_LINE}
  store i32 %free, ptr @heap
  store i64 1, ptr %owner
  %before = load ptr, ptr @last
  %link = getelementptr %owner, ptr %owner, i32 0, i32 1
  store ptr %before, ptr %link
  store ptr %owner, ptr @last
  %place = getelementptr %owner, ptr %owner, i32 0, i32 3
  store ptr %data, ptr %place
  ret ptr %owner
}}
declare void @llvm.trap()
define ptr @NRT_Allocate(i64 %size) {{  ; this and the next for what an exception says
  call void @llvm.trap()
  unreachable
}}
define ptr @NRT_MemInfo_alloc(i64 %size) {{
  call void @llvm.trap()
  unreachable
}}
define void @NRT_Free(ptr %ended) {{
  ret void
}}
define {{i64, i1}} @product(i64 %one, i64 %other) {{  ; of sizes, which are too small to overflow
  %both = mul i64 %one, %other
  %result = insertvalue {{i64, i1}} zeroinitializer, i64 %both, 0
  ret {{i64, i1}} %result
}}
"""


def _prepare(contents: Sequence[tuple[int, bytes]]) -> str:
    lines, calls = [], []
    for number, (address, content) in enumerate(contents):
        text = "".join(f"\\{byte:02X}" for byte in content)
        lines.append(f'@content{number} = constant [{len(content)} x i8] c"{text}", align 16\n')
        calls.append(
            f"  call void @llvm.memcpy.p0.p0.i32(ptr inttoptr (i32 {address} to ptr), ptr @content{number},"
            f" i32 {len(content)}, i1 false)\n"
        )
    head = "declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)\n"
    return f"{head}{''.join(lines)}define void @prepare() {{\n{''.join(calls)}  ret void\n}}\n"


# LLVM's part.


def _lowered(texts: Sequence[str], kept: set[str], features: str) -> bytes:
    """Link code, optimise it and return its object for WebAssembly."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=features, reloc="static")
    whole = llvm.parse_assembly("")
    for text in texts:
        whole.link_in(llvm.parse_assembly(_for_machine(text, machine)))
    for value in [*whole.functions, *whole.global_variables]:
        if not value.is_declaration and value.name not in kept:
            value.linkage = "internal"
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(3))
    passes.getModulePassManager().run(whole, passes)
    declared = [each.name for each in whole.functions if each.is_declaration]
    undefined = [name for name in declared if name not in MATHEMATICS and not name.startswith("llvm.")]
    if undefined:
        raise ValueError(f"expected only functions that are compiled too, got {undefined}")
    code: bytes = machine.emit_object(whole)
    return code


def _for_machine(text: str, machine: Any) -> str:
    """Return code for another machine, without what only writes the message of a Python exception."""
    text = _MESSAGE.sub(_NO_MESSAGE, text).replace('@"llvm.smul.with.overflow.i64"', "@product")
    text = re.sub(r"^target .*$", "", text, flags=re.MULTILINE)
    return f'target triple = "{TRIPLE}"\ntarget datalayout = "{machine.target_data}"\n{text}'
