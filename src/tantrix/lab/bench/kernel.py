"""How fast the kernel is, in processor time of one core; `docs/design/performance.md` says how to read it.

JsonObject from a shared machine are noisy. So processor time is measured instead of wall time, the loops take
turns in short rounds whose median counts, and a fixed reference loop runs among them: the ratio to it varies
less than either figure.
"""

import os
import platform
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

import numba
import numpy as np

from tantrix import deal, kernel
from tantrix._tools.json_object import JsonObject
from tantrix.game import Game, Phase
from tantrix.lab.bench.loops import REFERENCE_STEPS, copy_many, list_many, reference
from tantrix.rules import Rules

Loop = Callable[[int], float]  # runs `n` times, returns how much was done

ROUNDS = 7
MIDGAME = 22
_COPIES = 8
_UNCOMPILED_SECONDS = 3.0


def kernel_figures(seconds: float, report: Callable[[str], None]) -> JsonObject:
    """Measure everything; the timed loops take `seconds` of processor time, compilation not included."""
    report("loops")
    rates = loop_rates(seconds)
    report("cold compile")
    with tempfile.TemporaryDirectory(prefix="tantrix-bench-") as folder:
        cold = _warmup_seconds(folder)
        report("warm start")
        warm = median(_warmup_seconds(folder) for _ in range(3))
    report("uncompiled")
    uncompiled = _uncompiled_games_per_second()
    return {
        "games_per_second": round(rates["games"]),
        "perft_per_second": round(rates["perft"]),
        "listing_us": round(1e6 / rates["listing"], 4),
        "copy_us": round(1e6 / rates["copy"], 4),
        "cold_compile_seconds": round(cold, 2),
        "warm_start_seconds": round(warm, 2),
        "ratio_to_uncompiled": round(rates["games"] / uncompiled, 1),
        "ratio_to_reference": round(rates["ratio"], 1),
        "uncompiled_games_per_second": round(uncompiled, 1),
        "reference_loops_per_second": round(rates["reference"], 1),
        "listed_placements": len(midgame().placements()),
        "rounds": ROUNDS,
        "machine": machine(),
    }


def loop_rates(seconds: float) -> dict[str, float]:
    """Return what each loop does per second of processor time, and games per run of the reference loop."""
    loops = _loops()
    share = seconds / ROUNDS / len(loops)
    runs = {name: _runs_in(share, loop) for name, loop in loops.items()}
    rounds = [{name: _rate(loop, runs[name]) for name, loop in loops.items()} for _ in range(ROUNDS)]
    rates = {name: median(round_[name] for round_ in rounds) for name in loops}
    return {**rates, "ratio": median(round_["games"] / round_["reference"] for round_ in rounds)}


def games_per_second(seconds: float) -> float:
    """Play random games for about `seconds` and return how many finished per second."""
    play = _games()
    began, n = process_time(), 0.0
    while process_time() - began < seconds:
        n += play(1)
    return n / (process_time() - began)


def midgame() -> Game:
    """Return a typical position of a random game before a free placement."""
    rng = Random(0)
    dealt = deal.deal(Rules(), bytes(range(32)))
    game = deal.start(Rules(), dealt)
    while game.ply < MIDGAME or game.phase is not Phase.FREE:
        placements = list(game.placements())
        game = game.play(rng.choice(placements), deal.next_draw(dealt, game))
    return game


def machine() -> JsonObject:
    """Describe the machine."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": [round(load, 2) for load in os.getloadavg()],
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": numba.__version__,
        "numpy": np.__version__,
    }


def _loops() -> dict[str, Loop]:
    return {
        "games": _games(),
        "perft": _perft(),
        "listing": _listing(),
        "copy": _copying(),
        "reference": _reference(),
    }


def _games() -> Loop:
    state = kernel.new_state()
    state[0].n_seats = 2
    state[0].colours[:2] = (0, 3)
    deck, rng = np.arange(56), np.array([88172645463325252], np.uint64)
    out = np.empty(kernel.MAX_PLACEMENTS, np.int64)

    def play(n: int) -> float:
        kernel.do_random_games(state, kernel.tables(), deck, rng, out, n)
        return n

    return play


def _perft() -> Loop:
    game = midgame()
    state, deck = game.kernel_state(), np.array(sorted(game.bag), np.int64) - 1

    def count(n: int) -> float:
        return float(sum(kernel.ask_perft(state, kernel.tables(), deck, 3) for _ in range(n)))

    return count


def _listing() -> Loop:
    state, out = midgame().kernel_state(), np.empty(kernel.MAX_PLACEMENTS, np.int64)

    def list_all(n: int) -> float:
        list_many(state, kernel.tables(), out, 100 * n)
        return 100.0 * n

    return list_all


def _copying() -> Loop:
    states = kernel.State.view(np.repeat(midgame().kernel_state(), _COPIES))

    def copy(n: int) -> float:
        copy_many(states, 100 * n)
        return 100.0 * n

    return copy


def _reference() -> Loop:
    table = np.arange(1 << 15, dtype=np.int64) * 2654435761 >> 7

    def run(n: int) -> float:
        reference(table, np.uint64(88172645463325252), n * REFERENCE_STEPS)
        return n

    return run


def _runs_in(seconds: float, loop: Loop) -> int:
    """Find how many runs take about `seconds`; the first call compiles and is not timed."""
    loop(1)
    n = 1
    while True:
        began = process_time()
        loop(n)
        took = process_time() - began
        if took > seconds / 4:
            return max(1, round(n * seconds / took))
        n *= 2


def _rate(loop: Loop, n: int) -> float:
    began = process_time()
    done = loop(n)
    return done / (process_time() - began)


def _warmup_seconds(cache: str) -> float:
    """Return the processor time of `tantrix warmup` with the given cache folder."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _run_apart(["-m", "tantrix", "warmup", "--json"], NUMBA_CACHE_DIR=cache)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _uncompiled_games_per_second() -> float:
    code = (
        "from tantrix.lab.bench.kernel import games_per_second; "
        f"print(games_per_second({_UNCOMPILED_SECONDS}))"
    )
    return float(_run_apart(["-c", code], NUMBA_DISABLE_JIT="1"))


def _run_apart(arguments: list[str], **settings: str) -> str:
    command = [sys.executable, *arguments]
    surroundings = {**os.environ, **settings}
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)
    if done.returncode:
        what = " ".join(command)
        raise ValueError(f"expected {what} to succeed, got {done.returncode}: {done.stderr[-500:]}")
    return done.stdout


def _processor() -> str:
    return next(_model_names(), platform.processor() or "unknown")


def _model_names() -> Iterator[str]:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        name, _, value = line.partition(":")
        if name.strip() == "model name":
            yield value.strip()
