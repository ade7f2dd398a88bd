"""Arrays read by their address in compiled functions.

Numba counts the references to an array that is handed from function to function, with atomic operations that
cost as much as the functions themselves where these are small. An address is only a number. Whoever passes
one keeps the array alive; nothing checks the index.
"""

import ctypes
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from tantrix._compile.jit import IS_COMPILED
from tantrix._compile.records import Word

if TYPE_CHECKING:

    def load_u8(address: int, index: int) -> int: ...
    def load_u16(address: int, index: int) -> int: ...
    def load_u32(address: int, index: int) -> int: ...
    def load_u64(address: int, index: int) -> Word: ...
    def fetch(address: int) -> None: ...

elif IS_COMPILED:

    @intrinsic
    def load_u8(_context: Any, address: Any, index: Any) -> Any:
        """Return an item of the uint8[] at an address."""
        return types.int64(types.int64, types.int64), _loader(8)

    @intrinsic
    def load_u16(_context: Any, address: Any, index: Any) -> Any:
        """Return an item of the uint16[] at an address."""
        return types.int64(types.int64, types.int64), _loader(16)

    @intrinsic
    def load_u32(_context: Any, address: Any, index: Any) -> Any:
        """Return an item of the uint32[] at an address."""
        return types.int64(types.int64, types.int64), _loader(32)

    @intrinsic
    def load_u64(_context: Any, address: Any, index: Any) -> Any:
        """Return an item of the uint64[] at an address."""
        return types.uint64(types.int64, types.int64), _loader(64)

    def _loader(n_bits: int) -> Any:
        """Return what generates the code that reads an item of so many bits."""

        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            word, item = ir.IntType(64), ir.IntType(n_bits)
            offset = builder.mul(args[1], ir.Constant(word, n_bits // 8))
            place = builder.inttoptr(builder.add(args[0], offset), item.as_pointer())
            loaded = builder.load(place, align=n_bits // 8)
            return loaded if n_bits == 64 else builder.zext(loaded, word)

        return generate

    @intrinsic
    def fetch(_context: Any, address: Any) -> Any:
        """Begin to bring what lies at an address into the cache."""

        def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            module, name = builder.module, "llvm.prefetch.p0"
            kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
            function = module.globals.get(name) or ir.Function(module, kind, name)
            how = [ir.Constant(number, value) for value in (0, 3, 1)]  # to read, near, data
            builder.call(function, [builder.inttoptr(args[0], pointer), *how])
            return context.get_dummy_value()

        return types.void(types.int64), generate

else:

    def load_u8(address: int, index: int) -> int:
        """Return an item of the uint8[] at an address."""
        return ctypes.c_uint8.from_address(int(address) + int(index)).value

    def load_u16(address: int, index: int) -> int:
        """Return an item of the uint16[] at an address."""
        return ctypes.c_uint16.from_address(int(address) + 2 * int(index)).value

    def load_u32(address: int, index: int) -> int:
        """Return an item of the uint32[] at an address."""
        return ctypes.c_uint32.from_address(int(address) + 4 * int(index)).value

    def load_u64(address: int, index: int) -> Any:
        """Return an item of the uint64[] at an address."""
        return np.uint64(ctypes.c_uint64.from_address(int(address) + 8 * int(index)).value)

    def fetch(address: int) -> None:
        """Do nothing: only compiled code knows of the cache."""
