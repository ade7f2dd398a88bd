"""How often a password or a code may be tried; wrong guesses by others never lock out the user.

Guesses are counted per account and address, and per address; those that turn out right are forgotten. A
device from which the account was signed in to before has its own count, which others cannot use up. All
unknown devices together also share one limit per account, so that guessing from many addresses stays slow.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter, widened

CLIENT_RATES = ("5/minute", "30/hour")  # per account and address, and per account and known device
ADDRESS_RATE = "20/minute"  # wrong guesses over all accounts
JUDGED_RATE = "100/minute"  # guesses of an address over all accounts that are being judged or were wrong
ACCOUNT_RATE = "60/hour"  # per account, over all unknown devices


@dataclass(frozen=True, slots=True)
class SignInAttempt:
    """One guess. `account`: the skeleton of a name, whether or not such an account exists."""

    account: str
    network: str
    device: str | None  # the hash of the device's token if the account knows it

    @property
    def key(self) -> str:
        """The key under which the guess is counted."""
        return f"in {self.account} " + (f"by {self.device}" if self.device else f"from {self.network}")


class Throttle:
    """Counts guesses in memory. `width`: how many times the limit of an address a network may use."""

    def __init__(self, rates: RateLimiter, width: Callable[[str], int] = lambda _network: 1) -> None:
        self._rates = rates
        self._width = width

    def take(self, one: SignInAttempt) -> None:
        """Count a guess before it is judged. Raises Refusal if there were too many."""
        if one.device is None:
            self.take_at(one.network)
        if not all([self._rates.take(one.key, rate) for rate in CLIENT_RATES]):
            raise Refusal("too_often")
        if one.device is None and not self._rates.take(f"in {one.account}", ACCOUNT_RATE):
            raise Refusal("guarded")

    def take_at(self, network: str) -> None:
        """Count a guess for any account. Raises Refusal if too many from one address were wrong."""
        width = self._width(network)
        is_allowed = self._rates.allows(f"wrong {network}", widened(ADDRESS_RATE, width))
        if not is_allowed or not self._rates.take(f"in {network}", widened(JUDGED_RATE, width)):
            raise Refusal("too_often")

    def was_wrong(self, one: SignInAttempt) -> None:
        """Count a guess that was judged to be wrong."""
        if one.device is None:
            self._rates.take(f"wrong {one.network}", widened(ADDRESS_RATE, self._width(one.network)))

    def forget(self, one: SignInAttempt) -> None:
        """Forget a guess that was right, and the guesses of its client before."""
        for rate in CLIENT_RATES:
            self._rates.clear(one.key, rate)
        if one.device is None:
            self._rates.give_back(f"in {one.account}", ACCOUNT_RATE)
            self.forget_at(one.network)

    def forget_at(self, network: str) -> None:
        """Forget a guess for any account that was right."""
        self._rates.give_back(f"in {network}", widened(JUDGED_RATE, self._width(network)))
