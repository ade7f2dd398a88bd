"""How often a password or a code may be tried; wrong guesses by others never lock out the user.

Guesses are counted per account and address, and per address. A device from which the account was signed in to
before has its own count, which others cannot use up. All unknown devices together also share one limit per
account, so that guessing from many addresses stays slow.
"""

from dataclasses import dataclass

from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter

CLIENT_RATES = ("5/minute", "30/hour")  # per account and address, and per account and known device
ADDRESS_RATE = "20/minute"  # over all accounts
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
    """Counts guesses in memory."""

    def __init__(self, rates: RateLimiter) -> None:
        self._rates = rates

    def take(self, one: SignInAttempt) -> None:
        """Count a guess before it is judged. Raises Refusal if there were too many."""
        if one.device is None:
            self.take_at(one.network)
        if not all([self._rates.take(one.key, rate) for rate in CLIENT_RATES]):
            raise Refusal("too_often")
        if one.device is None and not self._rates.take(f"in {one.account}", ACCOUNT_RATE):
            raise Refusal("guarded")

    def take_at(self, network: str) -> None:
        """Count a guess for any account. Raises Refusal if there were too many from one address."""
        if not self._rates.take(f"in {network}", ADDRESS_RATE):
            raise Refusal("too_often")

    def forget(self, one: SignInAttempt) -> None:
        """Forget the guesses of a client after a right one."""
        for rate in CLIENT_RATES:
            self._rates.clear(one.key, rate)
