"""Standings: sums, and ties broken in the documented order."""

from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantrix.competition.standings import (
    Bye,
    GameScore,
    StandingsRow,
    TieBreak,
    lot,
    order_across_groups,
    standings,
)


def won(first: str, second: str, tenths: int = 147) -> GameScore:
    return GameScore(first, second, (tenths, 200 - tenths), (2, 0))


def drawn(first: str, second: str) -> GameScore:
    return GameScore(first, second, (100, 100), (1, 1))


def order(*games: GameScore) -> str:
    names = sorted({side for game in games for side in (game.first, game.second)})
    return "".join(row.entrant for row in standings(names, games, secret="secret"))


def test_the_points_decide_first() -> None:
    assert order(won("b", "a", 120), won("c", "d", 150)) == "cbad"


def test_with_equal_points_more_wins_rank_higher() -> None:
    # The clock took so much from a that all four have ten points.
    found = order(won("a", "c", 100), drawn("b", "d"))

    assert (found[0], found[-1]) == ("a", "c")


def test_a_robot_that_fills_in_has_no_place_and_counts_like_a_bye_in_the_tie_break() -> None:
    games = [won("a", "b", 150), won("c", "robot", 160), won("a", "c", 150), won("b", "robot", 160)]

    rows = {row.entrant: row for row in standings("abc", games, filler="robot")}

    assert [rows[name].tenths for name in "abc"] == [300, 210, 210]
    assert (rows["b"].won, rows["b"].lost, rows["b"].percent) == (1, 1, 52.5)
    assert rows["b"].tie_break == 300  # its own 210 for the robot are the lower of two
    with pytest.raises(ValueError, match="got 'robot'"):
        standings("abc", games)


@pytest.mark.parametrize(("better", "worse"), ["ab", "ba"])
def test_next_come_the_points_in_games_among_the_tied(better: str, worse: str) -> None:
    # Both have 20 points, a win and a Buchholz of 20; whatever the lot says, their own game decides.
    games = [won(better, worse, 120), won("e", better, 120), won(worse, "f", 120)]

    assert order(*games).startswith(better + worse)


def test_games_between_only_some_of_the_tied_decide_nothing() -> None:
    # a, b and c have 20 points and a win. Only a and b have met, so Buchholz decides: 42.0, 21.0, 20.0.
    games = [
        won("a", "b", 120),
        won("x", "a", 120),
        won("b", "y", 120),
        won("c", "y", 120),
        won("z", "c", 120),
    ]
    games += [won("z", "y", 150), won("z", "x", 150)]

    assert order(*games) == "zycbax"


def test_buchholz_leaves_out_the_weakest_opponent() -> None:
    games = [won("a", "x"), won("a", "y"), won("x", "y", 160)]
    rows = {row.entrant: row for row in standings("axy", games)}

    assert rows["a"].tie_break == rows["x"].tenths


def test_an_unplayed_round_counts_as_an_opponent_of_equal_points() -> None:
    rows = {row.entrant: row for row in standings("ab", [won("a", "b")], [Bye("a", 150)])}

    assert rows["a"].tie_break == rows["a"].tenths == 297


def test_sonneborn_berger_weighs_opponents_by_the_share_won() -> None:
    games = [won("a", "b", 150), won("b", "c", 150)]
    rows = {row.entrant: row for row in standings("abc", games, tie_break=TieBreak.SONNEBORN_BERGER)}

    assert rows["a"].tie_break == Fraction(200 * 150, 200)
    assert rows["b"].tie_break == Fraction(150 * 50 + 50 * 150, 200)


def test_a_bye_is_not_a_win() -> None:
    row = standings("a", [], [Bye("a")])[0]

    assert (row.tenths, row.n_games, row.wins, row.percent) == (150, 0, 0, 0.0)


def test_the_lot_decides_last_and_follows_from_the_secret() -> None:
    names = "abcdef"
    expected = sorted(names, key=lambda name: lot("secret", name))

    assert [row.entrant for row in standings(names, [], secret="secret")] == expected
    assert [row.entrant for row in standings(names, [], secret="other")] != expected


def test_nobody_won_a_game_that_both_defaulted() -> None:
    rows = standings("ab", [GameScore("a", "b", (0, 0), (0, 0), is_played=False)])

    assert [(row.won, row.drawn, row.lost, row.tenths) for row in rows] == [(0, 0, 1, 0)] * 2


def test_a_game_of_a_player_who_has_not_entered_is_refused() -> None:
    with pytest.raises(ValueError, match="expected one of the 2 entrants, got 'z'"):
        standings("ab", [won("a", "z")])


@st.composite
def groups_of_rows(draw: st.DrawFn) -> list[tuple[StandingsRow, ...]]:
    """Draw groups of two to five entrants, each of whom has played each other once, for few points."""
    names = iter("abcdefghijklmnopqrst")
    groups = []
    for _ in range(draw(st.integers(1, 4))):
        entrants = [next(names) for _ in range(draw(st.integers(2, 5)))]
        games = [
            won(*pair, 120) if draw(st.booleans()) else drawn(*pair) for pair in combinations(entrants, 2)
        ]
        groups.append(standings(entrants, games, tie_break=TieBreak.SONNEBORN_BERGER, secret="secret"))
    return groups


def figures(row: StandingsRow) -> tuple[Fraction, ...]:
    """Return the figures of a row that are compared across groups."""
    return Fraction(row.tenths, row.n_games), row.wins / row.n_games, row.tie_break / row.n_games**2


@given(groups_of_rows(), st.randoms())
def test_the_order_of_the_groups_does_not_matter(groups: list[tuple[StandingsRow, ...]], rng: Random) -> None:
    expected = order_across_groups(groups, "secret")

    rng.shuffle(groups)

    assert order_across_groups(groups, "secret") == expected


@given(groups_of_rows())
def test_of_two_entrants_with_equal_places_the_better_results_decide_and_then_the_lot(
    groups: list[tuple[StandingsRow, ...]],
) -> None:
    rows = {row.entrant: row for group in groups for row in group}

    ordered = [rows[entrant] for entrant in order_across_groups(groups, "secret")]

    assert len(ordered) == len(rows)
    for better, worse in pairwise(ordered):
        assert better.place <= worse.place
        if better.place == worse.place:
            assert figures(better) >= figures(worse)
            if figures(better) == figures(worse):
                assert lot("secret", better.entrant) < lot("secret", worse.entrant)


@pytest.mark.parametrize("first", ["small", "large"])
def test_points_count_per_game_because_groups_differ_in_size(first: str) -> None:
    # 14 points a game in the group of two, 13 in the group of three
    small = standings("ab", [won("a", "b", 140)])
    large = standings("cde", [won("c", "d", 130), won("c", "e", 130), won("d", "e", 120)])

    found = order_across_groups([small, large] if first == "small" else [large, small])

    assert found[:2] == ["a", "c"]


@pytest.mark.parametrize("winner", "af")
def test_equal_points_are_decided_by_games_won(winner: str) -> None:
    # Both lead with 11 points a game: one won twice, the clock taking points; the other won once and drew.
    def group(one: str, two: str, three: str) -> tuple[StandingsRow, ...]:
        other = won(one, three, 110) if one == winner else GameScore(one, three, (110, 90), (1, 1))
        return standings((one, two, three), [won(one, two, 110), other])

    assert order_across_groups([group("a", "b", "c"), group("f", "g", "h")])[0] == winner


@pytest.mark.parametrize("winner", "af")
def test_then_results_against_stronger_opponents_decide(winner: str) -> None:
    # Both have won 14 and 12 points; the winner took the 14 from the opponent that beat the other one.
    def group(one: str, two: str, three: str) -> tuple[StandingsRow, ...]:
        strong, weak = (140, 120) if one == winner else (120, 140)
        games = [won(one, two, strong), won(one, three, weak), won(two, three, 130)]
        return standings((one, two, three), games, tie_break=TieBreak.SONNEBORN_BERGER)

    assert order_across_groups([group("a", "b", "c"), group("f", "g", "h")])[0] == winner


def test_the_share_of_points_counts_only_games() -> None:
    byes = [Bye("a"), Bye("b", 100)]  # a bye, and a round missed before a late entry

    rows = {row.entrant: row for row in standings("ab", [won("a", "b", 160)], byes)}

    assert [rows[name].tenths for name in "ab"] == [310, 140]
    assert [rows[name].percent for name in "ab"] == [80.0, 20.0]
