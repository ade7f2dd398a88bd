"""Current activity on the start page: waiting players, games to watch, and today's puzzle."""

from dataclasses import dataclass
from heapq import nsmallest
from typing import Any

from fastapi import Request

from tantrix.server.accounts.requests import identity_of, session_user_id
from tantrix.server.games.hub import Hub
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of
from tantrix.server.lobby.lobby import LobbyService
from tantrix.server.lobby.pools import POOLS
from tantrix.server.protocol.lobby import Lobby, TableView
from tantrix.server.puzzles.day_card import DailyCard, daily_card

N_WATCHED = 3
QUICK = "5+3"  # the time control of *Find a game*


@dataclass(frozen=True, slots=True)
class CurrentActivity:
    """Current activity. `pool`: the pool for a quick game; `tables`: rows of games.

    Everything is empty while the server starts.
    """

    pool: str
    tables: list[dict[str, Any]]
    n_waiting: int = 0
    n_played: int = 0
    puzzle: DailyCard | None = None


async def current_activity(request: Request) -> CurrentActivity:
    """Return the current activity as seen by the user."""
    is_rated = identity_of(request).account is not None
    pool = next(name for name, one in POOLS.items() if one.is_rated is is_rated and one.control == QUICK)
    if not service(request, Hub).ready.is_set():  # the rules may still be compiling; the page must not wait
        return CurrentActivity(pool, [])
    lobby = await service(request, LobbyService).lobby(session_user_id(request))
    return CurrentActivity(
        pool,
        tables=[_row(table) for table in nsmallest(N_WATCHED, lobby.in_play, key=_rank)],
        n_waiting=_n_waiting(lobby),
        n_played=len(lobby.in_play),
        puzzle=await daily_card(request, language_of(request)),
    )


async def tables_in_play(request: Request) -> list[dict[str, Any]]:
    """Return the rows of all open games in play, as seen by the user."""
    if not service(request, Hub).ready.is_set():
        return []
    lobby = await service(request, LobbyService).lobby(session_user_id(request))
    return [_row(table) for table in lobby.in_play]


def _n_waiting(lobby: Lobby) -> int:
    """Count all others who wait: with a challenge, and in every pool, rated and casual."""
    challenging = sum(challenge.role == "none" for challenge in lobby.challenges)
    return challenging + sum(pool.n_waiting for pool in lobby.pools) - (lobby.seek is not None)


def _rank(table: TableView) -> tuple[bool, bool, int, int]:
    """Order games with tiles on the table first, then those with a clock of minutes, then by strength."""
    strength = sum(seat.badge.points for seat in table.seats if seat.badge and seat.badge.points)
    return table.ply == 0, "days" in (table.control or ""), -strength, -table.ply


def _row(table: TableView) -> dict[str, Any]:
    row = {**table.model_dump(), "is_over": False, "is_waiting": False, "my_turn": False}
    return {**row, "seats": [{**seat.model_dump(), "has_colour": True} for seat in table.seats]}
