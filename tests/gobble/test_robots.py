"""Robots of Gobble that wait: a gentle one is as slow as a child, and never far ahead of one."""

from random import Random

from tantrix.gobble import Gobble, GobbleRules, TileLaid, deal_rush
from tantrix.gobble.robots import act, find_style
from tantrix.gobble.simulation import RushJob, play_rush
from tantrix.gobble.view import view_for

ALONE = GobbleRules(1, (12,))


def test_a_gentle_robot_needs_ten_to_fifteen_seconds_for_a_tile() -> None:
    played = [play_rush(RushJob(ALONE, ("gentle",)), number) for number in range(30)]

    laid = sum(isinstance(event, TileLaid) for each in played for event in each.events)
    ms = sum(each.rush.at_ms for each in played)
    assert 10_000 <= ms / laid <= 15_000


def test_a_gentle_robot_lays_one_tile_more_than_the_slowest_person_at_most() -> None:
    gentle, rng = find_style("gentle"), Random(1)
    rules = GobbleRules(3, (12, 12, 12))
    rush, at_ms = Gobble.start(rules, deal_rush(rules, bytes(32))), 0
    for _ in range(60):  # the person in seat 0 does nothing, the robot in seat 2 hurries ahead of both
        for seat, style in ((1, gentle), (2, find_style("hasty"))):
            action = act(view_for(rush, seat), style, rng, people=(0,))
            assert action is not None
            at_ms += action.after_ms
            if action.command is not None and not rush.verdict(action.command, at_ms):
                rush, _events = rush.play(action.command, at_ms)

    assert rush.players[1].n_tiles >= 11
    assert rush.players[2].n_tiles < 11
