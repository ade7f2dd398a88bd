"""Knock-out brackets: standard seed lines, byes to the top seeds, third place and the Plate.

A round is a tuple of pairs in bracket order; the winners of neighbouring pairs meet next, without reseeding.
`None` in a pair is a bye, or the empty place after a match that both sides forfeited.
"""

from collections.abc import Sequence
from typing import TypeVar

_T = TypeVar("_T")
Pair = tuple[_T | None, _T | None]


def seed_lines(size: int) -> tuple[int, ...]:
    """Return the seeds, from 1, down a bracket of `size` places: 1-8, 4-5, 2-7, 3-6 for eight.

    Raises ValueError if the size is not a power of two, or less than two.
    """
    if size < 2 or size & (size - 1):
        raise ValueError(f"expected a bracket of 2, 4, 8 … places, got {size}")
    lines: tuple[int, ...] = (1,)
    while len(lines) < size:
        both = 2 * len(lines) + 1
        lines = tuple(seed for line in lines for seed in (line, both - line))
    return lines


def first_round(seeds: Sequence[_T]) -> tuple[Pair[_T], ...]:
    """Return the first round for entrants listed best seed first; the top seeds have the byes.

    Raises ValueError for fewer than two entrants, or if one is listed twice.
    """
    if len(seeds) < 2 or len(set(seeds)) < len(seeds):
        raise ValueError(
            f"expected at least two different entrants, got {' '.join(map(str, seeds)) or 'none'}"
        )
    size = 1 << (len(seeds) - 1).bit_length()
    placed = [seeds[seed - 1] if seed <= len(seeds) else None for seed in seed_lines(size)]
    return tuple(zip(placed[::2], placed[1::2], strict=True))


def next_round(pairs: Sequence[Pair[_T]], winners: Sequence[_T | None]) -> tuple[Pair[_T], ...]:
    """Return the round after one whose matches `winners` won, in the same order.

    The winner of a pair with a bye is the other side. Raises ValueError if a winner was not in its pair, or
    after a final.
    """
    if len(pairs) < 2:
        raise ValueError("expected no round after the final")
    for pair, winner in zip(pairs, winners, strict=True):
        if winner is not None and winner not in pair:
            raise ValueError(f"expected {pair[0]} or {pair[1]} to win their match, got {winner}")
    return tuple(zip(winners[::2], winners[1::2], strict=True))


def bye_winner(pair: Pair[_T]) -> _T | None:
    """Return who advances from a pair without a match: the side beside a bye, or None."""
    first, second = pair
    return first if second is None else second if first is None else None


def losers(pairs: Sequence[Pair[_T]], winners: Sequence[_T | None]) -> tuple[_T, ...]:
    """Return the losers of a round, in bracket order; the two of the semi-finals play for third place.

    The losers of the first round, by seed, are the field of the Plate. If both sides forfeit a match, both
    have lost.
    """
    lost = []
    for pair, winner in zip(pairs, winners, strict=True):
        if None not in pair:
            lost += [side for side in pair if side is not None and side != winner]
    return tuple(lost)
