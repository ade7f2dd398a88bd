"""Simulate tournaments of each preset, check every one of them, and print what happened in them.

Run `python -m tests.competition.events.simulation --events 1000`, or name presets to simulate only these.
Entrants leave, come late, do not come to games and return; the seed of a tournament is its number. With
`--entrants 256` all tournaments have so many entrants, who are always there. The time for a round is
processor time, from the end of the previous round until the next one is drawn and stored.
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tantrix.competition.events.actions import JoinGroup, LogEntry, PairRound
from tantrix.competition.events.due import apply_due
from tantrix.competition.events.presets import PRESETS
from tantrix.competition.events.rounds import SWISS
from tantrix.competition.events.terms import StageForm
from tantrix.competition.events.tournament import EventState, Tournament
from tests.support.tournament_checks import check_event, n_rematches, n_second_byes
from tests.support.tournaments import (
    Habits,
    SimulatedEvent,
    random_tournament,
    simulate,
    simulated_terms,
)

COLUMNS = (
    *("entrants", "cancelled", "games", "rounds", "left", "late", "by default", "byes"),
    *("rematches", "second byes", "longest draw in ms"),
)


def main() -> None:
    """Simulate as many tournaments of each preset as requested, and print a row of a table for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("presets", nargs="*", metavar="preset", help=", ".join(PRESETS))
    parser.add_argument("--events", type=int, default=1000, help="how many of each preset")
    parser.add_argument("--entrants", type=int, help="how many in each; otherwise random")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--form", type=StageForm, help="for presets with several: " + ", ".join(StageForm))
    options = parser.parse_args()
    print("| preset |", " | ".join(COLUMNS), "|")
    print("| --- |" + " ---: |" * len(COLUMNS))
    for name in options.presets or PRESETS:
        one = partial(_simulated, name, options.entrants, options.form)
        with ProcessPoolExecutor(options.processes) as pool:
            figures = row([*pool.map(one, reversed(range(options.events)))])
        print(f"| {name} |", " | ".join(map(str, figures)), "|", flush=True)


def row(events: Sequence[tuple[Counter[str], int, float]]) -> list[int | str]:
    """Return what to print of simulated tournaments: what happened, their sizes, and their longest draws."""
    found = sum((counts for counts, _, _ in events), Counter[str]())
    sizes = [size for _, size, _ in events]
    counts = [f"{found[column]:,}" for column in COLUMNS[1:-1]]
    return [f"{min(sizes)}–{max(sizes)}", *counts, round(max(longest_ms for _, _, longest_ms in events))]


def _simulated(
    name: str, n_entrants: int | None, form: StageForm | None, seed: int
) -> tuple[Counter[str], int, float]:
    """Simulate and check a tournament of a preset."""
    apply = _TimedApply()
    if n_entrants is None:
        event = random_tournament(name, seed, apply, form)
    else:
        event = simulate(simulated_terms(name, form), n_entrants, seed, Habits(), apply)
    check_event(event)
    return _count(event), len(event.now.seeds) or len(event.now.entrants), apply.longest_ms


class _TimedApply:
    """`apply_due` that measures the longest draw of a round, without the end of the tournament."""

    def __init__(self) -> None:
        self.longest_ms = 0.0

    def __call__(
        self, now: Tournament, entries: Sequence[LogEntry], now_ms: int, program: str
    ) -> tuple[Tournament, tuple[LogEntry, ...]]:
        began = time.process_time()
        after, added = apply_due(now, entries, now_ms, program)
        if any(isinstance(entry.action, PairRound) for entry in added):
            self.longest_ms = max(self.longest_ms, (time.process_time() - began) * 1000)
        return after, added


def _count(event: SimulatedEvent) -> Counter[str]:
    now = event.now
    outcomes = [*event.outcomes.values(), *now.ruled.values()]
    n_late = len(now.entrants) - len(now.seeds) - len(now.withdrawn - {*now.seeds})
    n_joined = sum(isinstance(entry.action, JoinGroup) for entry in event.entries)
    return Counter(
        {
            "cancelled": now.state is EventState.CANCELLED,
            "games": sum(outcome.is_played for outcome in outcomes) + len(event.table_ranks),
            "rounds": len(now.rounds),
            "left": len(now.withdrawn),
            "late": max(n_late, n_joined),
            "by default": sum(not outcome.is_played for outcome in outcomes),
            "byes": sum(None in pair for paired in now.section(1, SWISS) for pair in paired.pairs),
            "rematches": n_rematches(now),
            "second byes": n_second_byes(now),
        }
    )


if __name__ == "__main__":
    main()
