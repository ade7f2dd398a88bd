"""The tournament in a request, and its view."""

import asyncio
from typing import Annotated

from fastapi import Path, Request

from tantrix.server.accounts.requests import session_user_id
from tantrix.server.accounts.store import Account
from tantrix.server.http.previews import hide_from_search
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of
from tantrix.server.protocol.times import print_time
from tantrix.server.protocol.tournaments import TournamentOptions, TournamentView
from tantrix.server.series.service import SeriesService
from tantrix.server.tournaments.cache import StoredTournament
from tantrix.server.tournaments.service import Tournaments
from tantrix.server.tournaments.store import PageStamp, TournamentStore
from tantrix.server.tournaments.views import ViewCache, named_in

TournamentId = Annotated[
    str, Path(min_length=12, max_length=12, pattern="^[a-z0-9]+$", description="A tournament's id")
]


async def stored_view(request: Request, found: StoredTournament) -> TournamentView:
    """Return the view of a tournament with its name as it is stored; built on a thread unless cached."""
    return await asyncio.to_thread(service(request, ViewCache).view, found)


async def answer_of(request: Request, found: StoredTournament) -> TournamentView:
    """Return the view of a tournament for the API: its name is in the reader's language."""
    view = named_in(await stored_view(request, found), language_of(request))
    return view.model_copy(update={"passes_at": passes_at(request, found.row.id)})


def passes_at(request: Request, tournament_id: str) -> str | None:
    """Note that the user is here; return when somebody else becomes the organiser, None for nobody."""
    organisers = service(request, Tournaments).organisers
    organisers.saw(session_user_id(request))
    passes_ms = organisers.passes_ms(tournament_id)
    return None if passes_ms is None else print_time(passes_ms)


async def page_stamp(request: Request, found: StoredTournament) -> PageStamp:
    """Return what identifies the state of the page of a tournament; read before what the page shows."""
    last_message = await asyncio.to_thread(service(request, TournamentStore).last_message, found.row.id)
    return *found.stamp, last_message


async def create_from(request: Request, options: TournamentOptions, account: Account) -> str:
    """Create a tournament, or a series with its first one; return the id of the tournament.

    Raises Refusal if the account may not, and ValueError if the options contradict each other.
    """
    tournaments = service(request, Tournaments)
    if options.repeats == "no":
        return await tournaments.create(options, account)
    return await service(request, SeriesService).create(
        await tournaments.new_series(options, account), account
    )


async def tournament_of(request: Request, tournament_id: str) -> StoredTournament:
    """Return a tournament. Raises Refusal if there is none."""
    found = await service(request, Tournaments).find(tournament_id)
    if not found.now.terms.entry.is_listed:
        hide_from_search(request)
    return found
