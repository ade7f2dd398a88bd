"""The chat of a tournament: its page announces new messages, and can be reported."""

from starlette.testclient import TestClient

from tantrix.server.admin.moderation import reports
from tantrix.server.settings import Settings
from tests.server.support.tournament_players import EventPeople


def with_a_message(client: TestClient) -> EventPeople:
    people = EventPeople.gather(client, "Ann", "Bea")
    people.create("Ann")
    answer = people.become("Bea").post(f"/api/tournaments/{people.id}/chat", json={"text": "You cheat!"})
    assert answer.status_code == 200, answer.text
    return people


def test_a_message_is_part_of_what_identifies_the_state_of_the_page(client: TestClient) -> None:
    people = EventPeople.gather(client, "Ann")
    people.create("Ann")
    path = f"/tournaments/{people.id}"
    assert 'data-stamp="3 0 0 0"' in client.get(path).text

    client.post(path, data={"type": "chat", "text": "Welcome"})

    assert 'data-stamp="3 0 0 1"' in client.get(path).text


def test_a_message_is_reported_from_the_page_with_its_text(client: TestClient, settings: Settings) -> None:
    people = with_a_message(client)
    path = f"/tournaments/{people.id}"
    page = people.become("Ann").get(path).text
    assert "Report the message of Bea" in page

    answer = client.post(path, data={"type": "report", "number": "1", "reason": "insult"})

    assert "A moderator will take a look" in answer.text
    [report] = reports(settings.data_dir, 9, is_open=True)
    assert report.message_text == "You cheat!"


def test_a_program_reports_a_message_that_exists(client: TestClient, settings: Settings) -> None:
    people = with_a_message(client)
    ann = people.become("Ann")

    for number, status in ((1, 200), (2, 404)):
        address = f"/api/tournaments/{people.id}/chat/{number}/reports"
        assert ann.post(address, json={"reason": "insult"}).status_code == status

    assert len(reports(settings.data_dir, 9, is_open=True)) == 1
