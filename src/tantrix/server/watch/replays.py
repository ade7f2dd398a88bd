"""Replays of the week: the finished games with the highest scores, those between people first."""

from datetime import timedelta

from tantrix.server.archive.archive import Archive
from tantrix.server.protocol.archive import ArchiveGame, ArchiveQuery
from tantrix.server.protocol.times import day_of
from tantrix.server.settings import Settings

DAYS = 7
N_REPLAYS = 6
KEPT_MS = 300_000  # how long the list is remembered


class WeeklyReplays:
    """The replays of the week, which are the same for everybody."""

    def __init__(self, settings: Settings, archive: Archive) -> None:
        self._settings = settings
        self._archive = archive
        self._found_ms = -KEPT_MS
        self._found: tuple[ArchiveGame, ...] = ()

    def forget(self) -> None:
        """Look for the replays again: stored names have changed."""
        self._found_ms = -KEPT_MS

    async def games(self) -> tuple[ArchiveGame, ...]:
        """List the best public games that ended here in the last seven days."""
        now_ms = self._settings.now_ms()
        if not self._found_ms <= now_ms < self._found_ms + KEPT_MS:
            self._found, self._found_ms = tuple(await self._search(now_ms)), now_ms
        return self._found

    async def _search(self, now_ms: int) -> list[ArchiveGame]:
        first_day = day_of(now_ms) - timedelta(days=DAYS - 1)
        found: list[ArchiveGame] = []
        for robots in ("none", "some", "only"):
            query = ArchiveQuery.model_validate(
                {"from": first_day, "source": "played", "sort": "score", "robots": robots}
            )
            known = {game.id for game in found}
            page = await self._archive.search(query, None)
            found += [game for game in page.games if game.id not in known]
            if len(found) >= N_REPLAYS:
                break
        return found[:N_REPLAYS]
