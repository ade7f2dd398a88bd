"""Actions as JSON text, as they are stored; they read back equal."""

import json
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from tantrix.competition.events.actions import Action

_KINDS: dict[str, type] = {kind.__name__: kind for kind in get_args(Action)}


def print_action(action: Action) -> str:
    """Write an action as one line of JSON."""
    return json.dumps({"do": type(action).__name__, **to_json(action)}, ensure_ascii=False)


def parse_action(text: str) -> Action:
    """Read what `print_action` writes. Raises ValueError for anything else."""
    found = json.loads(text)
    kind = _KINDS.get(found.pop("do", "")) if isinstance(found, dict) else None
    if kind is None:
        raise ValueError(f"expected an action such as {sorted(_KINDS)[0]}, got {text[:60]!r}")
    try:
        action: Action = from_json(kind, found)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"expected the fields of {kind.__name__}, got {text[:60]!r}") from error
    return action


def to_json(value: Any) -> Any:
    """Convert frozen dataclasses, enums and tuples to JSON values."""
    if is_dataclass(value):
        return {each.name: to_json(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Enum):
        return value.value
    return [to_json(each) for each in value] if isinstance(value, tuple) else value


def from_json(kind: Any, found: Any) -> Any:
    """Convert JSON back into a value of a type; missing fields get their defaults."""
    if found is None:
        return None
    if get_origin(kind) in (Union, UnionType):
        kind = next(each for each in get_args(kind) if each is not type(None))
    if is_dataclass(kind) and isinstance(kind, type):
        types = _types_of(kind)
        return kind(**{name: from_json(types[name], value) for name, value in found.items()})
    if get_origin(kind) is tuple:
        args = get_args(kind)
        each = args[:1] * len(found) if args[-1] is Ellipsis else args
        return tuple(from_json(one, value) for one, value in zip(each, found, strict=True))
    return kind(found) if isinstance(kind, type) and issubclass(kind, Enum) else found


@cache
def _types_of(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
