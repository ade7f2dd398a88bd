"""Teams: the captain's line-up, reserves, and extra games in a knock-out."""

from dataclasses import replace

from tantrix.competition.events.actions import Enter, ReplacePlayers, SetLineUp
from tantrix.competition.events.entrants import Entrant, Member
from tantrix.competition.events.match_states import match_status, next_keys
from tantrix.competition.events.outcomes import GameKey, played
from tantrix.competition.events.presets import preset
from tantrix.competition.events.terms import StageForm
from tantrix.competition.events.tournament import Tournament
from tests.support.story import START_MS, Story

TEAMS = replace(preset("teams", "Cup", StageForm.KNOCKOUT), n_boards=2)
FINAL = "1-main-1-1"
BOARDS = (GameKey(FINAL, 1, 1), GameKey(FINAL, 1, 2), GameKey(FINAL, 2, 1), GameKey(FINAL, 2, 2))


def _two_teams(n_games: int = 2) -> Story:
    stages = (replace(TEAMS.stages[0], n_games=n_games),)
    story = Story(replace(TEAMS, stages=stages), 0, begins=False)
    for number in (1, 2):
        members = tuple(_member(number, letter) for letter in "abc")
        story.do(Enter(Entrant(str(number), f"Team {number}", members, 2000 - number)))
    story.begin()
    return story


def _member(team: int, letter: str) -> Member:
    return Member(f"{letter}{team}", f"u{letter}{team}")


def _begun(story: Story, *keys: GameKey) -> Tournament:
    """Return a tournament in which games began one second after each other."""
    begun_ms = {key: START_MS + 1000 * at for at, key in enumerate(keys, 1)}
    return replace(story.now, begun_ms=begun_ms)


def test_members_play_in_the_order_of_the_team() -> None:
    now = _two_teams().now

    assert [now.players(key, "1") for key in BOARDS[:2]] == [(_member(1, "a"),), (_member(1, "b"),)]


def test_a_reserve_plays_where_the_captain_puts_it() -> None:
    story = _two_teams()

    story.do(SetLineUp("1", (2, 0, 1)))

    assert [each.name for each in story.now.line_up("1")] == ["c1", "a1", "b1"]
    assert story.now.players(BOARDS[0], "1") == (_member(1, "c"),)
    assert story.now.entrants["1"].captain == _member(1, "a")


def test_a_match_keeps_the_line_up_with_which_it_began() -> None:
    story = _two_teams()
    story.now_ms = START_MS + 1500

    story.do(SetLineUp("1", (2, 0, 1)))

    began_before, begins_after = _begun(story, *BOARDS[:2]), _begun(story)
    assert [began_before.players(key, "1")[0].name for key in BOARDS] == ["a1", "b1", "a1", "b1"]
    assert [begins_after.players(key, "1")[0].name for key in BOARDS] == ["c1", "a1", "c1", "a1"]


def test_a_new_player_takes_the_place_in_the_line_up() -> None:
    story = _two_teams()
    members = (_member(1, "a"), _member(1, "b"), _member(1, "x"))

    story.do(SetLineUp("1", (2, 1, 0)), ReplacePlayers("1", story.now_ms, "Team 1", members, "ill"))

    assert story.now.players(BOARDS[0], "1") == (_member(1, "x"),)


def test_a_small_lead_of_a_team_leads_to_an_extra_game_on_the_first_board() -> None:
    story = _two_teams()
    for key in BOARDS:
        story.outcomes[key] = played((20, 20))
    assert next_keys(story.now, *story.now.matches[FINAL]) == (GameKey(FINAL, 3, 1),)

    story.outcomes[GameKey(FINAL, 3, 1)] = played((20, 20))
    assert not match_status(story.now, *story.now.matches[FINAL]).is_over

    story.outcomes[GameKey(FINAL, 4, 1)] = played((20, 11))

    status = match_status(story.now, *story.now.matches[FINAL])
    assert status.winner == 0 and status.tenths == (660, 540)


def test_without_a_lead_after_three_extra_games_the_better_seed_wins() -> None:
    story = _two_teams()
    for key in (*BOARDS, *(GameKey(FINAL, number, 1) for number in (3, 4, 5))):
        story.outcomes[key] = played((20, 20))

    status = match_status(story.now, *story.now.matches[FINAL])

    assert status.winner == 0 and status.is_over


def test_a_match_of_teams_ends_early_only_when_all_boards_are_done() -> None:
    story = _two_teams(n_games=3)
    for number in (1, 2):
        for board in (1, 2):
            story.outcomes[GameKey(FINAL, number, board)] = played((48, 0))
    del story.outcomes[GameKey(FINAL, 2, 2)]
    assert not match_status(story.now, *story.now.matches[FINAL]).is_over

    story.outcomes[GameKey(FINAL, 2, 2)] = played((48, 0))

    assert match_status(story.now, *story.now.matches[FINAL]).winner == 0
