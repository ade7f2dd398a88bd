"""Saves the results of solitaires, and lists the best results of a day."""

import asyncio
from datetime import date

from tantrix.server.database.database import Database
from tantrix.server.database.writer import Writer
from tantrix.server.protocol.solitaire import SolitaireRow, SolitaireTable
from tantrix.server.puzzles.catalogue import PUZZLES, SOLITAIRE
from tantrix.server.puzzles.daily.puzzle import stack_of
from tantrix.server.puzzles.solitaire.store import (
    SolitaireGame,
    SolitaireResult,
    SolitaireStore,
    result_writes,
)

N_LISTED = 20
OPEN_NAME = f"{SOLITAIRE}-56"


class SolitaireService:
    """The results of solitaires."""

    def __init__(self, database: Database, writer: Writer) -> None:
        self._results = SolitaireStore(database.readers)
        self._writer = writer

    async def keep(self, result: SolitaireResult) -> None:
        """Save a result, unless an earlier one of the player on this day has precedence; raises NotSaved."""
        await self._writer.append(*result_writes(result))

    async def table(self, game: SolitaireGame, day: date, user_id: str | None, now: date) -> SolitaireTable:
        """List the best results of a day; `now` is today."""
        text = day.isoformat()
        best = await asyncio.to_thread(self._results.best, game, text, N_LISTED)
        mine = None if user_id is None else await asyncio.to_thread(self._results.of, game, text, user_id)
        return SolitaireTable(
            game=game.value,
            day=text,
            is_today=day == now,
            url=stack_of(day).url if game is SolitaireGame.STACK else PUZZLES[OPEN_NAME].url,
            rows=[
                SolitaireRow(name=one.name, result=one.result, is_mine=one.user_id == user_id) for one in best
            ],
            mine=None if mine is None else mine.result,
        )
