"""The pages of tournaments: the list, a new one, one tournament, and its files."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import RedirectResponse
from markupsafe import Markup
from pydantic import TypeAdapter
from starlette.responses import Response

from tantrix.clock import parse_control
from tantrix.competition.events.categories import country_of, follows_country
from tantrix.competition.events.entrants import Entrant, EntrantKind
from tantrix.competition.events.forms.base import Plays
from tantrix.competition.events.forms.registry import first_form
from tantrix.competition.events.forms.swiss import swiss_rounds
from tantrix.competition.events.match_states import simul_host
from tantrix.competition.events.presets import PRESETS
from tantrix.competition.events.rounds import ROUND_ROBIN
from tantrix.competition.events.tournament import EventState, Tournament
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.requests import identity_of, own_account, session_user_id, sign_in_first
from tantrix.server.accounts.store import Account
from tantrix.server.community.chat_api import reporter_of
from tantrix.server.community.chat_text import REASONS
from tantrix.server.community.moderation import Moderation
from tantrix.server.games.hub import Hub
from tantrix.server.http.errors import Refusal
from tantrix.server.http.forms.answers import FIELDS
from tantrix.server.http.forms.fields import read_fields
from tantrix.server.http.previews import Preview, plain_preview
from tantrix.server.http.security import FRAMED
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.players.store import StatisticsStore
from tantrix.server.protocol.chat import ReportRequest
from tantrix.server.protocol.times import print_time
from tantrix.server.protocol.tournaments import (
    EntrantView,
    MatchView,
    RoundView,
    TournamentCommand,
    TournamentOptions,
    TournamentView,
)
from tantrix.server.rooms.live_rooms import UnknownGame
from tantrix.server.series.service import SeriesService
from tantrix.server.series.store import SeriesStore
from tantrix.server.series.views import series_listing as listing_of
from tantrix.server.series.wording import EVERY, every_label
from tantrix.server.settings import Settings
from tantrix.server.tournaments.api import GAMES, lists_of
from tantrix.server.tournaments.boards import watched_boards
from tantrix.server.tournaments.cache import StoredTournament
from tantrix.server.tournaments.chat import TournamentChat
from tantrix.server.tournaments.commands import may_enter
from tantrix.server.tournaments.exports import section_key
from tantrix.server.tournaments.form_values import given, status_of, wrong_fields, wrong_in
from tantrix.server.tournaments.invitations import TournamentInvitations
from tantrix.server.tournaments.log_rows import ruling_subjects
from tantrix.server.tournaments.matches.own import (
    OwnMatch,
    at_table,
    bye_sentences,
    lead_in_words,
    own_matches,
)
from tantrix.server.tournaments.requests import (
    TournamentId,
    create_from,
    page_stamp,
    passes_at,
    stored_view,
    tournament_of,
)
from tantrix.server.tournaments.round_line import round_label, round_line
from tantrix.server.tournaments.service import Tournaments
from tantrix.server.tournaments.store import TournamentStore
from tantrix.server.tournaments.tables import (
    TournamentTables,
    category_tables,
    faces_of,
    form_bars,
    section_part,
    with_own_rows,
)
from tantrix.server.tournaments.terms import options_of, relevant_by_kind, relevant_options, stage_options
from tantrix.server.tournaments.views import rulings_in, tournament_listing
from tantrix.server.tournaments.wording import (
    PRESET_LABELS,
    RULING_LABELS,
    STATE_LABELS,
    after_entry,
    after_pause,
    after_withdrawal,
    category_label,
    entrant_names,
    filler_choices,
    labels,
    robot_in_words,
    rules_in_words,
    section_label,
)
from tantrix.server.wording.catalogues import client_catalogue, gettext_noop, translate
from tantrix.server.wording.dates import day_text
from tantrix.server.wording.events import event_name
from tantrix.server.wording.time_controls import control_choices, control_label

_COMMAND: TypeAdapter[TournamentCommand] = TypeAdapter(TournamentCommand)
TOURNAMENTS_PER_PAGE = 50  # past tournaments
MAX_BOARDS = 128
RACE_TASK = gettext_noop(
    "Close as many loops as you can before time is up. Everyone gets the same puzzles, and they get harder. "
    "If two players are level, the one with fewer misses is ahead."
)

router = APIRouter(include_in_schema=False)


@router.get("/tournaments")
async def tournaments_page(request: Request) -> Response:
    language, name_of = language_of(request), service(request, Accounts).name_of
    lists = await asyncio.to_thread(lists_of, service(request, TournamentStore), language)
    series = [listing_of(row, name_of, language) for row in await service(request, SeriesService).listed()]
    frequencies = {each: every_label(each, language) for each in EVERY}
    return page(
        request,
        "tournaments/list.html",
        lists=lists,
        presets=labels(PRESET_LABELS, language),
        series=series,
        frequencies=frequencies,
    )


@router.get("/tournaments/new")
async def new_tournament_page(
    request: Request, preset: Annotated[str, Query(max_length=20)] = "open"
) -> Response:
    if identity_of(request).account is None:
        return sign_in_first(request)
    return await _form(request, {"preset": preset if preset in PRESETS else "open"}, None)


@router.post("/tournaments/new")
async def create_tournament(request: Request) -> Response:
    form, account = await read_fields(request), own_account(request)
    try:
        options = TournamentOptions.model_validate({"is_listed": False, **given(form)})
        tournament_id = await create_from(request, options, account)
    except (Refusal, ValueError) as error:
        return await _form(request, form, error)
    return RedirectResponse(f"/tournaments/{tournament_id}", 303)


@router.get("/tournaments/past")
async def past_tournaments_page(
    request: Request, page_number: Annotated[int, Query(alias="page", ge=1, le=1000)] = 1
) -> Response:
    store, language = service(request, TournamentStore), language_of(request)
    rows = await asyncio.to_thread(
        store.listed, ["over"], TOURNAMENTS_PER_PAGE + 1, (page_number - 1) * TOURNAMENTS_PER_PAGE
    )
    return page(
        request,
        "tournaments/past.html",
        rows=[tournament_listing(row, language) for row in rows[:TOURNAMENTS_PER_PAGE]],
        number=page_number,
        is_more=len(rows) > TOURNAMENTS_PER_PAGE,
        presets=labels(PRESET_LABELS, language),
    )


@router.get("/tournaments/{tournament_id}/edit")
async def edit_page(tournament_id: TournamentId, request: Request) -> Response:
    found = await tournament_of(request, tournament_id)
    _check_editable(request, found)
    return await _form(request, options_of(found.now.terms), None, found)


@router.post("/tournaments/{tournament_id}/edit")
async def edit_tournament(tournament_id: TournamentId, request: Request) -> Response:
    form, account = await read_fields(request), own_account(request)
    found = await tournament_of(request, tournament_id)
    _check_editable(request, found)
    terms = found.now.terms
    password = "" if form.get("no_password") == "yes" else form.get("password") or None
    stages = [stage_options(stage).model_dump() for stage in terms.stages]
    fields = {key: value for key, value in given(form).items() if key != "no_password"}
    options = {"is_listed": False, **fields, "preset": terms.preset, "stages": stages, "password": password}
    try:
        command = _COMMAND.validate_python({"type": "edit", "options": options})
        await service(request, Tournaments).do(tournament_id, command, account)
    except (Refusal, ValueError) as error:
        return await _form(request, form, error, found)
    return RedirectResponse(f"/tournaments/{tournament_id}?done=edit", 303)


@router.get("/tournaments/{tournament_id}/boards")
async def boards_page(tournament_id: TournamentId, request: Request) -> Response:
    found = await tournament_of(request, tournament_id)
    view = await stored_view(request, found)
    boards = watched_boards(view, entrant_names(view, language_of(request)))[:MAX_BOARDS]
    return page(
        request, "tournaments/boards.html", view=view, stamp=await page_stamp(request, found), boards=boards
    )


@router.get("/tournaments/{tournament_id}/sheet")
async def sheet_page(tournament_id: TournamentId, request: Request) -> Response:
    """Show a sheet for printing: the pairings with space for scores, and the standings."""
    view, language = await _view_in_language(request, tournament_id)
    names = entrant_names(view, language)
    labelled = [(section_label(each.section, language), each) for each in view.sections]
    return page(
        request,
        "tournaments/sheet.html",
        view=view,
        rules=rules_in_words(view, language),
        labelled=labelled,
        categories=category_tables(view, language),
        names=names,
        bars=partial(form_bars, language),
        round_label=round_label,
    )


@router.get("/embed/tournaments/{tournament_id}")
async def embed_page(tournament_id: TournamentId, request: Request) -> Response:
    view, language = await _view_in_language(request, tournament_id)
    names = entrant_names(view, language)
    tables = [section_part(section, names, faces_of(view), language) for section in view.sections]
    response = page(
        request,
        "tournaments/embed.html",
        view=view,
        tables=tables,
        names=names,
        bars=partial(form_bars, language),
    )
    response.headers["Content-Security-Policy"] = FRAMED["Content-Security-Policy"]
    return response


@router.get("/tournaments/{tournament_id}/race")
async def race_page(tournament_id: TournamentId, request: Request) -> Response:
    """Show the puzzles of a race to an entrant; everybody else sees its standings."""
    found = await tournament_of(request, tournament_id)
    is_on = found.now.is_running and first_form(found.now.terms).plays is Plays.PUZZLES
    if not is_on or found.now.entrant_of(session_user_id(request)) is None:
        return RedirectResponse(f"/tournaments/{tournament_id}", 303)
    language = language_of(request)
    return page(
        request,
        "puzzles/run.html",
        mode="race",
        title=event_name(found.now.terms.name, language),
        task=translate(language, RACE_TASK),
        best=0,
        points=None,
        tournament=tournament_id,
        picture="",
        messages=client_catalogue(language),
    )


@router.get("/tournaments/{tournament_id}")
async def tournament_page(tournament_id: TournamentId, request: Request) -> Response:
    return await _tournament(request, await tournament_of(request, tournament_id), None)


async def _view_in_language(request: Request, tournament_id: str) -> tuple[TournamentView, str]:
    """Return the view of a tournament, and the language of its reader."""
    found = await tournament_of(request, tournament_id)
    return await stored_view(request, found), language_of(request)


def _preview(view: TournamentView, language: str) -> Preview:
    """Describe a tournament by kind, clock, rules, state and start; not one that only its link leads to."""
    if not view.is_listed:
        return plain_preview(language)
    has_clock = view.stages[0].form not in ("gobble-cup", "puzzle-race")
    begins = day_text(view.starts_at, language) if view.starts_at and view.state == "open" else ""
    parts = [
        translate(language, PRESET_LABELS[view.preset]),
        *([control_label(parse_control(view.control), language)] if has_clock else []),
        *rules_in_words(view, language, view.preset),
        labels(STATE_LABELS, language)[view.state],
        *([f"{translate(language, 'Start:')} {begins}"] if begins else []),
    ]
    return Preview(" · ".join(parts))


async def _waiting(
    request: Request, view: TournamentView, mine: Entrant | None, own: Sequence[OwnMatch], language: str
) -> dict[str, Any]:
    """Say what a reader without a table waits for: the bye of their own, or the countdowns of rounds."""
    bye = bye_sentences(view, mine.id, language) if mine and not own else []
    is_at_table = bool(own) and (own[0].begins_at or own[0].url) is not None
    is_told = bool(bye) or is_at_table or view.stages[0].form == "arena"
    return {"bye": bye, "beginning": [] if is_told else await _beginning(request, view, language)}


async def _beginning(request: Request, view: TournamentView, language: str) -> list[tuple[str, str]]:
    """List the rounds whose countdown is on, by name, with its end; each time and name once."""
    now = print_time(service(request, Settings).now_ms())
    found = [
        (round_label(section, paired.number, language), paired.begins_at)
        for section in view.sections
        for paired in section.rounds
        if paired.begins_at is not None
        and now < paired.begins_at
        and not paired.is_over
        and not await _has_begun(request, paired)
    ]
    return list(dict.fromkeys(found))


async def _has_begun(request: Request, paired: RoundView) -> bool:
    """Return whether the clocks of all the games of a round run before the end of the countdown."""
    hub, now_ms = service(request, Hub), service(request, Settings).play_ms()
    games = [game for match in paired.matches for game in match.games]
    for game in games:
        if game.url and not game.is_over:
            with suppress(UnknownGame):
                if (await hub.known(game.url.removeprefix(GAMES))).countdown_ms(now_ms):
                    return False
    return any(game.url for game in games)


async def _tournament(
    request: Request, found: StoredTournament, error: Refusal | ValueError | None
) -> Response:
    """Show a tournament, and above it what was wrong with a form that its page has sent."""
    view, language = await stored_view(request, found), language_of(request)
    names, mine = entrant_names(view, language), found.now.entrant_of(session_user_id(request))
    own = await _own_matches(request, found.now, view, mine.id, language) if mine else []
    form, is_host = view.stages[0].form, mine is not None and simul_host(found.now) == mine.id
    own = own[: 1 if is_host else None]  # from there the host continues from board to board
    now_ms, is_staff = service(request, Settings).now_ms(), session_user_id(request) in found.now.staff
    now, is_open = print_time(now_ms), may_enter(found.now, now_ms)
    return page(
        request,
        "tournaments/page.html",
        status_of(error),
        _preview(view, language),
        error=wrong_in(language, error),
        wrong=wrong_fields(language, error),
        is_saved=request.query_params.get("done") == "edit",
        view=view,
        stamp=await page_stamp(request, found),
        names=names,
        faces=faces_of(view),
        line=round_line(view, language, mine.id if mine else None),
        **await _waiting(request, view, mine, own, language),
        series=await asyncio.to_thread(service(request, SeriesStore).series_of, found.row.id),
        mine=mine.id if mine else None,
        my_team=await _my_team(request, found, view, mine),
        friends=await service(request, TournamentInvitations).friends(found, session_user_id(request)),
        **_entry_parts(found, view, mine, identity_of(request).account, language),
        may_invite=is_open and not (view.is_listed or view.is_by_hand) and (is_staff or mine is not None),
        is_staff=is_staff,
        passes_at=passes_at(request, found.row.id),
        may_enter=is_open,
        is_by_hand_entry=is_open and is_staff and view.is_by_hand,
        is_arena=form == "arena",
        is_race=form == "puzzle-race",
        filler=robot_in_words(view.filler, language) if view.filler else "",
        few=_few_entrants(view),
        is_host=is_host,
        own=own,
        now=now,
        my_table=_my_table(view, [each.match for each in own], mine.id, now) if mine else None,
        **_entered_scores(request, view),
        is_in_play=bool(found.in_play()),
        tables=await _tables(request, view, mine.id if mine else None),
        control=control_label(parse_control(view.control), language),
        rules=rules_in_words(view, language, view.preset),
        kind=translate(language, PRESET_LABELS[view.preset]),
        states=labels(STATE_LABELS, language),
        rulings=labels(RULING_LABELS, language),
        consequence=after_withdrawal(found.now, language),
        pausing=after_pause(found.now, language),
        standings_files=_standings_files(view, language),
        decided=rulings_in(view, language),
        subjects=ruling_subjects(found, view.rulings, service(request, Accounts).lasting_name, language),
        report_reasons=labels(REASONS, language),
        chat=await _chat(request, found.row.id),
    )


async def _own_matches(
    request: Request, tournament: Tournament, view: TournamentView, mine: str, language: str
) -> list[OwnMatch]:
    """List the matches of the reader's entrant, the first with what its table tells."""
    identity, hub = identity_of(request), service(request, Hub)
    found = own_matches(view, mine, identity.account.name if identity.account else None, language)
    if not found or found[0].url is None:
        return found
    with suppress(UnknownGame):
        room = await hub.known(found[0].url.removeprefix(GAMES))
        for seat in sorted(room.seats_of(session_user_id(request)))[:1]:
            now_ms = service(request, Settings).play_ms()
            found[0] = at_table(found[0], mine, room, seat, hub.arrivals, now_ms, language)
    if found[0].begins_at and found[0].other:
        lead = await _lead(request, tournament.entrants[found[0].other], language)
        found[0] = replace(found[0], lead=lead)
    return found


async def _lead(request: Request, other: Entrant, language: str) -> str:
    """Say how the reader's games against another entrant stand; nothing of teams and without an account."""
    user_id, opponent = session_user_id(request), other.captain.user_id
    if user_id is None or opponent is None or len(other.members) > 1:
        return ""
    count = service(request, StatisticsStore).won_and_lost
    n_won, n_lost = await asyncio.to_thread(count, user_id, opponent)
    return lead_in_words(other.captain.name, n_won, n_lost, language)


async def _chat(request: Request, tournament_id: str) -> list[tuple[str, str, int, str | None]]:
    """List the messages in the chat of a tournament: the name, the text, the number and the face of each."""
    messages = await service(request, TournamentChat).messages(tournament_id, session_user_id(request))
    name_of, face_of = service(request, Accounts).name_of, service(request, Accounts).face_of
    return [(name_of(row.user_id) or "–", row.text, row.number, face_of(row.user_id)) for row in messages]


@router.post("/tournaments/{tournament_id}")
async def command_from_page(tournament_id: TournamentId, request: Request) -> Response:
    form = await read_fields(request)
    account = own_account(request)
    if form.get("type") == "report":
        return await _report(request, tournament_id, form)
    if form.get("type") == "chat":
        await tournament_of(request, tournament_id)
        await service(request, TournamentChat).post(tournament_id, account, form.get("text", "")[:300])
        service(request, Tournaments).announce(tournament_id)
        return RedirectResponse(f"/tournaments/{tournament_id}#chat", 303)
    try:
        if form.get("type") == "invite":
            found = await tournament_of(request, tournament_id)
            name = form.get("name", "")[:40]
            await service(request, TournamentInvitations).invite(found, account, name)
            return RedirectResponse(f"/tournaments/{tournament_id}#friends", 303)
        command = _COMMAND.validate_python(given(form))
        await service(request, Tournaments).do(tournament_id, command, account)
    except (Refusal, ValueError) as error:
        return await _tournament(request, await tournament_of(request, tournament_id), error)
    return RedirectResponse(f"/tournaments/{tournament_id}", 303)


async def _report(request: Request, tournament_id: str, form: Mapping[str, str]) -> Response:
    """Report a message of the chat to the moderators, and thank for it."""
    try:
        report = ReportRequest.model_validate({"reason": form.get("reason")})
        number = int(form.get("number", "")[:9])
    except ValueError as error:
        raise Refusal("invalid") from error
    message = await service(request, TournamentChat).reported(tournament_id, number)
    await service(request, Moderation).report_message(reporter_of(request), message, report)
    name = service(request, Accounts).name_of(message.user_id) or ""
    template = "community/report.html"
    return page(request, template, player=name, is_done=True, is_known=True, reasons=[])


@router.get("/tournaments/{tournament_id}/rounds/{round_id}")
async def round_page(tournament_id: TournamentId, round_id: str, request: Request) -> Response:
    view, language = await _view_in_language(request, tournament_id)
    for section in view.sections:
        for paired in section.rounds:
            if paired.id == round_id:
                names = entrant_names(view, language)
                label = section_label(section.section, language)
                return page(
                    request,
                    "tournaments/round.html",
                    view=view,
                    paired=paired,
                    section_name=label,
                    round_name=round_label(section, paired.number, language),
                    names=names,
                )
    raise Refusal("no_match")


def _standings_files(view: TournamentView, language: str) -> list[tuple[str, str]]:
    """List the key and the label of the sections with standings."""
    found = (each for each in view.sections if each.standings)
    return [(section_key(each), section_label(each.section, language)) for each in found]


async def _tables(request: Request, view: TournamentView, mine: str | None) -> Markup:
    tables = service(request, TournamentTables)
    return with_own_rows(await asyncio.to_thread(tables.find, view, language_of(request)), mine)


def _few_entrants(view: TournamentView) -> int:
    """Return how many entrants a Swiss needs, while it is open and if it is a round robin now; else 0."""
    stage, sections = view.stages[0], [each.section for each in view.sections]
    if stage.form != "swiss" or (view.state != "open" and sections[:1] != [ROUND_ROBIN]):
        return 0
    return next(n for n in count(2) if swiss_rounds(stage.n_rounds, n))


def _check_editable(request: Request, found: StoredTournament) -> None:
    """Raise Refusal unless the account runs the tournament and it has not begun."""
    if session_user_id(request) not in found.now.staff:
        raise Refusal("not_organiser")
    if found.now.state not in (EventState.DRAFT, EventState.OPEN):
        raise Refusal("tournament_begun")


async def _form(
    request: Request,
    form: Mapping[str, object],
    error: Refusal | ValueError | None,
    of: StoredTournament | None = None,
) -> Response:
    language, user_id = language_of(request), session_user_id(request)
    may_list = service(request, Tournaments).may_list
    relevant = relevant_by_kind() if of is None else {of.now.terms.preset: relevant_options(of.now.terms)}
    return page(
        request,
        "tournaments/new.html",
        status_of(error),
        form=form,
        error=wrong_in(language, error),
        wrong=wrong_fields(language, error),
        relevant=relevant,
        optional=frozenset[str]().union(*relevant.values()),
        edited=None if of is None else of.row.id,
        has_password=of is not None and of.row.password is not None,
        may_list=user_id is None or await asyncio.to_thread(may_list, user_id),
        presets=labels(PRESET_LABELS, language),
        controls=_controls(form, language),
        fillers=[
            ("", translate(language, gettext_noop("One player is free in each round"))),
            *filler_choices(language),
        ],
    )


def _controls(form: Mapping[str, object], language: str) -> list[tuple[str, str]]:
    """List the time controls to choose from, and the one that is set if it is none of them."""
    choices = [
        ("", translate(language, gettext_noop("Default for this kind"))),
        *((each["value"], each["label"]) for each in control_choices(language)),
    ]
    current = str(form.get("control") or "")
    if any(value == current for value, _ in choices):
        return choices
    try:
        return [*choices, (current, control_label(parse_control(current), language))]
    except ValueError:
        return choices


def _entry_parts(
    found: StoredTournament,
    view: TournamentView,
    mine: Entrant | None,
    account: Account | None,
    language: str,
) -> dict[str, Any]:
    """Return what the user's entry means and their country, the categories to tick, and who has won each."""
    return {
        "entered": after_entry(view, mine.id, language) if mine else "",
        "country": account.country or "" if account else "",
        "categories": [
            (
                each.name,
                category_label(each.name, language),
                mine is not None and each.name in mine.categories,
            )
            for each in view.categories
            if account is not None and _may_tick(found.now, each.name, mine, account)
        ],
        "firsts": [
            (category_label(each.name, language), each.first) for each in view.categories if each.first
        ],
    }


def _may_tick(tournament: Tournament, category: str, mine: Entrant | None, account: Account) -> bool:
    """Return whether an account chooses a category for itself, or by hand for others.

    Not for itself after the start or a controller's correction. The country of a profile decides about those
    of countries.
    """
    if tournament.terms.is_by_hand and account.user_id in tournament.staff:
        return True
    if mine is None:
        is_fixed = tournament.terms.kind is EntrantKind.SINGLE and bool(account.country)
        return not (is_fixed and country_of(category))
    is_decided = mine.id in tournament.categorised and account.user_id not in tournament.staff
    return not is_decided and not (follows_country(tournament, mine) and country_of(category))


async def _my_team(
    request: Request, found: StoredTournament, view: TournamentView, mine: Entrant | None
) -> EntrantView | None:
    """Return the team whose line-up the user may set, as its captain or while that one is away."""
    user_id, may_set = session_user_id(request), view.kind == "team" and view.state in ("open", "running")
    organisers = service(request, Tournaments).organisers
    if mine is None or user_id is None or not may_set or not await organisers.leads(found.now, mine, user_id):
        return None
    return next(entrant for entrant in view.entrants if entrant.id == mine.id)


def _my_table(view: TournamentView, matches: list[MatchView], mine: str, now: str) -> str | None:
    """Return the address that opens automatically: a table in a Gobble cup, a game in an arena, a race."""
    rounds = [paired for section in view.sections for paired in section.rounds]
    for table in (table for paired in rounds for table in paired.tables):
        if mine in table.entrants and not table.ranks:
            return table.url
    if view.stages[0].form == "puzzle-race" and view.state == "running":
        ends_at = view.sections[0].ends_at if view.sections else None
        return f"/tournaments/{view.id}/race" if ends_at is not None and now < ends_at else None
    if view.stages[0].form != "arena":
        return None
    games = (game for match in matches for game in match.games if game.url and not game.is_over)
    return next((game.url for game in games), None)


def _entered_scores(request: Request, view: TournamentView) -> dict[str, Any]:
    """List the matches whose scores are to be entered over the board, and those that are filled in."""
    return {"open_matches": _open_matches(view), "counted": _counted(request)}


def _counted(request: Request) -> dict[str, str]:
    """Return the scores that were counted from a picture, to be confirmed, and what was read in it."""
    sent: Mapping[str, str] = request.scope.get(FIELDS) or request.query_params
    game = " ".join(sent.get(name, "") for name in ("match", "number", "board"))
    counted = {name: sent.get(name, "") for name in ("first", "second", "picture", "tiles")}
    return {"game": game, **counted} if counted["tiles"] else {}


def _open_matches(view: TournamentView) -> list[MatchView]:
    return [
        match
        for section in view.sections
        for paired in section.rounds
        for match in paired.matches
        if not match.is_over
    ]
