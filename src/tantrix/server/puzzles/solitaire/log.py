"""The log of the solitaire of a day: who has laid which tiles, and so which ones they know."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256

from tantrix.placement import Placement
from tantrix.server.database.writer import Writer, retry_on_conflict
from tantrix.server.http.errors import Refusal
from tantrix.server.puzzles.catalogue import CataloguePuzzle
from tantrix.server.puzzles.runs.run import PuzzleRun, RunMode
from tantrix.server.puzzles.runs.store import RunStore, replace_run
from tantrix.server.puzzles.solitaire.judge import is_over


@dataclass(frozen=True, slots=True)
class StackInPlay:
    """What a player has laid of a stack, and the tiles that they know: these and the next one.

    `is_whole`: they know all of them, as in puzzles that are played for nobody else.
    """

    puzzle: CataloguePuzzle
    laid: tuple[Placement, ...] = ()
    is_over: bool = False
    is_whole: bool = False

    @property
    def told(self) -> CataloguePuzzle:
        """Return the puzzle with only the tiles that the player knows."""
        if self.is_whole:
            return self.puzzle
        return replace(self.puzzle, pool=self.puzzle.pool[: len(self.laid) + 1])

    def after(self, laid: Sequence[Placement]) -> "StackInPlay":
        """Return the play with one more tile.

        Raises Refusal if a tile that lies was moved, or if the new one breaks a rule.
        """
        if len(laid) != len(self.laid) + 1 or tuple(laid[:-1]) != self.laid:
            raise Refusal("invalid", f"expected the {len(self.laid)} tiles that lie, and the next one")
        try:
            return StackInPlay(self.puzzle, tuple(laid), is_over(self.puzzle, laid))
        except ValueError as error:
            raise Refusal("invalid", str(error)) from None


class StackLog:
    """Reads and writes the log; one run of a player for each day."""

    def __init__(self, runs: RunStore, writer: Writer) -> None:
        self._runs = runs
        self._writer = writer

    async def of(self, day: date, puzzle: CataloguePuzzle, user_id: str | None) -> StackInPlay:
        """Return a player's play of a day, which may not have begun."""
        run = None if user_id is None else await self._run(day, user_id)
        return StackInPlay(puzzle) if run is None else _play(puzzle, run)

    async def lay(
        self, day: date, puzzle: CataloguePuzzle, user_id: str, laid: Sequence[Placement], now_ms: int
    ) -> StackInPlay:
        """Log the tiles that lie, the last of which is new; the same ones again change nothing.

        Raises Refusal if a tile was taken back or broke a rule, and NotSaved.
        """

        async def log() -> StackInPlay:
            run = await self._run(day, user_id)
            before = StackInPlay(puzzle) if run is None else _play(puzzle, run)
            if before.laid == tuple(laid):
                return before
            after = before.after(laid)
            new = run or PuzzleRun(_id_of(day, user_id), user_id, RunMode.STACK, now_ms, now_ms, 1, 0)
            text = " ".join(map(str, after.laid))
            new = replace(
                new,
                number=len(after.laid),
                seed=text,
                is_over=after.is_over,
                solved_ms=now_ms,
                version=new.version + 1,
            )
            await self._writer.append(new if run is None else replace_run(new))
            return after

        return await retry_on_conflict(log)

    async def _run(self, day: date, user_id: str) -> PuzzleRun | None:
        return await asyncio.to_thread(self._runs.find, _id_of(day, user_id), user_id)


def _play(puzzle: CataloguePuzzle, run: PuzzleRun) -> StackInPlay:
    laid = tuple(Placement.parse(text) for text in (run.seed or "").split())
    return StackInPlay(puzzle, laid, run.is_over)


def _id_of(day: date, user_id: str) -> str:
    return f"stack-{sha256(f'{day} {user_id}'.encode()).hexdigest()[:24]}"
