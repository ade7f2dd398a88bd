"""Integers from callers, who may have them from NumPy."""

from operator import index
from typing import TypeVar

Value = TypeVar("Value")


def plain(value: Value) -> Value:
    """Return an integer of any kind, such as NumPy's, as an `int`, and anything else as it is."""
    if type(value) is int or isinstance(value, (bool, float, str)):
        return value
    try:
        return index(value)  # type: ignore[arg-type, return-value]  # what has no index is caught
    except TypeError:
        return value
