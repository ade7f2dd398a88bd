"""Skill ratings and the players' ladder: what a game is worth, and what leaving it costs."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.competition import ladder
from tantrix.competition.ladder import LadderSeat, gains, tournament_points
from tantrix.competition.ratings import Rating, expected_share, rate

RATINGS = st.builds(Rating, st.floats(0, 50), st.floats(0.5, 25 / 3))
SCORES = st.integers(0, 60)


@st.composite
def ended(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """Make up the ranks and teams of a finished game of two to four, doubles included."""
    n_seats = draw(st.integers(2, 4))
    is_teams = n_seats == 4 and draw(st.booleans())
    teams = [seat % 2 if is_teams else seat for seat in range(n_seats)]
    team_scores = draw(st.lists(SCORES, min_size=n_seats, max_size=n_seats))
    scores = [team_scores[team] for team in teams]
    return [1 + len({other for other in scores if other > score}) for score in scores], teams


def _last(ranks: list[int], teams: list[int], seat: int) -> list[int]:
    return [max(ranks) + 1 if teams[other] == teams[seat] else rank for other, rank in enumerate(ranks)]


@given(ended(), st.data())
@settings(deadline=None)
def test_a_player_who_leaves_is_rated_no_better_than_the_last_finisher(
    game: tuple[list[int], list[int]], data: st.DataObject
) -> None:
    ranks, teams = game
    n_seats = len(ranks)
    before = data.draw(st.lists(RATINGS, min_size=n_seats, max_size=n_seats))
    leavers = data.draw(st.sets(st.integers(0, n_seats - 1), min_size=1))
    leaver = min(leavers)

    left = rate(before, ranks, teams, leavers)[leaver]
    others = leavers - {seat for seat in leavers if teams[seat] == teams[leaver]}
    finished = rate(before, _last(ranks, teams, leaver), teams, others)[leaver]

    assert left.mean <= finished.mean + 1e-9
    assert left.sure <= finished.sure + 1e-9


@given(ended(), st.data())
def test_a_player_who_leaves_climbs_no_better_than_the_last_finisher(
    game: tuple[list[int], list[int]], data: st.DataObject
) -> None:
    ranks, teams = game
    n_seats = len(ranks)
    seats = [
        LadderSeat(
            points=data.draw(st.floats(1, 999)),
            rank=rank,
            score=data.draw(SCORES),
            team=team,
            is_robot=seat > 0 and data.draw(st.booleans()),
            has_left=seat > 0 and data.draw(st.booleans()),
        )
        for seat, (rank, team) in enumerate(zip(ranks, teams, strict=True))
    ]
    left = _with(seats, 0, has_left=True)
    last = _with(seats, 0, rank=max(ranks) + 1, score=data.draw(SCORES))

    assert sum(gains(left)[0]) <= sum(gains(last)[0]) + 1e-9
    assert sum(gains(left)[0]) < 0
    assert len(gains(left)) == n_seats


def _with(seats: list[LadderSeat], seat: int, **changes: object) -> list[LadderSeat]:
    return [replace(each, **changes) if number == seat else each for number, each in enumerate(seats)]  # type: ignore[arg-type]


@given(st.lists(RATINGS, min_size=2, max_size=4), st.data())
@settings(deadline=None)
def test_the_best_rises_and_the_last_falls(before: list[Rating], data: st.DataObject) -> None:
    ranks = data.draw(st.permutations(range(1, len(before) + 1)))

    after = rate(before, ranks)

    assert after[ranks.index(1)].mean >= before[ranks.index(1)].mean
    assert after[ranks.index(len(before))].mean <= before[ranks.index(len(before))].mean


def test_partners_rise_and_fall_together() -> None:
    after = rate([Rating()] * 4, [1, 2, 1, 2], [0, 1, 0, 1])

    assert after[0] == after[2]
    assert after[1] == after[3]
    assert after[0].mean > 25 > after[1].mean


def test_two_hundred_points_ahead_are_worth_three_points_of_four() -> None:
    ahead, behind = Rating(29, 0.001), Rating(25, 0.001)

    assert ahead.points - behind.points == 200
    assert expected_share(ahead, behind) == pytest.approx(0.75, abs=0.005)


def test_a_newcomer_is_shown_1500_and_has_no_place_on_a_list() -> None:
    assert (Rating().points, Rating().plus_minus, Rating().is_provisional) == (1500, 417, True)


def test_a_game_needs_two_sides() -> None:
    with pytest.raises(ValueError, match="two sides or more"):
        rate([Rating(), Rating()], [1, 2], [0, 0])


# R8.2, the published table
@pytest.mark.parametrize(
    ("margin", "won"),
    [
        *[(0, 10.0), (1, 13.3), (2, 13.9), (3, 14.3), (4, 14.7), (5, 15.0), (6, 15.3)],
        *[(7, 15.5), (8, 15.8), (9, 16.0), (10, 16.2), (11, 16.4), (12, 16.6), (36, 20.0), (50, 20.0)],
    ],
)
def test_tournament_points_are_those_of_the_table(margin: int, won: float) -> None:
    assert tournament_points(margin) == won
    assert tournament_points(margin) + tournament_points(-margin) == pytest.approx(20)


def test_a_lead_in_tournament_rating_brings_a_share_of_the_points() -> None:
    # R8.4
    assert ladder.share_of_lead(0) == 0.5
    assert ladder.share_of_lead(565.7) == pytest.approx(0.8413, abs=1e-4)


def _pair(
    mine: float, theirs: float, margin: int = 9, is_robot: bool = False
) -> tuple[LadderSeat, LadderSeat]:
    return LadderSeat(mine, 1, 20, 0), LadderSeat(theirs, 2, 20 - margin, 1, is_robot)


def _won(mine: float, theirs: float, margin: int = 9, is_robot: bool = False) -> float:
    return gains(_pair(mine, theirs, margin, is_robot))[0][1]


def test_a_win_is_worth_the_root_of_the_margin_and_of_the_ratio_of_points() -> None:
    # R8.4
    assert _won(500, 500, 4) == pytest.approx(2 * _won(500, 500, 1))
    assert _won(400, 500) == pytest.approx(_won(500, 500) * (500 / 400) ** 0.5)


def test_gains_shrink_and_losses_grow_towards_1000() -> None:
    heights = [550.0, 650, 750, 850, 950]
    won = [_won(points, points) for points in heights]
    lost = [-gains(_pair(points, points))[1][0] for points in heights]

    assert all(higher < lower for lower, higher in pairwise(won))
    assert all(higher > lower for lower, higher in pairwise(lost))
    assert ladder.gain_multiplier(750) == 0.5
    assert ladder.gain_multiplier(1000) == 0


def test_a_win_over_a_robot_is_half_a_win_and_none_from_300_above() -> None:
    # R8.4
    assert _won(600, 550, is_robot=True) == pytest.approx(_won(600, 550) / 2)
    assert _won(849.9, 550, is_robot=True) > 0
    assert _won(850, 550, is_robot=True) == 0


def test_a_draw_is_worth_nothing() -> None:
    draw = gains((LadderSeat(600, 1, 20, 0), LadderSeat(400, 1, 20, 1)))

    assert draw == ((0.0, 0.0), (0.0, 0.0))


def test_a_player_who_resigns_ahead_on_the_table_loses_as_by_nine() -> None:
    resigned = gains((LadderSeat(500, 1, 5, 0), LadderSeat(500, 2, 25, 1, has_resigned=True)))

    assert resigned == gains(_pair(500, 500, ladder.WALKOVER_MARGIN))


def test_the_remaining_player_wins_however_well_the_stand_in_plays() -> None:
    stayed, left = gains((LadderSeat(500, 2, 5, 0), LadderSeat(500, 1, 25, 1, has_left=True)))

    assert stayed[1] > 0 > left[0]


@given(st.floats(1, 999), st.floats(1, 999), SCORES)
def test_nobody_passes_the_ends_of_the_ladder(mine: float, theirs: float, margin: int) -> None:
    won, lost = gains(_pair(mine, theirs, margin))

    assert mine <= mine + won[1] < 1000
    assert 0 < theirs + lost[0] <= theirs


def test_points_won_from_one_opponent_are_limited() -> None:
    winner, loser = _pair(500, 500)

    assert gains((replace(winner, allowance=(0, 2.5)), loser))[0][1] == 2.5
    assert gains((replace(winner, allowance=(0, -3.0)), loser))[0][1] == 0
