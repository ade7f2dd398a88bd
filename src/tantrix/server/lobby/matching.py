"""Turning challenges and pools into games, and who may join a challenge: decisions only, no I/O."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import cast

from tantrix.clock import TimeControlKind, parse_control
from tantrix.competition.quick_pairing import MutedPairs, are_muted
from tantrix.server.database.writes import Write
from tantrix.server.games.new_game import new_setup
from tantrix.server.games.room import Setup
from tantrix.server.games.store import TakenSeat
from tantrix.server.lobby.pools import QuickPool
from tantrix.server.lobby.store import (
    Challenge,
    ChallengeRow,
    GameStartedNotice,
    SeekRow,
    bump_challenge,
    delete_challenge,
    delete_challenge_seats,
    delete_seek,
)
from tantrix.server.notices.store import NoticeRow, mark_read
from tantrix.server.protocol.base import ColourLetter
from tantrix.server.protocol.lobby import NewChallenge, NewGame, SeatChoice
from tantrix.server.settings import Settings

_COLOURS: tuple[ColourLetter, ...] = ("R", "B", "Y", "G")


@dataclass(frozen=True, slots=True)
class LobbyPlayer:
    """A user who wants a game; `points` is None for guests.

    `colour_preferences` has the letters of the preferred colours.
    """

    user_id: str
    name: str
    points: int | None
    colour_preferences: str = ""


def check_challenge(new: NewChallenge) -> None:
    """Raise ValueError unless a challenge has one person, open seats and a valid range of ratings."""
    kinds = [seat.kind for seat in new.game.seats]
    if kinds.count("person") != 1 or "open" not in kinds:
        raise ValueError(f"expected one person and at least one open seat, got {kinds}")
    if new.to is not None and kinds.count("open") != 1:
        raise ValueError(f"expected one open seat in an invitation, got {kinds.count('open')}")
    if new.to is not None and (new.low, new.high) != (None, None):
        raise ValueError("expected no range of ratings in an invitation")
    if new.low is not None and new.high is not None and new.low > new.high:
        raise ValueError(f"expected a range of ratings, got {new.low} to {new.high}")


def is_slow(new: NewGame) -> bool:
    """Return whether a game is by correspondence; raises ValueError for an unknown time control."""
    return new.control is not None and parse_control(new.control).kind is TimeControlKind.DAYS


def game_options(row: ChallengeRow) -> NewGame:
    """Return the game options of a challenge."""
    return NewGame.model_validate_json(row.new_game)


def free_seats(challenge: Challenge) -> list[int]:
    """List the open seats of a challenge that are not taken."""
    taken = {seat.seat for seat in challenge.seats}
    choices = enumerate(game_options(challenge.row).seats)
    return [seat for seat, choice in choices if choice.kind == "open" and seat not in taken]


def seat_refusal(challenge: Challenge, player: LobbyPlayer, mutes: MutedPairs) -> str | None:
    """Return the code of the reason why a player may not take a seat, or None if they may.

    A challenge that the player cannot see counts as gone: it is for another account, or a mute is between
    them.
    """
    row = challenge.row
    if row.invited not in (None, player.user_id):
        return "no_challenge"
    if any(are_muted(player.user_id, other, mutes) for other in challenge.user_ids):
        return "no_challenge"
    if player.user_id in challenge.user_ids:
        return "already_seated"
    if game_options(row).rated and player.points is None:
        return "account_needed"
    is_ranged = row.low is not None or row.high is not None
    if is_ranged and (player.points is None or not _is_within(row, player.points)):
        return "rating_range"
    return None


def try_deal(row: ChallengeRow, settings: Settings) -> None:
    """Raise ValueError if the game of a challenge cannot be dealt because its rules contradict each other."""
    new_setup(game_options(row), row.owner, settings)


def begin_challenge(challenge: Challenge, settings: Settings) -> Setup:
    """Deal the game of a challenge whose seats are all taken."""
    row = challenge.row
    setup = new_setup(game_options(row), row.owner, settings)
    for seat in challenge.seats:
        setup = setup.with_occupant(
            TakenSeat(setup.id, seat.seat, seat.user_id, seat.name, setup.created_ms, seat.colour_preferences)
        )
    return setup.with_colours()


def begin_pool(
    pool: QuickPool,
    group: Sequence[SeekRow],
    settings: Settings,
    preferences_of: Callable[[str | None], str],
) -> Setup:
    """Deal a game for players who were paired in a pool, in random seats.

    `preferences_of`: the colours that a user prefers.
    """
    order = list(group)
    settings.make_rng().shuffle(order)
    first, *others = order
    preferred = [cast(ColourLetter, letter) for letter in preferences_of(first.user_id)]
    seats = [
        SeatChoice(colour=colour, kind="open")
        if seat
        else SeatChoice(colour=colour, kind="person", name=first.name, colour_preferences=preferred)
        for seat, colour in enumerate(_COLOURS[: len(order)])
    ]
    new = NewGame(seats=seats, control=pool.control, rated=pool.is_rated, listing="open")
    setup = new_setup(new, first.user_id, settings)
    for seat, other in enumerate(others, 1):
        letters = preferences_of(other.user_id)
        taken = TakenSeat(setup.id, seat, other.user_id, other.name, setup.created_ms, letters)
        setup = setup.with_occupant(taken)
    return setup.with_colours()


def game_started_notices(setup: Setup) -> list[GameStartedNotice]:
    """List the notices to players that their game has started."""
    return [GameStartedNotice(setup.id, user_id, setup.created_ms) for user_id in sorted(setup.user_ids)]


def invitation_notices(row: ChallengeRow, mutes: MutedPairs) -> list[NoticeRow]:
    """List the notice for the invited player of a challenge, unless one of the two has muted the other."""
    if row.invited is None or are_muted(row.invited, row.owner, mutes):
        return []
    return [NoticeRow(row.invited, f"invitation-{row.id}", "invitation", row.name, "/lobby", row.made_ms)]


def answered_writes(row: ChallengeRow, at_ms: int) -> list[Write]:
    """List the write that removes the notice of an answered or withdrawn invitation."""
    if row.invited is None:
        return []
    return [mark_read(row.invited, at_ms, ids=(f"invitation-{row.id}",), is_settled=True)]


def leaving_writes(
    user_ids: frozenset[str], challenges: Iterable[Challenge], seeks: Iterable[SeekRow], but: str = ""
) -> list[Write]:
    """List the writes that remove users from live challenges, seats of other challenges and pools."""
    writes: list[Write] = []
    for challenge in challenges:
        row = challenge.row
        if row.is_slow or row.id == but:
            continue
        if row.owner in user_ids:
            writes += delete_writes(challenge)
        elif leavers := user_ids & challenge.user_ids:
            writes += [
                bump_challenge(row.id, row.version),
                *(delete_challenge_seats(row.id, user_id) for user_id in leavers),
            ]
    return [
        *writes,
        *(delete_seek(seek.user_id, seek.since_ms) for seek in seeks if seek.user_id in user_ids),
    ]


def delete_writes(challenge: Challenge) -> list[Write]:
    """List the writes that remove a challenge."""
    return [
        delete_challenge(challenge.row.id, challenge.row.version),
        delete_challenge_seats(challenge.row.id),
    ]


def _is_within(row: ChallengeRow, points: int) -> bool:
    is_enough = row.low is None or row.low <= points
    return is_enough and (row.high is None or points <= row.high)
