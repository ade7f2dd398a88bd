"""How often a password or a code may be tried: wrong guesses of others never lock out the owner.

Guesses are counted per account and address, and per address. A device that has been signed in to the account
before has its own count, which others cannot use up. All unknown devices of the world together have an
allowance for each account as well, so that a guess from many addresses stays slow.
"""

from dataclasses import dataclass

from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter

FROM_ONE = ("5/minute", "30/hour")  # per account and address, and per account and known device
AT_ADDRESS = "20/minute"  # over all accounts
FROM_ALL = "60/hour"  # per account, over all unknown devices


@dataclass(frozen=True, slots=True)
class Try:
    """One guess. `account`: the shape of a name, whether or not there is such an account."""

    account: str
    network: str
    device: str | None  # the hash of the device's token if the account knows it

    @property
    def key(self) -> str:
        """What the guess is counted against."""
        return f"in {self.account} " + (f"by {self.device}" if self.device else f"from {self.network}")


class Throttle:
    """Counts guesses in memory."""

    def __init__(self, rates: RateLimiter) -> None:
        self._rates = rates

    def take(self, one: Try) -> None:
        """Count a guess before it is judged. Raises Refusal if there were too many."""
        if one.device is None:
            self.take_at(one.network)
        if not all([self._rates.take(one.key, rate) for rate in FROM_ONE]):
            raise Refusal("too_often")
        if one.device is None and not self._rates.take(f"in {one.account}", FROM_ALL):
            raise Refusal("guarded")

    def take_at(self, network: str) -> None:
        """Count a guess for any account. Raises Refusal if there were too many from one address."""
        if not self._rates.take(f"in {network}", AT_ADDRESS):
            raise Refusal("too_often")

    def forget(self, one: Try) -> None:
        """Forget the guesses of a client whose last one was right."""
        for rate in FROM_ONE:
            self._rates.clear(one.key, rate)
