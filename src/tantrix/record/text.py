"""A record as text: writing its canonical form, and reading variants of it."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from tantrix import deal as dealing
from tantrix.game import Termination
from tantrix.notation import (
    parse_hands,
    parse_rules,
    parse_seat,
    parse_tiles,
    print_hands,
    print_rules,
    print_seat,
)
from tantrix.placement import Placement
from tantrix.record.entries import (
    Location,
    RecordError,
    RecordReader,
    Tag,
    print_comment,
    print_entries,
    print_tag,
)
from tantrix.record.value import TAKEN_TAGS, VERSION, End, Record, Seat

T = TypeVar("T")


def parse_record(text: str) -> Record:
    """Read a text that holds one record. Raises RecordError if it cannot be read."""
    reader = RecordReader(text)
    record = _read(reader)
    if not reader.is_done:
        raise reader.error("expected the end of the record")
    return record


def parse_records(text: str) -> Iterator[Record]:
    """Read records one by one as they are requested.

    Raises RecordError in place of an invalid one; `next` then goes on at the record after it.
    """
    return map(_valid, scan_records(text))


def scan_records(text: str) -> Iterator[Record | RecordError]:
    """Read records one by one; in place of an invalid one comes its error, and the others are still read."""
    reader = RecordReader(text)
    while not reader.is_done:
        begin = reader.location
        try:
            yield _read(reader)
        except RecordError as error:
            yield error
            reader.skip_record(begin)


def print_record(record: Record) -> str:
    """Write a record in its canonical form."""
    tags = [print_tag(name, value) for name, value in (*_facts(record), *record.tags)]
    body = [print_comment(comment) for comment in record.comments]
    body += print_entries(record.entries, record.first_ply)
    return "\n".join((*tags, "", *body, _print_result(record.end))) + "\n"


def print_records(records: Iterator[Record] | Sequence[Record]) -> str:
    """Write records one after the other, a blank line between."""
    return "\n".join(map(print_record, records))


# Writing.


def _facts(record: Record) -> Iterator[tuple[str, str]]:
    """List the known tags in their own order."""
    yield "Tantrix", VERSION
    yield "Rules", print_rules(record.rules)
    if record.date is not None:
        yield "Date", record.date
    for n, seat in enumerate(record.seats, start=1):
        yield f"Seat{n}", seat.name
        if seat.robot is not None:
            yield f"Robot{n}", seat.robot
    yield from _dealt_facts(record)
    yield "Result", _print_result(record.end)
    if record.end and record.end.termination:
        yield "Termination", _print_termination(record.end.termination, record.end.seat)


def _dealt_facts(record: Record) -> Iterator[tuple[str, str]]:
    if record.drawn:
        yield "Drawn", " ".join(map(str, record.drawn))
    yield "Start", print_seat(record.start)
    if record.opening:
        yield "Opening", str(record.opening)
    yield "Hands", print_hands(record.hands)
    if record.commitment is not None:
        yield "Commitment", record.commitment
    if record.secret is not None:
        yield "Secret", dealing.print_secret(record.secret)


def _print_result(end: End | None) -> str:
    return print_scores(end.scores) if end else "*"


def print_scores(scores: Sequence[int]) -> str:
    return "-".join(map(str, scores))


def _print_termination(termination: Termination, seat: int | None) -> str:
    return termination.value if seat is None else f"{termination.value} {print_seat(seat)}"


# Reading.


def _valid(read: Record | RecordError) -> Record:
    if isinstance(read, RecordError):
        raise read
    return read


class _Facts:
    """The tags of one record by name; an error in a value gives its position."""

    def __init__(self, tags: Sequence[Tag], location: Location) -> None:
        self._tags: dict[str, Tag] = {}
        self.others = tuple((tag.name, tag.value) for tag in tags if tag.name not in TAKEN_TAGS)
        self.location = location
        for tag in tags:
            if tag.name in self._tags:
                raise RecordError(f"expected the tag {tag.name} once", tag.location)
            if tag.name in TAKEN_TAGS:
                self._tags[tag.name] = tag

    def __contains__(self, name: str) -> bool:
        return name in self._tags

    def location_of(self, name: str) -> Location:
        return self._tags[name].location if name in self._tags else self.location

    def need(self, name: str, parse: Callable[[str], T]) -> T:
        if name not in self._tags:
            raise RecordError(f"expected a record with the tag {name}", self.location)
        tag = self._tags[name]
        try:
            return parse(tag.value)
        except ValueError as error:
            raise RecordError(f"{name}: {error}", tag.location) from error

    def read(self, name: str, parse: Callable[[str], T], default: T) -> T:
        return self.need(name, parse) if name in self._tags else default

    def text(self, name: str) -> str | None:
        return self._tags[name].value if name in self._tags else None


def _read(reader: RecordReader) -> Record:
    if reader.is_done:
        raise reader.error("expected a record")
    if not reader.is_at_tag:
        raise reader.error('expected a tag like [Name "value"]')
    location = reader.location
    facts = _Facts(reader.read_tags(), location)
    facts.read("Tantrix", _version, VERSION)
    rules = facts.need("Rules", parse_rules)
    opening = facts.read("Opening", _opening, None)
    body = reader.read_variation(2 if opening else 1)
    end = _end(facts, reader, rules.n_seats)
    try:
        return Record(
            rules=rules,
            hands=facts.need("Hands", parse_hands),
            entries=body.entries,
            start=facts.read("Start", lambda text: parse_seat(text, rules.n_seats), 0),
            opening=opening,
            drawn=facts.read("Drawn", parse_tiles, ()),
            seats=_seats(facts, rules.n_seats),
            date=facts.text("Date"),
            commitment=facts.text("Commitment"),
            secret=facts.read("Secret", _secret, None),
            end=end,
            comments=body.comments,
            tags=facts.others,
            location=facts.location_of("Hands"),
        )
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(str(error), facts.location_of("Hands")) from error


def _end(facts: _Facts, reader: RecordReader, n_seats: int) -> End | None:
    """Combine the Result tag, the Termination tag and the result after the last entry, which must agree."""
    location = reader.location
    token = reader.read_result()
    stated = facts.read("Result", lambda text: _scores(text, n_seats), None)
    if token is not None:
        scores = _scores_at(token, n_seats, location)
        if "Result" in facts and scores != stated:
            raise RecordError(
                f"expected the result of the tag, {facts.text('Result')}, got {token}", location
            )
        stated = scores
    elif not reader.is_done and not reader.is_at_tag:
        raise reader.error("expected a placement, a comment or a result")
    ending = facts.read("Termination", lambda text: _termination(text, n_seats), None)
    termination, seat = ending or (None, None)
    if stated is None and termination is not None:
        raise RecordError("expected a result beside the termination", facts.location_of("Termination"))
    return None if stated is None else End(stated, termination, seat, facts.location_of("Termination"))


def _seats(facts: _Facts, n_seats: int) -> tuple[Seat, ...]:
    numbers = [n for n in range(1, 5) if f"Seat{n}" in facts or f"Robot{n}" in facts]
    for n in numbers:
        if n > n_seats:
            name = f"Seat{n}" if f"Seat{n}" in facts else f"Robot{n}"
            raise RecordError(
                f"expected the seats 1 to {n_seats} of the rules, got {name}", facts.location_of(name)
            )
    if not numbers:
        return ()
    return tuple(Seat(facts.text(f"Seat{n}") or "", facts.text(f"Robot{n}")) for n in range(1, n_seats + 1))


def _version(text: str) -> str:
    if text.strip() != VERSION:
        raise ValueError(f"expected the version {VERSION} of the format, got {text!r}")
    return VERSION


def _opening(text: str) -> Placement | None:
    return Placement.parse(text)


def _secret(text: str) -> bytes | None:
    return dealing.parse_secret(text)


def _scores(text: str, n_seats: int) -> tuple[int, ...] | None:
    if text.strip() == "*":
        return None
    words = [word.strip() for word in text.split("-")]
    if len(words) != n_seats or not all(
        word.isascii() and word.isdigit() and len(word) < 4 for word in words
    ):
        raise ValueError(f"expected * or {n_seats} scores like {'-'.join(['20'] * n_seats)}, got {text!r}")
    return tuple(map(int, words))


def _scores_at(text: str, n_seats: int, location: Location) -> tuple[int, ...] | None:
    try:
        return _scores(text, n_seats)
    except ValueError as error:
        raise RecordError(str(error), location) from error


def _termination(text: str, n_seats: int) -> tuple[Termination, int | None] | None:
    word, _, seat = text.strip().partition(" ")
    if word not in set(Termination):
        raise ValueError(f"expected a termination {', '.join(Termination)}, got {text!r}")
    termination = Termination(word)
    if termination.is_by_a_seat:
        return termination, parse_seat(seat, n_seats)
    if seat:
        raise ValueError(f"expected no seat with {word}, got {text!r}")
    return termination, None
