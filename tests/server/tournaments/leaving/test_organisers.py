"""Organisers who stay away: a controller or an entrant follows, all are told, and only a gift undoes it."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tantrix.clock import DAY_MS, MINUTE_MS
from tantrix.server.cluster.heartbeats import FRESH_MS
from tantrix.server.rooms.attendance import OWNER_AWAY_MS
from tantrix.server.settings import Settings
from tantrix.server.tournaments.leaving.organisers import AT_TABLES_MS, LINGER_MS, OF_DAYS_MS
from tests.server.support.clients import PASSWORD, rows
from tests.server.support.cluster.several_servers import servers_on
from tests.server.support.external_servers import new_database
from tests.server.support.gobble.table import RecordingOutbox
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services, user_id_of
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople

GONE_MS = LINGER_MS + 1  # after this time somebody without an open page is away
NAMES = ("Org", "Ann", "Bea", "Con")


@dataclass(slots=True)
class Evening:
    """A tournament of Org whose people have its page open or not; time passes only by `wait`."""

    people: EventPeople
    clock: ManualClock
    pages: dict[str, RecordingOutbox] = field(default_factory=dict)

    @classmethod
    def begin(cls, client: TestClient, clock: ManualClock, **options: object) -> "Evening":
        evening = cls(EventPeople.gather(client, *NAMES), clock)
        evening.people.create("Org", **options)
        return evening

    @property
    def client(self) -> TestClient:
        client = self.people.client
        assert isinstance(client, TestClient)
        return client

    def open(self, *names: str) -> None:
        """Let people open the page, one after the other."""
        for name in names:
            self.pages[name] = RecordingOutbox(user_id_of(self.client, name))
            tournaments = services(self.client).tournaments
            in_loop(self.client, tournaments.watch, self.people.id, self.pages[name], (0, 0, 0, 0))
            self.wait(1)

    def close(self, *names: str) -> None:
        for name in names:
            tournaments = services(self.client).tournaments
            in_loop(self.client, tournaments.leave, self.people.id, self.pages.pop(name))

    def wait(self, ms: int) -> Json:
        """Let time pass, and let the server look again and again who is there; return the tournament.

        After hours it looks in the last minutes only.
        """
        found, steps = services(self.client), [LINGER_MS] * min(40, ms // LINGER_MS)
        for step in (ms - sum(steps), *steps):
            self.clock.now_ms += step
            in_loop(self.client, found.online.step)
            in_loop(self.client, found.tournaments.look_after_organiser, self.people.id)
        return self.look()

    def look(self) -> Json:
        """Return the tournament as a stranger sees it."""
        self.client.cookies.clear()
        return self.people.look()

    def staff(self) -> tuple[str, list[str]]:
        view = self.look()
        return view["organiser"], view["controllers"]


def _in_sign_up(client: TestClient, clock: ManualClock, **options: object) -> Evening:
    """Return a tournament without a start time that Bea, then Ann have entered and look at; Org has left."""
    evening = Evening.begin(client, clock, **options)
    for name in ("Ann", "Bea"):
        evening.people.do(name, "enter")
    evening.wait(GONE_MS)
    evening.open("Bea", "Ann")
    return evening


def _in_play(client: TestClient, clock: ManualClock, **options: object) -> Evening:
    evening = Evening.begin(client, clock, no_show_minutes=60, **options)
    for name in ("Ann", "Bea"):
        evening.people.do(name, "enter")
    evening.people.do("Org", "start")
    evening.wait(GONE_MS)
    evening.open("Bea", "Ann")
    return evening


def test_after_a_minute_the_entrant_who_is_here_longest_is_the_organiser(
    client: TestClient, clock: ManualClock
) -> None:
    evening = _in_sign_up(client, clock)
    assert evening.look()["passes_at"] is not None
    assert evening.wait(OWNER_AWAY_MS - 10)["organiser"] == "Org"

    view = evening.wait(10)

    assert (view["organiser"], view["controllers"], view["passes_at"]) == ("Bea", ["Org"], None)
    assert evening.people.do("Bea", "start")["state"] == "running"


def test_everybody_is_told_of_another_organiser(
    client: TestClient, clock: ManualClock, settings: Settings
) -> None:
    evening = _in_sign_up(client, clock)
    assert "The organiser is away." in client.get(f"/tournaments/{evening.people.id}").text

    evening.wait(OWNER_AWAY_MS)

    page = client.get(f"/tournaments/{evening.people.id}").text
    assert "Another organiser: <bdi>Bea, Org</bdi>" in page
    assert "the organiser is away" in page
    assert "The organiser is away." not in page
    told = rows(settings, "SELECT user_id, url FROM notices WHERE variant = 'organiser'")
    people = {user_id_of(client, name) for name in ("Org", "Ann", "Bea")}
    assert set(told) == {(each, f"/tournaments/{evening.people.id}") for each in people}


def test_the_open_pages_hear_that_the_organiser_is_away(client: TestClient, clock: ManualClock) -> None:
    evening = _in_sign_up(client, clock)
    outbox = RecordingOutbox(None)
    in_loop(client, services(client).tournaments.watch, evening.people.id, outbox, (0, 0, 0, 0))

    assert outbox.received[0]["is_passing"]


def test_who_comes_back_within_the_minute_stays_the_organiser(client: TestClient, clock: ManualClock) -> None:
    evening = _in_sign_up(client, clock)
    evening.wait(OWNER_AWAY_MS - 10)
    evening.open("Org")

    assert evening.wait(10 * OWNER_AWAY_MS)["organiser"] == "Org"
    assert evening.look()["passes_at"] is None


def test_an_organiser_who_only_sends_requests_is_not_away(client: TestClient, clock: ManualClock) -> None:
    evening = _in_sign_up(client, clock)
    for _ in range(5):
        evening.people.become("Org").get(f"/api/tournaments/{evening.people.id}")
        evening.wait(OWNER_AWAY_MS // 2 - 1)

    assert evening.look()["organiser"] == "Org"


def test_the_old_organiser_gets_the_tournament_back_only_as_a_gift(
    client: TestClient, clock: ManualClock
) -> None:
    evening = _in_sign_up(client, clock)
    evening.wait(OWNER_AWAY_MS)
    evening.open("Org")
    evening.wait(10 * OWNER_AWAY_MS)
    assert evening.staff() == ("Bea", ["Org"])
    assert evening.people.code("Org", "staff", names=[], organiser="Org") == "not_owner"

    evening.people.do("Bea", "staff", names=["Con"], organiser="Org")

    assert evening.staff() == ("Org", ["Bea", "Con"])
    assert evening.people.code("Ann", "staff", names=[], organiser="Ann") == "not_organiser"


def test_a_tournament_is_given_only_to_who_takes_part_in_it(client: TestClient, clock: ManualClock) -> None:
    evening = Evening.begin(client, clock)
    assert evening.people.code("Org", "staff", names=[], organiser="Ann") == "no_heir"
    evening.people.do("Ann", "enter")

    evening.people.do("Org", "staff", names=[], organiser="Ann")

    assert evening.staff() == ("Ann", ["Org"])


def test_a_public_tournament_passes_only_to_entrants_who_could_have_created_it(
    client: TestClient, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tantrix.server.tournaments.service.RATED_GAMES", 0)
    evening = _in_sign_up(client, clock, is_listed=True)
    monkeypatch.setattr("tantrix.server.tournaments.service.RATED_GAMES", 1)
    assert evening.wait(5 * OWNER_AWAY_MS)["organiser"] == "Org"
    monkeypatch.setattr("tantrix.server.tournaments.service.RATED_GAMES", 0)
    evening.wait(1)

    assert evening.wait(OWNER_AWAY_MS)["organiser"] == "Bea"


def test_an_absence_that_nobody_looks_at_any_more_is_not_told(client: TestClient, clock: ManualClock) -> None:
    evening = _in_sign_up(client, clock)
    assert evening.look()["passes_at"] is not None

    clock.now_ms += GONE_MS  # everybody has closed the page

    assert evening.look()["passes_at"] is None


def test_the_page_of_decisions_lets_only_the_organiser_give_the_tournament_away(
    client: TestClient, clock: ManualClock
) -> None:
    evening = Evening.begin(client, clock)
    evening.people.do("Org", "staff", names=["Con"])
    path = f"/tournaments/{evening.people.id}/control"
    assert 'name="organiser"' not in evening.people.become("Con").get(path).text
    assert 'name="organiser"' in evening.people.become("Org").get(path).text

    client.post(path, data={"type": "staff", "names": "Con", "organiser": "Con"})

    assert evening.staff() == ("Con", ["Org"])


def test_a_controller_follows_before_an_entrant_who_is_here_longer(
    client: TestClient, clock: ManualClock
) -> None:
    evening = Evening.begin(client, clock)
    evening.people.do("Org", "staff", names=["Con"])
    for name in ("Ann", "Bea"):
        evening.people.do(name, "enter")
    evening.open("Bea", "Ann", "Con")
    evening.wait(GONE_MS)

    evening.wait(OWNER_AWAY_MS)

    assert evening.staff() == ("Con", ["Org"])


def test_few_of_many_entrants_wait_for_the_organiser(client: TestClient, clock: ManualClock) -> None:
    evening = Evening.begin(client, clock)
    for name in ("Ann", "Bea", "Con"):
        evening.people.do(name, "enter")
    evening.open("Bea")
    evening.wait(GONE_MS)

    assert evening.wait(10 * OWNER_AWAY_MS)["organiser"] == "Org"


def test_nobody_follows_where_nothing_waits(client: TestClient, clock: ManualClock) -> None:
    evening = Evening.begin(client, clock, starts_at="2030-01-01T12:00:00Z")
    for name in ("Ann", "Bea"):
        evening.people.do(name, "enter")
    evening.open("Bea", "Ann")
    evening.wait(GONE_MS)
    assert evening.wait(10 * OWNER_AWAY_MS)["organiser"] == "Org"


def test_the_host_of_a_simul_keeps_it(client: TestClient, clock: ManualClock) -> None:
    evening = _in_sign_up(client, clock, preset="simul")

    assert evening.wait(10 * OWNER_AWAY_MS)["organiser"] == "Org"
    assert evening.people.code("Org", "staff", names=[], organiser="Ann") == "host_stays"


def test_a_private_tournament_in_play_passes_to_an_entrant(client: TestClient, clock: ManualClock) -> None:
    evening = _in_play(client, clock)

    assert evening.wait(OWNER_AWAY_MS)["organiser"] == "Bea"


def test_a_public_tournament_in_play_passes_only_to_a_controller(
    client: TestClient, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tantrix.server.tournaments.service.RATED_GAMES", 0)
    evening = _in_play(client, clock, is_listed=True)
    assert evening.wait(5 * OWNER_AWAY_MS)["organiser"] == "Org"
    evening.people.do("Org", "staff", names=["Con"])
    evening.open("Con")
    evening.wait(GONE_MS)

    assert evening.wait(OWNER_AWAY_MS)["organiser"] == "Con"


def test_over_the_board_an_organiser_may_be_away_for_a_quarter_of_an_hour(
    client: TestClient, clock: ManualClock
) -> None:
    evening = _in_play(client, clock, is_by_hand=True)
    assert evening.wait(AT_TABLES_MS - GONE_MS - 10)["organiser"] == "Org"

    assert evening.wait(GONE_MS + 10)["organiser"] == "Bea"


def test_a_tournament_of_days_is_kept_for_days(client: TestClient, clock: ManualClock) -> None:
    evening = _in_sign_up(client, clock, preset="correspondence")
    assert evening.wait(DAY_MS)["organiser"] == "Org"
    evening.people.become("Org").get("/api/account")  # anywhere on the site
    evening.wait(OF_DAYS_MS - MINUTE_MS)
    assert evening.look()["organiser"] == "Org"

    assert evening.wait(MINUTE_MS)["organiser"] == "Bea"


def test_a_closed_account_is_followed_at_once(client: TestClient, clock: ManualClock) -> None:
    evening = _in_play(client, clock, preset="correspondence")
    assert evening.people.become("Org").post("/account/close", data={"password": PASSWORD}).status_code == 303

    evening.wait(OWNER_AWAY_MS)

    assert evening.staff() == ("Bea", [])


def test_an_organiser_who_sends_requests_to_another_server_is_here(
    tmp_path: Path, postgres: str, clock: ManualClock
) -> None:
    with servers_on(new_database(postgres), tmp_path) as serve:
        one, two = serve(now_ms=clock), serve(now_ms=clock)
        evening = _in_sign_up(one, clock)
        others = EventPeople(two, evening.people.cookies, evening.people.id)
        others.wait_until_known()

        def wait(ms: int) -> str:
            for server in (two, one):
                in_loop(server, services(server).cluster.heartbeats.beat)
                in_loop(server, services(server).online.step)
            organiser: str = evening.wait(ms)["organiser"]
            return organiser

        while_asking = set()
        for _ in range(2 * OWNER_AWAY_MS // FRESH_MS):
            others.become("Org").get(f"/api/tournaments/{others.id}")
            while_asking.add(wait(FRESH_MS - 1))
        later = [wait(FRESH_MS - 1) for _ in range(3 * OWNER_AWAY_MS // FRESH_MS)]

    assert (while_asking, later[0], later[-1]) == ({"Org"}, "Org", "Bea")


def test_an_absence_does_not_count_while_the_server_stands_still(
    client: TestClient, clock: ManualClock
) -> None:
    evening = _in_sign_up(client, clock)
    clock.now_ms += 10 * OWNER_AWAY_MS

    assert evening.wait(0)["organiser"] == "Org"
    assert evening.wait(OWNER_AWAY_MS)["organiser"] == "Bea"
