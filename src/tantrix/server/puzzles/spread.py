"""The times of others in a puzzle, for its page and for those that show it solved."""

import asyncio
from dataclasses import dataclass

from fastapi import Request

from tantrix.server.accounts.requests import identity_of
from tantrix.server.http.previews import draws
from tantrix.server.http.service_lookup import service
from tantrix.server.puzzles.catalogue import CUSTOM, CataloguePuzzle, Mode, view
from tantrix.server.puzzles.difficulty import ENOUGH_PEOPLE
from tantrix.server.puzzles.progress.service import ProgressService


@dataclass(frozen=True, slots=True)
class AfterSolving:
    """What is told once a puzzle is solved: `n_people` others and their times, none while they are few.

    `picture`: the address of the picture of a result, without the result; empty if none can be drawn.
    """

    n_people: int
    times_ms: list[int]
    picture: str


async def after_solving(request: Request, puzzle: CataloguePuzzle) -> AfterSolving | None:
    """Return what to tell once a puzzle is solved; None for a solitaire."""
    if puzzle.mode is not Mode.SOLVE:
        return None
    account = identity_of(request).account
    store, but = service(request, ProgressService).store, account.user_id if account else None
    picture = picture_path(puzzle) if draws() else ""
    if puzzle.name == CUSTOM:
        return AfterSolving(0, [], picture)
    n, times = await asyncio.to_thread(store.spread_of, puzzle.name, but)
    return AfterSolving(n, times, picture) if n >= ENOUGH_PEOPLE else AfterSolving(0, [], picture)


@dataclass(frozen=True, slots=True)
class SolvingOfDay:
    """What a page needs to show the puzzle of the day solved, if the browser knows that it is.

    `puzzle` is a PuzzleView for the script, `tiles` are those to be drawn.
    """

    day: str
    puzzle: dict[str, object]
    tiles: tuple[int, ...]
    after: AfterSolving


async def solving_of_day(request: Request, puzzle: CataloguePuzzle, language: str) -> SolvingOfDay | None:
    """Return what is shown once a puzzle of the day is solved; None for other puzzles."""
    after = await after_solving(request, puzzle)
    if after is None or puzzle.day is None:
        return None
    shown = view(puzzle, language).model_dump(mode="json")
    return SolvingOfDay(puzzle.day.isoformat(), shown, puzzle.tiles, after)


def picture_path(puzzle: CataloguePuzzle) -> str:
    """Return the path of the picture of a result, without the result."""
    return f"/puzzles/{puzzle.name}/result.png{puzzle.query}"
