"""The rules of tournaments, one by one (`docs/play/tournaments.md`)."""

from dataclasses import replace

import pytest

from tantrix.clock import DAY_MS
from tantrix.competition.events.actions import (
    AcceptTime,
    BeReady,
    Enter,
    ExtendDeadline,
    ProposeTime,
    Ruling,
    SetPause,
    Undo,
    Withdraw,
)
from tantrix.competition.events.checking import problems
from tantrix.competition.events.due import games_to_begin, no_show
from tantrix.competition.events.entrants import Member, check_members
from tantrix.competition.events.forms.registry import form_of
from tantrix.competition.events.match_states import final_places, match_status
from tantrix.competition.events.outcomes import GameKey, forfeited, played
from tantrix.competition.events.presets import preset
from tantrix.competition.events.rounds import MAIN, PLATE, ROUND_ROBIN, SWISS, THIRD
from tantrix.competition.events.term_checks import check_terms
from tantrix.competition.events.terms import EntrantKind, EventTerms, StageForm, StageTerms
from tantrix.competition.events.tournament import READY_MS, EventState
from tantrix.competition.scoring import BYE, LATE_ROUND
from tests.support.story import Story, entrant
from tests.support.tournaments import section_table

KNOCKOUT = EventTerms("Cup", "knock-out", (StageTerms(StageForm.KNOCKOUT, n_games=2, has_third_place=True),))
ARRANGED = EventTerms("League", "all-play-all", (StageTerms(StageForm.ROUND_ROBIN, n_games=2, days=7),))


def test_points_of_a_game_follow_the_scores_and_the_clock() -> None:
    # R8.2 and R8.1: a win by 9 is worth 16.0; two points for the clock go to the other side
    assert played((20, 11)).tenths == (160, 40)
    assert played((20, 11), penalties=(2, 0)).tenths == (140, 60)


def test_an_impossible_score_is_refused() -> None:
    with pytest.raises(ValueError, match="not 113"):
        played((113, 0))


def test_an_absent_opponent_gives_an_average_win() -> None:
    assert forfeited((True, False)).tenths == (150, 0)
    assert forfeited((False, False)).tenths == (0, 0)


def test_a_knockout_match_ends_when_it_is_decided() -> None:
    story = Story(replace(KNOCKOUT, stages=(replace(KNOCKOUT.stages[0], n_games=3),)), 2)

    story.play("1-main-1-1", (40, 4))  # 20:0, and 40 left to win
    assert not match_status(story.now, *story.now.matches["1-main-1-1"]).is_over

    story.play("1-main-1-1", (40, 4), (40, 4))

    assert match_status(story.now, *story.now.matches["1-main-1-1"]).winner == 0
    assert games_to_begin(story.now, story.now_ms) == ()


def test_a_small_lead_leads_to_extra_games() -> None:
    story = Story(KNOCKOUT, 2)
    story.play("1-main-1-1", (20, 20), (21, 20))  # 23.3 to 16.7: a lead of 6.6
    assert match_status(story.now, *story.now.matches["1-main-1-1"]).winner == 0

    story.play("1-main-1-1", (20, 20), (20, 20))

    assert not match_status(story.now, *story.now.matches["1-main-1-1"]).is_over
    assert games_to_begin(story.now, story.now_ms) == (GameKey("1-main-1-1", 3),)


def test_losers_of_the_semi_finals_play_for_third_place() -> None:
    story = Story(KNOCKOUT, 4)
    for match in ("1-main-1-1", "1-main-1-2"):
        story.play(match, (40, 4), (40, 4))

    now = story.advance()

    assert [match.sides for match in now.section(1, THIRD)[0].matches] == [("4", "3")]
    assert [match.sides for match in now.section(1, MAIN)[1].matches] == [("1", "2")]


def test_a_championship_goes_from_groups_into_a_bracket_and_a_plate() -> None:
    story = Story(preset("championship", "Worlds"), 10)
    for match in story.now.matches.values():
        best = min(match[1].sides, key=int)
        scores = (30, 10) if match[1].first == best else (10, 30)
        story.play(match[1].id, *[scores] * 4)

    now = story.advance()

    assert now.stages[0].groups == (("1", "4", "5", "8", "9"), ("2", "3", "6", "7", "10"))
    assert sorted(now.stages[1].seeds) == ["1", "2", "3", "4"]
    assert len(now.section(2, PLATE)[0].pairs) == 4


def test_an_odd_field_has_a_bye_of_fifteen_points_for_the_last() -> None:
    story = Story(preset("open", "Open"), 9)

    first = story.now.section(1, SWISS)[0]

    assert [(each.entrant, each.tenths) for each in first.byes] == [("9", BYE)]


def test_a_small_open_is_played_all_against_all() -> None:
    story = Story(preset("open", "Open"), 3)

    assert [each.section for each in story.now.rounds] == [ROUND_ROBIN]


def test_a_late_entrant_has_ten_points_for_the_first_round_it_missed() -> None:
    story = Story(preset("open", "Open"), 8)
    for match in story.now.matches:
        story.play(match, (20, 10))
    story.advance()
    story.do(Enter(entrant(9)))

    rows = {row.entrant: row.tenths for row in section_table(story.now, 1, SWISS).rows}

    assert rows["9"] == LATE_ROUND


def test_a_player_who_leaves_before_half_of_a_table_is_struck_out() -> None:
    story = Story(ARRANGED, 4)
    matches = [each for _, each in story.now.matches.values() if "4" in each.sides]
    story.play(matches[0].id, (20, 10))
    story.do(Withdraw("4"))
    assert [row.entrant for row in section_table(story.now, 1, ROUND_ROBIN).rows if row.n_games] == []
    assert len(section_table(story.now, 1, ROUND_ROBIN).rows) == 3

    for match in matches:
        story.play(match.id, (20, 10), (20, 10))

    assert len(section_table(story.now, 1, ROUND_ROBIN).rows) == 4


def test_a_second_no_show_ends_the_participation() -> None:
    story = Story(preset("open", "Open"), 8)
    first = story.now.section(1, SWISS)[0]
    match = next(first.matches)
    key = GameKey(match.id, 1)
    story.do(*no_show(story.now, key, (True, False)))
    assert match.second in story.now.paused

    story.do(*no_show(story.now, key, (True, False)))

    assert match.second in story.now.withdrawn


def test_a_game_waits_for_a_pause_and_is_lost_when_the_others_of_its_round_are_over() -> None:
    story = Story(preset("all-play-all", "Four"), 4)
    mine = next(match for _, match in story.now.matches.values() if "4" in match.sides)
    other = next(match for _, match in story.now.matches.values() if "4" not in match.sides)
    wait_ms = story.now.terms.no_show_ms
    story.do(SetPause("4", True))

    assert games_to_begin(story.now, story.now_ms) == (GameKey(other.id, 1),)
    story.now_ms += wait_ms
    assert story.advance().outcome(GameKey(mine.id, 1)) is None
    story.play(other.id, (20, 10))
    story.advance()

    assert story.now.outcome(GameKey(mine.id, 1)) == forfeited((mine.first != "4", mine.second != "4"))
    assert "4" not in story.now.withdrawn and story.now.n_no_shows == {}
    assert len(story.now.section(1, ROUND_ROBIN)) == 2


def test_who_plays_again_in_time_has_the_game_that_waited() -> None:
    story = Story(preset("all-play-all", "Four"), 4)
    mine = next(match for _, match in story.now.matches.values() if "4" in match.sides)
    story.do(SetPause("4", True))

    story.do(SetPause("4", False))

    assert GameKey(mine.id, 1) in games_to_begin(story.now, story.now_ms)


def test_an_arranged_game_begins_at_its_appointment_or_when_both_are_ready() -> None:
    story = Story(ARRANGED, 2)
    time_ms = story.now_ms + 3_600_000
    story.do(ProposeTime("1-all-1-1", 1, "1", time_ms), AcceptTime("1-all-1-1", 1, "2", time_ms))
    assert games_to_begin(story.now, time_ms - 1) == ()
    assert games_to_begin(story.now, time_ms) == (GameKey("1-all-1-1", 1),)

    story.do(BeReady("1-all-1-1", 1, "1"), BeReady("1-all-1-1", 1, "2"))

    assert games_to_begin(story.now, story.now_ms) == (GameKey("1-all-1-1", 1),)


@pytest.mark.parametrize(
    ("proposers", "tenths"),
    [
        ({"1": (1, 2)}, (300, 0)),
        ({"1": (1,)}, (0, 0)),
        ({"1": (1, 1.1)}, (0, 0)),  # on the same day
        ({"1": (0.4, 2)}, (0, 0)),  # one of them at too short notice
        ({"1": (1, 2), "2": (3,)}, (0, 0)),
        ({}, (0, 0)),
    ],
)
def test_at_the_deadline_a_player_with_unanswered_proposals_on_two_days_wins(
    proposers: dict[str, tuple[float, ...]], tenths: tuple[int, int]
) -> None:
    story = Story(ARRANGED, 2)
    midnight_ms = story.now_ms // DAY_MS * DAY_MS
    story.now_ms = midnight_ms
    story.do(
        *[
            ProposeTime("1-all-1-1", 1, side, midnight_ms + round(days * DAY_MS))
            for side, found in proposers.items()
            for days in found
        ]
    )
    match = story.now.matches["1-all-1-1"]
    points = dict(zip(match[1].sides, tenths if match[1].first == "1" else tenths[::-1], strict=True))

    now = story.advance(days=8)

    assert now.state is EventState.OVER
    status = match_status(now, *match)
    assert dict(zip(match[1].sides, status.tenths, strict=True)) == points


def test_an_extended_deadline_counts() -> None:
    story = Story(ARRANGED, 2)
    story.do(ExtendDeadline("1-all-1", story.now_ms + 14 * DAY_MS, "flu"))

    assert story.advance(days=8).is_running


def test_a_ruling_overrides_the_game_and_can_be_undone() -> None:
    story = Story(KNOCKOUT, 2)
    key = GameKey("1-main-1-1", 1)
    story.play(key.match, (30, 10))
    story.do(Ruling(key.match, 1, 1, forfeited((False, True)), "a program helped"))
    assert story.now.outcome(key) == forfeited((False, True))

    story.do(Undo(story.entries[-1].sequence, "wrong game"))

    assert story.now.outcome(key) == played((30, 10))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"name": " "}, "The name"),
        ({"stages": ()}, "1 to 3 stages"),
        ({"control": "fast"}, "fast"),
        ({"n_boards": 3}, "1 board"),
        ({"check_in_ms": 60_000}, "start time"),
        ({"stages": (StageTerms(StageForm.GROUPS),)}, "follow the groups"),
        ({"stages": (KNOCKOUT.stages[0], StageTerms(StageForm.SWISS))}, "last stage"),
        ({"stages": (StageTerms(StageForm.SWISS, n_games=0),)}, "not 0"),
    ],
)
def test_terms_that_contradict_each_other_are_refused(change: dict[str, object], expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        check_terms(replace(KNOCKOUT, **change))  # type: ignore[arg-type]


def test_a_team_without_boards_is_refused() -> None:
    with pytest.raises(ValueError, match="A team has 5 to 8 members"):
        check_members(EntrantKind.TEAM, (Member("a"), Member("b")), n_boards=5)


def test_a_semi_final_corrected_after_the_final_leaves_the_bracket_as_it_was_played() -> None:
    story = Story(replace(KNOCKOUT, stages=(StageTerms(StageForm.KNOCKOUT, n_games=1),)), 4)
    story.play("1-main-1-1", (30, 5))  # 1 beats 4
    story.play("1-main-1-2", (30, 5))  # 2 beats 3
    story.advance()
    story.play("1-main-2-1", (30, 5))
    assert story.advance().places == ("1", "2", "4", "3")

    story.do(Ruling("1-main-1-1", 1, 1, played((5, 30)), "the seats were swapped"))

    assert final_places(story.now) == ("1", "2", "4", "3")
    assert problems(story.entries, story.now) == []


def _tied_groups(n_through: int = 1) -> Story:
    """Return two groups of three in which everybody has beaten one opponent and lost to the other."""
    groups = StageTerms(StageForm.GROUPS, n_games=1, group_size=3, n_through=n_through)
    story = Story(EventTerms("Cup", "championship", (groups, StageTerms(StageForm.KNOCKOUT))), 6)
    for _ in range(3):
        for key in games_to_begin(story.now, story.now_ms):
            first, second = sorted(map(int, story.now.matches[key.match][1].sides))
            group = next(each for each in story.now.stages[0].groups if str(first) in each)
            places = [group.index(str(each)) for each in (first, second)]
            wins = (places[1] - places[0]) % 3 == 1
            is_turned = story.now.matches[key.match][1].first != str(first)
            story.outcomes[key] = played((20, 11) if wins != is_turned else (11, 20))
        story.advance()
    return story


def test_groups_play_an_extra_game_instead_of_the_lot() -> None:
    story = _tied_groups()
    now = story.now
    assert len(now.stages) == 1
    keys = games_to_begin(now, story.now_ms)
    assert [key.match for key in keys] == ["1-decider1-1-1", "1-decider2-1-1"]
    rows = section_table(now, 1, "group1").rows
    assert (rows[0].entrant, rows[1].entrant) == now.matches[keys[0].match][1].sides
    assert rows[1].is_by_lot and len({row.tenths for row in rows}) == 1

    for key in keys:
        story.outcomes[key] = played((10, 30))  # the one placed lower by lot wins
    after = story.advance()

    turned = section_table(after, 1, "group1").rows
    assert [row.entrant for row in turned[:2]] == [rows[1].entrant, rows[0].entrant]
    assert turned[2].entrant == rows[2].entrant
    assert [row.tenths for row in turned] == [row.tenths for row in rows]
    assert len(after.stages) == 2 and rows[1].entrant in after.stages[1].seeds
    assert problems(story.entries, story.now) == []


def test_a_drawn_extra_game_leaves_it_to_the_lot() -> None:
    story = _tied_groups()
    rows = section_table(story.now, 1, "group1").rows

    for key in games_to_begin(story.now, story.now_ms):
        story.outcomes[key] = played((20, 20))
    after = story.advance()

    assert [row.entrant for row in section_table(after, 1, "group1").rows] == [row.entrant for row in rows]
    assert len(after.stages) == 2


def _equal_groups(n_groups: int) -> Story:
    """Return groups of three with the same results, of which the winners and one second advance."""
    groups = StageTerms(StageForm.GROUPS, n_games=1, group_size=3, n_through=1)
    story = Story(EventTerms("Cup", "championship", (groups, StageTerms(StageForm.KNOCKOUT))), 3 * n_groups)
    for _ in range(3):
        for key in games_to_begin(story.now, story.now_ms):
            first, second = map(int, story.now.matches[key.match][1].sides)
            story.outcomes[key] = played((20, 11) if first < second else (11, 20))
        story.advance()
    return story


@pytest.mark.parametrize("scores", [(10, 30), (30, 10), (20, 20)])
def test_equal_seconds_of_different_groups_play_for_the_last_place_in_the_bracket(
    scores: tuple[int, int],
) -> None:
    story = _equal_groups(3)
    [key] = games_to_begin(story.now, story.now_ms)
    sides = story.now.matches[key.match][1].sides
    seconds = {section_table(story.now, 1, f"group{n}").rows[1].entrant for n in (1, 2, 3)}
    assert key.match == "1-decider0-1-1"
    assert {*sides} < seconds

    story.outcomes[key] = played(scores)
    after = story.advance()

    through = sides[1] if scores == (10, 30) else sides[0]  # the lot decides after a draw
    assert {*after.stages[1].seeds} & seconds == {through}
    assert problems(story.entries, story.now) == []


def test_equal_seconds_play_no_extra_game_if_all_of_them_advance_or_none() -> None:
    for n_groups in (2, 4):
        after = _equal_groups(n_groups).now

        assert len(after.stages) == 2
        assert not any(paired.section.startswith("decider") for paired in after.rounds)


def test_a_tie_that_decides_nothing_needs_no_extra_game() -> None:
    story = Story(replace(ARRANGED, stages=(StageTerms(StageForm.ROUND_ROBIN),)), 3)
    for _ in range(3):
        for key in games_to_begin(story.now, story.now_ms):
            story.outcomes[key] = played((20, 20))
        story.advance()

    assert story.now.state is EventState.OVER


@pytest.mark.parametrize("separates", [True, False])
def test_entrants_of_a_country_are_drawn_apart_unless_the_organiser_wants_it_otherwise(
    separates: bool,
) -> None:
    terms = StageTerms(StageForm.GROUPS, group_size=3, separates_countries=separates)
    event = EventTerms("Cup", "championship", (terms, StageTerms(StageForm.KNOCKOUT)))

    groups = Story(event, 6, {1: "NZ", 4: "NZ"}).now.stages[0].groups  # the snake puts them together

    assert any({"1", "4"} <= {*group} for group in groups) is not separates


def test_entrants_who_were_in_no_round_have_no_place() -> None:
    story = Story(ARRANGED, 4, begins=False)
    story.do(SetPause("3", True))
    story.begin()

    assert story.advance(days=8).state is EventState.OVER
    assert sorted(story.now.places) == ["1", "2", "4"]


def test_a_bye_is_a_round() -> None:
    story = Story(preset("open", "Open"), 9)
    assert story.now.rounds[0].byes[0].entrant == "9"

    story.do(Withdraw("9"), *(Withdraw(str(number)) for number in range(1, 8)))
    story.play_round()

    assert story.now.state is EventState.OVER
    assert set(story.now.places) == set("123456789")


def test_proposing_times_shortly_before_the_deadline_wins_nothing() -> None:
    story = Story(ARRANGED, 2)
    story.now_ms += round(5.5 * DAY_MS)
    days = (story.now_ms + DAY_MS, story.now_ms + 5 * DAY_MS // 4)
    story.do(*[ProposeTime("1-all-1-1", 1, "1", time_ms) for time_ms in days])

    match = story.advance(days=2).matches["1-all-1-1"]

    assert match_status(story.now, *match).tenths == (0, 0)


def test_play_now_needs_both_sides_within_ten_minutes() -> None:
    story = Story(ARRANGED, 2)
    story.do(BeReady("1-all-1-1", 1, "1"))
    story.now_ms += READY_MS
    story.do(BeReady("1-all-1-1", 1, "2"))
    assert games_to_begin(story.now, story.now_ms) == ()

    story.now_ms += READY_MS - 1
    story.do(BeReady("1-all-1-1", 1, "1"))

    assert games_to_begin(story.now, story.now_ms) == (GameKey("1-all-1-1", 1),)


def test_a_player_who_paused_in_the_groups_plays_the_knock_out() -> None:
    story = Story(preset("championship", "Worlds"), 10)
    for _, match in story.now.matches.values():
        better = (30, 10) if int(match.first) < int(match.second) else (10, 30)
        story.play(match.id, *[better] * 4)
    story.do(SetPause("1", True), SetPause("9", True), Withdraw("2"))
    story.advance()
    story.play("1-decider0-1-1", (30, 10))  # two equal thirds, of which one fills the place of 2

    now = story.advance()

    assert "1" in now.stages[1].seeds
    assert "9" in now.stages[1].others
    assert not {"1", "9"} & now.paused
    assert "2" not in {*now.stages[1].seeds, *now.stages[1].others}


def test_the_form_of_an_entrant_is_its_last_five_results_round_by_round() -> None:
    story = Story(EventTerms("League", "all-play-all", (StageTerms(StageForm.ROUND_ROBIN, n_games=2),)), 4)
    while story.now.is_running:
        story.play_round()
    last = next(match for match in story.now.rounds[-1].matches if "1" in match.sides)
    story.play(last.id, (20, 20), first_number=2)

    form = form_of(story.now, 1).last_results(ROUND_ROBIN)

    assert form["1"] == (2, 2, 2, 2, 1)  # of six games, the first is left out
    opponent = last.second if last.first == "1" else last.first
    assert form[opponent][-2:] == (0, 1)
    assert {len(each) for each in form.values()} == {5}


def test_the_form_leaves_out_games_that_are_struck_out() -> None:
    story = Story(EventTerms("League", "all-play-all", (StageTerms(StageForm.ROUND_ROBIN),)), 5)
    story.play_round()
    story.do(Withdraw("5"))
    story.advance()

    form = form_of(story.now, 1).last_results(ROUND_ROBIN)

    assert "5" not in form
    met = [match for match in story.now.rounds[0].matches if "5" in match.sides]
    assert all(not form.get(side) for match in met for side in match.sides)
