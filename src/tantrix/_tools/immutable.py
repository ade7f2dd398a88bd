"""Values that say clearly that they do not change."""

from dataclasses import FrozenInstanceError
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type)


def immutable(cls: Class) -> Class:
    """Decorate a frozen dataclass with slots, so that it refuses an assignment to any name in words.

    By itself such a class refuses only its fields properly; for a property or any other name it raises a
    TypeError about `super`.
    """

    def refuse(self: Any, name: str, *_value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to {name!r}: {cls.__name__} values never change")

    for change in ("__setattr__", "__delattr__"):
        setattr(cls, change, refuse)
    return cls
