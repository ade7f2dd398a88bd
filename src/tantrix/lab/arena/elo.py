"""Elo differences from shares of the points, with intervals from the variance over rounds.

The games of a round share a deal, so they are not independent, but rounds are. With two games per round this
is the pentanomial model of fishtest (Stockfish wiki, "Fishtest mathematics").
"""

from collections.abc import Mapping
from math import inf, log10, sqrt

Interval = tuple[float, float]
Counts = Mapping[float, int]  # the number of rounds by the first robot's share of their points

NORMAL_95 = 1.959963984540054
_TAIL = 0.025


def share_of_elo(elo: float) -> float:
    """Return the share of the points expected of a robot that is `elo` stronger, on the logistic curve."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(share: float) -> float:
    """Return the Elo difference for a share of the points; infinite for 0 and 1."""
    if share <= 0 or share >= 1:
        return -inf if share <= 0 else inf
    return 400 * log10(share / (1 - share))


def mean_of(counts: Counts) -> float:
    """Return the share of all points. Raises ValueError if there are no rounds."""
    n = sum(counts.values())
    if n == 0:
        raise ValueError("expected at least one round, got none")
    return sum(share * times for share, times in counts.items()) / n


def variance_of(counts: Counts) -> float:
    """Return the sample variance of a round's share; 0 if there is only one round."""
    n, mean = sum(counts.values()), mean_of(counts)
    return sum(times * (share - mean) ** 2 for share, times in counts.items()) / max(1, n - 1)


def share_interval(counts: Counts) -> Interval:
    """Return the 95 % interval of the share, normal in the mean over rounds.

    If all rounds ended alike, their variance says nothing. Then the bound is the one for an event that did
    not happen in n trials (Clopper and Pearson 1934): a share below 1 - 0.025^(1/n), here of rounds won
    entirely by one side.
    """
    n, mean, variance = sum(counts.values()), mean_of(counts), variance_of(counts)
    if variance == 0:
        usual = _TAIL ** (1 / n)
        return mean * usual, 1 - (1 - mean) * usual
    half = NORMAL_95 * sqrt(variance / n)
    return max(0.0, mean - half), min(1.0, mean + half)


def elo_interval(counts: Counts) -> Interval:
    """Return the 95 % interval of the Elo difference, converted from the interval of the share."""
    low, high = share_interval(counts)
    return elo_of(low), elo_of(high)
