"""Hosts and origins: the names for which a server answers, and whose pages may send requests."""

from collections.abc import Iterator
from dataclasses import replace
from socket import gethostname

import pytest
from starlette.datastructures import Headers
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tantrix.server.app import create_app
from tantrix.server.http.origins import check_host, check_pattern, is_same_origin, own_hosts
from tantrix.server.settings import Settings

ALLOWED = ("tantrix.example", "*.games.example", "127.0.0.1", "[::1]")


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient]:
    with TestClient(create_app(replace(settings, hosts=ALLOWED))) as client:
        yield client


@pytest.mark.parametrize(
    "host",
    [
        "tantrix.example",
        "TANTRIX.example:8443",
        "tantrix.example.",
        "a.games.example",
        "127.0.0.1:80",
        "[::1]:1",
    ],
)
def test_a_host_of_the_list_is_answered(host: str) -> None:
    assert check_host(Headers({"host": host}), ALLOWED) is None


@pytest.mark.parametrize(
    ("host", "code"),
    [
        ("elsewhere.example", "unknown_host"),
        ("games.example", "unknown_host"),
        ("10.0.0.5", "unknown_host"),
        ("tantrix.example.elsewhere.example", "unknown_host"),
        ("tantrix.example@elsewhere.example", "bad_host"),
        ("tantrix.example/", "bad_host"),
        ("", "bad_host"),
    ],
)
def test_any_other_host_is_refused(host: str, code: str) -> None:
    refusal = check_host(Headers({"host": host}), ALLOWED)

    assert refusal is not None and refusal.code == code


def test_two_host_headers_are_refused() -> None:
    headers = Headers(raw=[(b"host", b"tantrix.example"), (b"host", b"tantrix.example")])

    refusal = check_host(headers, ALLOWED)

    assert refusal is not None and refusal.code == "bad_host"


def test_without_a_list_every_host_is_answered() -> None:
    assert check_host(Headers({}), ()) is None


@pytest.mark.parametrize(
    "host", ["localhost:8064", "127.0.0.1", "192.168.7.5:8064", "[fe80::1]:80", "a.example"]
)
def test_by_default_numbers_this_machine_and_the_public_name_are_answered(host: str) -> None:
    own = own_hosts("https://a.example:8443")

    assert check_host(Headers({"host": host}), own) is None
    assert check_host(Headers({"host": gethostname()}), own) is None


@pytest.mark.parametrize("host", ["rebound.example", "127.0.0.1.rebound.example", "b.a.example", "999.1.1.1"])
def test_by_default_no_foreign_name_is_answered(host: str) -> None:
    refusal = check_host(Headers({"host": host}), own_hosts("https://a.example"))

    assert refusal is not None and refusal.code == "unknown_host"


def test_the_list_holds_for_every_path_and_for_sockets(client: TestClient) -> None:
    elsewhere, here = {"host": "elsewhere.example"}, {"host": "tantrix.example"}

    for path in ("/", "/metrics", "/healthz", "/static/built/page.css"):
        assert client.get(path, headers=elsewhere).status_code == 421
        assert client.get(path, headers=here).status_code != 421
    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/lobby/socket", headers=elsewhere):
        pass


@pytest.mark.parametrize("text", ["", "tantrix.example:80", "https://tantrix.example", "a.*.example", "*"])
def test_an_invalid_host_name_is_refused_at_the_start(text: str) -> None:
    with pytest.raises(ValueError, match="expected a host name"):
        check_pattern(text)


@pytest.mark.parametrize(
    ("scheme", "host", "origin", "is_own"),
    [
        ("http", "a.example", "http://a.example", True),
        ("https", "a.example", "https://a.example", True),
        ("https", "a.example:443", "https://a.example", True),
        ("wss", "a.example", "https://a.example", True),
        ("https", "a.example", "http://a.example", False),
        ("http", "a.example", "https://a.example", False),
        ("ws", "a.example", "https://a.example", False),
        ("https", "a.example:8064", "http://a.example:8064", False),
        ("http", "a.example", "http://a.example:8064", False),
        ("http", "a.example", "null", False),
        ("http", "a.example", "http://[", False),
        ("http", "", "http://", False),
    ],
)
def test_an_origin_is_scheme_host_and_port(scheme: str, host: str, origin: str, is_own: bool) -> None:
    assert is_same_origin(scheme, Headers({"host": host, "origin": origin})) is is_own


def test_the_public_address_is_an_own_origin_behind_a_proxy_that_hides_tls() -> None:
    headers = Headers({"host": "a.example", "origin": "https://a.example"})

    assert is_same_origin("http", headers, "https://a.example/")
    assert not is_same_origin("http", headers, "https://b.example/")
