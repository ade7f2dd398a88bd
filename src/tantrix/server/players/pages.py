"""Player pages: leaderboards, profiles, and head-to-head games."""

import asyncio
from typing import Annotated, NamedTuple, get_args
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Request
from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from tantrix.robots import all_names
from tantrix.robots import names as robot_names
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.names import skeleton
from tantrix.server.accounts.profiles import country_names
from tantrix.server.accounts.requests import PlayerName, account_named, session_user_id
from tantrix.server.accounts.store import Account
from tantrix.server.friends.service import Friends
from tantrix.server.games.hub import Hub
from tantrix.server.games.views.listings import game_row
from tantrix.server.http.errors import Refusal
from tantrix.server.http.previews import Preview
from tantrix.server.http.service_lookup import service
from tantrix.server.http.templates import language_of, page
from tantrix.server.players.activity import DayActivity, activity_by_day, first_day
from tantrix.server.players.api import AnyName, PageNumber, player_named, views_of
from tantrix.server.players.countries import N_BEST
from tantrix.server.players.leaderboards import MASTERS, ROWS
from tantrix.server.players.medals import Medals
from tantrix.server.players.rating_chart import MAX_POINTS, Dot, graph, sparkline
from tantrix.server.players.store import StatisticsStore
from tantrix.server.players.views import PlayerViews
from tantrix.server.protocol.progress import PuzzlesSolved
from tantrix.server.protocol.ratings import ListName, PoolName, Profile, RatingTrack, RatingView
from tantrix.server.protocol.times import day_of
from tantrix.server.puzzles.progress.pages import solved_by, solved_by_day
from tantrix.server.puzzles.wording import groups
from tantrix.server.ratings.ledger import ALL_TIME, ROBOT
from tantrix.server.settings import Settings
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.server.wording.dates import day_text
from tantrix.server.wording.robots import robot_label, robot_summary

N_IN_PLAY = 5
N_FOUND = 30
N_SMALL = 40  # how many ratings a small chart joins
N_TABLED = 30  # how many games of a rating history are listed in a table
CountryCode = Annotated[str, Path(pattern="^[A-Z]{2}$", description="A country's two letters (ISO 3166)")]
POOLS: tuple[PoolName, ...] = get_args(PoolName)

router = APIRouter(include_in_schema=False)


class PlayerHit(NamedTuple):
    """A player found by name."""

    name: str
    url: str
    robot: bool
    face: str | None = None


_LISTS = {
    "two": gettext_noop("Two players"),
    "many": gettext_noop("Three and four players"),
    "gobble": gettext_noop("Gobble"),
    "puzzles": gettext_noop("Puzzles"),
    ALL_TIME: gettext_noop("All-time ladder"),
    MASTERS: gettext_noop("Masters"),
}


@router.get("/players")
async def leaderboard_page(
    request: Request,
    name: Annotated[ListName, Query(alias="list")] = "two",
    page_number: Annotated[PageNumber, Query(alias="page")] = 1,
    find: Annotated[str, Query(max_length=40, description="A name, or a part of one")] = "",
) -> Response:
    views, found = views_of(request), await _found(request, find)
    if len(found) == 1 or (found and skeleton(found[0].name) == skeleton(find)):
        return RedirectResponse(found[0].url, 303, {"Cache-Control": "no-store"})
    board = await asyncio.to_thread(views.leaderboard, name, page_number)
    language = language_of(request)
    return page(
        request,
        "players/list.html",
        board=board.model_dump(mode="json"),
        title=list_label(name, views.month, language),
        lists=[{"name": each, "label": list_label(each, views.month, language)} for each in board.lists],
        is_pool=name in POOLS,
        is_masters=name == MASTERS,
        find=find.strip(),
        found=found,
    )


@router.get("/countries")
async def countries_page(request: Request) -> Response:
    rows = await asyncio.to_thread(views_of(request).countries)
    names = country_names(language_of(request))
    return page(request, "players/countries.html", countries=rows, names=names, n_best=N_BEST)


@router.get("/countries/{code}")
async def country_page(
    code: CountryCode, request: Request, number: Annotated[PageNumber, Query(alias="page")] = 1
) -> Response:
    name = country_names(language_of(request)).get(code)
    if name is None:
        raise Refusal("not_found")
    board = await asyncio.to_thread(views_of(request).country, code, number)
    return page(request, "players/country.html", code=code, country=name, board=board, per_page=ROWS)


@router.get("/players/{name}")
async def player_page(
    name: AnyName, request: Request, pool: Annotated[PoolName | None, Query()] = None
) -> Response:
    player, views, language = await player_named(request, name), views_of(request), language_of(request)
    account = service(request, Accounts).account_of(player)
    profile = await asyncio.to_thread(views.profile, player)
    robot = profile.player.robot
    return page(
        request,
        "players/player.html",
        name=profile.player.name,
        country=country_names(language).get(account.country or "") if account else None,
        country_code=account.country if account else None,
        about=account.about if account and account.banned_ms is None else None,
        summary=None if robot is None else robot_summary(robot, language),
        is_playing=robot in robot_names(),
        profile=profile.model_dump(mode="json"),
        month=views.month,
        trends=await asyncio.to_thread(_trends, views, player, profile.ratings),
        track=await _track(views, player, profile.ratings, pool, language),
        labels={each: translate(language, _LISTS[each]) for each in POOLS},
        rule_names=[_rules_label(each.n_seats, each.is_teams, language) for each in profile.rules],
        in_play=await _in_play(request, account) if account else [],
        follow=await service(request, Friends).follow_state(session_user_id(request), account)
        if account
        else None,
        medals=await asyncio.to_thread(service(request, Medals).of, account.user_id) if account else [],
        activity=await _activity(request, account) if account else [],
        puzzles=_puzzles(await solved_by(request, account), language) if account else None,
        preview=_preview(profile, language),
    )


def _preview(profile: Profile, language: str) -> Preview:
    """Describe a player by ratings; a robot of the server by how it plays, and others by since when."""
    robot = profile.player.robot
    parts = [f"{translate(language, _LISTS[each.pool])}: {each.points}" for each in profile.ratings]
    if robot is not None:
        parts = [robot_summary(robot, language), *parts]
    if profile.since is not None:
        since = {"since": day_text(profile.since, language)}
        parts.append(translate(language, "Playing since %(since)s") % since)
    return Preview(" · ".join(parts))


@router.get("/players/{name}/against/{opponent}")
async def head_to_head_page(name: PlayerName, opponent: AnyName, request: Request) -> Response:
    account, other = await account_named(request, name), await player_named(request, opponent)
    view = await asyncio.to_thread(views_of(request).head_to_head, account, other)
    return page(request, "players/head_to_head.html", view=view.model_dump(mode="json"))


async def _found(request: Request, text: str) -> list[PlayerHit]:
    """List players whose names contain a text: accounts that are not banned, then robots."""
    part, language = skeleton(text), language_of(request)
    hits = await service(request, Accounts).found(text, N_FOUND)
    accounts = [each for each in hits if each.banned_ms is None]
    found = [
        PlayerHit(each.name, f"/players/{quote(each.name)}", each.is_robot, each.face) for each in accounts
    ]
    labels = {name: robot_label(name, language) for name in all_names()}
    robots = [
        PlayerHit(label, f"/players/{ROBOT}{quote(name)}", True)
        for name, label in labels.items()
        if part and (part in skeleton(label) or part in skeleton(name))
    ]
    return [*found, *robots]


def list_label(name: str, month: str, language: str) -> str:
    """Return the label of a list: a pool, the all-time ladder, or the ladder of a month."""
    if name in _LISTS:
        return translate(language, _LISTS[name])
    if name == month:
        return translate(language, gettext_noop("This month's ladder"))
    return translate(language, gettext_noop("Ladder: {month}")).format(month=name)


def _puzzles(solved: PuzzlesSolved, language: str) -> dict[str, object] | None:
    """Return a player's solved puzzles by group, without empty groups; None if nothing is solved."""
    headings = {group.name: group.heading for group in groups(language)}
    rows = [(headings[each.group], each) for each in solved.groups if each.n_solved]
    has_any = bool(rows or solved.n_days or solved.n_others)
    return {"rows": rows, "solved": solved} if has_any else None


async def _activity(request: Request, account: Account) -> list[DayActivity]:
    """Return what an account has done in the last days, as far as the reader may see it."""
    today = day_of(service(request, Settings).now_ms())
    since, user_id = first_day(today), account.user_id
    games = await asyncio.to_thread(
        service(request, StatisticsStore).games_by_day, user_id, session_user_id(request), since
    )
    places = await asyncio.to_thread(service(request, Medals).places_of, user_id)
    return activity_by_day(today, games, await solved_by_day(request, account, since), places)


async def _in_play(request: Request, account: Account) -> list[dict[str, object]]:
    """List the open tables at which an account is playing."""
    if not service(request, Hub).ready.is_set():  # the rules may still be compiling; the page must not wait
        return []
    games = await service(request, Hub).unfinished_of(account.user_id, N_IN_PLAY)
    shown = [game for game in games if game.setup.listing == "open" and not game.setup.is_waiting]
    return [game_row(game, session_user_id(request), service(request, Accounts)) for game in shown]


class Trend(NamedTuple):
    """The last change of a rating, and its small chart; None with a single game."""

    change: int
    svg: Markup


def _trends(views: PlayerViews, player: str, ratings: list[RatingView]) -> dict[str, Trend | None]:
    """Return how each rating went lately, by pool."""
    points = {
        each.pool: [point.points for point in views.track(player, each.pool, N_SMALL).points]
        for each in ratings
    }
    return {
        pool: Trend(last[-1] - last[-2], Markup(sparkline(last))) if len(last) > 1 else None
        for pool, last in points.items()
    }


async def _track(
    views: PlayerViews, player: str, ratings: list[RatingView], pool: PoolName | None, language: str
) -> dict[str, object] | None:
    """Return the chart of a rating: in the requested pool, or else in the pool with the most games."""
    if not ratings:
        return None
    most = max(ratings, key=lambda rating: rating.n_games).pool
    chosen = pool if pool in [rating.pool for rating in ratings] else most
    track = await asyncio.to_thread(views.track, player, chosen, MAX_POINTS)
    if not track.points:  # its games are gone
        return None
    return {
        "pool": chosen,
        "svg": Markup(_graph(track, language)),  # drawn on the server, with its text escaped
        "rows": [point.model_dump() for point in reversed(track.points[-N_TABLED:])],
    }


def _graph(track: RatingTrack, language: str) -> str:
    points = track.points
    label = translate(
        language,
        gettext_noop("Rating of {name} over {n} games: {first} at first, {last} now, at most {most}"),
    ).format(
        name=track.player.name,
        n=len(points),
        first=points[0].points,
        last=points[-1].points,
        most=max(point.points for point in points),
    )
    dots = [Dot(each.points, each.plus_minus) for each in points]
    return graph(dots, label, *(day_text(each.finished_at, language) for each in (points[0], points[-1])))


def _rules_label(n_seats: int, is_teams: bool, language: str) -> str:
    if is_teams:
        return translate(language, gettext_noop("Doubles"))
    names = {
        2: gettext_noop("Two players"),
        3: gettext_noop("Three players"),
        4: gettext_noop("Four players"),
    }
    return translate(language, names[n_seats])
