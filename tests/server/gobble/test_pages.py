"""The page of a Gobble room: the address in its code leads phones to the room, or the page warns."""

import re
from dataclasses import replace

from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings

LAN = "http://192.168.1.20:8064/"


def _link(client: TestClient, url: str, host: str) -> list[str]:
    page = client.get(url, headers={"Host": host}).text
    return re.findall(r'data-address="([^"]*)" data-reach="([^"]*)"', page)[0]


def test_no_code_leads_phones_to_an_address_of_this_computer_only(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        url = client.post("/api/gobble", json={}).json()["url"]
        here, everywhere = (
            client.get(url, headers={"Host": host}).text for host in ("127.0.0.1:8064", "play.example.org")
        )

    assert '<template id="room-code"></template>' in here
    assert re.search('<template id="room-code"><svg', everywhere)


def test_a_link_that_only_this_computer_can_open_is_replaced_or_warned_of(settings: Settings) -> None:
    found = []
    for lan_url in (LAN, None):
        with TestClient(create_app(replace(settings, lan_url=lan_url))) as client:
            url = client.post("/api/gobble", json={}).json()["url"]
            hosts = ("127.0.0.1:8064", "localhost:8064", "[::1]:8064", "play.example.org")
            found += [(*_link(client, url, host), url) for host in hosts]

    assert [(address.removesuffix(url), reach) for address, reach, url in found] == [
        *[("http://192.168.1.20:8064", "network")] * 3,
        ("http://play.example.org", "all"),
        ("http://127.0.0.1:8064", "here"),
        ("http://localhost:8064", "here"),
        ("http://[::1]:8064", "here"),
        ("http://play.example.org", "all"),
    ]
