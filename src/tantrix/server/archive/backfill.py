"""Records of games that ended before the archive kept them: made from the journals, a few at a time."""

import asyncio

import structlog

from tantrix.server.archive.records import kept_of
from tantrix.server.archive.store import ArchivedRecord, ArchiveStore
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.games.hub import Hub

_LOG = structlog.get_logger()

_AT_A_TIME = 50
PAUSE_S = 0.2  # between two handfuls, for those who play meanwhile


async def backfill_records(store: ArchiveStore, hub: Hub, journal: Writer) -> int:
    """Keep the records of all games that have a result and no record; return how many there were."""
    await hub.ready.wait()
    n_kept = 0
    while game_ids := await asyncio.to_thread(store.unkept, _AT_A_TIME):
        rows = [row for game_id in game_ids for row in await _kept(hub, game_id)]
        try:
            await journal.append(*rows)
        except NotSaved as error:
            _LOG.warning("old records not kept", reason=str(error))
            return n_kept
        n_kept += len(rows)
        if len(rows) < len(game_ids):
            _LOG.warning("games with a result, but not over", n_games=len(game_ids) - len(rows))
            return n_kept
        await asyncio.sleep(PAUSE_S)
    return n_kept


async def _kept(hub: Hub, game_id: str) -> tuple[ArchivedRecord, ...]:
    room = await hub.stored_room(game_id)
    return await asyncio.to_thread(kept_of, room, 0)
