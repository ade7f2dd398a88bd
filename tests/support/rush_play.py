"""Random play of Gobble: commands, whole rushes, and reshuffled hidden tiles."""

from dataclasses import replace
from random import Random

import pytest

from tantrix.gobble import (
    Command,
    Give,
    Gobble,
    GobbleRules,
    Lay,
    Leave,
    Moment,
    PutAside,
    RefusedCommand,
    RushRecord,
    RushVerdict,
    Tick,
    TimedCommand,
    Turn,
    deal_rush,
)
from tantrix.hexes import Cell
from tantrix.placement import Placement
from tantrix.tiles import GAME_SET


def some_command(rush: Gobble, rng: Random) -> Command:
    """Choose a next command: usually a legal one, sometimes nonsense."""
    seat = rng.randrange(len(rush.players))
    player = rush.players[seat]
    wild = Placement(rng.choice(GAME_SET), Cell(rng.randrange(-3, 4), rng.randrange(-3, 4)), rng.randrange(6))
    possible = [*rush.table.placements(player.turned, 2)] if player.turned else []
    possible += [w for tile in player.pile[:3] for w in rush.table.placements(tile, rush.rules.penalty_sides)]
    choices: list[Command] = [Turn(seat), Turn(seat), Lay(seat, wild), Tick()]
    choices += [Lay(seat, rng.choice(possible))] * 6 if possible else [PutAside(seat)] * 3
    gift = rng.choice(player.pile) if player.pile and rng.random() < 0.7 else None
    choices += [Give(seat, rng.randrange(len(rush.players)), gift)] * (4 if player.dues else 1)
    return Leave(seat) if rng.random() < 0.002 else rng.choice(choices)


def play_at_random(rules: GobbleRules, number: int, most: int = 3_000) -> tuple[RushRecord, list[Moment]]:
    """Play random commands, and keep those that are accepted."""
    rng, secret = Random(f"play {number}"), Random(number).randbytes(32)
    moments = [Moment(None, Gobble.start(rules, deal_rush(rules, secret)), ())]
    at_ms = 0
    while not moments[-1].rush.is_over and most > 0:
        most -= 1
        at_ms += rng.choice((0, 0, 40, 700, 2_000))
        rush, command = moments[-1].rush, some_command(moments[-1].rush, rng)
        if rush.verdict(command, at_ms) is RushVerdict.ACCEPTED:
            moments.append(Moment(TimedCommand(at_ms, command), *rush.play(command, at_ms)))
        else:
            with pytest.raises(RefusedCommand):
                rush.play(command, at_ms)
    last = moments[-1].rush
    lines = tuple(moment.stamped for moment in moments if moment.stamped)
    names = tuple(f"player {seat + 1}" for seat in range(rules.n_players))
    ranks = last.outcome.ranks if last.outcome else None
    return RushRecord(rules, names, lines, secret, None, ranks), moments


def with_hidden_shuffled(rush: Gobble, seat: int | None, rng: Random) -> Gobble:
    """Redistribute the tiles that a seat cannot see among the places that it cannot see."""
    hidden = [
        tile
        for number, player in enumerate(rush.players)
        for tile in (*player.stock, *(() if number == seat or player.turned is None else (player.turned,)))
    ]
    rng.shuffle(hidden)
    players = []
    for number, player in enumerate(rush.players):
        stock = tuple(hidden.pop() for _ in player.stock)
        if number == seat:
            players.append(replace(player, stock=stock))
        else:
            turned = None if player.turned is None else hidden.pop()
            players.append(replace(player, stock=stock, turned=turned))
    return replace(rush, players=tuple(players))
