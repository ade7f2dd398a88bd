"""Wrong passwords slow down the client that tries them, but never the account's user, who is notified."""

import itertools
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from tantrix.server.accounts.throttle import SignInAttempt, Throttle
from tantrix.server.http.errors import Refusal
from tantrix.server.http.networks import network_of
from tantrix.server.http.rate_limits import RateLimiter
from tantrix.server.settings import Settings
from tests.server.support.addressed_app import AddressedApp

PASSWORD = "correct horse battery"


@pytest.fixture
def place(settings: Settings) -> AddressedApp:
    return AddressedApp(settings)


@pytest.fixture
def client(place: AddressedApp) -> Iterator[TestClient]:
    with TestClient(place, follow_redirects=False) as client:
        yield client


def _sign_up(client: TestClient, name: str = "Anna") -> dict[str, str]:
    """Sign up and return the browser's cookies; the browser is left without any."""
    client.post("/sign-up", data={"name": name, "password": PASSWORD})
    return _fresh(client)


def _fresh(client: TestClient) -> dict[str, str]:
    cookies = dict(client.cookies)
    client.cookies.clear()
    return cookies


def _sign_in(client: TestClient, password: str = PASSWORD, next_path: str = "/account") -> tuple[int, str]:
    answer = client.post("/sign-in", data={"name": "Anna", "password": password, "next": next_path})
    return answer.status_code, answer.headers.get("location", "")


def _guess(client: TestClient, times: int) -> list[int]:
    return [_sign_in(client, "guessed again")[0] for _ in range(times)]


def test_guesses_from_another_address_do_not_lock_the_user_out(
    client: TestClient, place: AddressedApp
) -> None:
    _sign_up(client)
    place.address = "10.0.0.66"
    assert _guess(client, 6) == [422] * 5 + [429]

    place.address = "10.0.0.2"

    assert _sign_in(client)[0] == 303


def test_a_known_device_can_sign_in_even_from_the_same_address(
    client: TestClient, place: AddressedApp
) -> None:
    owner = _sign_up(client)
    assert _guess(client, 6) == [422] * 5 + [429]

    client.cookies.set("tantrix_device", owner["tantrix_device"])

    assert _sign_in(client)[0] == 303


def test_guesses_for_other_accounts_do_not_lock_out_a_known_device_of_the_same_address(
    client: TestClient,
) -> None:
    owner = _sign_up(client)
    for n in range(21):
        client.post("/sign-in", data={"name": f"Neighbour {n}", "password": "guessed again"})
    assert _sign_in(client)[0] == 429

    client.cookies.set("tantrix_device", owner["tantrix_device"])

    assert _sign_in(client)[0] == 303


def test_a_device_of_another_account_is_not_known(client: TestClient) -> None:
    _sign_up(client)
    other = _sign_up(client, "Bea")
    client.cookies.set("tantrix_device", other["tantrix_device"])

    assert _guess(client, 6) == [422] * 5 + [429]
    assert _sign_in(client)[0] == 429


def test_a_guess_from_many_addresses_is_slowed_and_a_known_device_is_not(
    client: TestClient, place: AddressedApp
) -> None:
    owner = _sign_up(client)
    statuses = []
    for n in range(62):
        place.address = f"10.1.0.{n}"
        statuses += _guess(client, 1)

    assert statuses == [422] * 60 + [429] * 2
    client.cookies.set("tantrix_device", owner["tantrix_device"])
    assert _sign_in(client)[0] == 303


def test_the_user_is_notified_once_at_the_next_sign_in(client: TestClient, place: AddressedApp) -> None:
    _sign_up(client)
    place.address = "10.0.0.66"
    _guess(client, 3)
    place.address = "10.0.0.1"

    answer = _sign_in(client, next_path="/games")
    notice = client.get(answer[1])
    _fresh(client)
    again = _sign_in(client, next_path="/games")

    assert answer == (303, "/sign-in/notice?next=%2Fgames")
    assert "wrong passwords were entered 3 times" in notice.text and "10.0.0.66" in notice.text
    assert again == (303, "/games")
    assert "3 wrong passwords in the last month" in client.get("/account").text


def test_nobody_learns_whether_an_account_exists_by_being_slowed(client: TestClient) -> None:
    answers = [
        client.post("/sign-in", data={"name": "Nobody", "password": "guessed again"}).status_code
        for _ in range(6)
    ]

    assert answers == [422] * 5 + [429]


def test_the_addresses_of_one_household_count_as_one() -> None:
    assert network_of("2001:db8:1:2::3") == network_of("2001:db8:1:2:ffff::1") == "2001:db8:1:2::"
    assert network_of("2001:db8:1:3::3") != network_of("2001:db8:1:2::3")
    assert network_of("::ffff:10.0.0.1") == network_of("10.0.0.1") == "10.0.0.1"


def test_guesses_before_the_right_password_are_forgotten() -> None:
    throttle, one = Throttle(RateLimiter()), SignInAttempt("anna", "10.0.0.1", None)
    for _ in itertools.repeat(None, 5):
        throttle.take(one)

    throttle.forget(one)
    throttle.take(one)

    for _ in itertools.repeat(None, 4):
        throttle.take(one)
    with pytest.raises(Refusal):
        throttle.take(one)
