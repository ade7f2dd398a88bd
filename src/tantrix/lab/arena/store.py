"""A match on disk: one line per round, saved before it counts, so that a killed match can resume.

A folder holds `matchup.json`, which says what is played and how the robots choose in a few positions;
`rounds.jsonl`, a line per round in the order in which they finished; and `games.txt`, all records in the
order of the games, written when the match ends or is stopped.
"""

import fcntl
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from tantrix import __version__
from tantrix._tools.atomic_files import atomic_write
from tantrix.lab.arena.fingerprint import play_of, play_of_robot
from tantrix.lab.arena.matchup import Matchup
from tantrix.lab.arena.rounds import RobotFailure, Round, RoundResult, ThinkingTime
from tantrix.notation import print_rules
from tantrix.robots.engine.client import SECONDS

MATCHUP, ROUNDS, GAMES = "matchup.json", "rounds.jsonl", "games.txt"
_FORMAT = 1


class MatchStore:
    """The folder of a match, open to one process at a time; use it in a `with` statement.

    Raises ValueError if the folder holds a different match, is in use, or has rounds although none were
    expected; OSError if it cannot be used.
    """

    def __init__(self, folder: Path, matchup: Matchup, is_resumed: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._size = len(matchup.seatings)
        self._places: dict[int, int] = {}
        self._end = 0
        self._file = _opened(folder)
        try:
            _check_matchup(folder / MATCHUP, matchup, is_resumed)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> "MatchStore":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def rounds(self) -> Iterator[Round]:
        """Read the saved rounds without their records; an incomplete last line is dropped."""
        self._file.seek(0)
        for line in self._file:
            if not line.endswith(b"\n"):
                break
            stored = _read(line, self._folder / ROUNDS, self._size)
            if stored.number not in self._places:
                self._places[stored.number] = self._end
                yield stored
            self._end += len(line)
        self._file.truncate(self._end)

    def add(self, rounds: Iterable[Round]) -> None:
        """Save rounds; they are on disk when this returns."""
        lines = [_line(played) for played in rounds]
        self._file.seek(self._end)
        self._file.write(b"".join(data for _, data in lines))
        self._file.flush()
        os.fsync(self._file.fileno())
        for number, data in lines:
            self._places[number] = self._end
            self._end += len(data)

    def records(self, n_rounds: int) -> Iterator[str]:
        """Yield the records of the first rounds, one text per round, in the order of the games."""
        for number in range(n_rounds):
            self._file.seek(self._places[number])
            yield str(json.loads(self._file.readline())["records"])

    def write_games(self, n_rounds: int) -> Path:
        """Write the records of the first rounds to `games.txt` atomically; return its path."""
        path = self._folder / GAMES
        atomic_write(path, (text.encode() for text in self.records(n_rounds)))
        return path


@contextmanager
def stored(folder: Path | None, matchup: Matchup, is_resumed: bool) -> Iterator[MatchStore | None]:
    """Open the folder of a match if there is one."""
    if folder is None:
        yield None
        return
    with MatchStore(folder, matchup, is_resumed) as store:
        yield store


def _opened(folder: Path) -> BinaryIO:
    file = (folder / ROUNDS).open("a+b")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise ValueError(f"expected a folder that no other match is writing to, got {folder}") from None
    return file


def _check_matchup(path: Path, matchup: Matchup, is_resumed: bool) -> None:
    """Write the description of the match, or compare it with the one on disk."""
    facts = {
        "format": _FORMAT,
        "version": __version__,
        "robots": list(matchup.names),
        "rules": print_rules(matchup.rules),
        "seed": matchup.seed,
        "seconds": matchup.seconds,
        "play": [
            play_of(name, matchup.seconds) if isinstance(name, str) else play_of_robot(name)
            for name in matchup.robots
        ],
    }
    if not path.exists():
        atomic_write(path, [json.dumps(facts, indent=2).encode(), b"\n"])
        return
    stored = {"seconds": SECONDS, **_facts(path)}  # older versions gave every program as long
    for name, value in facts.items():
        if not _is_same(stored.get(name), value):
            what = "the robots have changed" if name == "play" else "another match"
            raise ValueError(f"expected {path} to say {name} {value}, got {stored.get(name)}: {what}")
    if not is_resumed:
        raise ValueError(f"expected an empty folder, or --resume to go on, got the match in {path.parent}")


def _is_same(stored: object, value: object) -> bool:
    """Compare a fact with the stored one; None is the play of a robot that failed, and matches all."""
    if isinstance(stored, list) and isinstance(value, list) and len(stored) == len(value):
        return all(a == b or None in (a, b) for a, b in zip(stored, value, strict=True))
    return stored == value


def _facts(path: Path) -> dict[str, Any]:
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        raise ValueError(f"expected JSON in {path}, got {error}") from None
    if not isinstance(facts, dict):
        raise ValueError(f"expected a JSON object in {path}, got {facts!r}")
    return facts


def _line(played: Round) -> tuple[int, bytes]:
    value = {
        "round": played.number,
        "results": [result._asdict() for result in played.results],
        "records": played.records,
    }
    return played.number, json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _read(line: bytes, path: Path, size: int) -> Round:
    try:
        value = json.loads(line)
        results = tuple(map(_result, value["results"]))
        number = int(value["round"])
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"expected a round on each line of {path}, got {line[:40]!r}: {error!r}") from None
    if len(results) != size:
        raise ValueError(f"expected {size} games a round in {path}, got {len(results)}")
    return Round(number, results)


def _result(value: dict[str, Any]) -> RoundResult:
    first, second = (ThinkingTime(int(n), float(seconds)) for n, seconds in value["thinking"])
    lists = {"sides": tuple(value["sides"]), "scores": tuple(value["scores"]), "thinking": (first, second)}
    forfeit = RobotFailure(*value["forfeit"]) if value.get("forfeit") else None
    return RoundResult(**{**value, **lists, "forfeit": forfeit})
