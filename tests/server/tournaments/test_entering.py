"""Who enters a tournament, leaves it and comes back: the decisions, without a server."""

from dataclasses import replace

import pytest

from tantrix.clock import DAY_MS
from tantrix.competition.events.actions import Enter, ProposeTime, ReplacePlayers, Withdraw
from tantrix.competition.events.checking import problems
from tantrix.competition.events.due import no_show
from tantrix.competition.events.entrants import Entrant, EntrantKind, Member
from tantrix.competition.events.outcomes import GameKey, played
from tantrix.competition.events.presets import preset
from tantrix.competition.events.rounds import SWISS
from tantrix.competition.events.terms import EntryTerms, EventTerms, StageForm, StageTerms
from tantrix.competition.events.tournament import EventState
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.tournaments import EnterTournament
from tantrix.server.tournaments.cache import participants_of
from tantrix.server.tournaments.commands import Actor, Decision, decide
from tests.support.story import Story
from tests.support.tournaments import section_table

OPEN = preset("open", "Open")
DOUBLES = preset("doubles", "Doubles")


def _member(number: int) -> Member:
    return Member(f"p{number}", f"u{number}")


def _enter(story: Story, number: int, *partners: int) -> Decision:
    others = tuple(Actor(_member(each), 1500) for each in partners)
    return _decide(story, replace(Actor(_member(number), 1500), partners=others))


def _decide(story: Story, actor: Actor, country: str = "") -> Decision:
    command = EnterTournament(type="enter", country=country)
    return decide(story.now, story.entries, command, actor, story.now_ms)


def _come_back(story: Story, number: int, *partners: int) -> None:
    decision = _enter(story, number, *partners)
    assert not isinstance(decision, Refusal), decision
    story.do(*decision)


def test_a_player_who_left_before_the_start_enters_again_as_the_same_entrant() -> None:
    story = Story(OPEN, 3, begins=False)
    story.do(Withdraw("2"))

    _come_back(story, 2)

    assert story.now.playing == ("1", "2", "3")
    assert story.now.entrants["2"].rating == 1500  # the present one


def test_a_tournament_ends_with_one_place_for_a_player_who_left_and_came_back() -> None:
    story = Story(OPEN, 3, begins=False)
    story.do(Withdraw("2"))
    _come_back(story, 2)
    story.begin()

    for _ in range(3):
        story.play_round()

    assert story.now.state is EventState.OVER
    participants = participants_of("t", story.now)
    assert [(each.user_id, each.place) for each in participants] == [("u1", 1), ("u2", 2), ("u3", 3)]


def test_a_player_who_returns_to_a_swiss_has_the_old_results() -> None:
    story = Story(OPEN, 8)
    story.play_round()
    before = {row.entrant: row.tenths for row in section_table(story.now, 1, SWISS).rows}
    story.do(Withdraw("8"))

    _come_back(story, 8)

    assert story.now.playing == tuple("12345678")
    assert {row.entrant: row.tenths for row in section_table(story.now, 1, SWISS).rows} == before


@pytest.mark.parametrize("name", ["open", "arena"])
def test_a_player_who_has_missed_two_games_stays_out(name: str) -> None:
    story = Story(preset(name, "Event"), 8)
    key = GameKey(next(iter(story.now.matches)), 1)
    first = story.now.matches[key.match][1].first
    for _ in range(2):
        story.do(*no_show(story.now, key, (False, True)))
    assert first in story.now.withdrawn

    refused = _enter(story, int(first))

    assert isinstance(refused, Refusal) and refused.code == "missed_games"


def test_a_pair_returns_after_the_start_only_together() -> None:
    swiss = EventTerms("Pairs", "doubles", (StageTerms(StageForm.SWISS),), kind=EntrantKind.PAIR)
    story = Story(swiss, 0, begins=False)
    for number in range(8):
        pair = _member(2 * number + 1), _member(2 * number + 2)
        story.do(Enter(Entrant(str(number + 1), "pair", pair)))
    story.begin()
    story.do(Withdraw("1"))

    refused = _enter(story, 1, 99)

    assert isinstance(refused, Refusal) and refused.code == "other_members"
    _come_back(story, 2, 1)
    assert "1" in story.now.playing


def test_a_pair_may_change_before_the_start() -> None:
    story = Story(DOUBLES, 0, begins=False)
    _come_back(story, 1, 2)
    story.do(Withdraw("1"))

    _come_back(story, 1, 3)

    assert [entrant.user_ids for entrant in story.now.entrants.values()] == [{"u1", "u3"}]


def test_a_substitute_who_has_left_as_an_entrant_gets_the_better_place() -> None:
    story = Story(preset("all-play-all", "League"), 4)
    story.play_round()
    story.play_round()
    story.do(Withdraw("4"), ReplacePlayers("1", story.now_ms, "p4", (_member(4),), "ill"))
    story.play_round()

    assert story.now.state is EventState.OVER
    participants = participants_of("t", story.now)
    assert [(each.user_id, each.place) for each in participants] == [("u4", 1), ("u2", 2), ("u3", 3)]


@pytest.mark.parametrize(
    ("ratings", "expected"), [((1600, 1501), 1550), ((1600, None), 1600), ((None,) * 2, None)]
)
def test_a_pair_is_seeded_by_the_mean_of_its_ratings(
    ratings: tuple[int | None, int | None], expected: int | None
) -> None:
    story = Story(DOUBLES, 0, begins=False)
    captain, partner = (Actor(_member(at), rating) for at, rating in enumerate(ratings, 1))

    [enter] = _decide(story, replace(captain, partners=(partner,)))  # type: ignore[misc]

    assert isinstance(enter, Enter) and enter.entrant.rating == expected


def test_groups_take_late_entrants_until_the_first_game() -> None:
    story = Story(preset("championship", "Cup"), 9)

    _come_back(story, 10)
    story.advance()

    assert [len(group) for group in story.now.stages[0].groups] == [5, 5]
    assert "10" in {side for match in story.now.matches.values() for side in match[1].sides}
    assert problems(story.entries, story.now) == []
    story.outcomes[GameKey("1-group1-1-1", 1)] = played((20, 11))
    refused = _enter(story, 11)
    assert isinstance(refused, Refusal) and refused.code == "entries_closed"


def test_times_proposed_for_a_match_that_is_paired_again_do_not_count() -> None:
    story = Story(preset("championship", "Cup"), 9)
    matches = {match.id: match for _, match in story.now.matches.values()}
    for match in matches.values():
        story.do(ProposeTime(match.id, 1, match.first, story.now_ms + DAY_MS))

    _come_back(story, 10)
    story.advance()

    grown = next(at for at, group in enumerate(story.now.stages[0].groups, 1) if "10" in group)
    kept = {match for match, _ in story.now.proposals}
    assert kept == {match for match in matches if not match.startswith(f"1-group{grown}-")}


@pytest.mark.parametrize(
    ("partner", "code"),
    [
        (Actor(_member(2), 1500, is_robot=True), "robots_not_allowed"),
        (Actor(_member(2), 1900), "entry_terms"),
        (Actor(_member(2), None), "entry_terms"),
        (Actor(_member(2), 1500, "PL"), "entry_terms"),
    ],
)
def test_the_limits_hold_for_each_member_of_a_pair(partner: Actor, code: str) -> None:
    entry = EntryTerms(high=1600, countries=("NZ",))
    story = Story(replace(DOUBLES, entry=entry), 0, begins=False)
    captain = Actor(_member(1), 1500, "NZ")

    refused = _decide(story, replace(captain, partners=(partner,)), "NZ")

    assert isinstance(refused, Refusal) and refused.code == code
    accepted = _decide(story, replace(captain, partners=(Actor(_member(2), 1600, "NZ"),)))
    assert not isinstance(accepted, Refusal)


def test_the_country_of_the_profile_counts_and_not_what_is_typed() -> None:
    story = Story(replace(OPEN, entry=EntryTerms(countries=("NZ",))), 0, begins=False)

    refused = _decide(story, Actor(_member(1), 1500, "PL"), "NZ")

    assert isinstance(refused, Refusal) and refused.code == "entry_terms"
    without_profile = _decide(story, Actor(_member(1), 1500), "NZ")
    [enter] = _decide(story, Actor(_member(1), 1500, "NZ"), "PL")  # type: ignore[misc]
    assert not isinstance(without_profile, Refusal)
    assert isinstance(enter, Enter) and enter.entrant.country == "NZ"
