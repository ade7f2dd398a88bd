"""What `tantrix simulate` can play: strategy games, and Gobble rushes."""

from collections.abc import Generator
from contextlib import closing
from typing import Any, Protocol

from tantrix._tools.languages import gettext as _
from tantrix.cli.options import seat_names
from tantrix.cli.terminal.compile_progress import compile_kernel
from tantrix.rules import Rules


class Run(Protocol):
    """One run: the totals so far, and how they are shown."""

    def batches(
        self, n_games: int, n_processes: int, with_records: bool
    ) -> Generator[tuple[int, str], None, None]:
        """Play and count; yield how many games are done, and the records of the last batch."""
        ...

    def figures(self) -> dict[str, Any]:
        """Return the figures of the finished games."""
        ...

    def names(self) -> dict[str, str]:
        """Return the readable names of the figures in the table."""
        ...

    def seat_line(self, number: int, seat: dict[str, Any]) -> str:
        """Return the line about a seat."""
        ...


class TantrixRun:
    """Games at a table; when all robots are `random`, compiled loops play them."""

    def __init__(self, rules: Rules, robots: str, seed: int) -> None:
        compile_kernel()
        from tantrix.lab.simulation.figures import Summary
        from tantrix.lab.simulation.jobs import Job

        self._job = Job(rules, seat_names(rules, robots), seed)
        self._summary = Summary(rules)

    def batches(
        self, n_games: int, n_processes: int, with_records: bool
    ) -> Generator[tuple[int, str], None, None]:
        from tantrix.lab.simulation.jobs import simulate

        with closing(simulate(self._job, n_games, n_processes, with_records)) as batches:
            for batch in batches:
                self._summary.add(batch.rows)
                yield self._summary.games, batch.records

    def figures(self) -> dict[str, Any]:
        from tantrix import __version__
        from tantrix.notation import print_rules

        figures = self._summary.figures()
        for seat, name in zip(figures["seats"], self._job.robots, strict=True):
            seat["robot"] = name
        return {
            **figures,
            "rules": print_rules(self._job.rules),
            "seed": self._job.seed,
            "version": __version__,
        }

    def names(self) -> dict[str, str]:
        return {
            "games": _("games"),
            "mean_winning_score": _("mean highest score"),
            "mean_losing_score": _("mean lowest score"),
            "draw_share": _("draws"),
            "first_seat_share": _("won by the starter"),
            "forced_share": _("placements that were forced"),
            "mean_turns": _("turns per game"),
            "mean_free_placements": _("legal free placements"),
            "own_loop_share": _("games with a loop in a player's colour"),
            "loop_share": _("games with a loop"),
            "won_by_loop_share": _("decided games won by a loop"),
            "deadlocks": _("games ended by a deadlock"),
            "turns_passed": _("turns without a legal free placement"),
        }

    def seat_line(self, number: int, seat: dict[str, Any]) -> str:
        return _("seat {number}, {colour}, {robot}: wins {share:.1%}, mean score {score:.2f}").format(
            number=number,
            colour=seat["colour"],
            robot=seat["robot"],
            share=seat["win_share"] or 0,
            score=seat["mean_score"] or 0,
        )


class GobbleRun:
    """Gobble rushes in simulated time."""

    def __init__(
        self, players: int, tiles: str | None, double_gobble: bool, open_tiles: bool, robots: str, seed: int
    ) -> None:
        from tantrix.gobble import GobbleRules, Penalty
        from tantrix.gobble.simulation import RushJob, RushSummary

        penalty = Penalty.ANYWHERE if open_tiles else Penalty.FORCED_ONLY
        rules = GobbleRules(players, _numbers(tiles), double_gobble, penalty)
        names = tuple(name.strip() for name in robots.split(","))
        self._job = RushJob(rules, names * players if len(names) == 1 else names, seed)
        self._summary = RushSummary(self._job)

    def batches(
        self, n_games: int, n_processes: int, with_records: bool
    ) -> Generator[tuple[int, str], None, None]:
        from tantrix.gobble.simulation import simulate_rushes

        with closing(simulate_rushes(self._job, n_games, n_processes, with_records)) as batches:
            for batch in batches:
                self._summary.add(batch.tallies)
                yield self._summary.games, batch.records

    def figures(self) -> dict[str, Any]:
        from tantrix import __version__

        return {**self._summary.figures(), "version": __version__}

    def names(self) -> dict[str, str]:
        return {
            "games": _("games"),
            "mean_seconds": _("mean length in seconds"),
            "median_seconds": _("median length in seconds"),
            "p90_seconds": _("90th percentile of length in seconds"),
            "mean_gobbles": _("Gobbles per game"),
            "mean_double_gobbles": _("double Gobbles per game"),
            "mean_penalties": _("tiles put aside per game"),
            "mean_gifts_by_time": _("gifts not chosen in time, per game"),
            "mean_refused": _("commands refused per game"),
            "stalled_share": _("games in which nobody could continue"),
        }

    def seat_line(self, number: int, seat: dict[str, Any]) -> str:
        return _("seat {number}, {robot}: wins {share:.1%}, mean rank {rank:.2f}").format(
            number=number, robot=seat["robot"], share=seat["win_share"] or 0, rank=seat["mean_rank"] or 0
        )


def _numbers(text: str | None) -> tuple[int, ...]:
    if text is None:
        return ()
    if not all(part.strip().isdecimal() for part in text.split(",")):
        raise ValueError(_("numbers of tiles must be like 14,13, not {text}").format(text=text))
    return tuple(int(part) for part in text.split(","))
