"""How often an account may create tournaments, give commands, and guess entry passwords."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tantrix.server.tournaments.service import COMMAND_RATES, CREATION_RATE, PASSWORD_RATE
from tests.server.support.manual_clock import ManualClock
from tests.server.support.tournament_players import EventPeople


@pytest.fixture
def people(settings: Settings, clock: ManualClock) -> Iterator[EventPeople]:
    """Ann organises tournaments, and Bea wants to take part."""
    with TestClient(create_app(replace(settings, now_ms=clock)), follow_redirects=False) as client:
        yield EventPeople.gather(client, "Ann", "Bea")


def times(rate: str) -> int:
    return int(rate.partition("/")[0])


def command(people: EventPeople, who: str, kind: str, **fields: object) -> str:
    """Give a command; return the error code, empty if there is none."""
    answer = people.ask(who, kind, **fields)
    return "" if answer.status_code == 200 else str(answer.json()["code"])


def test_an_entrant_cannot_make_the_log_of_a_tournament_ever_longer(people: EventPeople) -> None:
    people.create("Ann")
    most = times(COMMAND_RATES[0])
    people.do("Bea", "enter")

    codes = [command(people, "Bea", "pause", is_paused=n % 2 == 0) for n in range(most)]

    assert codes == [""] * (most - 1) + ["too_often"]


def test_an_entry_password_cannot_be_guessed_without_end(people: EventPeople) -> None:
    people.create("Ann", password="open sesame")
    most = times(PASSWORD_RATE)

    codes = [command(people, "Bea", "enter", password=f"guess {n}") for n in range(most)]
    right = command(people, "Bea", "enter", password="open sesame")

    assert codes == ["wrong_entry_password"] * most
    assert right == "too_often"


def test_nobody_fills_the_server_with_tournaments_that_are_cancelled_at_once(people: EventPeople) -> None:
    for _ in range(times(CREATION_RATE)):
        people.create("Ann")
        assert command(people, "Ann", "cancel") == ""

    assert people.code_of_creating("Ann") == "too_often"
