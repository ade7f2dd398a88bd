"""The deal: hands and the order of the bag, derived from a secret that can be revealed afterwards.

The algorithm `tantrix-deal-1` reads random numbers from the blocks SHA-256(secret + counter), with the
counter 0, 1, 2 ... written as eight bytes; each block is split into 32-bit words, all big-endian. To draw a
number below n, it skips words until one is below the greatest multiple of n that fits in 32 bits, and takes
that word modulo n. It shuffles the tiles, initially in ascending order, from the last place down to the
second: each is swapped with the place given by the next number below (place + 1), places counted from 0.

A second shuffle and the draw for the first seat use their own secrets, SHA-256(secret + "again") and
SHA-256(secret + "lot"). The caller provides the secret; before the game only its commitment is published.
"""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tantrix._tools.immutable import immutable
from tantrix.game import Game
from tantrix.hexes import ORIGIN
from tantrix.placement import Placement
from tantrix.rules import Rules, Start

ALGORITHM = "tantrix-deal-1"
SECRET_BYTES = 32


@immutable
@dataclass(frozen=True, slots=True)
class Deal:
    """The hands and the opening before the first turn, and the order of the bag.

    `drawn` is the tile that each seat drew for the start, empty if the rules draw none; `opening` the tile
    laid at random, if the rules require one; `bag` the tiles that remain, in the order in which they are
    drawn.
    """

    hands: tuple[tuple[int, ...], ...]
    to_play: int
    opening: Placement | None
    drawn: tuple[int, ...]
    bag: tuple[int, ...]


def commitment(secret: bytes) -> str:
    """Return the SHA-256 of a secret in hexadecimal, to be published before the game."""
    return hashlib.sha256(_checked(secret)).hexdigest()


def parse_secret(text: str) -> bytes:
    """Read a secret of 64 hexadecimal digits, spaces around it allowed. Raises ValueError otherwise."""
    digits = text.strip()
    if len(digits) != 2 * SECRET_BYTES or not set(digits.lower()) <= set("0123456789abcdef"):
        raise ValueError(f"expected a secret of 64 hexadecimal digits, got {text!r}")
    return bytes.fromhex(digits)


def print_secret(secret: bytes) -> str:
    """Return a secret as 64 hexadecimal digits."""
    return _checked(secret).hex()


def shuffle(secret: bytes, tiles: Iterable[int]) -> tuple[int, ...]:
    """Return the tiles in the order that the secret determines."""
    words = _words(_checked(secret))
    order = list(tiles)
    for place in range(len(order) - 1, 0, -1):
        other = _below(place + 1, words)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def deal(rules: Rules, secret: bytes) -> Deal:
    """Deal by the rules' start option (R2.3). Raises ValueError if the secret is not 32 bytes long."""
    bag = shuffle(secret, rules.tiles)
    if rules.start is Start.DRAW_KEEP:
        return _draw_keep(rules, bag)
    if rules.start is Start.DRAW_RETURN:
        return _draw_return(rules, bag, secret)
    if rules.start is Start.HIGHEST_IN_HAND:
        return _highest_in_hand(rules, bag)
    return _random_opening(rules, bag, secret)


def start(rules: Rules, dealt: Deal) -> Game:
    """Start a game from a deal."""
    return Game.start(rules, dealt.hands, dealt.to_play, dealt.opening)


def next_draw(dealt: Deal, game: Game) -> int | None:
    """Return the tile that the next placement draws, or None if the bag is empty."""
    return next((tile for tile in dealt.bag if tile in game.bag), None)


def _draw_keep(rules: Rules, bag: tuple[int, ...]) -> Deal:
    drawn, rest = bag[: rules.n_seats], bag[rules.n_seats :]
    more, left = _hands(rest, rules.n_seats, rules.hand_size - 1)
    hands = tuple((first, *others) for first, others in zip(drawn, more, strict=True))
    return Deal(hands, drawn.index(max(drawn)), None, drawn, left)


def _draw_return(rules: Rules, bag: tuple[int, ...], secret: bytes) -> Deal:
    drawn = bag[: rules.n_seats]
    hands, left = _hands(shuffle(_derived(secret, b"again"), sorted(bag)), rules.n_seats, rules.hand_size)
    return Deal(hands, drawn.index(max(drawn)), None, drawn, left)


def _highest_in_hand(rules: Rules, bag: tuple[int, ...]) -> Deal:
    hands, left = _hands(bag, rules.n_seats, rules.hand_size)
    highest = [max(hand) for hand in hands]
    return Deal(hands, highest.index(max(highest)), None, (), left)


def _random_opening(rules: Rules, bag: tuple[int, ...], secret: bytes) -> Deal:
    hands, left = _hands(bag[1:], rules.n_seats, rules.hand_size)
    first = _below(rules.n_seats, _words(_derived(secret, b"lot")))
    return Deal(hands, first, Placement(bag[0], ORIGIN, 0), (), left)


def _hands(
    bag: tuple[int, ...], n_seats: int, size: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Deal the hands seat by seat; return them and the rest of the bag."""
    hands = tuple(bag[seat * size : (seat + 1) * size] for seat in range(n_seats))
    return hands, bag[n_seats * size :]


def _words(secret: bytes) -> Iterator[int]:
    for counter in range(2**64):
        block = hashlib.sha256(secret + counter.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(block[n : n + 4], "big") for n in range(0, len(block), 4))


def _below(n: int, words: Iterator[int]) -> int:
    """Return the next number below `n`; words that would favour small numbers are skipped."""
    limit = 2**32 - 2**32 % n
    return next(word for word in words if word < limit) % n


def _derived(secret: bytes, purpose: bytes) -> bytes:
    return hashlib.sha256(secret + purpose).digest()


def _checked(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"expected a secret of {SECRET_BYTES} bytes, got {len(secret)}")
    return secret
