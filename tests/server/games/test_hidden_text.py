"""No text reveals the next tiles in the bag: everything that describes a game gives the same bytes for two
games with equal placements and different tiles to come (R2.2).

These are random pairs of games, without a server; `test_hidden.py` tests the same with one.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from tantrix.deal import commitment, deal
from tantrix.gobble import GobbleRules, Moment
from tantrix.pictures.draw import svg
from tantrix.record import Seat, print_record
from tantrix.robots import find
from tantrix.rules import Deadlock, ForcedSides, Rules, Start
from tantrix.server.games.room import Room, Setup, open_room, record_of
from tantrix.server.games.views.listings import listing_of
from tantrix.server.games.views.messages import MessageBuilder, table_view
from tantrix.server.gobble.messages import welcome
from tantrix.server.gobble.room import RushRoom, RushSeat, RushSetup
from tantrix.server.protocol.gobble import RushSettings
from tantrix.server.rooms.attendance import NOBODY_HERE
from tantrix.server.rooms.commands import RoomChange
from tantrix.tiles import Colour
from tests.server.support.rooms import NOW, PEOPLE, message_key
from tests.support.rush_play import play_at_random, with_hidden_shuffled

MAX_PLIES = 40


def test_pairs_of_games_have_the_same_texts() -> None:
    _compare(200)


@pytest.mark.long
def test_a_thousand_pairs_of_games_have_the_same_texts() -> None:
    _compare(1_000)


def _compare(n_pairs: int) -> None:
    n_other = 0
    for number in range(n_pairs):
        one, other = _pair(random.Random(f"pair {number}"))
        n_other += one.setup.deal.bag != other.setup.deal.bag
        assert [*_words(one, number)] == [*_words(other, number)], f"pair {number}"

    assert n_other > n_pairs * 0.8  # in some games the bag is empty


def test_the_tiles_of_others_in_a_rush_are_not_sent() -> None:
    for number in range(100):
        rng = random.Random(f"rush {number}")
        rules = GobbleRules(n_players=rng.randint(2, 6))
        _record, moments = play_at_random(rules, number, most=rng.randint(1, 150))
        for seat in (*range(rules.n_players), None):
            rush = with_hidden_shuffled(moments[-1].rush, seat, rng)
            last = Moment(moments[-1].stamped, rush, moments[-1].events)
            views = [_rush_told(room, seat) for room in (moments, [*moments[:-1], last])]
            assert rush.is_over or views[0] == views[1], f"rush {number}, seat {seat}"


def _pair(rng: random.Random) -> tuple[Room, Room]:
    """Play two games identically up to a draw, after which their bags differ; their secrets differ too."""
    rules = Rules(
        colours=tuple(rng.sample(tuple(Colour), rng.randint(2, 4))),
        start=rng.choice(tuple(Start)),
        forced_sides=rng.choice(tuple(ForcedSides)),
        deadlock=rng.choice(tuple(Deadlock)),
    )
    n_plies, secrets = rng.randint(0, MAX_PLIES), [rng.randbytes(32) for _ in range(2)]
    dealt = deal(rules, secrets[0])
    rest = [*dealt.bag[n_plies:]]
    rng.shuffle(rest)
    others = replace(dealt, bag=(*dealt.bag[:n_plies], *rest))
    one, other = (
        open_room(_setup(rules, secret, bag)) for secret, bag in zip(secrets, (dealt, others), strict=True)
    )
    for ply in range(n_plies):
        if one.game.is_over:
            return _pair(rng)
        placement = rng.choice([*one.game.placements()])
        one, other = (_laid(room, placement, ply) for room in (one, other))
    return _pair(rng) if one.game.is_over else (one, other)


def _setup(rules: Rules, secret: bytes, dealt: object) -> Setup:
    seats = tuple(Seat(name, None) for name in PEOPLE[: rules.n_seats])
    occupants = tuple(enumerate(PEOPLE[: rules.n_seats]))[1:]
    return Setup(
        id="abcdefghijkm",
        owner=PEOPLE[0],
        rules=rules,
        seats=seats,
        secret=secret,
        deal=dealt,  # type: ignore[arg-type]
        created_ms=NOW,
        open_seats=tuple(seat for seat, _name in occupants),
        occupants=occupants,
        started_ms=NOW,
    )


def _laid(room: Room, placement: object, ply: int) -> Room:
    change = room.lay(placement, NOW + ply, message_key(f"ply-{ply}"))  # type: ignore[arg-type]
    assert isinstance(change, RoomChange)
    return change.room


def _words(room: Room, number: int) -> Iterator[str]:
    """Yield the texts of a game for its players, a spectator, lists, files and robots."""
    builder = MessageBuilder(lambda _user_id: None)
    known = commitment(room.setup.secret)
    for user_id in (PEOPLE[0], PEOPLE[1], None):
        yield builder.welcome(room, user_id, NOW + 999).model_dump_json().replace(known, "COMMITMENT")
    yield from builder.texts(room, room.events[-2:], NOW + 999)
    yield table_view(listing_of(room), lambda _user_id: None).model_dump_json()
    yield re.sub(known, "COMMITMENT", print_record(record_of(room)))
    if number % 10 == 0:
        yield svg([laid.placement for laid in room.game.laid])
        yield str(find("greedy").choose(room.game, random.Random(number)))


def _rush_told(moments: Sequence[Moment], seat: int | None) -> str:
    n_players = len(moments[0].rush.players)
    seats = tuple(RushSeat(f"player {n}", f"owner {n}") for n in range(n_players))
    setup = RushSetup(
        id="abcdefghijkm",
        owner="owner 0",
        secret=bytes(32),
        created_ms=NOW,
        seats=seats,
        settings=RushSettings(),
        listing="private",
        started_ms=NOW,
    )
    user_id = None if seat is None else f"owner {seat}"
    room = RushRoom(setup, tuple(moments))
    return welcome(room, NOBODY_HERE, user_id, NOW, lambda _user_id: None).model_dump_json()
