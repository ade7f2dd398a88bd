"""Password hashing: argon2id in threads, a few at a time, so that many sign-ins cannot exhaust the memory.

Threads and not worker processes: the library releases the interpreter's lock while it computes, and a sign-in
does not wait behind puzzles and analyses.
"""

import asyncio
import os
from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tantrix.server.accounts.password_rules import MAX_LENGTH
from tantrix.server.http.errors import Refusal

AT_ONCE = max(1, (os.cpu_count() or 1) // 2)  # 19 MiB each; the other processors are left to the event loop
MAX_WAITING = 32 * AT_ONCE  # passwords that are computed or wait, 35 ms each

# Compared with the password when the name is unknown, so that this takes as long as for a known name.
_UNKNOWN = "$argon2id$v=19$m=19456,t=2,p=1$/mpwCDL7GrmBlv47cZic9g$O3OH3LKJ80aO4UzDjR+F5353lslzjiKR1FbNQs1OkY4"


_Arguments = TypeVarTuple("_Arguments")
_Result = TypeVar("_Result")


class PasswordService:
    """Hashes and verifies passwords. Raises Refusal("too_many_sign_ins") if too many wait."""

    def __init__(self, hasher: PasswordHasher) -> None:
        self._hasher = hasher
        self._free = asyncio.Semaphore(AT_ONCE)
        self._n_waiting = 0

    async def hash(self, password: str) -> str:
        """Return the hash of a password."""
        return await self._compute(self._hasher.hash, password)

    async def is_right(self, hashed: str | None, password: str) -> bool:
        """Return whether a password matches a hash; for None, return False after the same time."""
        is_right = await self._compute(self._is_right, hashed or _UNKNOWN, password[: MAX_LENGTH + 1])
        return is_right and bool(hashed)

    async def _compute(self, function: Callable[[*_Arguments], _Result], *arguments: *_Arguments) -> _Result:
        if self._n_waiting >= MAX_WAITING:
            raise Refusal("too_many_sign_ins")
        self._n_waiting += 1
        try:
            async with self._free:
                return await asyncio.to_thread(function, *arguments)
        finally:
            self._n_waiting -= 1

    def _is_right(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False
