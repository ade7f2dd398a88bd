"""Many people behind one address: a school, a club, a carrier. Limits by address do not lock them out."""

import asyncio
from collections.abc import Collection, Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tantrix.server.accounts.creation_limits import CreationLimits
from tantrix.server.accounts.network_tiers import KNOWN_WIDTH, NetworkTiers
from tantrix.server.accounts.throttle import SignInAttempt, Throttle
from tantrix.server.http.errors import Refusal
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.settings import Settings
from tests.server.support.addressed_app import AddressedApp

PASSWORD = "correct horse battery"
SCHOOL = "203.0.113.7"


class SecondHand:
    """A clock in seconds that a test sets."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def place(settings: Settings) -> AddressedApp:
    return AddressedApp(replace(settings, address="http://tantrix.example"))


@pytest.fixture
def client(place: AddressedApp) -> Iterator[TestClient]:
    place.address = SCHOOL
    with TestClient(place, base_url="http://tantrix.example", follow_redirects=False) as client:
        yield client


def sign_up(client: TestClient, name: str) -> int:
    client.cookies.clear()
    return client.post("/sign-up", data={"name": name, "password": PASSWORD}).status_code


def sign_in(client: TestClient, name: str, password: str = PASSWORD) -> int:
    client.cookies.clear()
    return client.post("/sign-in", data={"name": name, "password": password}).status_code


def is_refused(limits: CreationLimits, address: str, online: Collection[str] = ()) -> bool:
    async def n_waiting(ids: Collection[str]) -> tuple[int, int]:
        return 0, len(ids)

    async def here(user_ids: Collection[str]) -> Collection[str]:
        return [user_id for user_id in user_ids if user_id in online]

    try:
        asyncio.run(limits.check_open("table", address, n_waiting, here))
    except Refusal as refusal:
        return refusal.code == "too_many_at_address"
    return False


def open_tables(limits: CreationLimits, address: str, names: Collection[str]) -> int:
    opened = 0
    for name in names:
        if not is_refused(limits, address):
            limits.record("table", f"table of {name}", name, address)
            opened += 1
    return opened


def test_a_class_of_thirty_signs_up_in_a_minute(client: TestClient) -> None:
    assert [sign_up(client, f"Pupil {n}") for n in range(30)] == [303] * 30


def test_right_passwords_are_not_counted(client: TestClient) -> None:
    for n in range(3):
        sign_up(client, f"Member {n}")

    statuses = [sign_in(client, f"Member {n % 3}") for n in range(70)]

    assert statuses == [303] * 70


def test_wrong_passwords_of_an_address_are_counted(client: TestClient) -> None:
    statuses = [sign_in(client, f"Nobody {n}", "guessed again") for n in range(21)]

    assert statuses == [422] * 20 + [429]


def test_guesses_at_the_same_moment_are_bounded_before_they_are_judged() -> None:
    throttle = Throttle(RateLimiter())

    def allowed(n: int) -> bool:
        try:
            throttle.take(SignInAttempt(f"account {n}", SCHOOL, None))
        except Refusal:
            return False
        return True

    assert sum(allowed(n) for n in range(300)) == 100


def test_tables_that_nobody_holds_are_not_counted() -> None:
    hands = SecondHand()
    limits = CreationLimits(is_public=True, now_s=hands)
    assert open_tables(limits, SCHOOL, [f"kid {n}" for n in range(25)]) == 20

    hands.now_s = 121

    assert is_refused(limits, SCHOOL, online=[f"kid {n}" for n in range(20)])
    assert not is_refused(limits, SCHOOL, online=[f"kid {n}" for n in range(19)])


def test_a_known_network_has_wider_limits() -> None:
    limits = CreationLimits(is_public=True, tiers=NetworkTiers(["203.0.113.0/24"]))

    assert open_tables(limits, SCHOOL, [f"kid {n}" for n in range(100)]) == 100


def test_members_at_an_address_widen_its_limits_for_an_hour() -> None:
    hands = SecondHand()
    tiers = NetworkTiers(now_s=hands)
    for n in range(30):
        tiers.saw(f"member {n}", SCHOOL)

    assert (tiers.width(SCHOOL), tiers.width("203.0.113.8")) == (10, 1)
    hands.now_s = 3601
    assert tiers.width(SCHOOL) == 1
    assert NetworkTiers([SCHOOL]).width(SCHOOL) == KNOWN_WIDTH


def test_an_account_made_today_widens_nothing(client: TestClient, place: AddressedApp) -> None:
    sign_up(client, "Anna")
    client.get("/account")

    statuses = [sign_in(client, f"Nobody {n}", "guessed again") for n in range(21)]

    assert statuses[-1] == 429


def test_networks_of_one_ipv6_site_share_what_they_may_create() -> None:
    limits = CreationLimits(is_public=True)
    made = [
        open_tables(limits, f"2001:db8:{site}:{n}::1", [f"{site} {n} {each}" for each in range(20)])
        for site in (1, 2)
        for n in range(12)
    ]

    assert sum(made) == 80


def test_what_guests_hold_is_bounded_in_all() -> None:
    limits = CreationLimits(is_public=True)
    made = [
        open_tables(limits, f"2001:db8:{site:x}::1", [f"{site} {n}" for n in range(20)]) for site in range(30)
    ]

    assert sum(made) == 300


def test_sign_ups_of_one_ipv6_site_are_bounded(client: TestClient, place: AddressedApp) -> None:
    statuses = []
    for n in range(45):
        place.address = f"2001:db8:1:{n}::1"
        statuses.append(sign_up(client, f"Visitor {n}"))

    assert statuses == [303] * 40 + [429] * 5
