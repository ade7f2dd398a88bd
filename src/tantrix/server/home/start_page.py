"""What the start page shows of current activity: pools, players, games to watch and today's puzzle."""

from dataclasses import dataclass
from typing import Any

from fastapi import Request
from markupsafe import Markup

from tantrix.clock import TimeControlKind, parse_control
from tantrix.server.accounts.requests import identity_of, session_user_id
from tantrix.server.games.hub import Hub
from tantrix.server.http.errors import Refusal
from tantrix.server.http.services import service
from tantrix.server.http.templates import language_of
from tantrix.server.lobby.lobby import LobbyService
from tantrix.server.lobby.pools import POOLS, QuickPool
from tantrix.server.protocol.lobby import TableView
from tantrix.server.puzzles.daily import FIRST_DAY, today
from tantrix.server.puzzles.daily_puzzles import DailyPuzzles
from tantrix.server.puzzles.pictures import picture_of
from tantrix.server.puzzles.wording import rules
from tantrix.server.settings import Settings
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.server.wording.time_controls import control_label

N_WATCHED = 3

_SEATS = {2: gettext_noop("Two"), 3: gettext_noop("Three"), 4: gettext_noop("Four")}


@dataclass(frozen=True, slots=True)
class QuickPoolButton:
    """A pool as a button: its time control as `clock_text`, the number of players, and both in words."""

    name: str
    clock_text: str
    seats: str
    words: str


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of the day as a card, or the last one before; `task` is a sentence on what to do."""

    url: str
    title: str
    task: str
    picture: Markup | None = None


@dataclass(frozen=True, slots=True)
class Present:
    """What is going on now. `tables` are game rows; nothing is listed while the server starts."""

    pools: list[QuickPoolButton]
    tables: list[dict[str, Any]]
    n_here: int = 0
    n_waiting: int = 0
    puzzle: DailyPuzzle | None = None


async def present(request: Request) -> Present:
    """Return what is going on, as seen by the user who asks."""
    language = language_of(request)
    is_rated = identity_of(request).account is not None
    pools = [_pool(pool, language) for pool in POOLS.values() if pool.is_rated is is_rated]
    if not service(request, Hub).ready.is_set():  # the rules may still be compiling; the page must not wait
        return Present(pools, [])
    lobby = await service(request, LobbyService).lobby(session_user_id(request))
    return Present(
        pools,
        tables=[_row(table) for table in lobby.in_play[:N_WATCHED]],
        n_here=len(lobby.players) + lobby.n_guests,
        n_waiting=sum(challenge.role == "none" for challenge in lobby.challenges),
        puzzle=await _puzzle(request, language),
    )


async def tables_in_play(request: Request) -> list[dict[str, Any]]:
    """Return rows of all open games that are being played, as seen by the user who asks."""
    if not service(request, Hub).ready.is_set():
        return []
    lobby = await service(request, LobbyService).lobby(session_user_id(request))
    return [_row(table) for table in lobby.in_play]


def _pool(pool: QuickPool, language: str) -> QuickPoolButton:
    control = parse_control(pool.control)
    seats = translate(language, _SEATS[pool.n_seats])
    minutes = translate(language, gettext_noop("{n} min")).format(n=pool.control.split()[0])
    clock_text = pool.control if control.kind is TimeControlKind.INCREMENT else minutes
    return QuickPoolButton(pool.name, clock_text, seats, f"{seats}, {control_label(control, language)}")


def _row(table: TableView) -> dict[str, Any]:
    row = {**table.model_dump(), "is_over": False, "is_waiting": False, "my_turn": False}
    return {**row, "seats": [{**seat.model_dump(), "has_colour": True} for seat in table.seats]}


async def _puzzle(request: Request, language: str) -> DailyPuzzle | None:
    now = today(service(request, Settings).now_ms())
    if now < FIRST_DAY:
        return None
    puzzle = await service(request, DailyPuzzles).newest()
    title = translate(language, gettext_noop("Today's puzzle"))
    if puzzle is None:
        return DailyPuzzle("/puzzles/daily", title, translate(language, Refusal("being_made").sentence))
    url, title = ("/puzzles/daily", title) if puzzle.day == now else (puzzle.url, puzzle.title(language))
    return DailyPuzzle(url, title, rules(puzzle, language)[0], picture_of(puzzle))
