"""The page for decisions of organiser and controllers, and the log, which everyone can read."""

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse
from pydantic import TypeAdapter
from starlette.responses import Response

from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.match_states import simul_host
from tantrix.competition.events.tournament import EventState, Tournament
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.requests import own_account, session_user_id
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.answers import AnsweredForm
from tantrix.server.http.forms.fields import read_fields
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.protocol.tournaments import EntrantView, TournamentCommand, TournamentView
from tantrix.server.tournaments.cache import StoredTournament
from tantrix.server.tournaments.form_values import given, status_of, wrong_fields, wrong_in
from tantrix.server.tournaments.log_rows import log_rows, ruling_subjects
from tantrix.server.tournaments.requests import TournamentId, stored_view, tournament_of
from tantrix.server.tournaments.service import Tournaments
from tantrix.server.tournaments.views import rulings_in
from tantrix.server.tournaments.wording import (
    RULING_LABELS,
    category_label,
    entrant_names,
    labels,
    round_in_section,
    section_label,
)
from tantrix.server.wording.catalogues import gettext_noop, translate

_COMMAND: TypeAdapter[TournamentCommand] = TypeAdapter(TournamentCommand)
_GAME = gettext_noop("{section}, round {n}: {first} – {second}, game {game}")
_BOARD = gettext_noop("{section}, round {n}: {first} – {second}, game {game}, board {board}")
_ALL_ROUNDS = gettext_noop("All unfinished rounds of the stage")
_WHOLE_STAGE = " all"  # follows the round in the value of a choice
_POINTS = gettext_noop("Enter points with one decimal, like -2.5, not {value}.")

router = APIRouter(include_in_schema=False)


class FormChoice(NamedTuple):
    """An option in a list: the value that is sent, and the text that is shown."""

    key: str
    label: str


@router.get("/tournaments/{tournament_id}/control")
async def control_page(tournament_id: TournamentId, request: Request) -> Response:
    return await _control(request, await tournament_of(request, tournament_id), {}, None)


@router.post("/tournaments/{tournament_id}/control")
async def decide_from_page(tournament_id: TournamentId, request: Request) -> Response:
    """Carry out a decision; if it is refused, show the same page with an error and the values filled in."""
    form, account = await read_fields(request), own_account(request)
    found = await tournament_of(request, tournament_id)
    try:
        command = _COMMAND.validate_python(command_fields(form))
        after = await service(request, Tournaments).do(tournament_id, command, account)
    except Refusal as refusal:
        if refusal.code == "not_organiser":
            raise
        return await _control(request, found, form, refusal)
    except ValueError as error:
        return await _control(request, found, form, error)
    done = [entry.sequence for entry in after.entries[len(found.entries) :] if entry.by == account.user_id]
    which = [(name, form[name]) for name in ("type", "entrant") if name in form]
    query = urlencode([*which, ("entry", done[0] if done else "")])
    return RedirectResponse(f"/tournaments/{tournament_id}/control?{query}#answer", 303)


@router.get("/tournaments/{tournament_id}/log")
async def log_page(tournament_id: TournamentId, request: Request) -> Response:
    found = await tournament_of(request, tournament_id)
    view, name_of = await stored_view(request, found), service(request, Accounts).lasting_name
    rows = log_rows(found, name_of, language_of(request))
    return page(request, "tournaments/log.html", view=view, rows=rows[::-1])


def command_fields(form: Mapping[str, str]) -> dict[str, object]:
    """Return the fields of a command: a list on the page may hold several of them in one value.

    Raises InvalidValue for points that are not a number.
    """
    fields = dict(form)
    if "game" in fields:
        fields["match"], fields["number"], fields["board"] = (*fields.pop("game").split(), "", "", "")[:3]
    if "place" in fields:
        fields["entrant"], _, fields["member"] = fields.pop("place").partition(" ")
    if fields.get("type") in ("pause", "return"):
        fields["is_paused"] = "yes" if fields["type"] == "pause" else "no"
        fields["type"] = "pause"
    if fields.get("round", "").endswith(_WHOLE_STAGE):
        fields["round"] = fields["round"].removesuffix(_WHOLE_STAGE)
        fields["whole_stage"] = "yes"
    text = fields.pop("points", None)
    found = given(fields)
    if fields.get("type") == "staff":
        found.setdefault("names", [])
    return found if text is None else {**found, "tenths": parse_points(text)}


def parse_points(text: str) -> int:
    """Parse points with at most one decimal, such as `-2.5`, as tenths. Raises InvalidValue for others."""
    try:
        tenths = round(float(text.strip().replace(",", ".").replace("−", "-")) * 10, 6)
        if tenths != int(tenths):
            raise ValueError
    except (ValueError, OverflowError):
        raise InvalidValue(_POINTS, "points", value=text[:20]) from None
    return int(tenths)


async def _control(
    request: Request,
    found: StoredTournament,
    form: Mapping[str, str],
    error: Refusal | ValueError | None,
) -> Response:
    if session_user_id(request) not in found.now.staff:
        raise Refusal("not_organiser")
    service(request, Tournaments).organisers.saw(session_user_id(request))
    view, language = await stored_view(request, found), language_of(request)
    names, name_of = entrant_names(view, language), service(request, Accounts).lasting_name
    sent = request.query_params
    is_live = found.now.state in (EventState.OPEN, EventState.RUNNING)
    is_decidable = found.now.state in (EventState.RUNNING, EventState.OVER)
    not_out = [entrant for entrant in view.entrants if entrant.state != "withdrawn" and not entrant.robot]
    here = not_out if is_live else []
    return page(
        request,
        "tournaments/control.html",
        status_of(error),
        view=view,
        form=form,
        error=wrong_in(language, error),
        wrong=wrong_fields(language, error),
        carried_out=AnsweredForm(request.url.path, sent, is_refused=False),
        is_saved=error is None and "entry" in sent,
        saved=[row for row in log_rows(found, name_of, language) if str(row.sequence) == sent.get("entry")],
        games=_games(view, names, language) if is_decidable else [],
        members=[
            FormChoice(
                f"{entrant.id} {member}", f"{entrant.name}: {member}" if view.kind != "single" else member
            )
            for entrant in here
            for member in entrant.members
        ],
        entrants=[FormChoice(entrant.id, entrant.name) for entrant in not_out],
        categorised=[FormChoice(entrant.id, _with_categories(entrant, language)) for entrant in not_out],
        categories=[FormChoice(each.name, category_label(each.name, language)) for each in view.categories],
        teams=here if view.kind == "team" else [],
        rounds=_rounds(found.now, view, language),
        is_playing=found.now.entrant_of(session_user_id(request)) is not None and not view.is_by_hand,
        may_give=session_user_id(request) == found.now.staff[0] and simul_host(found.now) is None,
        has_standings=is_decidable and any(section.standings for section in view.sections[-1:]),
        rulings=labels(RULING_LABELS, language),
        decided=rulings_in(view, language),
        subjects=ruling_subjects(found, view.rulings, name_of, language),
    )


def _with_categories(entrant: EntrantView, language: str) -> str:
    """Return the name of an entrant and its categories."""
    chosen = ", ".join(category_label(each, language) for each in entrant.categories)
    return f"{entrant.name} ({chosen})" if chosen else entrant.name


def _games(view: TournamentView, names: Mapping[str, str], language: str) -> list[FormChoice]:
    """List the games that can be decided: those with a result, and those that are next."""
    text = translate(language, _BOARD if view.n_boards > 1 else _GAME)
    return [
        FormChoice(
            f"{match.id} {game.number} {game.board}",
            text.format(
                section=section_label(section.section, language),
                n=paired.number,
                first=names[match.first or ""],
                second=names[match.second or ""],
                game=game.number,
                board=game.board,
            ),
        )
        for section in reversed(view.sections)
        for paired in reversed(section.rounds)
        for match in paired.matches
        for game in match.games
        if match.id
    ]


def _rounds(tournament: Tournament, view: TournamentView, language: str) -> list[FormChoice]:
    """List the rounds whose deadline can be changed."""
    if not tournament.is_running or tournament.terms.is_by_hand:
        return []
    rounds = [
        FormChoice(paired.id, round_in_section(section.section, paired.number, language))
        for section in reversed(view.sections)
        for paired in reversed(section.rounds)
        if not paired.is_over
    ]
    if len(rounds) < 2:
        return rounds
    return [*rounds, FormChoice(rounds[0].key + _WHOLE_STAGE, translate(language, _ALL_ROUNDS))]
