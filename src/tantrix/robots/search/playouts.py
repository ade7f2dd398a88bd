"""Playouts: a game is continued by quick choices, and counted for one seat.

Each seat picks the best for itself of a few random placements, by the gain in lines or by the forecast. After
a number of plies the forecast judges the table, and the rest of the game is not played.
"""

from math import exp

import numpy as np

from tantrix._compile.jit import jit, popcount
from tantrix._compile.records import U0, Floats, Numbers, Words
from tantrix.kernel import (
    FREE,
    MASK,
    OVER,
    State,
    Tables,
    break_deadlock,
    cell_of,
    count_fillings,
    count_free,
    draw_of,
    find_opening,
    find_placements,
    leave_phase,
    nth_counted,
    place_unsettled,
    random_below,
    take_back,
    turned_of,
)
from tantrix.robots.forecast.features import Net, Sheet, judge_placement, stage_of

UNIFORM, LINES, FORECAST = 0, 1, 2


@jit
def count_choices(s: State, t: Tables, out: Numbers) -> int:
    """Settle the turn and count the placements that `drawn` picks from; 0 only when the game is over."""
    while s.phase != OVER:
        if s.n_laid == 0:
            return find_opening(s.hands[s.to_play], out)
        if s.phase == FREE:
            n = count_free(s, t, s.hands[s.to_play])
            if n > 0:
                return n
            break_deadlock(s, t)
        else:
            n = count_fillings(s, t, s.hands[s.to_play])
            if n > 0:
                return n
            leave_phase(s)
    return 0


@jit
def drawn(s: State, t: Tables, rng: Words, n: int, out: Numbers) -> int:
    """Return the key of one of the `n` placements just counted, chosen uniformly at random."""
    if s.n_laid == 0:
        return int(out[random_below(rng, n)])
    return nth_counted(s, t, random_below(rng, n))


@jit
def line_gain(s: State, t: Tables, key: int) -> int:
    """Return what a placement gains on the table: 32 times the best score plus the squares of line lengths.

    The player's colour counts positively, all others in play negatively. Takes about twenty nanoseconds.
    """
    cell = key >> 9
    turned = turned_of(key)
    own = s.colours[s.to_play]
    gain = 0
    for place in range(0, 12, 4):
        colour = int(t.link[turned, place + 2])
        is_played = False
        for seat in range(s.n_seats):
            if s.colours[seat] == colour:
                is_played = True
        if not is_played:
            continue
        a, b = int(t.link[turned, place]), int(t.link[turned, place + 1])
        beside_a = int(s.turned[(cell + t.step[a]) & MASK])
        beside_b = int(s.turned[(cell + t.step[b]) & MASK])
        end_a = ((beside_a - 1) & ~7) + int(t.across[a])
        end_b = ((beside_b - 1) & ~7) + int(t.across[b])
        length_a = int(s.length[end_a]) if beside_a else 0
        length_b = int(s.length[end_b]) if beside_b else 0
        score = 1 + length_a + length_b
        grown = score * score - length_a * length_a - length_b * length_b
        if beside_a and beside_b and s.far[end_a] == end_b:
            score = 2 * (1 + length_a)
            grown = 0
        here = grown + 32 * max(0, score - int(s.best[colour]))
        gain += here if colour == own else -here
    return gain


@jit
def picked(
    s: State, t: Tables, net: Net, sheet: Sheet, rng: Words, n: int, guide: int, n_drawn: int, out: Numbers
) -> int:
    """Return the key that the seat to play picks from the `n` placements just counted."""
    if guide == UNIFORM or n == 1:
        return drawn(s, t, rng, n, out)
    if n <= n_drawn:
        find_placements(s, t, out)
    best, best_value = -1, -1e9
    for at in range(min(n, n_drawn)):
        key = int(out[at]) if n <= n_drawn else drawn(s, t, rng, n, out)
        is_short = guide == LINES
        value = float(line_gain(s, t, key)) if is_short else judge_placement(s, t, net, sheet, key)
        if value > best_value:
            best, best_value = key, value
    return best


@jit
def margin_of(s: State, sheet: Sheet, seat: int) -> float:
    """Return the margin of a seat according to `sheet.value` of the last forecast."""
    own = s.colours[seat]
    opponent = np.float32(-1000.0)
    for at in range(sheet.n_colours):
        colour = sheet.colours[at]
        if colour != own:
            opponent = max(opponent, sheet.value[colour])
    return float(sheet.value[own] - opponent)


@jit
def final_margin(s: State, seat: int) -> float:
    """Return the margin of a seat in a game that is over; 0 in a deadlock, which is a draw (R3.6)."""
    own = s.colours[seat]
    opponent = 0
    for other in range(s.n_seats):
        if s.hands[other] != U0:
            return 0.0
        if s.colours[other] != own:
            opponent = max(opponent, s.best[s.colours[other]])
    return float(s.best[own] - opponent)


@jit
def n_tiles_left(s: State) -> int:
    """Count the tiles in all hands and the bag."""
    left = s.bag
    for seat in range(s.n_seats):
        left |= s.hands[seat]
    return popcount(left)


@jit
def share_by(net: Net, stage: int, margin: float) -> float:
    """Return the expected share of the points for a forecast margin at a stage."""
    return 1.0 / (1.0 + exp(-margin / float(net.scale[stage])))


@jit
def play_on(
    s: State,
    t: Tables,
    net: Net,
    sheet: Sheet,
    deck: Numbers,
    rng: Words,
    out: Numbers,
    seat: int,
    guide: int,
    n_drawn: int,
    depth: int,
    found: Floats,
) -> None:
    """Play up to `depth` plies and take them back; `found` receives the margin and the share of `seat`.

    The last ply is judged before its draw, like the positions that the forecast was fitted to.
    """
    n_before = s.n_laid
    for ply in range(depth):
        n = count_choices(s, t, out)
        if n == 0:
            break
        key = picked(s, t, net, sheet, rng, n, guide, n_drawn, out)
        if ply == depth - 1:
            n_left = n_tiles_left(s) - 1
            if n_left > 0:
                judge_placement(s, t, net, sheet, key)
                found[0] = margin_of(s, sheet, seat)
                found[1] = share_by(net, stage_of(n_left), found[0])
                while s.n_laid > n_before:
                    take_back(s, t)
                return
        place_unsettled(s, t, cell_of(key), turned_of(key), draw_of(s, deck))
    found[0] = final_margin(s, seat)
    found[1] = 0.5 + 0.5 * np.sign(found[0])
    while s.n_laid > n_before:
        take_back(s, t)
