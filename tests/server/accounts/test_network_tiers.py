"""What is counted to a network: in all for strangers, and more for a network that is known."""

import pytest

from tantrix.server.accounts.network_tiers import KNOWN_WIDTH, NetworkTiers
from tantrix.server.http.rate_limits import RateLimiter

SCHOOL, STRANGER = "203.0.113.7", "198.51.100.7"
SITE = ("2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:3::1")  # three networks of one site


@pytest.mark.parametrize(
    ("addresses", "rate", "all_rate", "n_allowed"),
    [
        ([STRANGER], "2/minute", "1000/minute", 2),
        (SITE, "2/minute", "1000/minute", 2),
        ([f"198.51.100.{n}" for n in range(1, 50)], "2/minute", "5/minute", 5),
        ([SCHOOL], "2/minute", "5/minute", 2 * KNOWN_WIDTH),
    ],
    ids=["a network", "a site", "all strangers", "a known network"],
)
def test_actions_are_counted_to_a_network_its_site_and_to_all_strangers(
    addresses: list[str], rate: str, all_rate: str, n_allowed: int
) -> None:
    tiers, rates = NetworkTiers([SCHOOL]), RateLimiter()

    taken = [
        tiers.take(rates, "act", addresses[n % len(addresses)], rate, all_rate)
        for n in range(3 * KNOWN_WIDTH)
    ]

    assert sum(taken) == n_allowed
    assert all(taken[:n_allowed])
