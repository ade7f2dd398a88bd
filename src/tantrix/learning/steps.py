"""Many games in lockstep: deal, lay, draw, list and observe in compiled code, without Python in between."""

import numpy as np
from numpy.typing import NDArray

from tantrix._compile.jit import jit
from tantrix._compile.records import U0, U1, Bytes, Float32Array, Numbers, Records, Words
from tantrix.kernel import (
    FILL,
    OVER,
    START,
    State,
    States,
    TableArray,
    Tables,
    ask_margins,
    cell_of,
    clear,
    draw_of,
    find_choices,
    lay,
    place,
    random_below,
    settle,
    shuffle,
    turned_of,
)
from tantrix.learning.observation import ViewRecord, clear_view, draw_table, show_actions, show_seats

DRAW_KEEP, DRAW_RETURN, HIGHEST_IN_HAND, RANDOM_OPENING = range(4)
RESULT, MARGIN = range(2)
RANDOM, GREEDY = range(2)  # how the other seats choose
ALL_SEATS = -1  # the learner plays every seat
RESIGN = -1  # an action: the seat loses the game at once


@jit
def deal_game(s: State, t: Tables, deck: Numbers, rng: Words, start: int, hand_size: int) -> None:
    """Shuffle and deal a new game by one of the start options (R2.3)."""
    clear(s)
    s.phase = FILL
    shuffle(deck, rng)
    first = 0
    n_seats = int(s.n_seats)
    top = -1
    if start in (DRAW_KEEP, DRAW_RETURN):
        for seat in range(n_seats):
            if deck[seat] > top:
                top = deck[seat]
                s.to_play = seat
        if start == DRAW_KEEP:
            for seat in range(n_seats):
                s.hands[seat] |= U1 << np.uint64(deck[seat])
            first = n_seats
            hand_size -= 1
        else:
            shuffle(deck, rng)
    elif start == RANDOM_OPENING:
        lay(s, t, START, int(deck[0]) << 3)
        s.to_play = random_below(rng, n_seats)
        first = 1
    for seat in range(n_seats):
        for _ in range(hand_size):
            s.hands[seat] |= U1 << np.uint64(deck[first])
            if start == HIGHEST_IN_HAND and deck[first] > top:
                top = deck[first]
                s.to_play = seat
            first += 1
    for rest in range(first, len(deck)):
        s.bag |= U1 << np.uint64(deck[rest])


@jit
def reward_of(s: State, seat: int, kind: int) -> int:
    """Return the reward of a seat for a game that is over; a deadlock is a draw (R3.6)."""
    for other in range(s.n_seats):
        if s.hands[other] != U0:
            return 0
    own = s.best[s.colours[seat]]
    opponent = -1
    for other in range(s.n_seats):
        if s.colours[other] != s.colours[seat]:
            opponent = max(opponent, s.best[s.colours[other]])
    if kind == MARGIN:
        return int(own - opponent)
    return int(own > opponent) - int(own < opponent)


@jit
def _play(s: State, t: Tables, key: int, deck: Numbers, keys: Numbers) -> int:
    """Play a placement with its draw; return how many placements are legal next."""
    place(s, t, cell_of(key), turned_of(key), draw_of(s, deck))
    return find_choices(s, t, keys)


@jit
def choose_by_margin(
    states: States, tables: TableArray, game: int, keys: Numbers, n: int, rng: Words, margins: Numbers
) -> int:
    """Return one of the `n` keys that leave the best margin, by lot, as the robot `greedy`."""
    s = states[game]
    ask_margins(states[game : game + 1], tables, keys, n, s.to_play, margins)
    best = margins[:n].max()
    chosen, n_best = 0, 0
    for at in range(n):
        if margins[at] == best:
            n_best += 1
            if random_below(rng, n_best) == 0:
                chosen = at
    return int(keys[chosen])


@jit
def _reply(
    states: States,
    tables: TableArray,
    game: int,
    kind: int,
    deck: Numbers,
    keys: Numbers,
    n: int,
    rng: Words,
    margins: Numbers,
) -> int:
    """Let an opponent play one of the `n` keys; return how many placements are legal next."""
    if kind == GREEDY:
        key = choose_by_margin(states, tables, game, keys, n, rng, margins)
    else:
        key = int(keys[random_below(rng, n)])
    return _play(states[game], tables[0], key, deck, keys)


@jit
def _deal(s: State, t: Tables, deck: Numbers, rng: Words, start: int, hand_size: int, keys: Numbers) -> int:
    deal_game(s, t, deck, rng, start, hand_size)
    settle(s, t)
    return find_choices(s, t, keys)


@jit
def do_steps(
    first: int,
    last: int,
    states: States,
    tables: TableArray,
    views: Records[ViewRecord],
    decks: Numbers,
    rngs: Words,
    settings: Numbers,
    learners: Numbers,
    actions: Numbers,
    keys: Numbers,
    counts: Numbers,
    seats: Numbers,
    rewards: Float32Array,
    over: NDArray[np.bool],
    planes: Bytes,
    hands: Bytes,
    bag: Bytes,
    table: Numbers,
    rows: Numbers,
    allowed: Bytes,
) -> None:
    """Do one step of the games `first` to `last - 1`; a game that was over is dealt again.

    `settings`: start option, hand size, kind of reward, how others choose. `learners`: whom `actions`
    are for, or ALL_SEATS. RESIGN gives the seat -1, the others 0. `over` on entry: deal again; later: over.
    """
    t = tables[0]
    start, hand_size, kind, opponents = settings[0], settings[1], settings[2], settings[3]
    margins = np.empty(keys.shape[1], np.int64)
    for game in range(first, last):
        s, view = states[game], views[game]
        deck, rng = decks[game], rngs[game]
        rewards[game] = 0
        seat = int(s.to_play)
        has_resigned = not over[game] and actions[game] == RESIGN
        if has_resigned:
            s.phase = OVER
            n = 0
        elif over[game]:
            n = _deal(s, t, deck, rng, start, hand_size, keys[game])
            clear_view(view, planes[game])
            if learners[game] != ALL_SEATS:
                learners[game] = random_below(rng, int(s.n_seats))
        else:
            n = _play(s, t, keys[game, actions[game]], deck, keys[game])
        while s.phase != OVER and learners[game] != ALL_SEATS and s.to_play != learners[game]:
            n = _reply(states, tables, game, opponents, deck, keys[game], n, rng, margins)
        over[game] = s.phase == OVER
        if has_resigned:
            rewards[game, seat] = -1
        elif over[game]:
            for seat in range(s.n_seats):
                rewards[game, seat] = reward_of(s, seat, kind)
        seats[game] = s.to_play if learners[game] == ALL_SEATS else learners[game]
        counts[game] = n
        draw_table(s, t, view, planes[game])
        show_seats(s, int(seats[game]), hands[game], bag[game], table[game])
        show_actions(view, keys[game], n, rows[game], allowed[game])


@jit
def do_choose(first: int, last: int, rngs: Words, counts: Numbers, actions: Numbers) -> None:
    """Choose a legal action at random for each game; 0 for a game that is over."""
    for game in range(first, last):
        actions[game] = random_below(rngs[game], counts[game]) if counts[game] > 0 else 0
