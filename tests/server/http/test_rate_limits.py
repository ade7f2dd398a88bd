"""Sliding windows: how often something may be done; unused keys are forgotten."""

import pytest

from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import USERS_AT_HOST, RateLimiter


class SecondsClock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> SecondsClock:
    return SecondsClock()


def test_the_number_of_actions_in_any_period_is_limited(clock: SecondsClock) -> None:
    rates = RateLimiter(clock)
    assert [rates.take("anna", "3/10 minutes") for _ in range(4)] == [True, True, True, False]

    clock.now_s += 599
    assert not rates.take("anna", "3/10 minutes")
    assert rates.take("ben", "3/10 minutes")

    clock.now_s += 2
    assert rates.take("anna", "3/10 minutes")


def test_a_refused_action_is_not_counted(clock: SecondsClock) -> None:
    rates = RateLimiter(clock)
    assert rates.take("anna", "1/minute")
    for _ in range(7):
        clock.now_s += 10
        last = rates.take("anna", "1/minute")
    assert last


def test_each_rate_of_a_key_counts_separately_and_can_be_cleared(clock: SecondsClock) -> None:
    rates = RateLimiter(clock)
    assert rates.take("anna", "1/minute")
    assert rates.take("anna", "1/hour")
    rates.clear("anna", "1/minute")
    rates.clear("ben", "1/minute")
    assert rates.take("anna", "1/minute")
    assert not rates.take("anna", "1/hour")


def test_expired_keys_are_forgotten(clock: SecondsClock) -> None:
    rates = RateLimiter(clock)
    for number in range(10_000):
        clock.now_s += 1
        rates.take(f"guest {number}", "20/minute")
        rates.take("anna", "20/minute")
    assert len(rates) <= 62


@pytest.mark.parametrize("rate", ["", "5", "0/minute", "5/fortnight", "x/hour"])
def test_an_invalid_rate_is_named(rate: str) -> None:
    with pytest.raises(ValueError, match=f"^expected a rate like .*, got '{rate}'$"):
        RateLimiter().take("anna", rate)


def test_the_addresses_of_one_ipv6_network_have_one_limit(clock: SecondsClock) -> None:
    rates = RateLimiter(clock)
    for n in range(USERS_AT_HOST):
        rates.check("post", "1/minute", f"user {n}", f"2001:db8:1:2::{n}")

    with pytest.raises(Refusal):
        rates.check("post", "1/minute", "one more", "2001:db8:1:2::ffff")
    rates.check("post", "1/minute", "a neighbour", "2001:db8:1:3::1")
