"""Friends who are invited to a tournament, through the API and on its page."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tantrix.server.tournaments.invitations import INVITATION_RATE
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services
from tests.server.support.tournament_players import EventPeople


@pytest.fixture
def people(settings: Settings, clock: ManualClock) -> Iterator[EventPeople]:
    """Ann organises a tournament; Bea is her friend, and Cyd only follows her."""
    with TestClient(create_app(replace(settings, now_ms=clock)), follow_redirects=False) as client:
        people = EventPeople.gather(client, "Ann", "Bea", "Cyd")
        people.create("Ann")
        follow(people, ("Ann", "Bea"), ("Bea", "Ann"), ("Cyd", "Ann"))
        yield people


def follow(people: EventPeople, *pairs: tuple[str, str]) -> None:
    for one, other in pairs:
        assert people.become(one).put(f"/api/players/{other}/follow").status_code == 200


def invite(people: EventPeople, who: str, whom: str) -> str:
    """Invite somebody; return the error code, empty if there is none."""
    answer = people.become(who).post(f"/api/tournaments/{people.id}/invitations", json={"name": whom})
    code: str = "" if answer.status_code == 200 else answer.json()["code"]
    return code


def invitations(people: EventPeople, name: str) -> list[tuple[str, str]]:
    """Return the sentences and the addresses of the invitations that somebody has."""
    in_loop(people.client, services(people.client).deliverer.step)
    listed = people.become(name).get("/api/account/notices").json()["notices"]
    return [(each["text"], each["url"]) for each in listed if each["kind"] == "invitation"]


def test_a_friend_is_invited_once_with_a_link_to_the_tournament(people: EventPeople) -> None:
    codes = [invite(people, "Ann", "Bea"), invite(people, "Ann", "bea")]

    assert codes == ["", ""]
    assert invitations(people, "Bea") == [("Ann invites you to a tournament.", f"/tournaments/{people.id}")]


def test_an_entrant_may_invite_friends_and_others_may_not(people: EventPeople) -> None:
    follow(people, ("Bea", "Cyd"), ("Cyd", "Bea"))
    stranger = invite(people, "Bea", "Cyd")

    people.do("Bea", "enter")

    assert stranger == "not_entrant"
    assert invite(people, "Bea", "Cyd") == ""
    assert [text for text, _ in invitations(people, "Cyd")] == ["Bea invites you to a tournament."]


def test_only_friends_can_be_invited(people: EventPeople) -> None:
    codes = [invite(people, "Ann", name) for name in ("Cyd", "Nobody", "Ann")]

    assert codes == ["not_friend", "no_account", "not_friend"]
    assert invitations(people, "Cyd") == []


def test_a_friend_who_has_entered_gets_no_invitation(people: EventPeople) -> None:
    people.do("Bea", "enter")

    assert invite(people, "Ann", "Bea") == ""

    assert invitations(people, "Bea") == []


def test_nobody_is_invited_once_the_entries_are_closed(people: EventPeople) -> None:
    people.do("Ann", "cancel", reason="rain")

    assert invite(people, "Ann", "Bea") == "entries_closed"


def test_invitations_have_a_rate_limit(people: EventPeople) -> None:
    most = int(INVITATION_RATE.partition("/")[0])

    codes = [invite(people, "Ann", "Bea") for _ in range(most + 1)]

    assert codes == [""] * most + ["too_often"]


def test_friends_are_invited_from_the_page_of_the_tournament(people: EventPeople) -> None:
    path = f"/tournaments/{people.id}"
    before = people.become("Ann").get(path).text

    answer = people.client.post(path, data={"type": "invite", "name": "Bea"})

    assert re.findall(r'aria-label="Invite (\w+)"', before) == ["Bea"]
    assert (answer.status_code, answer.headers["location"]) == (303, f"{path}#friends")
    after = people.client.get(path).text
    assert "invited</span>" in after and 'aria-label="Invite Bea"' not in after
    assert len(invitations(people, "Bea")) == 1
    assert "Invite friends" not in people.become("Cyd").get(path).text


def test_the_country_of_the_profile_is_filled_in(people: EventPeople) -> None:
    people.create("Ann", countries=["PL", "DE"])
    path = f"/tournaments/{people.id}"
    empty = people.become("Bea").get(path).text
    profile = people.client.post("/settings/profile", data={"country": "PL"})
    assert profile.status_code == 303, profile.text

    filled = people.client.get(path).text

    field = r'<input name="country"[^>]*>'
    assert "value=" not in re.findall(field, empty)[0]
    assert 'value="PL" readonly' in re.findall(field, filled)[0]
    people.do("Bea", "enter", country="DE")
    assert people.look()["entrants"][0]["country"] == "PL"
