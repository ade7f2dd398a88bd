"""The preferences of accounts, merged from all of their browsers: of two values, the later one counts."""

import asyncio
from collections.abc import Iterable

from tantrix.server.accounts.preferences.store import PreferenceStore, add_preferences, delete_older
from tantrix.server.database.writer import Writer, retry_on_conflict
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.protocol.preferences import MAX_PREFERENCES, Preference
from tantrix.server.settings import Settings

RATE = "60/minute"  # per account
LANGUAGE = "language"


def merge(known: Iterable[Preference], reported: Iterable[Preference]) -> dict[str, Preference]:
    """Return the later value of each name; of simultaneous ones the greater, whatever the order."""
    merged: dict[str, Preference] = {}
    for one in (*known, *reported):
        before = merged.get(one.name)
        if before is None or (before.at_ms, before.value) < (one.at_ms, one.value):
            merged[one.name] = one
    return merged


class Preferences:
    """The preferences of all accounts, by user id."""

    def __init__(self, settings: Settings, store: PreferenceStore, writer: Writer) -> None:
        self._now_ms = settings.now_ms
        self._store = store
        self._writer = writer
        self._rates = RateLimiter()

    async def all_of(self, user_id: str) -> list[Preference]:
        """List the preferences of an account, by name."""
        return await asyncio.to_thread(self._store.all_of, user_id)

    async def language_of(self, user_id: str) -> str | None:
        """Return the language that an account has chosen; None if it has chosen none."""
        return await asyncio.to_thread(self._store.value_of, user_id, LANGUAGE)

    async def choose_language(self, user_id: str, language: str) -> None:
        """Save the language of an account. Raises NotSaved."""
        chosen = Preference(name=LANGUAGE, value=language, at_ms=self._now_ms())
        await retry_on_conflict(lambda: self._keep(user_id, [chosen]))

    async def keep(self, user_id: str, reported: Iterable[Preference]) -> list[Preference]:
        """Merge what a browser reports with what is stored, and return everything; the future becomes now.

        Raises Refusal if the account does this too often or has too many preferences, and NotSaved.
        """
        if not self._rates.take(user_id, RATE):
            raise Refusal("too_often")
        now_ms = self._now_ms()
        past = [one.model_copy(update={"at_ms": min(one.at_ms, now_ms)}) for one in reported]
        return await retry_on_conflict(lambda: self._keep(user_id, past))

    async def _keep(self, user_id: str, reported: list[Preference]) -> list[Preference]:
        known = await self.all_of(user_id)
        merged = merge(known, reported)
        changed = tuple(one for one in merged.values() if one not in known)
        if len(merged) > MAX_PREFERENCES:
            raise Refusal("too_many_preferences")
        if changed:
            await self._writer.append(delete_older(user_id, changed), add_preferences(user_id, changed))
        return [merged[name] for name in sorted(merged)]

    async def export(self, user_id: str) -> list[dict[str, object]]:
        """Return all preferences of a user, as JSON."""
        return [one.model_dump(mode="json") for one in await self.all_of(user_id)]
