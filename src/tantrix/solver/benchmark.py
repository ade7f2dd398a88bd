"""How fast the solver is, in processor time of one core; `docs/library/solver.md` explains the figures."""

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from random import Random
from statistics import median
from time import process_time

from tantrix._tools.json_object import JsonObject
from tantrix.solver.answer import Answer
from tantrix.solver.boards.solitaire import best_table
from tantrix.solver.goal import Goal, SolveMode, Strand, parse_goal
from tantrix.solver.loops.closures import closures_of
from tantrix.solver.pipeline import solve
from tantrix.solver.proofs.refusals import why_unsolvable
from tantrix.solver.puzzles import find_puzzle
from tantrix.solver.warmup import warm_up
from tantrix.tiles import BACKS, GAME_SET, Colour, colours

OnPart = Callable[[str], None]

SIZES = (5, 7, 10, 12, 13, 14, 16, 20, 24, 30, 36, 42)
PACKS = (
    "1-10*6 loop:Y",
    "1-10*20 loop:B",
    "1-20*50 loop:R",
    "1-30*33 loop:R",
    "1-42*23 loop:R",
    "1-10*100 loop:Y",
)
PACK_SEEDS = 9
COUNTS = (13, 14)
LONG_COUNTS = (15, 16, 18)

# JsonObject of the C++ prototypes in seconds, medians or single runs, on another machine.
TRIAL_COUNT_SECONDS = {13: 0.4, 14: 0.6, 16: 7.0, 18: 58.0}
WHOLE = (
    "Discovery pyramid yellow",
    "Xtreme pyramid blue",
    "Rainbow red",
    "Pyramid 1",
    "Pyramid 2",
    "Pyramid 3",
)
SETS = ("Professor", "Genius red+blue", "Genius red+yellow", "Master 0 holes", "Master 2 holes")


def solver_figures(on_part: OnPart, *, sets: int = 100, is_long: bool = False, seed: int = 1) -> JsonObject:
    """Measure everything; `is_long` adds measurements that take minutes."""
    warm_up()
    on_part("one colour, random sets")
    found: JsonObject = {"random_sets_ms": {n: _random_sets(n, sets, seed) for n in SIZES}}
    on_part("Discovery 3 to 30")
    found["discovery_3_to_30_ms"] = _discovery()
    on_part("counts")
    found["counts"] = {n: _count(n) for n in COUNTS + (LONG_COUNTS if is_long else ())}
    on_part("named puzzles, complete")
    found["complete_ms"] = {name: _complete(find_puzzle(name).goal) for name in WHOLE + SETS}
    on_part("repeated packs")
    found["packs_ms"] = {text: _packs(parse_goal(text), seed) for text in PACKS}
    on_part("rhombus 5x6")
    found["rhombus_5x6_ms"] = _spread(_rhombus(40 if is_long else 4, seed))
    if is_long:
        on_part("open solitaire, 60 s")
        scores = sorted(_solitaire(60.0, number) for number in range(10))
        found["open_solitaire_60_s"] = {"median": median(scores), "scores": scores}
    return found


def _random_sets(n: int, n_sets: int, seed: int) -> JsonObject:
    """Time first solutions or refusals of random sets of a colour; half of them pass the parity rule."""
    rng = Random(1000 * seed + n)
    times: list[float] = []
    refused = 0
    while len(times) < n_sets:
        colour = rng.choice(tuple(Colour))
        carrying = [tile for tile in GAME_SET if colour in colours(tile)]
        goal = Goal(tuple(rng.sample(carrying, n)), (Strand(colour),))
        reason = why_unsolvable(goal)
        if reason and 2 * refused >= n_sets:
            continue
        refused += bool(reason)
        times.append(_timed(partial(solve, goal, seed=seed)) * 1000)
    return _spread(times)


def _spread(times: Sequence[float]) -> JsonObject:
    """Return the median and the 95th and 99th percentiles; None for runs that did not end."""
    ordered = sorted(times)
    parts = {f"p{part}": ordered[min(len(ordered) - 1, part * len(ordered) // 100)] for part in (95, 99)}
    found = {"median": median(ordered), **parts, "max": ordered[-1]}
    return {name: round(value, 4) if value < inf else None for name, value in found.items()}


def _timed(run: Callable[[], object]) -> float:
    began = process_time()
    run()
    return process_time() - began


def discovery(n: int) -> Goal:
    """Return Discovery n of the Game Pack: the colour on the back of tile n (R7.1)."""
    return Goal(tuple(range(1, n + 1)), (Strand(Colour.parse(BACKS[n - 1])),))


def _discovery() -> float:
    return round(_timed(lambda: [solve(discovery(n)) for n in range(3, 31)]) * 1000, 2)


def _count(n: int) -> JsonObject:
    """Count the loops through tiles 1 to n, including listing the closures."""
    closures_of.cache_clear()
    answers: list[Answer] = []
    colour = "B" if n == 14 else "R"
    seconds = _timed(lambda: answers.append(solve(parse_goal(f"1-{n} loop:{colour}"), SolveMode.COUNT)))
    found = {
        "count": answers[0].count,
        "seconds": round(seconds, 3),
        "nodes_a_second": round(answers[0].nodes / seconds),
    }
    if n in TRIAL_COUNT_SECONDS:
        found["times_the_trial"] = round(seconds / TRIAL_COUNT_SECONDS[n], 2)
    return found


def _complete(goal: Goal) -> float:
    return round(_timed(lambda: solve(goal, SolveMode.COUNT)) * 1000, 2)


def _first(goal: Goal, seed: int, most: float = 20.0) -> float:
    """Return the milliseconds to a first solution, infinite if there was none in `most` seconds."""
    began = process_time()
    answer = solve(goal, should_stop=lambda: process_time() - began > most, seed=seed)
    return (process_time() - began) * 1000 if answer.solutions else inf


def _packs(goal: Goal, seed: int) -> JsonObject:
    return _spread([_first(goal, seed + at) for at in range(PACK_SEEDS)])


def _rhombus(n_sets: int, seed: int) -> list[float]:
    """Fill the rhombus with random sets of thirty tiles that pass the parity rules."""
    rng = Random(seed)
    carrying = [tile for tile in GAME_SET if Colour.RED in colours(tile)]
    shape = parse_goal("1-30 shape:rhombus:5x6").shape
    times: list[float] = []
    while len(times) < n_sets:
        goal = Goal(tuple(rng.sample(carrying, 30)), (Strand(Colour.RED),), shape)
        if not why_unsolvable(goal):
            times.append(_first(goal, seed))
    return times


def _solitaire(seconds: float, seed: int) -> int:
    began = process_time()

    def part() -> float:
        return (process_time() - began) / seconds

    answer = best_table(GAME_SET, lambda: part() >= 1, seed=seed, part=part)
    assert answer.score is not None
    return answer.score
