"""Progress in puzzles for pages (of a puzzle, a list or a player) and for downloading all of it."""

import asyncio
from collections.abc import Collection
from dataclasses import replace
from datetime import date

from fastapi import Request

from tantrix.server.accounts.requests import identity_of
from tantrix.server.accounts.store import Account
from tantrix.server.http.service_lookup import service
from tantrix.server.protocol.progress import PageProgress, PuzzlesSolved
from tantrix.server.protocol.times import day_of
from tantrix.server.puzzles.catalogue import CataloguePuzzle
from tantrix.server.puzzles.progress.progress import SavedTable, StoredProgress
from tantrix.server.puzzles.progress.service import ProgressService
from tantrix.server.puzzles.progress.store import Key
from tantrix.server.puzzles.progress.views import count_solved, progress_views, puzzle_keys
from tantrix.server.settings import Settings


async def progress_for_puzzle(request: Request, puzzle: CataloguePuzzle) -> dict[str, object] | None:
    """Return the progress shown on the page of a puzzle, with the streak; None for guests."""
    account = identity_of(request).account
    if account is None:
        return None
    stored = await asyncio.to_thread(
        service(request, ProgressService).store.of, account.user_id, puzzle_keys(puzzle)
    )
    return await _for_page(request, account, {key: progress for key, (progress, _version) in stored.items()})


async def progress_for_list(
    request: Request, names: Collection[str], whole: str | None = None
) -> dict[str, object] | None:
    """Return the progress in a list of puzzles by name, without their tables but that of `whole`."""
    account = identity_of(request).account
    if account is None:
        return None
    results = await asyncio.to_thread(service(request, ProgressService).store.results_of, account.user_id)
    listed = {key: progress for key, progress in results.items() if key.puzzle in names}
    kept = {key: progress for key, progress in listed.items() if key.puzzle == whole}
    return await _for_page(request, account, _bare(listed) | kept)


async def solved_by(request: Request, account: Account) -> PuzzlesSolved:
    """Count the puzzles that an account has solved."""
    results = await asyncio.to_thread(service(request, ProgressService).store.results_of, account.user_id)
    return count_solved(results, day_of(_now_ms(request)))


async def solved_by_day(request: Request, account: Account, since: date) -> dict[date, int]:
    """Count the puzzles that an account has solved without help, by day."""
    store = service(request, ProgressService).store
    return await asyncio.to_thread(store.solved_by_day, account.user_id, since)


async def export_progress(request: Request, user_id: str) -> list[dict[str, object]]:
    """Return everything that is stored about a user's puzzles, for the download of their data."""
    stored = await asyncio.to_thread(service(request, ProgressService).store.all_of, user_id)
    return [view.model_dump(mode="json") for view in progress_views(stored)]


async def _for_page(
    request: Request, account: Account, shown: dict[Key, StoredProgress]
) -> dict[str, object]:
    days = await service(request, ProgressService).streak(account.user_id, day_of(_now_ms(request)))
    return PageProgress(account=account.name, puzzles=progress_views(_bare(days) | shown)).model_dump(
        mode="json"
    )


def _bare(stored: dict[Key, StoredProgress]) -> dict[Key, StoredProgress]:
    return {key: replace(progress, table=SavedTable()) for key, progress in stored.items()}


def _now_ms(request: Request) -> int:
    settings = service(request, Settings)
    return settings.now_ms()
