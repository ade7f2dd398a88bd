"""The gate of a server: quotas for requests and sockets, limits per address, and who has to give way."""

from random import Random

import pytest

from tantrix.server.http.gate import Bounds, Gate, bounds_of, check_proxy, proxies_of

BOUNDS = Bounds(requests=6, sockets=4, requests_per_address=3, sockets_per_address=2)


class GateClient:
    """A connection that closes when it has to give way."""

    def __init__(self, gate: Gate, address: str) -> None:
        self.gate, self.address, self.is_open = gate, address, gate.enter(address)
        if self.is_open:
            gate.wait(address, self)

    def give_way(self) -> None:
        self.is_open = False
        self.gate.leave(self.address, self)


def test_the_open_files_are_shared_with_a_reserve() -> None:
    bounds = bounds_of(1_024)

    assert (bounds.requests, bounds.sockets) == (298, 598)


def test_an_address_that_has_its_share_loses_its_oldest_idle_connection() -> None:
    gate = Gate(BOUNDS)
    other, first, *rest = [GateClient(gate, address) for address in ("10.0.0.2", *["10.0.0.1"] * 4)]

    assert not first.is_open
    assert other.is_open and all(client.is_open for client in rest)


def test_at_the_limit_the_connection_that_waits_longest_is_closed() -> None:
    gate = Gate(BOUNDS)
    clients = [GateClient(gate, f"10.0.0.{n}") for n in range(7)]

    assert [client.is_open for client in clients] == [False] + [True] * 6


def test_the_addresses_of_one_ipv6_network_share_its_connections() -> None:
    gate = Gate(BOUNDS)
    clients = [GateClient(gate, f"2001:db8:1:2::{n}") for n in range(1, 6)]
    sockets = [gate.enter_socket(f"2001:db8:1:2::{n}") for n in range(1, 5)]

    assert [client.is_open for client in clients] == [False, False, True, True, True]
    assert sockets == [True, True, False, False]
    assert gate.enter_socket("2001:db8:2:2::1")


def test_the_networks_of_one_site_have_at_most_a_quarter() -> None:
    gate = Gate(Bounds(requests=40, sockets=40, requests_per_address=3, sockets_per_address=2))
    clients = [GateClient(gate, f"2001:db8:1:{n}::1") for n in range(12)]
    sockets = [gate.enter_socket(f"2001:db8:1:{n}::1") for n in range(12)]

    assert [client.is_open for client in clients] == [False] * 2 + [True] * 10
    assert sockets == [True] * 10 + [False] * 2
    assert gate.enter_socket("2001:db8:2::1") and gate.enter_socket("10.0.0.1")


def test_a_connection_with_a_request_in_progress_never_gives_way() -> None:
    gate = Gate(BOUNDS)
    busy = [GateClient(gate, f"10.0.0.{n}") for n in range(6)]
    for client in busy:
        gate.request_received(client)

    assert not GateClient(gate, "10.0.0.9").is_open
    assert all(client.is_open for client in busy)


def test_a_named_proxy_may_have_many_clients() -> None:
    gate = Gate(BOUNDS, proxies_of(["127.0.0.1"]))

    assert all(GateClient(gate, "127.0.0.1").is_open for _ in range(BOUNDS.requests))


def test_this_machine_is_a_client_like_any_other_unless_it_is_named() -> None:
    gate = Gate(BOUNDS)
    clients = [GateClient(gate, "127.0.0.1") for _ in range(BOUNDS.requests_per_address + 1)]
    sockets = [gate.enter_socket("::1") for _ in range(BOUNDS.sockets_per_address + 1)]

    assert [client.is_open for client in clients] == [False, True, True, True]
    assert sockets == [True, True, False]


@pytest.mark.parametrize(
    ("proxies", "address", "is_proxy"),
    [
        ("", "127.0.0.1", False),
        ("127.0.0.1 ::1", "127.0.0.1", True),
        ("127.0.0.1 ::1", "::1", True),
        ("127.0.0.1", "10.0.0.1", False),
        ("10.0.0.0/24 192.168.0.7", "10.0.0.9", True),
        ("10.0.0.0/24 192.168.0.7", "192.168.0.7", True),
        ("10.0.0.0/24 192.168.0.7", "192.168.0.8", False),
        ("*", "203.0.113.5", True),
        ("fd00::/8", "fd00::1", True),
        ("10.0.0.1", "", False),
    ],
)
def test_proxies_are_those_that_are_named(proxies: str, address: str, is_proxy: bool) -> None:
    assert proxies_of(proxies.split())(address) is is_proxy


@pytest.mark.parametrize("text", ["proxy.example", "", "10.0.0.0/99", "127.0.0.1, ::1"])
def test_a_proxy_is_named_by_its_address(text: str) -> None:
    with pytest.raises(ValueError, match="a proxy must be an address or a network"):
        check_proxy(text)


def test_a_network_may_be_named_by_any_address_in_it() -> None:
    assert check_proxy("10.0.0.9/24") == "10.0.0.0/24"


def test_sockets_have_a_separate_share() -> None:
    gate = Gate(BOUNDS)
    for n in range(20):
        GateClient(gate, f"10.0.1.{n}")

    assert [gate.enter_socket("10.0.0.1") for _ in range(3)] == [True, True, False]
    assert [gate.enter_socket(f"10.0.0.{n}") for n in (2, 3, 4)] == [True, True, False]


def test_connections_that_have_left_are_not_counted() -> None:
    gate, rng = Gate(BOUNDS), Random(3)
    clients: list[GateClient] = []
    for _ in range(2_000):
        clients = [client for client in clients if client.is_open]
        assert len(clients) <= BOUNDS.requests
        if clients and rng.random() < 0.4:
            rng.choice(clients).give_way()
        else:
            clients.append(
                GateClient(
                    gate, f"{rng.choice(('10.0.0.', '2001:db8:1:2::', '2001:db8:1:3::'))}{rng.randrange(4)}"
                )
            )

    for client in clients:
        if client.is_open:
            client.give_way()

    again = [GateClient(gate, address) for address in 3 * ("10.0.0.1", "2001:db8:1:2::9")]
    assert len(again) == BOUNDS.requests
    assert all(client.is_open for client in again)
