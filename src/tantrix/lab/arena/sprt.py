"""A sequential test between two Elo differences, which ends a match as soon as it is decided.

It is the generalised sequential probability ratio test on the shares of whole rounds, as in fishtest:
M. Van den Bergh, "A practical introduction to the GSPRT" and `LLRcalc.py` of fishtest; for its asymptotics
see X. Li, J. Liu and Z. Ying, "Generalized sequential probability ratio test for separate families of
hypotheses" (Sequential Analysis 33, 2014). Elo is logistic.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from tantrix.lab.arena.elo import Counts, share_of_elo

_UNSEEN = 1e-3  # the count of a result that was not seen, as in fishtest
_BISECTIONS = 60


@dataclass(frozen=True, slots=True)
class Test:
    """The two Elo differences to decide between, and the permitted error probabilities.

    `alpha` is the probability of accepting `elo1` although `elo0` is true, `beta` the reverse. Raises
    ValueError if the differences are not in order.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not -4000 <= self.elo0 < self.elo1 <= 4000:
            raise ValueError(f"expected two Elo bounds, the lower first, got {self.elo0:g},{self.elo1:g}")

    @classmethod
    def parse(cls, text: str) -> "Test":
        """Read `0,10`. Raises ValueError for anything else."""
        try:
            elo0, elo1 = map(float, text.split(","))
        except ValueError:
            raise ValueError(f"expected two Elo bounds like 0,10, got {text!r}") from None
        return cls(elo0, elo1)

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test is over (Wald 1945)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts, shares: Sequence[float]) -> float:
        """Return the log-likelihood ratio of `elo1` against `elo0`; `shares`: all that are possible."""
        if not counts:
            return 0.0
        seen = [(share, counts.get(share, 0) or _UNSEEN) for share in shares]
        return likelihood_ratio(seen, share_of_elo(self.elo0), share_of_elo(self.elo1))

    def verdict(self, llr: float) -> bool | None:
        """Return True if `elo1` is accepted, False if `elo0` is, None while undecided."""
        low, high = self.bounds
        return True if llr >= high else False if llr <= low else None


def likelihood_ratio(seen: Sequence[tuple[float, float]], mean0: float, mean1: float) -> float:
    """Return the log of how much likelier results are with mean `mean1` than with mean `mean0`.

    `seen`: values and their counts, all above 0. Both means must lie between the values.
    """
    spread0, spread1 = (_multiplier(seen, mean) for mean in (mean0, mean1))
    return sum(
        times * log((1 + spread0 * (value - mean0)) / (1 + spread1 * (value - mean1)))
        for value, times in seen
    )


def _multiplier(seen: Sequence[tuple[float, float]], mean: float) -> float:
    """Find the Lagrange multiplier x of the most likely distribution with a given mean.

    That distribution gives a value v of frequency p the probability p / (1 + x (v - mean)), where x solves
    sum p (v - mean) / (1 + x (v - mean)) = 0. The sum decreases in x between the two poles.
    """
    values = [value for value, _ in seen]
    low, high = -1 / (max(values) - mean), 1 / (mean - min(values))
    for _ in range(_BISECTIONS):
        middle = (low + high) / 2
        if sum(times * (value - mean) / (1 + middle * (value - mean)) for value, times in seen) > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
