"""Games of a forecast against itself, and the samples taken from them that `tantrix train` fits to."""

from typing import Annotated

import numpy as np

from tantrix._compile.jit import jit, popcount
from tantrix._compile.records import CompiledRecord, Float32s, Int8, Int16, Int32, Numbers, Records, Words
from tantrix.kernel import (
    State,
    States,
    TableArray,
    Tables,
    cell_of,
    clear,
    deal_deck,
    draw_of,
    find_placements,
    place_unsettled,
    random_below,
    shuffle,
    take_back,
    turned_of,
)
from tantrix.robots.forecast.features import (
    N_FEATURES,
    Net,
    Sheet,
    best_is_loop,
    find_ends,
    find_features,
    find_seats,
    judge_placement,
    stage_of,
)
from tantrix.robots.search.playouts import FORECAST, UNIFORM, count_choices, picked, play_on

_N_DRAWN, _DEPTH, _POINT = 3, 6, 0.05  # settings of the playouts in a search, as in `flat.FlatSettings`
MAX_ROWS = 64 * 4  # most samples of a game: one per colour and ply


class Sample(CompiledRecord):
    """The features of a colour at one ply, and its final score."""

    game: Int32
    stage: Int16
    colour: Int8
    best: Int16
    final: Int16
    is_loop: Int8  # 1 if the final score is a loop's
    row: Annotated[Float32s, N_FEATURES]


@jit
def _sample(s: State, t: Tables, sheet: Sheet, seat: int, game: int, samples: Records[Sample], n: int) -> int:
    """Add a sample of each colour, just after a placement and before the draw."""
    find_seats(s, sheet)
    n_left = popcount(s.bag | sheet.hands)
    if n_left == 0:
        return n
    find_ends(s, t, sheet)
    for at in range(sheet.n_colours):
        colour = sheet.colours[at]
        find_features(s, sheet, sheet.rows[at], colour, seat, n_left)
        samples[n].game = game
        samples[n].stage = stage_of(n_left)
        samples[n].colour = colour
        samples[n].best = s.best[colour]
        for place in range(N_FEATURES):
            samples[n].row[place] = sheet.rows[at, place]
        n += 1
    return n


@jit
def _draw(s: State, seat: int, draw: int) -> None:
    if draw >= 0:
        tile = np.uint64(1) << np.uint64(draw)
        s.hands[seat] |= tile
        s.bag &= ~tile


@jit
def _how_many(rng: Words, at_most: int) -> int:
    """Draw how many placements a seat considers in one game: few, some or practically all."""
    kind = random_below(rng, 3)
    return min(at_most, 4 if kind == 0 else 16 if kind == 1 else 1000)


@jit
def _searched(
    s: State,
    t: Tables,
    net: Net,
    sheet: Sheet,
    deck: Numbers,
    rng: Words,
    out: Numbers,
    listed: Numbers,
    n_first: int,
    n_passes: int,
) -> int:
    """Return the best of the `n_first` placements with the best forecasts, after short playouts of each."""
    n = find_placements(s, t, listed)
    values = np.empty(n)
    for at in range(n):
        values[at] = -judge_placement(s, t, net, sheet, listed[at])
    order = np.argsort(values)[: min(n, n_first)]
    if len(order) == 1:
        return int(listed[order[0]])
    left = np.empty(popcount(s.bag), np.int64)
    left[:] = deck[len(deck) - len(left) :]
    totals = np.zeros(len(order))
    found = np.zeros(2)
    seat = s.to_play
    for _ in range(n_passes):
        shuffle(left, rng)
        for place in range(len(order)):
            key = int(listed[order[place]])
            place_unsettled(s, t, cell_of(key), turned_of(key), draw_of(s, left))
            play_on(s, t, net, sheet, left, rng, out, seat, FORECAST, _N_DRAWN, _DEPTH, found)
            take_back(s, t)
            totals[place] += found[1] + _POINT * found[0]
    return int(listed[order[np.argmax(totals)]])


@jit
def do_self_play(
    states: States,
    tables: TableArray,
    nets: Records[Net],
    sheets: Records[Sheet],
    deck: Numbers,
    rng: Words,
    out: Numbers,
    first_game: int,
    n_games: int,
    at_most: int,
    hand_size: int,
    n_first: int,
    n_passes: int,
    samples: Records[Sample],
) -> int:
    """Play games and record samples; return the number of samples.

    One placement in sixteen is random. Without a search (`n_first` 1) a quarter of the moments are sampled;
    with one all of them, because these games cost more. `samples` needs room for 256 per game.
    """
    s, t, net, sheet = states[0], tables[0], nets[0], sheets[0]
    listed = np.empty(len(out), np.int64)
    n = 0
    for game in range(first_game, first_game + n_games):
        clear(s)
        shuffle(deck, rng)
        deal_deck(s, deck, hand_size)
        n_drawn = _how_many(rng, at_most)
        first = n
        while True:
            n_choices = count_choices(s, t, out)
            if n_choices == 0:
                break
            is_random = random_below(rng, 16) == 0
            if n_first > 1 and n_choices > 1 and s.n_laid > 0 and not is_random:
                key = _searched(s, t, net, sheet, deck, rng, out, listed, n_first, n_passes)
            else:
                guide = UNIFORM if is_random else FORECAST
                key = picked(s, t, net, sheet, rng, n_choices, guide, n_drawn, out)
            draw = draw_of(s, deck)
            seat = s.to_play
            place_unsettled(s, t, cell_of(key), turned_of(key), -1)
            if n_first > 1 or random_below(rng, 4) == 0:
                n = _sample(s, t, sheet, seat, game, samples, n)
            _draw(s, seat, draw)
        find_seats(s, sheet)
        find_ends(s, t, sheet)
        for at in range(first, n):
            samples[at].final = s.best[samples[at].colour]
            samples[at].is_loop = best_is_loop(s, sheet, samples[at].colour)
    return n
