"""Events of the players' community, played again: the totals are those of the published sheets (R8.2).

The sheets name some margins and the sums of matches; margins marked with * are chosen so that they give the
published sum. All points were added up by hand.
"""

from tantrix.competition.events.match_states import final_places, match_status
from tantrix.competition.events.outcomes import GameKey, played
from tantrix.competition.events.terms import EntrantKind, EventTerms, StageForm, StageTerms
from tests.support.story import Story
from tests.support.tournaments import section_table

LOSER = 12  # the score of the side that loses a game; only the margin counts


def scores(margin: int) -> tuple[int, int]:
    """Return the scores of a game that the first side wins by a margin, or loses if it is negative."""
    return (LOSER + margin, LOSER) if margin > 0 else (LOSER, LOSER - margin)


def test_a_group_of_two_game_matches_as_in_the_european_championship_of_2001() -> None:
    stage = StageTerms(StageForm.ROUND_ROBIN, n_games=2, days=5)
    story = Story(EventTerms("European 2001", "all-play-all", (stage,)), 3)
    margins = {
        ("1", "2"): (2, 3),  # 13.9 + 14.3 = 28.2 : 11.8
        ("1", "3"): (8, -5),  # 15.8 + 5.0 = 20.8 : 19.2
        ("2", "3"): (3, -7),  # 14.3 + 4.5 = 18.8 : 21.2, "a loss by 3 needs a win by 7"
    }

    for (first, second), games in margins.items():
        match = next(each for _, each in story.now.matches.values() if {*each.sides} == {first, second})
        sign = 1 if match.first == first else -1
        story.play(match.id, *(scores(sign * margin) for margin in games))
    now = story.advance()

    rows = section_table(now, 1, "all").rows
    assert [(row.entrant, row.tenths) for row in rows] == [("1", 490), ("3", 404), ("2", 306)]
    assert [(row.won, row.lost) for row in rows] == [(3, 1), (2, 2), (1, 3)]
    assert final_places(now) == ("1", "3", "2")


def test_a_match_of_four_games_ends_inside_the_distance_and_a_final_of_five_is_added_up() -> None:
    # World Championship 2001/2002: 43.1 : 16.9 after three games of four, 66.5 : 33.5 in five
    four = EventTerms("Worlds", "knock-out", (StageTerms(StageForm.KNOCKOUT, n_games=4),))
    five = EventTerms("Worlds", "knock-out", (StageTerms(StageForm.KNOCKOUT, n_games=5),))
    semi_final, final = Story(four, 2), Story(five, 2)

    semi_final.play("1-main-1-1", *map(scores, (1, 3, 7)))  # * 13.3 + 14.3 + 15.5
    final.play("1-main-1-1", *map(scores, (5, -3, 6, 2)))  # * 15.0 + 5.7 + 15.3 + 13.9 = 49.9 : 30.1
    before = match_status(final.now, *final.now.matches["1-main-1-1"])
    final.play("1-main-1-1", scores(12), first_number=5)  # * 16.6

    short = match_status(semi_final.now, *semi_final.now.matches["1-main-1-1"])
    long = match_status(final.now, *final.now.matches["1-main-1-1"])
    assert (short.tenths, short.winner) == ((431, 169), 0)
    assert (before.tenths, before.winner) == ((499, 301), None)  # 19.8 ahead with 20 to come
    assert (long.tenths, long.winner) == ((665, 335), 0)


def test_a_match_of_teams_is_the_sum_of_its_ten_games_as_in_the_world_team_championship_of_2002() -> None:
    stage = StageTerms(StageForm.KNOCKOUT, n_games=2)
    story = Story(EventTerms("Teams", "teams", (stage,), kind=EntrantKind.TEAM, n_boards=5), 2)
    # * 13.9 + 14.3 + 14.7 + 15.0 + 15.3 + 15.5 + 15.5 + 15.8 + 6.7 + 6.7 = 133.4
    boards = {1: (2, -1), 2: (3, 4), 3: (5, 6), 4: (7, -1), 5: (7, 8)}

    for board, margins in boards.items():
        for number, margin in enumerate(margins, 1):
            story.outcomes[GameKey("1-main-1-1", number, board)] = played(scores(margin))

    status = match_status(story.now, *story.now.matches["1-main-1-1"])
    assert (status.tenths, status.winner) == ((1334, 666), 0)
