"""Many deals at once, as arrays for the compiled loops: the same hands and bags as `tantrix.deal.deal`.

`hashlib` makes the blocks of all secrets; compiled loops read their words and shuffle.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tantrix import kernel
from tantrix._compile.records import U1, Words
from tantrix.deal import Deal, deal
from tantrix.lab.simulation.shuffling import BLOCK_WORDS, do_shuffle
from tantrix.rules import Rules, Start

NO_OPENING = -1
_SPARE_WORDS = 4  # a word is skipped less often than once in 60 million


class Deals(NamedTuple):
    """The start of many games.

    hands: uint64[games, 4], one bit a tile. to_play: int64[games]. openings: int64[games], the key of the
    tile laid at random, or NO_OPENING. bags: int64[games, tiles], from the first tile drawn, counted from 0.
    """

    hands: NDArray[Any]
    to_play: NDArray[Any]
    openings: NDArray[Any]
    bags: NDArray[Any]


def arrays_of(rules: Rules, deals: Sequence[Deal]) -> Deals:
    """Return deals as arrays."""
    n = len(deals)
    hands = np.zeros((n, 4), np.uint64)
    openings = np.full(n, NO_OPENING, np.int64)
    for at, dealt in enumerate(deals):
        hands[at, : rules.n_seats] = [kernel.mask(hand) for hand in dealt.hands]
        if dealt.opening:
            openings[at] = kernel.key(dealt.opening)
    to_play = np.array([dealt.to_play for dealt in deals], np.int64)
    return Deals(
        hands, to_play, openings, np.array([dealt.bag for dealt in deals], np.int64).reshape(n, -1) - 1
    )


def deal_many(rules: Rules, secrets: Sequence[bytes]) -> Deals:
    """Deal for each secret; the result is that of `arrays_of` the single deals.

    A random opening, whose first seat needs a third secret, is dealt game by game.
    """
    order = shuffle_many(secrets, rules.tile_set)
    again = order
    if rules.start is Start.DRAW_RETURN:
        again = shuffle_many([sha256(secret + b"again").digest() for secret in secrets], rules.tile_set)
    if order is None or again is None or rules.start is Start.RANDOM_OPENING:
        return arrays_of(rules, [deal(rules, secret) for secret in secrets])
    n_seats, size = rules.n_seats, rules.hand_size
    drawn = order[:, :n_seats]
    to_play = drawn.argmax(axis=1)
    if rules.start is Start.DRAW_KEEP:
        hands, bags = _hands(order[:, n_seats:], n_seats, size - 1)
        hands[:, :n_seats] |= _masks(drawn[:, :, None])
    else:
        hands, bags = _hands(again, n_seats, size)
    if rules.start is Start.HIGHEST_IN_HAND:
        to_play = order[:, : n_seats * size].reshape(-1, n_seats, size).max(axis=2).argmax(axis=1)
    return Deals(hands, to_play, np.full(len(secrets), NO_OPENING, np.int64), bags)


def shuffle_many(secrets: Sequence[bytes], n_tiles: int) -> NDArray[Any] | None:
    """Return each secret's order of the tiles, counted from 0; None if the words do not suffice for one."""
    n_blocks = -(-(n_tiles - 1 + _SPARE_WORDS) // BLOCK_WORDS)
    counters = [counter.to_bytes(8, "big") for counter in range(n_blocks)]
    blocks = b"".join([sha256(secret + counter).digest() for secret in secrets for counter in counters])
    words = np.frombuffer(blocks, ">u4").astype(np.int64).reshape(len(secrets), -1)
    order = np.empty((len(secrets), n_tiles), np.int64)
    return order if do_shuffle(words, order) else None


def _hands(order: NDArray[Any], n_seats: int, size: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Deal hands seat by seat; return them and the rest."""
    hands = np.zeros((len(order), 4), np.uint64)
    dealt = order[:, : n_seats * size].reshape(len(order), n_seats, size)
    hands[:, :n_seats] = _masks(dealt)
    return hands, order[:, n_seats * size :]


def _masks(tiles: NDArray[Any]) -> Words:
    masks: Words = np.bitwise_or.reduce(U1 << tiles.astype(np.uint64), axis=2)
    return masks
