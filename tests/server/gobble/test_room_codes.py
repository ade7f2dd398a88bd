"""Codes of Gobble rooms: every id has one, it is read back however it is typed, and it leads to the room."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from starlette.testclient import TestClient

from tantrix.server.accounts.creation_limits import CODE_RATE
from tantrix.server.app import create_app
from tantrix.server.gobble.room_codes import code_of, endings, parse_code
from tantrix.server.settings import Settings, random_id


def test_every_code_is_read_back_and_finds_the_ids_that_have_it() -> None:
    ids = [random_id() for _ in range(300)]

    for rush_id in ids:
        code = code_of(rush_id)
        assert parse_code(code) == parse_code(f" {code.lower().replace(' ', '-')} ") == code
        assert parse_code(code.replace(" ", "")) == code
        assert rush_id[-3:] in endings(code)
        assert {code_of(f"000000000{end}") for end in endings(code)} == {code}


def test_what_is_no_code_is_not_read() -> None:
    typed = ("", "KIWI", "42", "KIWI 7", "KIWI 09", "KIWI 421", "QWERTY 42", "KIWI 42 KIWI 42", "KİWİ 42")

    assert [text for text in typed if parse_code(text) is not None] == []


def _ids(*first: str) -> Iterator[str]:
    yield from first
    yield from (f"zzzzzzz{number:05}" for number in count(1))


def test_a_typed_code_leads_to_the_open_room_and_after_its_end_to_the_rematch(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        room = client.post("/api/gobble", json={"settings": {"share": 3}, "robots": ["hasty"]}).json()
        code = client.get(f"/api{room['url']}").json()["room"]["code"]
        found = client.get("/gobble", params={"code": code.lower()}, follow_redirects=False)
        assert (found.status_code, found.headers["Location"]) == (303, room["url"])
        missed = client.get("/gobble", params={"code": "kiwi"})
        assert missed.status_code == 200
        assert 'data-code="kiwi"' in missed.text


def test_two_open_rooms_never_share_a_code_and_all_servers_agree_on_it(settings: Settings) -> None:
    same = code_of("aaaaaaaaaabc")
    twin = next(end for end in endings(same) if end != "abc")
    fake = replace(settings, make_id=_ids("aaaaaaaaaabc", f"bbbbbbbbb{twin}", "cccccccccxyz").__next__)
    with TestClient(create_app(fake)) as client:
        ids = [client.post("/api/gobble", json={}).json()["id"] for _ in range(2)]
        assert ids == ["aaaaaaaaaabc", "cccccccccxyz"]
    with TestClient(create_app(settings)) as other:  # the database knows no codes
        found = other.get("/gobble", params={"code": same}, follow_redirects=False)
        assert found.headers["Location"] == "/gobble/aaaaaaaaaabc"


def test_codes_cannot_be_guessed_at_will(settings: Settings) -> None:
    public = replace(settings, address="https://play.example.org/", hosts=())
    with TestClient(create_app(public), base_url="https://play.example.org") as client:
        tried = [client.get("/gobble", params={"code": "KIWI 42"}).status_code for _ in range(61)]

    assert (tried[0], tried[-1]) == (200, 429)
    assert CODE_RATE == "60/minute"
