"""Tournament points of games and matches (R8.2), compared with the totals of published matches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantrix.competition.scoring import GAME, MatchTerms, deciding_lead, game_tenths, match_state

MARGINS = st.integers(-60, 60)
PENALTIES = st.tuples(st.integers(0, 15), st.integers(0, 15))


@given(MARGINS, PENALTIES)
def test_both_sides_of_a_game_share_twenty_points_whatever_the_clocks_say(
    margin: int, penalties: tuple[int, int]
) -> None:
    assert sum(game_tenths(margin, penalties)) == GAME


@given(MARGINS, PENALTIES)
def test_both_sides_are_scored_by_the_same_rule(margin: int, penalties: tuple[int, int]) -> None:
    assert game_tenths(margin, penalties) == game_tenths(-margin, penalties[::-1])[::-1]


def test_a_minute_over_time_moves_one_point_to_the_opponent() -> None:
    assert game_tenths(4, (3, 1)) == (147 - 20, 53 + 20)  # 12 + 4/3 * 2 = 14.7


@pytest.mark.parametrize(
    ("margins", "total"),
    [
        ((2, 3), 282),  # European 2001, a match of two wins
        ((8, -5), 208),  # a win by 8 and a loss by 5
        ((-3, 7), 212),  # "a loss by 3 needs a win by 7"
    ],
)
def test_published_match_totals_are_reproduced(margins: tuple[int, ...], total: int) -> None:
    state = match_state(MatchTerms(len(margins)), [game_tenths(margin) for margin in margins])

    assert state.tenths == (total, 2 * GAME - total)


def test_a_match_ends_when_the_remaining_games_cannot_change_the_winner() -> None:
    # 43.1 : 16.9 of a match of four is "inside the distance": 26.2 ahead with one game of 20 to come.
    games = [(144, 56), (144, 56), (143, 57)]

    assert match_state(MatchTerms(4), games[:2]).winner is None
    assert match_state(MatchTerms(4), games).winner == 0


def test_a_lead_of_less_than_five_points_goes_into_extra_games() -> None:
    terms = MatchTerms(6)
    even = [(120, 80), (80, 120)] * 3

    assert match_state(terms, even).winner is None
    assert match_state(terms, [*even, (124, 76)]).winner is None  # 4.8 ahead
    assert match_state(terms, [*even, (126, 74)]).winner == 0  # 5.2 ahead
    assert match_state(terms, [*even, (90, 110), (100, 100), (100, 100)]).winner == 1  # any lead after three


def test_a_match_that_is_still_level_goes_to_the_better_seed() -> None:
    level = [(100, 100)] * 9

    assert match_state(MatchTerms(6), level, better_seed=1).winner == 1


def test_no_game_is_counted_after_the_match_was_decided() -> None:
    with pytest.raises(ValueError, match="after the match was decided, got game 4"):
        match_state(MatchTerms(4), [(180, 20)] * 4)


@given(st.integers(1, 9), st.data())
def test_every_match_is_decided_after_its_extra_games(n_games: int, data: st.DataObject) -> None:
    terms, games = MatchTerms(n_games), list[tuple[int, int]]()

    while not match_state(terms, games).is_over:
        games.append(game_tenths(data.draw(MARGINS)))

    assert len(games) <= n_games + terms.max_extra_games


def test_a_level_match_goes_into_extra_games_also_where_any_lead_decides() -> None:
    terms = MatchTerms(2, min_lead=0)
    level = [(120, 80), (80, 120)]

    assert match_state(terms, level).winner is None
    assert match_state(terms, [*level, (101, 99)]).winner == 0


@given(st.integers(1, 6), st.integers(0, 50), st.integers(0, 3), st.data())
def test_the_deciding_lead_is_the_smallest_that_ends_a_match_with_its_next_game(
    n_games: int, min_lead: int, n_extra: int, data: st.DataObject
) -> None:
    terms = MatchTerms(n_games, min_lead, n_extra)
    level = [(GAME // 2, GAME // 2)] * data.draw(st.integers(0, n_games + n_extra - 1))

    lead = deciding_lead(terms, len(level))

    assert match_state(terms, [*level, (lead, 0)]).winner == 0
    assert lead == 1 or match_state(terms, [*level, (lead - 1, 0)]).winner is None
