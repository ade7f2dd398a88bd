"""The page of a match: its games, its times, and what its two sides can do."""

from typing import Annotated, NamedTuple

from fastapi import APIRouter, Path, Request
from fastapi.responses import RedirectResponse
from pydantic import Field, TypeAdapter
from starlette.responses import Response

from tantrix.competition.events.forms.registry import form_of
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.requests import own_account, session_user_id
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.fields import read_fields
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.times import print_time
from tantrix.server.protocol.tournaments import (
    AcceptMatchTime,
    MatchView,
    ProposeMatchTime,
    ReadyToPlay,
    RoundView,
    RulingView,
    SectionView,
    TournamentView,
)
from tantrix.server.settings import Settings
from tantrix.server.tournaments.cache import StoredTournament
from tantrix.server.tournaments.form_values import given, status_of, wrong_fields, wrong_in
from tantrix.server.tournaments.log_rows import ruling_subjects
from tantrix.server.tournaments.requests import TournamentId, page_stamp, stored_view, tournament_of
from tantrix.server.tournaments.round_line import round_label
from tantrix.server.tournaments.service import Tournaments
from tantrix.server.tournaments.views import rulings_in
from tantrix.server.tournaments.wording import RULING_LABELS, entrant_names, labels, section_label
from tantrix.server.wording.numbers import points_text

_COMMAND: TypeAdapter[ProposeMatchTime | AcceptMatchTime | ReadyToPlay] = TypeAdapter(
    Annotated[ProposeMatchTime | AcceptMatchTime | ReadyToPlay, Field(discriminator="type")]
)
MatchId = Annotated[str, Path(max_length=40, description="The id of a match, such as `1-all-1-2`")]

router = APIRouter(include_in_schema=False)


class ShownMatch(NamedTuple):
    """A match in the view of its tournament."""

    section: SectionView
    paired: RoundView
    match: MatchView


@router.get("/tournaments/{tournament_id}/matches/{match_id}")
async def match_page(tournament_id: TournamentId, match_id: MatchId, request: Request) -> Response:
    return await _match(request, await tournament_of(request, tournament_id), match_id, None)


@router.post("/tournaments/{tournament_id}/matches/{match_id}")
async def arrange_match(tournament_id: TournamentId, match_id: MatchId, request: Request) -> Response:
    """Propose or accept a time, or be ready to play; if it is refused, show the page with an error."""
    form, account = await read_fields(request), own_account(request)
    try:
        command = _COMMAND.validate_python({**given(form), "match": match_id})
        await service(request, Tournaments).do(tournament_id, command, account)
    except (Refusal, ValueError) as error:
        return await _match(request, await tournament_of(request, tournament_id), match_id, error)
    return RedirectResponse(f"/tournaments/{tournament_id}/matches/{match_id}", 303)


async def _match(
    request: Request, found: StoredTournament, match_id: str, error: Refusal | ValueError | None
) -> Response:
    view, language = await stored_view(request, found), language_of(request)
    section, paired, match = _shown(view, match_id)
    user_id, now, names = session_user_id(request), found.now, entrant_names(view, language)
    place = now.matches[match_id]
    by_id, form = {each.id: each for each in view.entrants}, form_of(now, place[0].stage)
    lead = form.lead_to_decide(*place)
    sides = [by_id[side] for side in place[1].sides]
    mine = now.entrant_of(user_id)
    return page(
        request,
        "tournaments/match.html",
        status_of(error),
        view=view,
        stamp=await page_stamp(request, found),
        error=wrong_in(language, error),
        wrong=wrong_fields(language, error),
        match=match,
        title=" – ".join(names[side.id] for side in sides),
        sides=sides,
        section_name=section_label(section.section, language),
        round_name=round_label(section, paired.number, language),
        names=names,
        faces={each.id for each in sides if len(each.members) == 1 and (each.accounts[0] or each.robot)},
        mine=mine.id if mine is not None and mine.id in place[1].sides else None,
        is_staff=user_id in now.staff,
        now=print_time(service(request, Settings).now_ms()),
        n_left=form.games_left(*place),
        lead="" if lead is None else points_text(lead, language),
        rulings=labels(RULING_LABELS, language),
        decided=[each for each in rulings_in(view, language) if _is_about(each, view, paired, match_id)],
        subjects=ruling_subjects(found, view.rulings, service(request, Accounts).lasting_name, language),
    )


def _shown(view: TournamentView, match_id: str) -> ShownMatch:
    """Return a match with its round and section. Raises Refusal if there is none."""
    for section in view.sections:
        for paired in section.rounds:
            for match in paired.matches:
                if match.id == match_id:
                    return ShownMatch(section, paired, match)
    raise Refusal("no_match")


def _is_about(ruling: RulingView, view: TournamentView, paired: RoundView, match_id: str) -> bool:
    """Return whether a ruling is about a match or the deadline of its round, or undoes one that is."""
    if ruling.what == "undo":
        taken_back = (each for each in view.rulings if str(each.sequence) == ruling.about)
        return any(_is_about(each, view, paired, match_id) for each in taken_back)
    if ruling.what == "extend":
        return ruling.about == paired.id
    return ruling.what in ("rule", "default") and ruling.about == match_id
