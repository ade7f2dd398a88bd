"""Tournament points of games that end early, and of published matches."""

import pytest

from tantrix.competition.scoring import GAME, MatchTerms, ended_tenths, game_tenths, match_state

# Margins of the games and published totals of matches of the European championships (report 014rept).
PUBLISHED = [((2, 3), 282), ((8, -5), 208), ((-3, 7), 212)]


@pytest.mark.parametrize(("margins", "total"), PUBLISHED)
def test_published_match_totals_follow_from_the_margins(margins: tuple[int, ...], total: int) -> None:
    games = [game_tenths(margin) for margin in margins]

    state = match_state(MatchTerms(n_games=len(games) + 1), games)

    assert state.tenths == (total, len(games) * GAME - total)


def test_the_points_of_a_penalty_go_to_the_other_side() -> None:
    assert game_tenths(4, (3, 1)) == (147 - 20, 53 + 20)


@pytest.mark.parametrize(
    ("margin", "left", "first"), [(9, 1, 160), (-9, 1, 150), (2, 1, 150), (-2, 0, 50), (9, 0, 50)]
)
def test_the_side_that_stayed_gets_at_least_a_walkover(margin: int, left: int, first: int) -> None:
    assert ended_tenths(margin, (0, 0), left) == (first, GAME - first)
    by_clock = ended_tenths(margin, (0, 1), left)
    assert by_clock == ((first + 10, GAME - first - 10) if left else (first, GAME - first))


@pytest.mark.parametrize("margin", [-30, -1, 0, 1, 30])
@pytest.mark.parametrize("penalties", [(0, 0), (9, 0), (0, 9), (200, 0)])
def test_no_penalty_takes_from_the_side_that_stayed_what_is_its_due(
    margin: int, penalties: tuple[int, int]
) -> None:
    assert ended_tenths(margin, penalties, 1)[0] >= 150
    assert ended_tenths(margin, penalties, 0)[1] >= 150
