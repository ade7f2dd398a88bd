"""Password hashing: argon2id in threads, a few at a time, so that many sign-ins cannot exhaust the memory."""

import asyncio
import os

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from tantrix.server.accounts.password_rules import MAX_LENGTH

AT_ONCE = max(1, (os.cpu_count() or 1) // 2)  # 19 MiB each; the other processors are left to the event loop

# Compared with the password when the name is unknown, so that this takes as long as for a known name.
_UNKNOWN = "$argon2id$v=19$m=19456,t=2,p=1$/mpwCDL7GrmBlv47cZic9g$O3OH3LKJ80aO4UzDjR+F5353lslzjiKR1FbNQs1OkY4"


class PasswordService:
    """Hashes and verifies passwords."""

    def __init__(self, hasher: PasswordHasher) -> None:
        self._hasher = hasher
        self._free = asyncio.Semaphore(AT_ONCE)

    async def hash(self, password: str) -> str:
        """Return the hash of a password."""
        async with self._free:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def is_right(self, hashed: str | None, password: str) -> bool:
        """Return whether a password matches a hash; for None, return False after the same time."""
        async with self._free:
            is_right = await asyncio.to_thread(self._is_right, hashed or _UNKNOWN, password[: MAX_LENGTH + 1])
        return is_right and bool(hashed)

    def _is_right(self, hashed: str, password: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False
