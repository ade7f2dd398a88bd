"""What the robot `keen` sees of a table with two seats, in small whole numbers, and the net that judges it.

The same things as in `features.py`, for both colours at once: 96 numbers, first of the seat that laid the
last tile (`OWN`), then of its opponent (`OPPONENT`). One net for both says what margin the seat may expect.
Whole numbers, because their sums may be taken in any order and so many at a time.
"""

from typing import Annotated

import numpy as np

from tantrix._compile.jit import jit, popcount
from tantrix._compile.records import (
    U0,
    CompiledRecord,
    Float32Rows,
    Float32s,
    Floats,
    Int16Rows,
    Int16s,
    Int64s,
    Numbers,
    Records,
    UInt8s,
    UInt64Rows,
    UInt64s,
    Word,
)
from tantrix.kernel import FILL, MASK, N_CODES, SIZE, STRIDE, State, States, TableArray, Tables, find_rays
from tantrix.robots.forecast.features import (
    BARRED,
    DEAD,
    FORCED_OWN,
    FORCED_THEIRS,
    FREE_OWN,
    N_STAGES,
    NAMES,
    find_ends_of,
    is_joint,
    openness,
    pack,
    seen_at_spaces,
    stage_of,
    unpack,
    walk,
)
from tantrix.robots.forecast.trial import PlacementTrial, try_placement, withdraw
from tantrix.tiles import FULL_SET, TABLE

N_NUMBERS = 96
N_UNITS = 32
FREE_TO_COME, TILES_LEFT, BAG_IS_EMPTY, ONE = 0, 1, 2, N_NUMBERS - 1
SHARED = ("to_play", "free_to_come", "tiles_left", "bag_is_empty")
BLOCK = tuple(name for name in NAMES if name not in SHARED)
OWN, OPPONENT = 3, 3 + len(BLOCK)
FINE = 4096  # what a weight of one is in the net's whole numbers

# Where the groups of a block begin.
_BEST = BLOCK.index("best")
_TILES = BLOCK.index("own_tiles")
_FIRST = BLOCK.index("first_length")
_FIRST_KINDS = BLOCK.index("first_dead")
_FIRST_FITS = BLOCK.index("first_fits")
_SECOND = BLOCK.index("second_length")
_JOINT = BLOCK.index("joint_gain")
_JOINT2 = BLOCK.index("joint2_gain")
_CHAIN = BLOCK.index("chain_gain")
_NEAR = BLOCK.index("near_gain")
_LOOP = BLOCK.index("loop_gain")
_OPEN = BLOCK.index("open_ends")
_FILLINGS = BLOCK.index("fillings_own")
_FIRST_JOINT = BLOCK.index("first_joint")
_THIRD = BLOCK.index("third_length")
_JOINTS = BLOCK.index("joints")
_SECOND_JOINT = BLOCK.index("second_joint")


class Workspace(CompiledRecord):
    """The net, what a code shows, and scratch; one for each thread."""

    # tiles that fit; edges that show a colour, 8 bits each, and sides
    seen: Annotated[UInt64Rows, (N_CODES, 2)]
    inner: Annotated[Int16Rows, (N_STAGES, N_UNITS, N_NUMBERS)]
    linear: Annotated[Int16Rows, (N_STAGES, N_NUMBERS)]
    output: Annotated[Float32Rows, (N_STAGES, N_UNITS)]
    scale: Annotated[Float32s, N_STAGES]  # points of margin that multiply the odds of winning by e
    mix: float  # how much of a playout's value comes from a random end of the game instead of the net
    row: Annotated[Int16s, N_NUMBERS]
    beside: Annotated[UInt8s, SIZE]  # by difference of two cells: 1 where they are neighbours
    with_colour: Annotated[UInt64s, 4]  # the tiles that have a colour
    cell: Annotated[Int16s, 520]  # by end: the space it is open at
    kind: Annotated[Int16s, 520]
    fits: Annotated[Int16s, 520]  # how many of the tiles left fit there
    partner: Annotated[Int16s, 520]  # the other end of this colour at that space, or -1
    n_ends: Annotated[Int64s, 2]  # of the robot's own colour, of the opponent's
    ends: Annotated[Int16Rows, (2, 192)]
    fillings: Annotated[Int64s, 2]  # forced spaces that the hands fit
    fillings_of_all: int
    own: Annotated[UInt64s, 2]  # the hands of the robot and its partners, of its opponents
    hands: Word
    trial: PlacementTrial


def new_workspace() -> Records[Workspace]:
    """Make a workspace without weights; about 0.4 MB."""
    made = Workspace.zeros()
    made[0].seen[:] = seen_at_spaces()
    for step in (1, STRIDE, STRIDE - 1):
        made[0].beside[[step, SIZE - step]] = 1
    for colour, letter in enumerate("RYGB"):
        having = [place for place in range(len(FULL_SET)) if letter in TABLE[place]]
        made[0].with_colour[colour] = np.uint64(sum(1 << place for place in having))
    return made


@jit
def _near(s: State, d: Workspace, side: int, end: int, best: int) -> int:
    """Return what two tiles would gain that join a line to the longest other one within reach."""
    far = int(s.far[end])
    cell, far_cell = int(d.cell[end]), int(d.cell[far])
    is_live, is_far_live = int(d.kind[end] != DEAD), int(d.kind[far] != DEAD)
    least = max(0, best - int(s.length[end]) - 2)  # a line no longer than this brings no gain
    most = least
    for place in range(d.n_ends[side]):
        other = int(d.ends[side, place])
        length = int(s.length[other])
        if length <= most or d.kind[other] == DEAD or (other == end) | (other == far):
            continue
        at = int(d.cell[other])
        if (is_live & d.beside[(at - cell) & MASK]) | (is_far_live & d.beside[(at - far_cell) & MASK]):
            most = length
    return int(s.length[end]) + most + 2 - best if most > least else 0


@jit
def _describe_fits(s: State, d: Workspace, side: int, end: int, at: int) -> None:
    """Count the tiles that fit a space: in its own hands, in those of others and in the bag."""
    fits = d.seen[s.code[d.cell[end]], 0]
    d.row[at] = min(4, popcount(fits & d.own[side]))
    d.row[at + 1] = min(4, popcount(fits & d.own[1 - side]))
    d.row[at + 2] = min(8, popcount(fits & s.bag))


@jit
def _describe_lines(s: State, d: Workspace, side: int, base: int, best: int, first: int, second: int) -> None:
    """Say what is seen of the two lines to watch."""
    row = d.row
    far = int(s.far[first])
    length = int(s.length[first])
    row[base + _FIRST] = length
    row[base + _FIRST + 1] = best - length
    row[base + _FIRST_KINDS + d.kind[first]] += 1
    row[base + _FIRST_KINDS + d.kind[far]] += 1
    row[base + _FIRST_FITS] = min(12, int(d.fits[first])) + min(12, int(d.fits[far]))
    row[base + _FIRST_JOINT] = is_joint(d, first, far) + is_joint(d, far, first)
    own = d.own[side]
    fits, fits_far = d.seen[s.code[d.cell[first]], 0] & own, d.seen[s.code[d.cell[far]], 0] & own
    row[base + _FIRST_JOINT + 1] = min(4, popcount(fits)) + min(4, popcount(fits_far))
    row[base + _NEAR] = _near(s, d, side, first, best)
    if second < 0:
        return
    far = int(s.far[second])
    kind, far_kind = np.int64(d.kind[second]), np.int64(d.kind[far])
    row[base + _SECOND] = int(s.length[second])
    row[base + _SECOND + 1] = (kind >= FORCED_THEIRS) + (far_kind >= FORCED_THEIRS)
    row[base + _SECOND + 2] = (kind in (FORCED_OWN, FREE_OWN)) + (far_kind in (FORCED_OWN, FREE_OWN))
    row[base + _SECOND + 3] = min(12, int(d.fits[second])) + min(12, int(d.fits[far]))
    row[base + _SECOND_JOINT] = is_joint(d, second, far) + is_joint(d, far, second)
    row[base + _NEAR + 1] = _near(s, d, side, second, best)


@jit
def _describe_joints(s: State, d: Workspace, side: int, base: int, best: int, end: int, other: int) -> None:
    """Say what the two best joints would gain, and who can fill them."""
    row = d.row
    if end >= 0:
        partner = int(d.partner[end])
        kind = np.int64(d.kind[end])
        row[base + _JOINT] = max(0, 1 + int(s.length[end]) + int(s.length[partner]) - best)
        row[base + _JOINT + 1] = 1
        _describe_fits(s, d, side, end, base + _JOINT + 2)
        row[base + _JOINT + 5] = kind in (FORCED_OWN, FORCED_THEIRS)
        row[base + _JOINT + 6] = kind == BARRED
        row[base + _JOINT + 7] = (d.kind[s.far[end]] != DEAD) + (d.kind[s.far[partner]] != DEAD)
    if other >= 0:
        partner = int(d.partner[other])
        fits = d.seen[s.code[d.cell[other]], 0]
        row[base + _JOINT2] = max(0, 1 + int(s.length[other]) + int(s.length[partner]) - best)
        row[base + _JOINT2 + 1] = min(4, popcount(fits & d.own[side]))
        row[base + _JOINT2 + 2] = min(12, int(d.fits[other]))
        row[base + _JOINTS + 1] = min(8, popcount(fits & s.bag))


@jit
def _rank_lines(s: State, d: Workspace, side: int) -> tuple[int, int, int]:
    """Return an end of each of the three lines to watch, best first, or -1."""
    first, second, third = 0, 0, 0
    for place in range(d.n_ends[side]):
        end = int(d.ends[side, place])
        far = int(s.far[end])
        kind, far_kind = int(d.kind[end]), int(d.kind[far])
        rank = 4 * int(s.length[end]) + openness(kind) + openness(far_kind)
        is_live = (end < far) & ((kind != DEAD) | (far_kind != DEAD))
        packed = pack(rank, place, end) & -int(is_live)
        third = max(third, min(second, packed))
        second = max(second, min(first, packed))
        first = max(first, packed)
    return unpack(first), unpack(second), unpack(third)


@jit
def _rank_joints(s: State, d: Workspace, side: int) -> tuple[int, int, int]:
    """Return an end of each of the two best joints, or -1, and how many joints there are."""
    joint0, joint1, rank0, rank1, n_joints = -1, -1, 0, 0, 0
    for place in range(d.n_ends[side]):
        end = int(d.ends[side, place])
        partner = int(d.partner[end])
        if d.kind[end] == DEAD or partner <= end or partner == s.far[end]:
            continue
        n_joints += 1
        rank = 4 * (1 + int(s.length[end]) + int(s.length[partner])) + openness(int(d.kind[end]))
        if rank > rank0:
            joint1, rank1, joint0, rank0 = joint0, rank0, end, rank
        elif rank > rank1:
            joint1, rank1 = end, rank
    return joint0, joint1, n_joints


@jit
def _find_loop(s: State, d: Workspace, side: int) -> tuple[int, int]:
    """Return an end of the longest line that one tile would close, or -1, and the score of that loop."""
    loop, loop_score = -1, 0
    for place in range(d.n_ends[side]):
        end = int(d.ends[side, place])
        partner = int(d.partner[end])
        if d.kind[end] != DEAD and partner == s.far[end] and end < partner:
            score = 2 * (int(s.length[end]) + 1)
            if score > loop_score:
                loop, loop_score = end, score
    return loop, loop_score


@jit
def _describe_reach(s: State, d: Workspace, side: int, base: int, best: int) -> None:
    """Say what the living lines of a colour hold, and what they could become in two tiles and more."""
    row = d.row
    n_open, open_tiles, wide, chain, chain_loop = 0, 0, 0, 0, 0
    for place in range(d.n_ends[side]):
        end = int(d.ends[side, place])
        far = int(s.far[end])
        kind, far_kind = int(d.kind[end]), int(d.kind[far])
        n_open += kind != DEAD
        if end >= far or (kind == DEAD and far_kind == DEAD):
            continue
        length, partner = int(s.length[end]), int(d.partner[end])
        open_tiles += length
        if partner == far:
            continue
        is_alive = kind != DEAD and far_kind != DEAD and length > 1
        if is_alive and d.beside[(int(d.cell[far]) - int(d.cell[end])) & MASK]:
            wide = max(wide, 2 * (length + 2))
        if partner >= 0 and d.partner[far] >= 0:
            ahead = walk(s, d, far, end)
            if ahead < 0:
                chain_loop = max(chain_loop, 2 * (length - 1 - ahead))
            else:
                chain = max(chain, length + (ahead & 255) + (walk(s, d, end, far) & 255))
    row[base + _OPEN], row[base + _OPEN + 1] = n_open, open_tiles
    row[base + _CHAIN] = max(0, chain - best)
    row[base + _LOOP + 4] = max(0, wide - best)
    row[base + _LOOP + 5] = max(0, chain_loop - best)


@jit
def _describe(s: State, d: Workspace, side: int, base: int, colour: int) -> None:
    """Fill the block of one colour; `find_ends_of` comes first."""
    row = d.row
    best = int(s.best[colour])
    having = d.with_colour[colour]
    row[base + _BEST] = best
    row[base + _TILES] = popcount(d.own[side] & having)
    row[base + _TILES + 1] = popcount((d.hands | s.bag) & having)
    row[base + _FILLINGS] = min(3, d.fillings[side])
    row[base + _FILLINGS + 1] = min(3, d.fillings_of_all - d.fillings[side])
    line0, line1, line2 = _rank_lines(s, d, side)
    if line0 >= 0:
        _describe_lines(s, d, side, base, best, line0, line1)
    if line2 >= 0:
        row[base + _THIRD] = int(s.length[line2])
    joint0, joint1, n_joints = _rank_joints(s, d, side)
    row[base + _JOINTS] = min(6, n_joints)
    if joint0 >= 0:
        _describe_joints(s, d, side, base, best, joint0, joint1)
    loop, loop_score = _find_loop(s, d, side)
    if loop >= 0:
        row[base + _LOOP] = max(0, loop_score - best)
        _describe_fits(s, d, side, loop, base + _LOOP + 1)
    _describe_reach(s, d, side, base, best)


@jit
def find_row(s: State, t: Tables, d: Workspace, seat: int) -> int:
    """Fill `row` for a seat that has just laid a tile, before its draw; return the tiles left."""
    row = d.row
    for at in range(N_NUMBERS):
        row[at] = 0
    own = int(s.colours[seat])
    opponent = own
    d.own[0] = U0
    d.own[1] = U0
    for other in range(s.n_seats):
        if s.colours[other] == own:
            d.own[0] |= s.hands[other]
        else:
            opponent = int(s.colours[other])
            d.own[1] |= s.hands[other]
    d.hands = d.own[0] | d.own[1]
    n_left = popcount(s.bag | d.hands)
    if s.bag != U0 and s.forced_words != U0:
        find_rays(s, t)
    find_ends_of(s, t, d, 0, 1, own, opponent)
    _describe(s, d, 0, OWN, own)
    _describe(s, d, 1, OPPONENT, opponent)
    row[FREE_TO_COME] = s.phase == FILL
    row[TILES_LEFT] = n_left
    row[BAG_IS_EMPTY] = s.bag == U0
    row[ONE] = 1
    return n_left


@jit
def keen_answer(d: Workspace, stage: int) -> float:
    """Return the margin that the net of a stage expects from `row`."""
    total = np.float32(0.0)
    for unit in range(N_UNITS):
        reached = np.int32(0)
        for at in range(N_NUMBERS):
            reached = np.int32(reached + np.int32(d.row[at]) * np.int32(d.inner[stage, unit, at]))
        total += d.output[stage, unit] * np.float32(max(reached, np.int32(0)))
    reached = np.int32(0)
    for at in range(N_NUMBERS):
        reached = np.int32(reached + np.int32(d.row[at]) * np.int32(d.linear[stage, at]))
    return float(total + np.float32(reached)) * (1.0 / FINE)


@jit
def evaluate_with_net(s: State, t: Tables, d: Workspace, key: int) -> float:
    """Return the margin expected after a placement by the seat to play; the table is left as it was."""
    seat = s.to_play
    try_placement(s, t, d.seen, d.trial, key)
    n_left = find_row(s, t, d, seat)
    margin = keen_answer(d, stage_of(n_left)) if n_left > 0 else float(d.row[OWN] - d.row[OPPONENT])
    withdraw(s, t, d.trial)
    return margin


@jit
def evaluate_all_with_net(
    states: States, tables: TableArray, workspaces: Records[Workspace], keys: Numbers, n: int, margins: Floats
) -> None:
    """Return the margin expected after each of the placements."""
    for at in range(n):
        margins[at] = evaluate_with_net(states[0], tables[0], workspaces[0], keys[at])
