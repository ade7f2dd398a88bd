"""The lobby as a user sees it, and the changes between two snapshots."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar, cast

from tantrix.competition.quick_pairing import are_muted
from tantrix.competition.ratings import Rating
from tantrix.notation import print_rules
from tantrix.rules import Rules
from tantrix.server.games.colour_preferences import granted
from tantrix.server.games.new_game import rules_of
from tantrix.server.games.views.badges import of_account, of_guest, of_robot
from tantrix.server.games.views.messages import TableListing
from tantrix.server.lobby import pools as pairing
from tantrix.server.lobby.matching import game_options
from tantrix.server.lobby.store import Challenge, SeatRow, SeekRow
from tantrix.server.protocol.base import ColourLetter
from tantrix.server.protocol.game import Badge, SeatView
from tantrix.server.protocol.lobby import (
    ChallengeView,
    Lobby,
    LobbyChanged,
    Me,
    NewGame,
    PoolView,
    PresentPlayer,
    RoleName,
    TableView,
)
from tantrix.server.protocol.times import print_time
from tantrix.server.ratings.results import RatingPool, rating_pool
from tantrix.server.wording.seats import named_seats

MAX_CHALLENGES = 100

Ratings = Mapping[str, Mapping[RatingPool, Rating]]  # by user id and pool


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The whole lobby at one time. `mutes`: by and of participants; `ratings`: of accounts at challenges."""

    challenges: tuple[Challenge, ...] = ()
    seeks: tuple[SeekRow, ...] = ()
    waiting: tuple[TableListing, ...] = ()
    in_play: tuple[TableListing, ...] = ()
    players: tuple[PresentPlayer, ...] = ()
    n_guests: int = 0
    n_chat: int = 0
    mutes: frozenset[tuple[str, str]] = frozenset()
    ratings: Ratings = field(default_factory=dict)

    @property
    def participants(self) -> frozenset[str]:
        """The users at challenges and at waiting tables, and invited users."""
        user_ids = frozenset().union(*(challenge.user_ids for challenge in self.challenges))
        invited = (challenge.row.invited for challenge in self.challenges)
        at_tables = frozenset().union(*(table.user_ids for table in self.waiting))
        return user_ids | at_tables | frozenset(user_id for user_id in invited if user_id is not None)


class AccountInfo(Protocol):
    """What the lobby shows of accounts."""

    def name_of(self, user_id: str | None) -> str | None:
        """Return the name of an account; None for guests and closed accounts."""

    def face_of(self, user_id: str | None) -> str | None:
        """Return the face that an account has composed; None for all other users."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """What determines how the lobby looks. All non-participants share one viewer: `user_id` is None."""

    user_id: str | None
    hidden: frozenset[str]
    seek: str | None


@dataclass(frozen=True, slots=True)
class LobbyContents:
    """The lobby as one viewer sees it."""

    challenges: tuple[ChallengeView, ...]
    waiting: tuple[TableView, ...]
    in_play: tuple[TableView, ...]
    players: tuple[PresentPlayer, ...]
    n_guests: int
    n_chat: int
    pools: tuple[PoolView, ...]
    seek: str | None


def viewer_of(snapshot: Snapshot, user_id: str | None) -> Viewer:
    """Return the viewer for a user: everything that determines what they see."""
    if user_id is None:
        return Viewer(None, frozenset(), None)
    hidden = frozenset(other for other in snapshot.participants if are_muted(user_id, other, snapshot.mutes))
    seek = next((seek.pool for seek in snapshot.seeks if seek.user_id == user_id), None)
    return Viewer(user_id if user_id in snapshot.participants else None, hidden, seek)


def contents_for(snapshot: Snapshot, viewer: Viewer, accounts: AccountInfo) -> LobbyContents:
    """Return what a viewer sees: open challenges and their own, except of users muted either way."""
    shown = [each for each in snapshot.challenges if is_shown(each, viewer)]
    challenges = shown if len(shown) <= MAX_CHALLENGES else in_turns(shown)[:MAX_CHALLENGES]
    return LobbyContents(
        challenges=tuple(
            challenge_view(each, viewer.user_id, accounts, snapshot.ratings) for each in challenges
        ),
        waiting=tuple(table.view for table in snapshot.waiting if not table.user_ids & viewer.hidden),
        in_play=tuple(table.view for table in snapshot.in_play),
        players=snapshot.players,
        n_guests=snapshot.n_guests,
        n_chat=snapshot.n_chat,
        pools=tuple(_pool_view(pool, snapshot.seeks) for pool in pairing.POOLS.values()),
        seek=viewer.seek,
    )


def lobby(contents: LobbyContents, me: Me) -> Lobby:
    """Return the lobby as a message."""
    return Lobby(
        challenges=list(contents.challenges),
        waiting=list(contents.waiting),
        in_play=list(contents.in_play),
        players=list(contents.players),
        n_guests=contents.n_guests,
        n_chat=contents.n_chat,
        pools=list(contents.pools),
        seek=contents.seek,
        me=me,
    )


def changed(before: LobbyContents, after: LobbyContents, version: int) -> LobbyChanged:
    """Return the changes for a viewer as a message."""
    ids_before, ids_after = _ids(before), _ids(after)
    names_after = {player.name for player in after.players}
    return LobbyChanged(
        version=version,
        challenges=_fresh(before.challenges, after.challenges),
        waiting=_fresh(before.waiting, after.waiting),
        in_play=_fresh(before.in_play, after.in_play),
        players=[player for player in after.players if player not in before.players],
        gone=[each for each in ids_before if each not in ids_after],
        left=[player.name for player in before.players if player.name not in names_after],
        n_guests=after.n_guests,
        n_chat=after.n_chat,
        pools=list(after.pools),
        seek=after.seek,
    )


def is_shown(challenge: Challenge, viewer: Viewer) -> bool:
    """Return whether a viewer may see a challenge."""
    row = challenge.row
    is_for_viewer = row.invited is None or (
        viewer.user_id is not None and viewer.user_id in (row.owner, row.invited)
    )
    return is_for_viewer and not challenge.user_ids & viewer.hidden


def challenge_view(
    challenge: Challenge, user_id: str | None, accounts: AccountInfo, ratings: Ratings
) -> ChallengeView:
    """Return a challenge as seen by a user, with the colours that would be granted now.

    `ratings`: the ratings of the accounts at it.
    """
    row, new = challenge.row, game_options(challenge.row)
    rules, occupants, numbers = rules_of(new), _occupants(challenge, new), range(len(new.seats))
    given = granted(rules, {seat: occupant.colour_preferences for seat, occupant in occupants.items()})
    return ChallengeView(
        id=row.id,
        seats=[
            _seat_view(new, given, number, occupants.get(number), accounts, ratings) for number in numbers
        ],
        points=[occupants[number].points if number in occupants else None for number in numbers],
        rules=print_rules(rules),
        tile_set=new.tile_set,
        control=new.control,
        is_rated=new.rated,
        pool="two" if rating_pool(len(new.seats)).value == "two" else "many",
        low=row.low,
        high=row.high,
        to=None if row.invited is None else accounts.name_of(row.invited),
        is_slow=row.is_slow,
        role=_role(challenge, user_id),
        made_at=print_time(row.made_ms),
    )


def _role(challenge: Challenge, user_id: str | None) -> RoleName:
    if user_id is None:
        return "none"
    if user_id == challenge.row.owner:
        return "owner"
    return (
        "invited"
        if user_id == challenge.row.invited
        else "seated"
        if user_id in challenge.user_ids
        else "none"
    )


def _occupants(challenge: Challenge, new: NewGame) -> dict[int, SeatRow]:
    """Return the seats taken so far, the owner's first."""
    row = challenge.row
    number, choice = next((n, choice) for n, choice in enumerate(new.seats) if choice.kind == "person")
    colour_preferences = "".join(choice.colour_preferences)
    first = SeatRow(row.id, number, row.owner, row.name, row.points, colour_preferences, row.made_ms)
    return {number: first, **{seat.seat: seat for seat in challenge.seats}}


def _seat_view(
    new: NewGame, rules: Rules, number: int, occupant: SeatRow | None, accounts: AccountInfo, ratings: Ratings
) -> SeatView:
    choice = new.seats[number]
    account = None if occupant is None else accounts.name_of(occupant.user_id)
    return SeatView(
        seat=number,
        colour=cast(ColourLetter, rules.colours[number].letter),
        name=occupant.name if occupant else named_seats(new.seats)[number].name,
        kind="person" if occupant else "robot" if choice.kind == "robot" else "open",
        robot=choice.robot,
        is_mine=False,
        account=account,
        stand_in=None,
        colour_preferences=[]
        if occupant is None
        else [cast(ColourLetter, letter) for letter in occupant.colour_preferences],
        badge=_badge(new, occupant, accounts, ratings) if occupant else of_robot(choice.robot or ""),
    )


def _badge(new: NewGame, occupant: SeatRow, accounts: AccountInfo, ratings: Ratings) -> Badge:
    rating = ratings.get(occupant.user_id, {}).get(rating_pool(len(new.seats)), Rating())
    if occupant.points is None:
        return of_guest(occupant.name)
    return of_account(occupant.points, rating.is_provisional, accounts.face_of(occupant.user_id))


def _pool_view(pool: pairing.QuickPool, seeks: Iterable[SeekRow]) -> PoolView:
    return PoolView(
        name=pool.name,
        n_seats=pool.n_seats,
        control=pool.control,
        is_rated=pool.is_rated,
        n_waiting=sum(seek.pool == pool.name for seek in seeks),
    )


class _HasId(Protocol):
    @property
    def id(self) -> str: ...


_Row = TypeVar("_Row", ChallengeView, TableView)


def _fresh(before: Sequence[_Row], after: Sequence[_Row]) -> list[_Row]:
    """List the new and changed rows."""
    known = {row.id: row for row in before}
    return [row for row in after if known.get(row.id) != row]


def _ids(contents: LobbyContents) -> list[str]:
    rows = cast("Iterable[_HasId]", (*contents.challenges, *contents.waiting, *contents.in_play))
    return [row.id for row in rows]


def in_turns(challenges: Sequence[Challenge]) -> list[Challenge]:
    """Return the first challenge of every owner, then the second, and so on; those of accounts first."""
    n_before: Counter[str] = Counter()
    turns = []
    for each in challenges:
        turns.append(((each.row.points is None, n_before[each.row.owner]), each))
        n_before[each.row.owner] += 1
    return [each for _, each in sorted(turns, key=lambda turn: turn[0])]
