"""The tournament in a request, and its view."""

import asyncio
from typing import Annotated

from fastapi import Path, Request

from tantrix.server.http.services import service
from tantrix.server.protocol.tournaments import TournamentView
from tantrix.server.tournaments.cache import StoredTournament
from tantrix.server.tournaments.service import Tournaments
from tantrix.server.tournaments.views import ViewKeeper

TournamentId = Annotated[
    str, Path(min_length=12, max_length=12, pattern="^[a-z0-9]+$", description="A tournament's id")
]


async def view_of(request: Request, found: StoredTournament) -> TournamentView:
    """Return the view of a tournament, built on a thread unless it is known."""
    return await asyncio.to_thread(service(request, ViewKeeper).view, found)


async def tournament_of(request: Request, tournament_id: str) -> StoredTournament:
    """Return a tournament. Raises Refusal if there is none."""
    return await service(request, Tournaments).find(tournament_id)
