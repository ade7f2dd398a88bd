"""The compiled search of endgames: alpha-beta on an explicit stack, with a table of proved bounds.

Each question is: will the final margin of our colour be above `level`? Our side plays for yes, all others for
no, so with two colours the answer is exact, and with more it is what our side can guarantee against all
others together. Answers are bounds on the margin, stored under the hash of the table and the placement's
phase; an endgame is a series of such questions. The search can be paused after any node and resumed.

A deadlock is a draw (R3.6) and counts as margin 0.
"""

from typing import Annotated

import numpy as np

from tantrix._compile.jit import jit, lowest_bit, without_lowest
from tantrix._compile.records import (
    U0,
    CompiledRecord,
    Int64Rows,
    Int64s,
    Numbers,
    Records,
    UInt64s,
    Word,
    Words,
)
from tantrix.kernel import (
    FREE,
    MAX_PLACEMENTS,
    OVER,
    REFILL,
    State,
    States,
    TableArray,
    Tables,
    cell_of,
    find_choices,
    place,
    take_back,
    turned_of,
)
from tantrix.robots.endgame.bounds import (
    LIMIT,
    EndBounds,
    all_hands,
    best_opponent,
    cannot_deadlock,
    count_left,
    margin,
    max_score_of,
    max_score_of_opponents,
    prepare,
)

DEPTH = 64  # the most tiles left, four hands of twelve, and one level below the last
PAUSED, DONE = 0, 1
RESULT, MARGIN = 0, 1
NO_LEVEL = -1000


class EndgameSearch(CompiledRecord):
    """The state of a search."""

    level: int  # the question: is the margin above this?
    depth: int  # the current position on the stack
    is_fresh: int  # 1: the current node has not been opened
    n_nodes: int  # nodes opened so far
    goal: int  # RESULT or MARGIN
    sure_low: int  # the bounds of the root from all questions so far
    sure_high: int
    choice: int  # key of the best placement of the root so far, -1 for none
    low: int  # the bounds of the node just left
    high: int
    is_safe: int  # 1: no deadlock is possible below the root
    own_seats: int  # one bit for each seat of our colour
    hash: Annotated[UInt64s, DEPTH]  # of the table at each depth
    key: Annotated[UInt64s, DEPTH]  # of the node
    n: Annotated[Int64s, DEPTH]  # placements not yet tried
    is_own: Annotated[Int64s, DEPTH]  # 1: our side chooses here
    node_low: Annotated[Int64s, DEPTH]  # bounds of the node known when it was opened
    node_high: Annotated[Int64s, DEPTH]
    tried_low: Annotated[Int64s, DEPTH]  # best bounds, for the side to choose, of the placements tried so far
    tried_high: Annotated[Int64s, DEPTH]
    trying: Annotated[Int64s, DEPTH]  # key of the placement being looked at
    best: Annotated[Int64s, DEPTH]  # key of the best placement so far, -1 for none
    left: Annotated[Int64s, DEPTH]  # tiles left in all hands
    killers: Annotated[Int64Rows, (DEPTH, 2)]  # placements that decided other nodes at this depth
    choices: Annotated[Int64Rows, (DEPTH, MAX_PLACEMENTS)]  # rank << 24 | key of each placement to try
    safe: Annotated[Int64s, DEPTH]  # scratch of the deadlock test


def new_search() -> Records[EndgameSearch]:
    """Make the stack; it takes 2 MB, of which little is used."""
    return EndgameSearch.zeros()


# The table of bounds: hashes, each with `low + 128`, `high + 128`, tiles left and placement.


@jit
def _mix(x: Word) -> Word:
    """Scramble 64 bits (the finisher of splitmix64)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@jit
def hash_of(s: State) -> Word:
    """Return the hash of the tiles on the table, which determine the hands."""
    h = U0
    for entry in range(s.n_laid):
        h ^= _mix(np.uint64(((int(s.log_cell[entry]) << 9) | int(s.log_turned[entry])) + 1))
    return h


@jit
def _after(h: Word, key: int) -> Word:
    """Return the hash after a placement."""
    return h ^ _mix(np.uint64((((key >> 9) << 9) | ((key & 63) << 3) | ((key >> 6) & 7)) + 1))


@jit
def node_key(h: Word, seat: int, phase: int) -> Word:
    """Return the key of a node: the table, the seat that laid the last tile, and its phase."""
    return _mix(h ^ np.uint64((seat * 4 + phase + 1) << 40))


@jit
def _find(keys: Words, known: Numbers, key: Word) -> int:
    """Return the entry of a node, 0 for none."""
    at = np.int64(key & np.uint64(len(keys) - 2))  # `int` would keep it unsigned
    if keys[at] == key:
        return int(known[at])
    if keys[at + 1] == key:
        return int(known[at + 1])
    return 0


@jit
def _keep(keys: Words, known: Numbers, key: Word, low: int, high: int, left: int, best: int) -> None:
    """Store the entry of a node; the first of its two places is for the larger subtree."""
    at = np.int64(key & np.uint64(len(keys) - 2))  # `int` would keep it unsigned
    word = (low + 128) | ((high + 128) << 8) | (left << 16) | ((best + 1) << 24)
    if keys[at] != key:
        if known[at] != 0 and ((known[at] >> 16) & 255) > left:
            at += 1
        else:
            keys[at + 1] = keys[at]
            known[at + 1] = known[at]
    keys[at] = key
    known[at] = word


# Nodes.


@jit
def _bound(s: State, t: Tables, b: EndBounds, w: EndgameSearch) -> None:
    """Set `low` and `high` to the bounds on the margin given by the scores that can still be reached."""
    opponents = max_score_of_opponents(s, t, b)
    own = max_score_of(s, t, b, b.own)
    w.low = s.best[b.own] - opponents
    w.high = own - best_opponent(s, b)
    is_above = w.low > w.level
    if not is_above and w.high > w.level:
        return
    # A deadlock would be a draw; it changes the answer only if 0 is on the other side of the level.
    if is_above == (w.level >= 0) and w.is_safe == 0 and not cannot_deadlock(s, t, b, w.safe):
        w.low = min(w.low, 0)
        w.high = max(w.high, 0)


@jit
def _margin_at(b: EndBounds, cell: int, opponent: int) -> int:
    """Return the margin after a tile on a space; `opponent` is the best score of the opponents now."""
    for i in range(b.n_opponents):
        opponent = max(opponent, int(b.value[b.opponents[i], cell]))
    return int(b.value[b.own, cell]) - opponent


@jit
def _last(s: State, t: Tables, b: EndBounds, w: EndgameSearch) -> None:
    """Set `low` and `high` of a position with one tile left, from the best space for it."""
    hand = s.hands[s.to_play]
    sign = 1 if _is_own(s, w) else -1
    opponent = best_opponent(s, b)
    value = -LIMIT
    words = s.spaces_words if s.phase == FREE else s.forced_words
    while words != U0:
        word = lowest_bit(words)
        words = without_lowest(words)
        bits = s.spaces[word] if s.phase == FREE else s.forced[word]
        while bits != U0:
            cell = word * 64 + lowest_bit(bits)
            bits = without_lowest(bits)
            if t.fit[s.code[cell], 6] & hand != U0:
                value = max(value, sign * _margin_at(b, cell, opponent))
    w.low = sign * value if value > -LIMIT else 0  # no space at all: a deadlock
    w.high = w.low


@jit
def _is_own(s: State, w: EndgameSearch) -> bool:
    """Return whether our side is to play."""
    is_own: bool = (w.own_seats >> s.to_play) & 1 == 1
    return is_own


@jit
def _open(s: State, t: Tables, b: EndBounds, w: EndgameSearch, known: int, history: Numbers) -> bool:
    """Decide a node immediately, setting `low` and `high`, or list its placements."""
    d = w.depth
    if s.phase == OVER:
        w.low = margin(s, b) if all_hands(s) == U0 else 0
        w.high = w.low
        return True
    _bound(s, t, b, w)
    if known != 0 and d > 0:  # the root also needs a placement
        w.low = max(w.low, (known & 255) - 128)
        w.high = min(w.high, ((known >> 8) & 255) - 128)
    if w.low > w.level or w.high <= w.level:
        return True
    if count_left(s) == 1:
        _last(s, t, b, w)
        return True
    n = find_choices(s, t, w.choices[d])
    if n == 0:
        w.low = 0
        w.high = 0
        return True
    w.n[d] = n
    w.left[d] = count_left(s)
    w.is_own[d] = _is_own(s, w)
    w.node_low[d] = w.low
    w.node_high[d] = w.high
    w.tried_low[d] = -LIMIT if w.is_own[d] else LIMIT
    w.tried_high[d] = w.tried_low[d]
    w.best[d] = -1
    _rank(s, b, w, (known >> 24) - 1, history)
    return False


@jit
def _rank(s: State, b: EndBounds, w: EndgameSearch, first: int, history: Numbers) -> None:
    """Rank the placements of a node: best known, killers, then gain and how often they decided nodes."""
    d = w.depth
    opponent = best_opponent(s, b)
    now = int(s.best[b.own]) - opponent
    sign = 1 if w.is_own[d] else -1
    for i in range(w.n[d]):
        key = w.choices[d, i]
        rank = 200 + sign * (_margin_at(b, key >> 9, opponent) - now)
        if key == w.killers[d, 0] or key == w.killers[d, 1]:
            rank += 1000
        if key == first:
            rank += 2000
        rank = (rank << 20) + min(int(history[key]), (1 << 20) - 1)
        w.choices[d, i] = (rank << 24) | key


@jit
def _take_next(w: EndgameSearch, d: int) -> int:
    """Remove the placement of the highest rank from the list and return it."""
    n = w.n[d]
    top = 0
    for i in range(1, n):
        if w.choices[d, i] > w.choices[d, top]:
            top = i
    choice = w.choices[d, top]
    w.choices[d, top] = w.choices[d, n - 1]
    w.n[d] = n - 1
    return int(choice & 0xFFFFFF)


@jit
def _merge_bounds(w: EndgameSearch, d: int) -> None:
    """Merge the bounds `low` and `high` of the placement being tried into those of its node."""
    if w.is_own[d]:
        if w.low > w.tried_low[d] or w.best[d] < 0:
            w.best[d] = w.trying[d]
        w.tried_low[d] = max(w.tried_low[d], w.low)
        w.tried_high[d] = max(w.tried_high[d], w.high)
    else:
        if w.high < w.tried_high[d] or w.best[d] < 0:
            w.best[d] = w.trying[d]
        w.tried_low[d] = min(w.tried_low[d], w.low)
        w.tried_high[d] = min(w.tried_high[d], w.high)


@jit
def _is_decided(w: EndgameSearch, d: int) -> bool:
    """Return whether a placement tried answers the question for the side to play."""
    if w.is_own[d]:
        return bool(w.tried_low[d] > w.level)
    return bool(w.tried_high[d] <= w.level)


@jit
def _close(w: EndgameSearch, d: int, keys: Words, known: Numbers, history: Numbers) -> None:
    """Set `low` and `high` to the final bounds of a node and store them."""
    is_decided = _is_decided(w, d)
    w.low = w.node_low[d]
    w.high = w.node_high[d]
    if w.is_own[d] or not is_decided:
        w.low = max(w.low, w.tried_low[d])
    if not w.is_own[d] or not is_decided:
        w.high = min(w.high, w.tried_high[d])
    if is_decided:
        _learn(w, d, w.best[d], history)
    _keep(keys, known, w.key[d], w.low, w.high, w.left[d], w.best[d])


@jit
def _learn(w: EndgameSearch, d: int, key: int, history: Numbers) -> None:
    """Update killers and history with a placement that decided a node."""
    if w.killers[d, 0] != key:
        w.killers[d, 1] = w.killers[d, 0]
        w.killers[d, 0] = key
    history[key] += w.left[d] * w.left[d]


@jit
def _try_on(s: State, t: Tables, w: EndgameSearch, keys: Words, known: Numbers, history: Numbers) -> bool:
    """Try the placements of a node; return True once the node is closed, False after laying one."""
    d = w.depth
    seat = s.to_play
    phase = REFILL if s.phase == FREE else s.phase
    while w.n[d] > 0 and not _is_decided(w, d):
        key = _take_next(w, d)
        w.trying[d] = key
        w.hash[d + 1] = _after(w.hash[d], key)
        w.key[d + 1] = node_key(w.hash[d + 1], seat, phase)
        found = _find(keys, known, w.key[d + 1])
        if found != 0:
            w.low = (found & 255) - 128
            w.high = ((found >> 8) & 255) - 128
            if w.low > w.level or w.high <= w.level:
                _merge_bounds(w, d)
                continue
        place(s, t, cell_of(key), turned_of(key), -1)
        w.depth = d + 1
        w.is_fresh = 1
        return False
    _close(w, d, keys, known, history)
    return True


@jit
def start_search(s: State, t: Tables, b: EndBounds, w: EndgameSearch, seat: int, goal: int) -> None:
    """Start from a position, to find the margin of a seat's colour or only its sign."""
    prepare(s, b, seat)
    w.own_seats = 0
    for other in range(s.n_seats):
        if s.colours[other] == s.colours[seat]:
            w.own_seats |= 1 << other
    w.goal = goal
    w.sure_low = -LIMIT
    w.sure_high = LIMIT
    w.choice = -1
    w.n_nodes = 0
    w.killers[:] = -1
    w.hash[0] = hash_of(s)
    w.key[0] = node_key(w.hash[0], s.to_play, s.phase + 32 * (1 + s.stuck))
    w.is_safe = int(cannot_deadlock(s, t, b, w.safe))
    w.level = margin(s, b)
    _ask(w, _next_level(w))


@jit
def _next_level(w: EndgameSearch) -> int:
    """Return the level of the next question, NO_LEVEL if the goal is reached."""
    low, high = w.sure_low, w.sure_high
    if w.goal == MARGIN:
        if low == high:
            return NO_LEVEL
        return int(min(max(w.level, low), high - 1))
    asks_win = low <= 0 < high
    asks_loss = low < 0 <= high
    if asks_loss and (w.level < 0 or not asks_win):
        return -1
    return 0 if asks_win else NO_LEVEL


@jit
def _ask(w: EndgameSearch, level: int) -> None:
    """Ask a question about the root."""
    w.level = level
    w.depth = 0
    w.is_fresh = 1


@jit
def _take_answer(w: EndgameSearch) -> None:
    """Merge the answer to a question into the bounds of the root."""
    w.sure_low = max(w.sure_low, w.low)
    w.sure_high = min(w.sure_high, w.high)
    is_above = w.low > w.level
    if w.best[0] >= 0 and (w.choice < 0 or w.is_own[0] == is_above):
        w.choice = w.best[0]
    w.level = w.low if is_above else w.high - 1


@jit
def advance(
    s: State,
    t: Tables,
    b: EndBounds,
    w: EndgameSearch,
    keys: Words,
    known: Numbers,
    history: Numbers,
    n_nodes: int,
) -> int:
    """Search until the goal is reached (DONE) or `n_nodes` have been opened in total (PAUSED).

    When paused, the state is that of the current node.
    """
    while w.level != NO_LEVEL:
        if _answer(s, t, b, w, keys, known, history, n_nodes) == PAUSED:
            return PAUSED
        _take_answer(w)
        _ask(w, _next_level(w))
    return DONE


@jit
def _answer(
    s: State,
    t: Tables,
    b: EndBounds,
    w: EndgameSearch,
    keys: Words,
    known: Numbers,
    history: Numbers,
    n_nodes: int,
) -> int:
    """Continue with one question; its answer is `low` and `high`, the bounds of the root."""
    while True:
        is_decided = False
        if w.is_fresh:
            if w.n_nodes >= n_nodes:
                return PAUSED
            w.n_nodes += 1
            w.is_fresh = 0
            w.best[w.depth] = -1
            is_decided = _open(s, t, b, w, _find(keys, known, w.key[w.depth]), history)
        if not is_decided:
            is_decided = _try_on(s, t, w, keys, known, history)
        if is_decided:
            if w.depth == 0:
                return DONE
            take_back(s, t)
            w.depth -= 1
            _merge_bounds(w, w.depth)


@jit
def do_start(
    states: States,
    tables: TableArray,
    bounds: Records[EndBounds],
    searches: Records[EndgameSearch],
    seat: int,
    goal: int,
) -> None:
    """Start from a position."""
    start_search(states[0], tables[0], bounds[0], searches[0], seat, goal)


@jit
def do_advance(
    states: States,
    tables: TableArray,
    bounds: Records[EndBounds],
    searches: Records[EndgameSearch],
    keys: Words,
    known: Numbers,
    history: Numbers,
    n_nodes: int,
) -> int:
    """Search until the goal is reached or `n_nodes` have been opened in total."""
    return advance(states[0], tables[0], bounds[0], searches[0], keys, known, history, n_nodes)
