"""The notices of a tournament, as entrants they see it under the bell."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from tantrix.competition.events.actions import Action, Enter, Forfeit, Withdraw
from tantrix.competition.events.due import no_show
from tantrix.competition.events.entrants import Entrant, Member
from tantrix.competition.events.outcomes import GameKey, played
from tantrix.competition.events.presets import preset
from tantrix.server.app import create_app
from tantrix.server.notices.store import NoticeRow
from tantrix.server.settings import Settings
from tantrix.server.tournaments.notices import tournament_notices
from tests.server.support.clients import sign_up
from tests.server.support.manual_clock import ManualClock
from tests.server.support.services import in_loop, services
from tests.server.support.tournament_players import EventPeople
from tests.support.story import Story

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS


@pytest.fixture
def people(settings: Settings, clock: ManualClock) -> Iterator[EventPeople]:
    app = create_app(replace(settings, now_ms=clock))
    with TestClient(app, follow_redirects=False) as client:
        yield EventPeople.gather(client, "Ann", "Bea")


def unread(people: EventPeople, name: str) -> list[str]:
    """Return the sentences of the notices that a person has not read, in alphabetical order."""
    client = people.client
    in_loop(client, services(client).deliverer.step)
    client.cookies.clear()
    client.cookies.update(people.cookies[name])
    listed = client.get("/api/account/notices").json()["notices"]
    assert all(each["url"].startswith(f"/tournaments/{people.id}") for each in listed)
    return sorted(each["text"] for each in listed if not each["is_read"])


def started(people: EventPeople) -> str:
    """Start a tournament of all against all whose games have a week; return the id of its match."""
    people.create("Ann", preset="all-play-all", days=7)
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    view = people.wait(lambda view: bool(view["sections"]))
    match: str = view["sections"][0]["rounds"][0]["matches"][0]["id"]
    return match


def agree(people: EventPeople, match: str, at: str) -> None:
    people.do("Ann", "propose", match=match, at=at)
    people.do("Bea", "accept", match=match, at=at)


ROUND = "A new round is paired: Friday Fifteen."
BEGINS = "Your match with {} begins: 16 Nov 2023, 22:00 UTC."


def test_a_drawn_round_is_announced_to_all_who_play_in_it(people: EventPeople) -> None:
    started(people)

    assert unread(people, "Ann") == [ROUND]
    assert unread(people, "Bea") == [ROUND]


def test_a_proposed_time_is_announced_to_the_opponent_and_its_acceptance_to_the_proposer(
    people: EventPeople,
) -> None:
    match = started(people)

    people.do("Ann", "propose", match=match, at="2023-11-16T20:00Z")
    proposed = unread(people, "Bea")
    people.do("Bea", "accept", match=match, at="2023-11-16T20:00Z")

    assert proposed == [ROUND, "Ann proposes a time for your match: 16 Nov 2023, 20:00 UTC."]
    assert unread(people, "Ann") == [
        ROUND,
        "Bea has agreed on a time for your match: 16 Nov 2023, 20:00 UTC.",
    ]
    assert unread(people, "Bea") == [ROUND]  # has answered it


def test_notices_of_a_match_lead_to_its_page(people: EventPeople) -> None:
    match = started(people)

    people.do("Ann", "propose", match=match, at="2023-11-16T20:00Z")
    people.do("Ann", "ready", match=match)
    unread(people, "Bea")

    urls = {each["kind"]: each["url"] for each in people.client.get("/api/account/notices").json()["notices"]}
    page = f"/tournaments/{people.id}"
    assert urls == {"round": page, "appointment": f"{page}/matches/{match}"}


def test_both_are_reminded_a_day_and_a_quarter_of_an_hour_before_their_match(
    people: EventPeople, clock: ManualClock
) -> None:
    agree(people, started(people), "2023-11-16T22:00Z")
    before = unread(people, "Bea")

    clock.now_ms += HOUR_MS  # 2023-11-14 at 23:13, a day and 22 hours before
    early = unread(people, "Bea")
    clock.now_ms += 23 * HOUR_MS  # 2023-11-15 at 22:13
    a_day = unread(people, "Bea")
    clock.now_ms += 23 * HOUR_MS + 35 * MINUTE_MS  # 2023-11-16 at 21:48, before both are called
    quarter = unread(people, "Bea")

    assert early == before
    assert a_day.count(BEGINS.format("Ann")) == 1
    assert quarter.count(BEGINS.format("Ann")) == 2
    assert unread(people, "Ann").count(BEGINS.format("Bea")) == 2


def test_reminders_follow_the_time_that_was_agreed_on_last(people: EventPeople, clock: ManualClock) -> None:
    match = started(people)
    agree(people, match, "2023-11-16T22:00Z")
    agree(people, match, "2023-11-18T22:00Z")

    clock.now_ms += 47 * HOUR_MS  # 2023-11-16 at 21:13
    first_day = unread(people, "Bea")
    clock.now_ms += 25 * HOUR_MS  # 2023-11-17 at 22:13

    assert BEGINS.format("Ann") not in first_day
    assert "Your match with Ann begins: 18 Nov 2023, 22:00 UTC." in unread(people, "Bea")


def test_nobody_is_reminded_of_a_match_that_began_early(people: EventPeople, clock: ManualClock) -> None:
    match = started(people)
    agree(people, match, "2023-11-16T22:00Z")
    for name in people.cookies:
        people.do(name, "ready", match=match)
    people.wait(lambda view: bool(people.games_in_play(view)))

    clock.now_ms += 25 * HOUR_MS

    assert BEGINS.format("Ann") not in unread(people, "Bea")


def test_nobody_is_reminded_of_a_match_of_a_cancelled_tournament(
    people: EventPeople, clock: ManualClock
) -> None:
    agree(people, started(people), "2023-11-16T22:00Z")
    people.do("Ann", "cancel", reason="The hall is flooded.")

    clock.now_ms += 25 * HOUR_MS

    assert BEGINS.format("Ann") not in unread(people, "Bea")


def test_a_cancellation_is_announced_to_all_entrants_but_its_author(people: EventPeople) -> None:
    people.create("Ann", preset="open")
    for name in people.cookies:
        people.do(name, "enter")

    people.do("Ann", "cancel", reason="the hall is closed")

    assert unread(people, "Ann") == []
    assert unread(people, "Bea") == ["The tournament is cancelled: Friday Fifteen."]


def test_a_round_of_a_cup_is_announced_to_its_players(people: EventPeople) -> None:
    people.create("Ann", preset="gobble-cup", n_rounds=1)
    for name in people.cookies:
        people.do(name, "enter")
    people.do("Ann", "start")
    people.wait(lambda view: bool(view["sections"]) and bool(view["sections"][0]["rounds"]))

    assert unread(people, "Bea") == [ROUND]


def test_the_end_of_a_tournament_is_announced_to_all_entrants(people: EventPeople) -> None:
    match = started(people)
    for name in people.cookies:
        people.do(name, "ready", match=match)
    people.wait(lambda view: bool(people.games_in_play(view)))

    people.resign(people.games_in_play()[0], "Bea")
    people.wait(lambda view: view["state"] == "over")

    over = "The tournament is over: Friday Fifteen."
    assert over in unread(people, "Ann")
    assert over in unread(people, "Bea")


def test_a_time_is_in_the_time_zone_of_the_reader(people: EventPeople) -> None:
    match = started(people)
    client = people.become("Bea")
    settings = client.get("/api/account/notice-settings").json()
    client.put("/api/account/notice-settings", json={**settings, "zone": "Europe/Warsaw"})

    people.do("Ann", "propose", match=match, at="2023-11-16T20:00Z")

    assert "Ann proposes a time for your match: 16 Nov 2023, 21:00 CET." in unread(people, "Bea")


def test_entrants_are_told_when_the_check_in_opens_and_before_the_start(
    people: EventPeople, clock: ManualClock
) -> None:
    people.create("Ann", starts_at="2023-11-15T20:00Z", check_in_minutes=30)
    people.do("Bea", "enter")
    entered = unread(people, "Bea")

    clock.now_ms += 21 * HOUR_MS + 17 * MINUTE_MS  # 2023-11-15 at 19:30
    open_for_check_in = unread(people, "Bea")
    clock.now_ms += 15 * MINUTE_MS

    assert entered == []
    assert open_for_check_in == ["Check in to play: Friday Fifteen, 15 Nov 2023, 20:00 UTC."]
    assert "The tournament begins soon: Friday Fifteen, 15 Nov 2023, 20:00 UTC." in unread(people, "Bea")


def test_the_reminder_of_a_start_moves_with_it(people: EventPeople, clock: ManualClock) -> None:
    people.create("Ann", starts_at="2023-11-15T20:00Z")
    people.do("Bea", "enter")
    moved = {"preset": "open", "name": "Friday Fifteen", "is_listed": False, "starts_at": "2023-11-16T20:00Z"}
    people.do("Ann", "edit", options=moved)

    clock.now_ms += 21 * HOUR_MS + 35 * MINUTE_MS  # 2023-11-15 at 19:48
    before = unread(people, "Bea")
    clock.now_ms += 24 * HOUR_MS

    assert before == []
    assert unread(people, "Bea") == ["The tournament begins soon: Friday Fifteen, 16 Nov 2023, 20:00 UTC."]


def test_a_moved_deadline_and_a_decision_are_announced(people: EventPeople) -> None:
    match = started(people)
    people.cookies["Ref"] = sign_up(people.client, "Ref")
    people.do("Ann", "staff", names=["Ref"])

    people.do("Ann", "extend", round="1-all-1", until="2023-12-01T12:00Z", reason="a holiday")
    people.do("Ref", "award", match=match, number=1, to="first", reason="a program helped")
    decided = unread(people, "Bea")

    assert "The round now lasts until 1 Dec 2023, 12:00 UTC: Friday Fifteen." in decided
    assert "The controllers have decided a game of yours: Friday Fifteen." in decided


def test_a_cancellation_is_announced(people: EventPeople) -> None:
    started(people)

    people.do("Ann", "cancel", reason="The hall is flooded.")

    assert "The tournament is cancelled: Friday Fifteen." in unread(people, "Bea")


def test_a_partner_learns_of_being_entered(people: EventPeople) -> None:
    people.create("Ann", preset="doubles")

    people.do("Ann", "enter", members=["Bea"])

    assert unread(people, "Bea") == ["You have been entered in a tournament: Friday Fifteen."]
    assert unread(people, "Ann") == []


DEADLINE = "Your match with {} has games to be played. They must begin before 21 Nov 2023, 22:13 UTC."


def reminders(people: EventPeople, name: str) -> list[str]:
    """Let the server check for deadlines, and return what a person is told about them."""
    in_loop(people.client, services(people.client).tournaments.step)
    return [text for text in unread(people, name) if "games to be played" in text]


def test_both_sides_are_told_once_a_day_before_the_deadline_of_an_unplayed_match(
    people: EventPeople, clock: ManualClock
) -> None:
    started(people)  # on 2023-11-14 at 22:13, for a week

    clock.now_ms += (6 * 24 - 1) * HOUR_MS
    early = reminders(people, "Bea")
    clock.now_ms += 2 * HOUR_MS
    first = reminders(people, "Bea")
    clock.now_ms += 10 * HOUR_MS

    assert early == []
    assert first == [DEADLINE.format("Ann")]
    assert reminders(people, "Bea") == first
    assert reminders(people, "Ann") == [DEADLINE.format("Bea")]


def test_a_deadline_is_announced_again_after_it_was_moved(people: EventPeople, clock: ManualClock) -> None:
    started(people)
    clock.now_ms += 6 * 24 * HOUR_MS + MINUTE_MS
    before = reminders(people, "Bea")

    people.do("Ann", "extend", round="1-all-1", until="2023-11-24T12:00Z", reason="a holiday")
    moved = reminders(people, "Bea")
    clock.now_ms += 2 * 24 * HOUR_MS + 20 * HOUR_MS

    assert moved == before
    assert len(reminders(people, "Bea")) == 2


def test_nobody_is_told_of_the_deadline_of_a_match_that_is_arranged_or_in_play(
    people: EventPeople, clock: ManualClock
) -> None:
    match = started(people)
    agree(people, match, "2023-11-21T20:00Z")

    clock.now_ms += 6 * 24 * HOUR_MS + MINUTE_MS
    arranged = reminders(people, "Bea")
    for name in people.cookies:
        people.do(name, "ready", match=match)
    people.wait(lambda view: bool(people.games_in_play(view)))

    assert arranged == []
    assert reminders(people, "Bea") == []


def _told(story: Story, *actions: Action) -> set[tuple[str, str]]:
    """Let the server add actions to a log; return who is notified of what."""
    n_before = len(story.entries)
    story.do(*actions)
    writes = tournament_notices("tournament", story.now, story.entries[n_before:])
    return {(each.user_id, each.variant) for each in writes if isinstance(each, NoticeRow)}


def test_only_the_last_of_several_no_shows_puts_an_entrant_out_and_no_later_withdrawal() -> None:
    story = Story(preset("all-play-all", "Four"), 4)
    match = next(match for _, match in story.now.matches.values() if "4" in match.sides)
    key, present = GameKey(match.id, 1), (match.first != "4", match.second != "4")

    first = _told(story, *no_show(story.now, key, present))
    second = _told(story, *no_show(story.now, key, present))

    assert first == {("u4", "missed"), ("u4", "paused")}
    assert second == {("u4", "missed"), ("u4", "out")}
    assert _told(story, Withdraw("4")) == set()  # has come back by an undo, and closes the account


def test_the_end_of_a_match_is_told_to_those_whose_games_were_left() -> None:
    teams = preset("teams", "Teams")
    story = Story(teams, 0, begins=False)
    for number in (1, 2):
        members = tuple(Member(f"p{number}{board}", f"u{number}{board}") for board in range(1, 6))
        story.do(Enter(Entrant(str(number), f"Team {number}", members)))
    story.begin()
    [match] = story.now.matches
    for number in range(1, teams.stages[0].n_games + 1):
        story.outcomes |= {GameKey(match, number, board): played((20, 10)) for board in (1, 2, 3)}

    told = _told(story, Forfeit(match, 0, 1, (False, True), closes=True))

    side = story.now.matches[match][1].first
    assert told == {(f"u{side}4", "missed"), (f"u{side}5", "missed")}


def test_who_did_not_come_to_the_extra_game_of_a_level_match_is_told() -> None:
    story = Story(preset("knock-out", "Cup"), 2)
    [match] = story.now.matches
    for number in range(1, story.now.terms.stages[0].n_games + 1):
        story.outcomes |= {GameKey(match, number): played((20, 20))}

    told = _told(story, Forfeit(match, 0, 1, (False, True), closes=True))

    assert told == {(f"u{story.now.matches[match][1].first}", "missed")}
