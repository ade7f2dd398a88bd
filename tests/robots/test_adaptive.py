"""The robot `adaptive` keeps games close, and plays better against those who play better."""

from random import Random

import pytest

from tantrix import Game, Rules, deal
from tantrix.deal import next_draw
from tantrix.robots import Robot, find
from tantrix.robots.adaptive import NARROW, RESERVE, aim_of, more_of, points_lost
from tantrix.robots.search.flat import FlatSettings, mean_margins

RULES = Rules()


def _played(robots: list[Robot], seed: int, rules: Rules = RULES, n_plies: int = 64) -> Game:
    dealt = deal.deal(rules, secret=Random(seed).randbytes(32))
    game, rng = deal.start(rules, dealt), Random(seed)
    while not game.is_over and game.ply < n_plies:
        game = game.play(robots[game.to_play % len(robots)].choose(game, rng), next_draw(dealt, game))
    return game


def _margins(opponent: str, robot: str) -> list[int]:
    """Return by how much a robot wins six games."""
    games = [_played([find(robot), find(opponent)], seed) for seed in range(6)]
    return [game.scores[0] - game.scores[1] for game in games]


def test_games_with_a_weak_player_stay_close() -> None:
    adaptive, expert = _margins("random", "adaptive"), _margins("random", "expert")

    assert max(map(abs, adaptive)) < min(expert)


@pytest.mark.parametrize("rules", [RULES, Rules("RBYG"), Rules("RBRB", teams=True)])
def test_against_better_players_it_aims_for_more(rules: Rules) -> None:
    aims = [_aim_against(name, rules) for name in ("random", "beginner", "club")]

    assert aims == sorted(set(aims))


def _aim_against(name: str, rules: Rules) -> float:
    """Return by how much it raises its aim, on average, late in games between players of one kind."""
    return sum(more_of(_played([find(name)], seed, rules, 45)) for seed in range(4)) / 4


def test_without_a_history_it_aims_for_a_narrow_win_or_defeat_in_turn() -> None:
    starts = [deal.start(RULES, deal.deal(RULES, secret=bytes([n]) * 32)) for n in range(40)]

    aims = [aim_of(game) - more_of(game) - RESERVE for game in starts]

    assert set(aims) == {NARROW, -NARROW}
    assert 10 <= sum(aim > 0 for aim in aims) <= 30


def test_a_placement_always_loses_the_same_and_the_best_one_nothing() -> None:
    games = (_played([find("greedy")], 2, n_plies=n_plies) for n_plies in range(20, 40))
    game = next(game for game in games if len(game.placements()) > 20)
    placements = list(game.placements())

    lost = [points_lost(game, placement) for placement in placements]
    points_lost.cache_clear()

    assert [points_lost(game, placement) for placement in placements[::-1]] == lost[::-1]
    assert 0.0 in lost
    assert max(lost) > 1


def test_what_a_placement_is_compared_with_does_not_change_its_margin() -> None:
    game = _played([find("greedy")], 2, n_plies=25)
    one, two, three = list(game.placements())[:3]

    margins = [
        mean_margins(game, pair, 20, FlatSettings(1), Random(1))
        for pair in ((one, two), (one, three), (two, one))
    ]

    assert margins[0][0] == margins[1][0] == margins[2][1]
    assert margins[0][1] == margins[2][0]


def test_a_position_set_up_in_the_middle_of_a_game_has_no_history() -> None:
    played = _played([find("greedy")], 1)
    tiles = [item.placement for item in played.laid[:20]]
    rest = [tile for tile in RULES.tiles if tile not in {each.tile for each in tiles}]
    game = Game.from_position(RULES, tiles, [rest[:6], rest[6:12]])

    placement = find("adaptive").choose(game, Random(1))

    assert placement in game.placements()
    reserve = RESERVE * (1 - 20 / 56)
    assert abs(aim_of(game) - more_of(game) - reserve) == pytest.approx(NARROW)
