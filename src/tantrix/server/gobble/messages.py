"""A room of Gobble as messages of the protocol: welcomes, updates and replays.

Only this module decides which tiles a seat may see: its own turned tile, all penalty piles, and the table.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import cast

from tantrix.deal import commitment, print_secret
from tantrix.gobble import (
    Event,
    Gobble,
    Moment,
    PlayerFinished,
    PlayerLeft,
    RushEnded,
    RushPlayer,
    Source,
    Tick,
    TileGiven,
    TileLaid,
    TilePutAside,
    TileTurned,
    deal_rush,
    print_options,
    print_rush,
)
from tantrix.gobble.table import n_sides
from tantrix.hexes import Cell, neighbours
from tantrix.placement import Placement
from tantrix.server.accounts.profiles import FaceOf, NameOf
from tantrix.server.gobble.room import RushRoom, RushSetup, record_of
from tantrix.server.gobble.room_codes import code_of
from tantrix.server.http.faces import face_of_name
from tantrix.server.protocol.gobble import (
    Rushed,
    RushEvent,
    RushHolding,
    RushHostView,
    RushLaid,
    RushMoment,
    RushOutcomeView,
    RushOver,
    RushOwnTiles,
    RushPlayerFinished,
    RushPlayerLeft,
    RushReplay,
    RushRoomView,
    RushRow,
    RushSeatView,
    RushSpace,
    RushTile,
    RushTileGiven,
    RushTileLaid,
    RushTilePutAside,
    RushTileTurned,
    RushWelcome,
    StyleName,
)
from tantrix.server.protocol.times import print_time
from tantrix.server.rooms.attendance import Attendance
from tantrix.server.wording.seats import is_given
from tantrix.tiles import edges


def no_face(_user_id: str | None) -> None:
    """Give every name its default face."""


IsVisible = Callable[[int], bool]  # whether the tiles of a seat are visible
MAX_SEATS = 8


def welcome(
    room: RushRoom,
    attendance: Attendance,
    user_id: str | None,
    now_ms: int,
    name_of: NameOf,
    face_of: FaceOf = no_face,
    is_staff: bool = False,
) -> RushWelcome:
    """Return the welcome for a new connection. `is_staff`: the user runs the cup whose table this is."""
    rush, seat = room.rush, room.setup.seat_of(user_id)
    has_begun = room.setup.started_ms is not None
    return RushWelcome(
        version=room.version,
        at_ms=room.rush_ms(now_ms) if has_begun else None,
        room=room_view(room, attendance, user_id, now_ms, name_of, face_of, is_staff),
        seat=seat,
        laid=[] if rush is None else list(_laid(room)),
        spaces=[] if rush is None else [_space(cell, facing) for cell, facing in rush.table.spaces.items()],
        holdings=[] if rush is None else [_holding(n, held) for n, held in enumerate(rush.players)],
        mine=None if rush is None or seat is None else _mine(rush, seat),
        outcome=None if rush is None else _outcome(rush),
        secret=print_secret(room.setup.secret) if room.is_over else None,
    )


def update_for(room: RushRoom, version: int, seat: int | None) -> Rushed:
    """Return the update for the command that caused a version, as seen from a seat or by a spectator."""
    before, moment = room.moments[version - 1].rush, room.moments[version]
    changed = [
        number
        for number, (old, new) in enumerate(zip(before.players, moment.rush.players, strict=True))
        if old != new
    ]
    is_mine = seat in changed and _open_tiles(before, seat) != _open_tiles(moment.rush, seat)
    return Rushed(
        version=version,
        at_ms=moment.rush.at_ms,
        events=_events(room, moment, lambda shown: shown == seat),
        holdings=[_holding(number, moment.rush.players[number]) for number in changed],
        mine=_mine(moment.rush, seat) if is_mine and seat is not None else None,
    )


def room_view(
    room: RushRoom,
    attendance: Attendance,
    user_id: str | None,
    now_ms: int,
    name_of: NameOf,
    face_of: FaceOf = no_face,
    is_staff: bool = False,
) -> RushRoomView:
    """Return the settings of a room and its current state."""
    setup, rules = room.setup, room.setup.rules
    return RushRoomView(
        id=setup.id,
        url=f"/gobble/{setup.id}",
        code=code_of(setup.id),
        phase=room.phase(now_ms),
        is_owner=user_id is not None and user_id == setup.owner,
        host=host_view(setup, attendance, now_ms, name_of),
        is_listed=setup.listing == "open",
        seats=_seats(setup, user_id, name_of, face_of),
        settings=setup.settings,
        rules=print_options(rules),
        penalty_sides=rules.penalty_sides,
        n_core=rules.n_core,
        n_box=rules.n_box,
        commitment=commitment(setup.secret),
        started_at=None if setup.started_ms is None else print_time(setup.started_ms),
        rematch=setup.rematch,
        tournament=_tournament(setup, user_id, is_staff),
    )


def _tournament(setup: RushSetup, user_id: str | None, is_staff: bool) -> str | None:
    """Return the address of a table's cup; a private one's is for its players and staff only."""
    is_told = setup.listing != "linked" or is_staff or setup.seat_of(user_id) is not None
    return f"/tournaments/{setup.tournament}" if setup.tournament is not None and is_told else None


def host_view(setup: RushSetup, attendance: Attendance, now_ms: int, name_of: NameOf) -> RushHostView:
    """Return the host of a room, and whether the host is there."""
    seat = setup.seat_of(setup.owner)
    return RushHostView(
        seat=seat,
        name=name_of(setup.owner) if seat is None else setup.seats[seat].name,
        is_here=setup.owner in attendance.since_ms,
        passes_in_ms=attendance.passes_in_ms(setup.owned, now_ms),
    )


def row_view(room: RushRoom, now_ms: int, is_over: bool = False) -> RushRow:
    """Return a room as the lobby lists it. `is_over`: as stored, for a room that is not open."""
    setup = room.setup
    return RushRow(
        id=setup.id,
        url=f"/gobble/{setup.id}",
        phase="over" if is_over else room.phase(now_ms),
        names=[seat.name for seat in setup.seats],
        n_seats_free=MAX_SEATS - len(setup.seats) if setup.started_ms is None else 0,
        rules=print_options(setup.rules),
        is_rated=setup.is_rated,
        created_at=print_time(setup.created_ms),
    )


def replay_view(
    room: RushRoom, user_id: str | None, name_of: NameOf, face_of: FaceOf = no_face
) -> RushReplay:
    """Return the replay of a finished rush; nothing is hidden."""
    setup, outcome = room.setup, None if room.rush is None else _outcome(room.rush)
    assert outcome is not None, "expected a rush that is over"
    deal = deal_rush(setup.rules, setup.secret)
    return RushReplay(
        id=setup.id,
        rules=print_options(setup.rules),
        seats=_seats(setup, user_id, name_of, face_of),
        core=[_laid_tile(placement, None) for placement in deal.core],
        stocks=[[_tile(tile) for tile in stock] for stock in deal.stocks],
        moments=list(_moments(room)),
        outcome=outcome,
        secret=print_secret(setup.secret),
        record=print_rush(record_of(room)),
    )


def _moments(room: RushRoom) -> Iterator[RushMoment]:
    before = room.moments[0].rush
    for moment in room.moments[1:]:
        assert moment.stamped is not None, "only the deal has no command"
        command = moment.stamped.command
        pairs = enumerate(zip(before.players, moment.rush.players, strict=True))
        yield RushMoment(
            at_ms=moment.stamped.at_ms,
            seat=None if isinstance(command, Tick) else command.seat,
            events=_events(room, moment, lambda _seat: True),
            holdings=[_holding(number, new) for number, (old, new) in pairs if old != new],
        )
        before = moment.rush


def _events(room: RushRoom, moment: Moment, sees: IsVisible) -> list[RushEvent]:
    return [_event(room, moment, event, sees) for event in moment.events]


def _event(room: RushRoom, moment: Moment, event: Event, sees: IsVisible) -> RushEvent:
    match event:
        case TileTurned(seat, tile):
            return RushTileTurned(seat=seat, tile=_tile(tile) if sees(seat) else None)
        case TileLaid():
            return _tile_laid(moment.rush, event)
        case TilePutAside(seat, tile):
            return RushTilePutAside(seat=seat, tile=_tile(tile))
        case TileGiven():
            return _tile_given(event, sees)
        case PlayerFinished(seat, rank):
            return RushPlayerFinished(seat=seat, rank=rank)
        case PlayerLeft(seat):
            return RushPlayerLeft(seat=seat)
        case RushEnded():
            outcome = _outcome(moment.rush)
            assert outcome is not None, "the rush of this moment is over"
            return RushOver(outcome=outcome, secret=print_secret(room.setup.secret))


def _tile_laid(rush: Gobble, event: TileLaid) -> RushTileLaid:
    spaces = (near for near in neighbours(event.placement.cell) if near in rush.table.spaces)
    return RushTileLaid(
        seat=event.seat,
        laid=_laid_tile(event.placement, event.seat),
        source=event.source.value,
        n_sides=event.n_sides,
        gobble=event.gifts,
        # A command lays one tile at most, so no later tile of the same command can change these spaces.
        spaces=[_space(near, rush.table.spaces[near]) for near in spaces],
    )


def _tile_given(event: TileGiven, sees: IsVisible) -> RushTileGiven:
    # The tiles of the piles are visible to everyone. A tile from the stock is hidden, but a replay shows it.
    is_seen = event.source is Source.PILE or (sees(event.seat) and sees(event.to))
    return RushTileGiven(
        seat=event.seat,
        to=event.to,
        source=event.source.value,
        tile=_tile(event.tile) if is_seen else None,
        by_time=event.by_time,
    )


def _laid(room: RushRoom) -> Iterable[RushLaid]:
    rush = room.rush
    assert rush is not None, "checked by the caller"
    laid_tiles = (event for moment in room.moments for event in moment.events if isinstance(event, TileLaid))
    seats = {laid.placement.tile: laid.seat for laid in laid_tiles}
    return (_laid_tile(placement, seats.get(placement.tile)) for placement in rush.table.laid.values())


def _laid_tile(placement: Placement, seat: int | None) -> RushLaid:
    tile, cell, rotation = placement
    shown = edges(tile, rotation)
    return RushLaid(tile=tile, q=cell.q, r=cell.r, rotation=rotation, edges=shown, seat=seat)


def _space(cell: Cell, facing: str) -> RushSpace:
    return RushSpace(q=cell.q, r=cell.r, facing=facing, n_sides=n_sides(facing))


def _tile(tile: int) -> RushTile:
    return RushTile(tile=tile, edges=edges(tile))


def _holding(seat: int, player: RushPlayer) -> RushHolding:
    return RushHolding(
        seat=seat,
        n_stock=len(player.stock),
        pile=list(player.pile),
        has_turned=player.turned is not None,
        dues=list(player.dues),
        rank=player.rank,
        has_left=player.left is not None,
    )


def _open_tiles(rush: Gobble, seat: int | None) -> tuple[int | None, tuple[int, ...]]:
    player = RushPlayer(()) if seat is None else rush.players[seat]
    return player.turned, player.pile


def _mine(rush: Gobble, seat: int) -> RushOwnTiles:
    turned, pile = _open_tiles(rush, seat)
    return RushOwnTiles(
        seat=seat,
        turned=None if turned is None else _tile(turned),
        pile=[_tile(tile) for tile in pile],
    )


def _outcome(rush: Gobble) -> RushOutcomeView | None:
    if rush.outcome is None:
        return None
    return RushOutcomeView(
        ending=rush.outcome.ending.value,
        at_ms=rush.outcome.at_ms,
        ranks=list(rush.outcome.ranks),
        n_left=[player.n_tiles for player in rush.players],
        out_ms=[player.out_ms for player in rush.players],
    )


def _seats(setup: RushSetup, user_id: str | None, name_of: NameOf, face_of: FaceOf) -> list[RushSeatView]:
    dealt = setup.rules.dealt
    extra = [*setup.settings.handicaps, *[0] * MAX_SEATS]
    return [
        RushSeatView(
            seat=number,
            name=seat.name,
            robot=cast(StyleName | None, seat.robot),
            is_mine=user_id is not None and seat.user_id == user_id,
            is_owner=seat.user_id is not None and seat.user_id == setup.owner,
            account=name_of(seat.user_id),
            face=face_of(seat.user_id) or (face_of_name(seat.name) if is_given(seat.name) else None),
            handicap=extra[number],
            n_dealt=dealt[number],
        )
        for number, seat in enumerate(setup.seats)
    ]
