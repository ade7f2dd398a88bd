"""Records as JSON for the web: a view of the text format, with seats counted from 0 as in code."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from tantrix.deal import parse_secret, print_secret
from tantrix.game import Termination
from tantrix.notation import parse_rules, print_rules
from tantrix.placement import Placement
from tantrix.record.entries import MAX_DEPTH, Entry, Variation
from tantrix.record.value import VERSION, End, Record, Seat

T = TypeVar("T")

_FIELDS = "tantrix rules date seats drawn start opening hands commitment secret end comments entries tags"


def to_json(record: Record) -> dict[str, object]:
    """Return a record as plain dicts, lists, texts and numbers; `from_json` is the inverse."""
    return {
        "tantrix": VERSION,
        "rules": print_rules(record.rules),
        "date": record.date,
        "seats": [{"name": seat.name, "robot": seat.robot} for seat in record.seats],
        "drawn": list(record.drawn),
        "start": record.start,
        "opening": str(record.opening) if record.opening else None,
        "hands": [list(hand) for hand in record.hands],
        "commitment": record.commitment,
        "secret": None if record.secret is None else print_secret(record.secret),
        "end": _end_to_json(record.end) if record.end else None,
        "comments": list(record.comments),
        "entries": [_entry_to_json(entry) for entry in record.entries],
        "tags": [list(tag) for tag in record.tags],
    }


def from_json(data: object) -> Record:
    """Read what `to_json` returned. Raises ValueError naming the field that is wrong."""
    view = _View(data, "the record", _FIELDS)
    if view.text("tantrix") != VERSION:
        raise ValueError(f"expected the version {VERSION!r} as tantrix, got {view.text('tantrix')!r}")
    opening, secret = view.text_or_none("opening"), view.text_or_none("secret")
    return Record(
        rules=parse_rules(view.text("rules")),
        hands=view.items("hands", _numbers),
        entries=view.items("entries", _entry_reader(0)),
        start=view.number("start"),
        opening=None if opening is None else Placement.parse(opening),
        drawn=view.items("drawn", _number),
        seats=view.items("seats", _seat),
        date=view.text_or_none("date"),
        commitment=view.text_or_none("commitment"),
        secret=None if secret is None else parse_secret(secret),
        end=None if view.get("end") is None else _end(view.get("end")),
        comments=view.items("comments", _text),
        tags=view.items("tags", _tag),
    )


def _end_to_json(end: End) -> dict[str, object]:
    termination = end.termination.value if end.termination else None
    return {"scores": list(end.scores), "termination": termination, "seat": end.seat}


def _entry_to_json(entry: Entry) -> dict[str, object]:
    return {
        "placement": str(entry.placement),
        "draw": entry.draw,
        "left_ms": entry.left_ms,
        "comments": list(entry.comments),
        "variations": [_variation_to_json(variation) for variation in entry.variations],
    }


def _variation_to_json(variation: Variation) -> dict[str, object]:
    entries = [_entry_to_json(entry) for entry in variation.entries]
    return {"comments": list(variation.comments), "entries": entries}


class _View:
    """The fields of a JSON object, each checked for its type as it is read."""

    def __init__(self, data: object, what: str, fields: str) -> None:
        if not isinstance(data, Mapping):
            raise ValueError(f"expected {what} as an object, got {data!r}")
        unknown = [name for name in data if name not in fields.split()]
        if unknown:
            raise ValueError(f"expected {what} with the fields {fields}, got {unknown[0]!r} as well")
        self._data = data

    def get(self, name: str) -> object:
        if name not in self._data:
            raise ValueError(f"expected the field {name!r}, got only {sorted(map(str, self._data))}")
        return self._data[name]

    def text(self, name: str) -> str:
        return _text(self.get(name))

    def text_or_none(self, name: str) -> str | None:
        return None if self.get(name) is None else self.text(name)

    def number(self, name: str) -> int:
        return _number(self.get(name))

    def number_or_none(self, name: str) -> int | None:
        return None if self.get(name) is None else self.number(name)

    def items(self, name: str, read: Callable[[object], T]) -> tuple[T, ...]:
        return tuple(read(item) for item in _list(self.get(name)))


def _entry_reader(depth: int) -> Callable[[object], Entry]:
    """Return a reader of entries that are nested in `depth` variations."""
    if depth > MAX_DEPTH:
        raise ValueError(f"expected variations at most {MAX_DEPTH} deep, got {depth}")

    def read(data: object) -> Entry:
        view = _View(data, "an entry", "placement draw left_ms comments variations")
        return Entry(
            placement=Placement.parse(view.text("placement")),
            draw=view.number_or_none("draw"),
            left_ms=view.number_or_none("left_ms"),
            comments=view.items("comments", _text),
            variations=view.items("variations", lambda item: _variation(item, depth + 1)),
        )

    return read


def _variation(data: object, depth: int) -> Variation:
    view = _View(data, "a variation", "comments entries")
    return Variation(view.items("entries", _entry_reader(depth)), view.items("comments", _text))


def _end(data: object) -> End:
    view = _View(data, "the end", "scores termination seat")
    termination_text = view.text_or_none("termination")
    if termination_text is not None and termination_text not in set(Termination):
        raise ValueError(f"expected a termination {', '.join(Termination)}, got {termination_text!r}")
    termination = None if termination_text is None else Termination(termination_text)
    return End(view.items("scores", _number), termination, view.number_or_none("seat"))


def _seat(data: object) -> Seat:
    view = _View(data, "a seat", "name robot")
    return Seat(view.text("name"), view.text_or_none("robot"))


def _tag(data: object) -> tuple[str, str]:
    name, value = map(_text, _list(data, 2))
    return name, value


def _numbers(data: object) -> tuple[int, ...]:
    return tuple(map(_number, _list(data)))


def _list(data: object, length: int | None = None) -> list[object]:
    if not isinstance(data, list) or length not in (None, len(data)):
        raise ValueError(f"expected a list{f' of {length}' if length else ''}, got {data!r}")
    return data


def _text(data: object) -> str:
    if not isinstance(data, str):
        raise ValueError(f"expected a text, got {data!r}")
    return data


def _number(data: object) -> int:
    if not isinstance(data, int) or isinstance(data, bool):
        raise ValueError(f"expected a whole number, got {data!r}")
    return data
