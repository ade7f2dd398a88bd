"""Saves the results of solitaires, and lists the best results of a day."""

import asyncio
from datetime import date

from tantrix.server.accounts.network_tiers import NetworkTiers
from tantrix.server.database.database import Database
from tantrix.server.database.writer import Writer
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.protocol.solitaire import SolitaireRow, SolitaireTable
from tantrix.server.puzzles.catalogue import PUZZLES, SOLITAIRE
from tantrix.server.puzzles.daily.puzzle import stack_of
from tantrix.server.puzzles.runs.store import RunStore
from tantrix.server.puzzles.solitaire.log import StackLog
from tantrix.server.puzzles.solitaire.store import (
    SolitaireGame,
    SolitaireResult,
    SolitaireStore,
    result_writes,
)

N_LISTED = 20
GUEST_RATE, ALL_GUESTS_RATE = "10/hour", "300/hour"  # results of guests, by address and in all
OPEN_NAME = f"{SOLITAIRE}-56"


class SolitaireService:
    """The results of solitaires."""

    def __init__(self, database: Database, writer: Writer, tiers: NetworkTiers) -> None:
        self._rates = RateLimiter()
        self._tiers = tiers
        self._results = SolitaireStore(database.readers)
        self._writer = writer
        self.log = StackLog(RunStore(database.readers), writer)

    def count_guest(self, client_address: str) -> None:
        """Count a result of a guest. Raises Refusal if a network, its site, or all sent too many.

        Every request without a session is a new guest, so guests are counted by address.
        """
        if not self._tiers.take(self._rates, "result", client_address, GUEST_RATE, ALL_GUESTS_RATE):
            raise Refusal("too_often")

    async def keep(self, result: SolitaireResult) -> None:
        """Save a result, unless an earlier one of the player on this day has precedence; raises NotSaved."""
        await self._writer.append(*result_writes(result))

    async def table(self, game: SolitaireGame, day: date, user_id: str | None, now: date) -> SolitaireTable:
        """List the best results of a day, those of accounts before those of guests; `now` is today."""
        text = day.isoformat()
        best = await asyncio.to_thread(self._results.best, game, text, N_LISTED)
        mine = None if user_id is None else await asyncio.to_thread(self._results.of, game, text, user_id)
        is_told = game is SolitaireGame.STACK and day == now
        play = await self.log.of(day, stack_of(day), user_id) if is_told else None
        return SolitaireTable(
            game=game.value,
            day=text,
            is_today=day == now,
            url=stack_of(day).url if game is SolitaireGame.STACK else PUZZLES[OPEN_NAME].url,
            rows=[
                SolitaireRow(
                    name=one.name, result=one.result, is_mine=one.user_id == user_id, is_guest=one.is_guest
                )
                for one in best
            ],
            mine=None if mine is None else mine.result,
            laid=[] if play is None else list(map(str, play.laid)),
            tiles=[] if play is None else list(play.told.pool),
        )
