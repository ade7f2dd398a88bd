"""The record of a rush as text: rules, secret, and every command with its time (`docs/play/gobble.md`).

    [Gobble "4 double"]
    [Players "Ann"; "Bo"; "calm 1"; "hasty 1"]
    [Secret "8f0c..."]
    1840 2 turn
    2310 2 lay 12@3,-1^4
    2400 1 turn
    3105 1 aside
    4000 3 give 2 17
    4100 3 give 2 -
    9000 4 leave
    9300 tick

A line is a time in milliseconds, a seat counted from 1, and its command. Replaying the commands from the
secret gives every state, so derived facts are not stored. The secret is left out until the rush is over.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tantrix.deal import commitment, parse_secret, print_secret
from tantrix.gobble.commands import Command, Event, Give, Lay, Leave, PutAside, Tick, Turn
from tantrix.gobble.deal import deal_rush
from tantrix.gobble.options import GobbleRules, parse_options, print_options
from tantrix.gobble.rush import Gobble
from tantrix.gobble.verdicts import RefusedCommand
from tantrix.placement import Placement

MAX_LINES = 10_000  # 56 tiles make some 400 lines; longer texts are not a rush


class TimedCommand(NamedTuple):
    """A command and its time."""

    at_ms: int
    command: Command


@dataclass(frozen=True, slots=True)
class RushRecord:
    """A whole rush. `names` are the players' names by seat; `ranks` are set if the record says how it ended.

    Raises ValueError if the numbers of names and players differ, or a name cannot be part of a line.
    """

    rules: GobbleRules
    names: tuple[str, ...]
    lines: tuple[TimedCommand, ...]
    secret: bytes | None = None
    commitment: str | None = None
    ranks: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if len(self.names) != self.rules.n_players:
            raise ValueError(f"expected {self.rules.n_players} names, got {self.names}")
        for name in self.names:
            if set(name) & set('"\\;[]') or not (name == "" or name.isprintable()):
                raise ValueError(f"expected a name without quotes, brackets, ; or \\, got {name!r}")


class RushRecordError(ValueError):
    """A record that cannot be read or replayed; `line` is counted from 1."""

    def __init__(self, problem: str, line: int) -> None:
        super().__init__(f"line {line}: {problem}")
        self.problem = problem
        self.line = line

    def __reduce__(self) -> tuple[type["RushRecordError"], tuple[str, int]]:
        return RushRecordError, (self.problem, self.line)


class Moment(NamedTuple):
    """What a command caused: the rush after it, and the events. The deal comes first, with no command."""

    stamped: TimedCommand | None
    rush: Gobble
    events: tuple[Event, ...]


def replay(record: RushRecord) -> Iterator[Moment]:
    """Yield a rush after the deal and after each command.

    Raises ValueError if the record has no secret, and RushRecordError, its `line` counting commands, if a
    command is refused.
    """
    if record.secret is None:
        raise ValueError("expected a record with its secret, got one without")
    rush = Gobble.start(record.rules, deal_rush(record.rules, record.secret))
    yield Moment(None, rush, ())
    for number, stamped in enumerate(record.lines, start=1):
        try:
            rush, events = rush.play(stamped.command, stamped.at_ms)
        except (RefusedCommand, ValueError) as error:
            raise RushRecordError(str(error), number) from error
        yield Moment(stamped, rush, events)


def check(record: RushRecord) -> tuple[str, ...]:
    """Deal again from the secret, replay, and return the problems; empty if the record is valid."""
    if record.secret is None:
        return ("the record has no secret to deal from",)
    wrong = []
    if record.commitment is not None and commitment(record.secret) != record.commitment:
        wrong.append(f"expected the commitment {commitment(record.secret)}, got {record.commitment}")
    try:
        *_, last = replay(record)
    except RushRecordError as error:
        return (*wrong, str(error))
    ranks = None if last.rush.outcome is None else last.rush.outcome.ranks
    if record.ranks is not None and record.ranks != ranks:
        wrong.append(f"expected the ranks {ranks}, got {record.ranks}")
    return tuple(wrong)


def print_rush(record: RushRecord) -> str:
    """Return a record as text, the inverse of `parse_rush`."""
    tags = [
        f'[Gobble "{print_options(record.rules)}"]',
        f"[Players {'; '.join(_quoted(name) for name in record.names)}]",
    ]
    tags += [f'[Commitment "{record.commitment}"]'] if record.commitment is not None else []
    tags += [f'[Secret "{print_secret(record.secret)}"]'] if record.secret is not None else []
    tags += [f'[Ranks "{" ".join(map(str, record.ranks))}"]'] if record.ranks is not None else []
    return "\n".join([*tags, *(print_command(stamped) for stamped in record.lines)]) + "\n"


def parse_rush(text: str) -> RushRecord:
    """Read a record. Raises RushRecordError for anything else."""
    facts: dict[str, str] = {}
    lines: list[TimedCommand] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            tag = _TAG.fullmatch(line.strip())
            if tag is None:
                lines.append(parse_command(line))
            elif tag["name"] in facts or lines:
                raise ValueError(f"expected each tag once and before the commands, got {line.strip()}")
            else:
                facts[tag["name"]] = tag["value"]
            if len(lines) > MAX_LINES:
                raise ValueError(f"expected {MAX_LINES} commands at most")
        except ValueError as error:
            raise RushRecordError(str(error), number) from error
    try:
        return _record(facts, lines)
    except ValueError as error:
        raise RushRecordError(str(error), 1) from error


def parse_rushes(text: str) -> Iterator[RushRecord]:
    """Read a file of records, each starting with its tag Gobble.

    Raises RushRecordError in place of an invalid one; `next` then goes on at the record after it.
    """
    return map(_valid, scan_rushes(text))


def scan_rushes(text: str) -> Iterator[RushRecord | RushRecordError]:
    """Read a file of records; in place of an invalid one comes its error, and the others are still read."""
    part: list[str] = []
    began = 0
    for number, line in enumerate((*text.splitlines(), "[Gobble "), start=1):
        if _TAG_GOBBLE.match(line) and any(map(str.strip, part)):
            try:
                yield parse_rush("\n".join(part))
            except RushRecordError as error:
                yield RushRecordError(error.problem, began + error.line)
            part, began = [], number - 1
        part.append(line)


def print_command(stamped: TimedCommand) -> str:
    """Return a command with its timestamp as a line."""
    at_ms, command = stamped
    match command:
        case Tick():
            return f"{at_ms} tick"
        case Turn(seat):
            words = f"{seat + 1} turn"
        case Lay(seat, placement):
            words = f"{seat + 1} lay {placement}"
        case PutAside(seat):
            words = f"{seat + 1} aside"
        case Give(seat, to, tile):
            words = f"{seat + 1} give {to + 1} {'-' if tile is None else tile}"
        case Leave(seat):
            words = f"{seat + 1} leave"
    return f"{at_ms} {words}"


def parse_command(line: str) -> TimedCommand:
    """Read the line of a command. Raises ValueError for anything else."""
    found = _LINE.fullmatch(" ".join(line.split()))
    if found is None:
        raise ValueError(f"expected a command like '1840 2 turn', got {line.strip()!r}")
    return TimedCommand(int(found["at"]), _command(found))


_TAG = re.compile(r"\[\s*(?P<name>Gobble|Players|Commitment|Secret|Ranks)\s+(?P<value>\".*\")\s*\]")
_TAG_GOBBLE = re.compile(r"[\s\ufeff]*\[\s*Gobble\b")
_LINE = re.compile(
    r"(?P<at>\d{1,9}) (?:(?P<tick>tick)|(?P<seat>[1-8]) (?:(?P<plain>turn|aside|leave)"
    r"|lay (?P<placement>\S+)|give (?P<to>[1-8]) (?P<tile>\d{1,2}|-)))",
    re.ASCII,
)
_PLAIN: dict[str, type[Turn | PutAside | Leave]] = {"turn": Turn, "aside": PutAside, "leave": Leave}


def _command(found: "re.Match[str]") -> Command:
    if found["tick"]:
        return Tick()
    seat = int(found["seat"]) - 1
    if found["plain"]:
        return _PLAIN[found["plain"]](seat)
    if found["placement"]:
        return Lay(seat, Placement.parse(found["placement"]))
    return Give(seat, int(found["to"]) - 1, None if found["tile"] == "-" else int(found["tile"]))


def _valid(read: RushRecord | RushRecordError) -> RushRecord:
    if isinstance(read, RushRecordError):
        raise read
    return read


def _record(facts: dict[str, str], lines: Iterable[TimedCommand]) -> RushRecord:
    missing = [name for name in ("Gobble", "Players") if name not in facts]
    if missing:
        raise ValueError(f"expected the tags Gobble and Players, got no {' and no '.join(missing)}")
    secret, ranks = facts.get("Secret"), facts.get("Ranks")
    pledge = facts.get("Commitment")
    return RushRecord(
        rules=parse_options(facts["Gobble"][1:-1]),
        names=tuple(name.strip()[1:-1] for name in facts["Players"].split(";")),
        lines=tuple(lines),
        secret=None if secret is None else parse_secret(secret[1:-1]),
        commitment=None if pledge is None else pledge[1:-1],
        ranks=None if ranks is None else tuple(map(int, ranks[1:-1].split())),
    )


def _quoted(name: str) -> str:
    return f'"{name}"'
