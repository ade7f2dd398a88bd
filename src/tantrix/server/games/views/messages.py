"""Build protocol messages about a room: welcomes, events and positions.

A welcome may read the database, so it is built on a thread. Recent positions are cached as text, because
everyone at a table sees the same ones.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from threading import Lock
from types import MappingProxyType
from typing import Any, Literal, cast

from pydantic_core import to_json

from tantrix.clock import TimeControlKind, print_control
from tantrix.competition.scoring import POINT
from tantrix.deal import commitment, print_secret
from tantrix.game import Game
from tantrix.notation import print_rules
from tantrix.server.accounts.profiles import NameOf
from tantrix.server.games.absence import Absences
from tantrix.server.games.journal_lines import Departure, Pause, StandIn, Takeback
from tantrix.server.games.players import RunsEvent
from tantrix.server.games.room import (
    Room,
    RoomEvent,
    Setup,
    game_after,
    game_at,
    left_after_placements,
    may_abort,
    pause_left_ms,
    tournament_tenths,
)
from tantrix.server.games.views.listings import GameListing
from tantrix.server.games.views.position import laid_view, position_text
from tantrix.server.games.views.shared_welcomes import SharedWelcome, SharedWelcomes
from tantrix.server.protocol.base import ColourLetter
from tantrix.server.protocol.game import (
    AwayView,
    Badge,
    ClockView,
    GameView,
    LaidView,
    OfferView,
    Paused,
    PositionView,
    Resumed,
    SeatChanged,
    SeatView,
    Welcome,
)
from tantrix.server.protocol.lobby import TableView
from tantrix.server.protocol.times import print_time
from tantrix.server.ratings.results import LINKED
from tantrix.server.wording.seats import name_for_oneself, name_for_others

MAX_CACHED = 512
_NO_STAND_INS: Mapping[int, str] = MappingProxyType({})

BadgeOf = Callable[[Setup, int], Badge | None]  # the badge beside the name at a seat
_Key = tuple[str, int, int, bool]  # the same ply may look different after a takeback


def no_badge(_setup: Setup, _seat: int) -> None:
    """Show nothing beside a name."""


def no_staff(_tournament_id: str, _user_id: str | None) -> bool:
    """Return that nobody runs a tournament."""
    return False


@dataclass(frozen=True, slots=True)
class TableListing:
    """A table as the lobby lists it; `user_ids` are the people who sit there.

    `is_slow`: a correspondence game or the exhibition, so it stays even while nobody is there.
    """

    view: TableView
    user_ids: frozenset[str]
    made_ms: int
    is_slow: bool


class MessageBuilder:
    """Builds messages about rooms, and caches the most recently requested positions."""

    def __init__(self, name_of: NameOf, badge_of: BadgeOf = no_badge, runs: RunsEvent = no_staff) -> None:
        self._name_of = name_of
        self._badge_of = badge_of
        self._runs = runs
        self._positions: OrderedDict[_Key, str] = OrderedDict()
        self._welcomes = SharedWelcomes()
        self._lock = Lock()

    def welcome(self, room: Room, user_id: str | None, now_ms: int) -> Welcome:
        """Return the welcome for a user who joins a room."""
        game = game_view(room.setup, user_id, self._name_of, room.stand_ins, self._badge_of, self._runs)
        return Welcome(
            version=room.version,
            game=_with_vacations(game, room, now_ms),
            laid=laid_views(room),
            position=self._view(room, room.game),
            secret=print_secret(room.setup.secret) if room.game.is_over and room.setup.secret else None,
            clock=clock_view(room, now_ms),
            offers=offer_views(room),
            pause_left_ms=pause_left_ms(room, now_ms),
            may_abort=room.may_abort,
            rematch=None if room.rematch is None else f"/games/{room.rematch}",
            left=room.undecided,
        )

    def spectator_welcome(self, room: Room, now_ms: int) -> str | None:
        """Return the welcome for spectators as text with the current clock, if made for this version."""
        made = self._welcomes.find(room, now_ms)
        return None if made is None else _text_of(made, now_ms)

    def make_spectator_welcome(self, room: Room, now_ms: int) -> str:
        """Make the text of the welcome for spectators, and cache it for this version."""
        text = self.welcome(room, None, now_ms).model_copy(update={"clock": None}).model_dump_json()
        # Inside a string the quotation marks would be escaped, so this can only be the field.
        start, mark, end = text.partition('"clock":null')
        made = SharedWelcome(room, now_ms, start + mark.removesuffix("null"), end)
        if room.paused_ms is None:  # the remaining time of a pause changes
            self._welcomes.put(made)
        return _text_of(made, now_ms)

    def texts(self, room: Room, events: Iterable[RoomEvent], now_ms: int) -> list[str]:
        """Return events as messages, each in the form of the text that is sent."""
        return [self._event_text(room, event, now_ms) for event in events]

    def position(self, room: Room, ply: int) -> PositionView:
        """Show a position; raises ValueError if the game has not reached this ply."""
        return self._view(room, game_at(room, ply))

    def _event_text(self, room: Room, event: RoomEvent, now_ms: int) -> str:
        version, clock = event.version, clock_view(room, now_ms)
        match event.line:
            case StandIn(seat, robot):
                changed = SeatChanged(version=version, seat=seat, stand_in=robot, clock=clock)
                return changed.model_dump_json()
            case Departure() | Pause(is_on=True):
                left_ms = pause_left_ms(room, now_ms) or 0
                left = event.line.seat if isinstance(event.line, Departure) else None
                paused = Paused(version=version, pause_left_ms=left_ms, clock=clock, left=left)
                return paused.model_dump_json()
            case Pause():
                return Resumed(version=version, clock=clock).model_dump_json()
        game = game_after(room, event)
        position = self._position_text(room, game)
        if event.is_end:
            secret = print_secret(room.setup.secret)
            return _moved("over", position, version=version, secret=secret, clock=clock)
        may_end = room.setup.match_id is None and may_abort(game)
        fields: dict[str, Any] = {"ply": event.ply, "clock": clock, "may_abort": may_end}
        if isinstance(event.line, Takeback):
            return _moved("taken_back", position, version=version, **fields)
        laid = laid_view(game.laid[-1], event.left_ms)
        return _moved("placed", position, version=version, laid=laid, **fields)

    def _view(self, room: Room, game: Game) -> PositionView:
        return PositionView.model_validate_json(self._position_text(room, game))

    def _position_text(self, room: Room, game: Game) -> str:
        key = (room.setup.id, room.last_takeback_version, game.ply, game.is_over)
        with self._lock:
            if key in self._positions:
                self._positions.move_to_end(key)
                return self._positions[key]
        text = position_text(game)
        with self._lock:
            self._positions[key] = text
            while len(self._positions) > MAX_CACHED:
                self._positions.popitem(last=False)
        return text


def _text_of(welcome: SharedWelcome, now_ms: int) -> str:
    """Return a welcome with the current state of the clock."""
    clock = clock_view(welcome.room, now_ms)
    return f"{welcome.start}{'null' if clock is None else clock.model_dump_json()}{welcome.end}"


def _moved(kind: Literal["placed", "taken_back", "over"], position: str, **fields: Any) -> str:
    """Return a message with a position that is already text: validating it takes longer than making it."""
    start = to_json({"type": kind, **fields}).decode()
    return f'{start[:-1]},"position":{position}}}'


def game_view(
    setup: Setup,
    user_id: str | None,
    name_of: NameOf,
    stand_ins: Mapping[int, str] = _NO_STAND_INS,
    badge_of: BadgeOf = no_badge,
    runs: RunsEvent = no_staff,
) -> GameView:
    """Return who plays which seat, as seen by a user; `badge_of` and `runs` may read the database."""
    return GameView(
        id=setup.id,
        rules=print_rules(setup.rules),
        tile_set=setup.rules.tile_set,
        is_teams=setup.rules.teams,
        seats=seat_views(setup, user_id, name_of, stand_ins, badge_of),
        drawn=[] if setup.is_waiting else list(setup.deal.drawn),
        commitment=_commitment(setup),
        started_at=print_time(setup.created_ms),
        control=None if setup.control is None else print_control(setup.control),
        is_listed=setup.listing == "open",
        is_rated=setup.is_rated,
        is_imported=setup.record is not None,
        tournament=_tournament(setup, user_id, runs),
        host=None if setup.host is None else setup.host.seat,
    )


def _tournament(setup: Setup, user_id: str | None, runs: RunsEvent) -> str | None:
    """Return the address of a game's tournament; a private one's is for its players and staff only."""
    if setup.match_id is None:
        return None
    tournament_id = setup.match_id.partition("/")[0]
    is_told = not is_of_private_event(setup) or setup.plays(user_id) or runs(tournament_id, user_id)
    return f"/tournaments/{tournament_id}" if is_told else None


def is_of_private_event(setup: Setup) -> bool:
    """Return whether a game belongs to a tournament that can be reached only by its link."""
    return setup.match_id is not None and setup.listing == LINKED


def _with_vacations(game: GameView, room: Room, now_ms: int) -> GameView:
    """Return the view of a game with the vacations of its players."""
    away = [room.away_until_ms(seat.seat, now_ms) for seat in game.seats]
    seats = [
        seat if until_ms is None else seat.model_copy(update={"away_until": print_time(until_ms)})
        for seat, until_ms in zip(game.seats, away, strict=True)
    ]
    return game.model_copy(update={"seats": seats})


def seat_views(
    setup: Setup,
    user_id: str | None,
    name_of: NameOf,
    stand_ins: Mapping[int, str] = _NO_STAND_INS,
    badge_of: BadgeOf = no_badge,
) -> list[SeatView]:
    """Return the seats as seen by a user, even for a setup without its deal; may read the database."""
    preferences = {} if setup.started_ms is not None else dict(setup.colour_preferences)
    occupants = [
        _seat_view(setup, seat, user_id, name_of, stand_ins.get(seat), preferences.get(seat, ""))
        for seat in range(len(setup.seats))
    ]
    return [each.model_copy(update={"badge": badge_of(setup, each.seat)}) for each in occupants]


def offer_views(room: Room) -> list[OfferView]:
    """Return the pending offers."""
    return [
        OfferView(
            kind=offer.kind,
            by=offer.by,
            accepted=sorted(offer.accepted),
            missing=sorted(offer.missing),
            ply=offer.ply,
            seat=offer.seat,
        )
        for offer in room.offers
    ]


def away_views(room: Room, absences: Absences, now_ms: int) -> list[AwayView]:
    """Return which people are away, and when the others may claim."""
    people = [seat for seat in sorted(room.seats_of_people) if not room.setup.is_host(seat)]
    seen = [(seat, absences.of(room.setup.occupant(seat))) for seat in people]
    up_ms = room.uptime.at(now_ms)
    return [
        AwayView(
            seat=seat,
            away_ms=absence.away_ms(up_ms),
            n_absences=absence.n_long,
            claimable_in_ms=claimable_in_ms,
        )
        for seat, absence in seen
        if (claimable_in_ms := absence.claimable_in_ms(up_ms)) is not None
    ]


def _commitment(setup: Setup) -> str:
    """Return the commitment to the shuffle; for an imported game, the one in its record or ""."""
    return commitment(setup.secret) if setup.record is None else setup.record.commitment or ""


def clock_view(room: Room, now_ms: int) -> ClockView | None:
    """Return the current state of the clock."""
    clock, up_ms, seats = room.clock, room.clock_ms(now_ms), range(len(room.setup.seats))
    if clock is None:
        return None
    is_away = clock.running is not None and room.away_until_ms(clock.running, now_ms) is not None
    tenths = tournament_tenths(room, now_ms)
    return ClockView(
        left_ms=[clock.left(seat, up_ms) for seat in seats],
        running=None if is_away else clock.running,
        penalties=[clock.penalty(room.setup.rules.partners(seat), up_ms) for seat in seats],
        points=None if tenths is None else [each / POINT for each in tenths],
        bank_ms=[clock.bank(seat, up_ms) for seat in seats] if clock.control.bank_ms else None,
        starts_in_ms=room.countdown_ms(now_ms) or None,
    )


def laid_views(room: Room) -> list[LaidView]:
    """Return all tiles on the table, each with the time that its player had left."""
    record = room.setup.record
    times = left_after_placements(room) if record is None else [entry.left_ms for entry in record.entries]
    n_opening = len(room.game.laid) - len(times)
    padded = [*[None] * n_opening, *times]
    return [laid_view(laid, left_ms) for laid, left_ms in zip(room.game.laid, padded, strict=True)]


def table_view(listing: GameListing, name_of: NameOf, badge_of: BadgeOf = no_badge) -> TableView:
    """Return a table as the lobby lists it, the same for every viewer."""
    setup = listing.setup
    return TableView(
        id=setup.id,
        url=f"/games/{setup.id}",
        seats=seat_views(setup, None, name_of, listing.stand_ins, badge_of),
        rules=print_rules(setup.rules),
        control=None if setup.control is None else print_control(setup.control),
        is_rated=setup.is_rated,
        ply=listing.ply,
        n_tiles=setup.rules.tile_set,
        scores=list(listing.scores),
        started_at=print_time(setup.created_ms),
    )


def listed(listing: GameListing, name_of: NameOf, badge_of: BadgeOf) -> TableListing:
    """Return a table as the lobby lists it, with its players."""
    setup = listing.setup
    is_by_post = setup.control is not None and setup.control.kind is TimeControlKind.DAYS
    is_slow = is_by_post or setup.is_exhibition
    return TableListing(table_view(listing, name_of, badge_of), setup.user_ids, setup.created_ms, is_slow)


def _seat_view(
    setup: Setup,
    seat: int,
    user_id: str | None,
    name_of: NameOf,
    stand_in: str | None,
    colour_preferences: str,
) -> SeatView:
    name, robot = setup.seats[seat].name, setup.seats[seat].robot
    is_mine = setup.owns(user_id, seat)
    return SeatView(
        seat=seat,
        colour=cast(ColourLetter, setup.rules.colours[seat].letter),
        name=name_for_oneself(name) if is_mine else name_for_others(name),
        kind="robot" if robot is not None else "open" if seat in setup.free_seats else "person",
        robot=robot,
        is_mine=is_mine,
        account=name_of(setup.occupant(seat)),
        stand_in=stand_in,
        colour_preferences=[cast(ColourLetter, letter) for letter in colour_preferences],
    )
