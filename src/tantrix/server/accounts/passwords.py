"""Passwords: argon2id in threads, few at a time, so that many who sign in at once cannot take all memory."""

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

MIN_LENGTH, MAX_LENGTH = 10, 200
AT_ONCE = 4  # of 19 MiB each

# OWASP's minimum for argon2id; a tenth of a second.
_HASHER = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
# What an unknown name is compared with, so that it takes as long as a known one.
_NOBODY = _HASHER.hash("nobody has this password")


class Passwords:
    """Hash and compare passwords."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_ONCE)

    async def hash(self, password: str) -> str:
        """Return the hash of a password. Raises ValueError for one that is too short or too long."""
        if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
            raise ValueError(
                f"expected a password of {MIN_LENGTH} to {MAX_LENGTH} letters, got {len(password)}"
            )
        async with self._free:
            return await asyncio.to_thread(_HASHER.hash, password)

    async def is_right(self, hashed: str | None, password: str) -> bool:
        """Tell whether a password is the one; None stands for nobody, and takes as long."""
        async with self._free:
            is_right = await asyncio.to_thread(_is_right, hashed or _NOBODY, password[: MAX_LENGTH + 1])
        return is_right and bool(hashed)


def _is_right(hashed: str, password: str) -> bool:
    try:
        return _HASHER.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
