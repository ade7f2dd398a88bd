"""Standings: sums, and ties broken in the documented order."""

from fractions import Fraction

import pytest

from tantrix.competition.standings import FreeRound, GameScore, TieBreak, lot, standings


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


def test_a_robot_that_fills_in_has_no_place_and_counts_like_a_free_round_in_the_tie_break() -> None:
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
    rows = {row.entrant: row for row in standings("ab", [won("a", "b")], [FreeRound("a", 150)])}

    assert rows["a"].tie_break == rows["a"].tenths == 297


def test_sonneborn_berger_weighs_opponents_by_the_share_won() -> None:
    games = [won("a", "b", 150), won("b", "c", 150)]
    rows = {row.entrant: row for row in standings("abc", games, tie_break=TieBreak.SONNEBORN_BERGER)}

    assert rows["a"].tie_break == Fraction(200 * 150, 200)
    assert rows["b"].tie_break == Fraction(150 * 50 + 50 * 150, 200)


def test_a_bye_is_not_a_win() -> None:
    row = standings("a", [], [FreeRound("a")])[0]

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
