"""The robot's side of the engine protocol (docs/robots/engine.md): lines in, lines out.

The robot thinks in a separate thread, so that `stop` and `ping` are answered in the meantime.
"""

from collections.abc import Callable, Iterable
from random import Random
from threading import Event, Thread

from tantrix.game import Game
from tantrix.notation import parse_position
from tantrix.placement import Placement
from tantrix.robots.evaluation import Evaluation, Robot, ScoredPlacement

VERSION = 1


class EngineServer:
    """A robot that speaks the protocol: `handle` takes a line, `write` receives each line of the answer.

    `clock` returns seconds; it is used only for a `go` with a time limit.
    """

    def __init__(
        self, name: str, robot: Robot, write: Callable[[str], None], clock: Callable[[], float]
    ) -> None:
        self._name = name
        self._robot = robot
        self._write = write
        self._clock = clock
        self._game: Game | None = None
        self._thread: Thread | None = None
        self._stopped = Event()

    def serve(self, lines: Iterable[str]) -> None:
        """Handle lines until `quit` or the end of the input, then let a running search finish."""
        for line in lines:
            if not self.handle(line.strip()):
                return
        self._wait()

    def handle(self, line: str) -> bool:
        """Handle one line, or answer `error ...`; return False after `quit`."""
        word, _, rest = line.partition(" ")
        if word in ("stop", "quit"):
            self._stopped.set()
        if word == "ping":
            self._write("pong")
        elif word:
            self._wait()
            try:
                self._execute(word, rest.strip())
            except ValueError as error:
                self._write(f"error {error}")
        return word != "quit"

    def _execute(self, word: str, rest: str) -> None:
        if word == "tantrix":
            self._greet(rest)
        elif word == "position":
            self._game = parse_position(rest)
        elif word == "go":
            self._go(rest)
        elif word not in ("legal", "stop", "quit"):
            raise ValueError(f"expected tantrix, position, legal, go, stop, ping or quit, got {word!r}")

    def _greet(self, version: str) -> None:
        if version != str(VERSION):
            raise ValueError(f"expected version {VERSION} of the protocol, got {version!r}")
        self._write(f"name {self._name}")
        self._write("ready")

    def _go(self, rest: str) -> None:
        limits = parse_limits(rest)
        game = self._game
        if game is None or game.is_over:
            raise ValueError("expected a position of a game in play before go")
        self._stopped.clear()
        ends = self._clock() + limits["ms"] / 1000 if "ms" in limits else None
        self._thread = Thread(target=self._think, args=(game, Random(limits.get("seed", 0)), ends))
        self._thread.start()

    def _think(self, game: Game, rng: Random, ends: float | None) -> None:
        def should_stop() -> bool:
            return self._stopped.is_set() or (ends is not None and self._clock() >= ends)

        try:
            best = self._chosen(game, rng, should_stop)
        except Exception as error:  # somebody else's robot may raise anything
            self._write(f"error the robot {self._name!r} failed: {error!r}")
        else:
            self._write(f"best {best}")

    def _chosen(self, game: Game, rng: Random, should_stop: Callable[[], bool]) -> Placement:
        analyse = getattr(self._robot, "analyse", None)
        if analyse is None:
            return self._robot.choose(game, rng)
        evaluation: Evaluation = analyse(game, rng, should_stop, self._on_progress)
        return evaluation.candidates[0].placement

    def _on_progress(self, evaluation: Evaluation) -> None:
        self._write(print_info(evaluation.candidates[0], evaluation.n_playouts))

    def _wait(self) -> None:
        if self._thread is not None:
            self._thread.join()
            self._thread = None


def parse_limits(text: str) -> dict[str, int]:
    """Read the words after `go`: `ms` and `seed`, each with a number. Raises ValueError for anything else."""
    words = text.split()
    limits = dict(zip(words[::2], words[1::2], strict=False))
    if 2 * len(limits) != len(words) or not set(limits) <= {"ms", "seed"}:
        raise ValueError(f"expected go with ms and seed, each once with a number, got {text!r}")
    for word, number in limits.items():
        if not (number.isascii() and number.isdigit() and len(number) <= 20):
            raise ValueError(f"expected a number after {word}, got {number!r}")
    return {word: int(number) for word, number in limits.items()}


def print_info(scored: ScoredPlacement, n_playouts: int) -> str:
    """Write the evaluation of the best placement so far."""
    line = " ".join(map(str, scored.line))
    return f"info margin {scored.margin:.2f} share {scored.share:.3f} playouts {n_playouts} line {line}"
