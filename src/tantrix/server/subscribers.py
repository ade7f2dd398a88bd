"""How parts of the server follow events of other parts."""

from collections.abc import Callable
from typing import Generic, ParamSpec, TypeVar

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Subscribers(Generic[_P, _T]):
    """The functions that are called with each event of one kind, in the order in which they were added."""

    def __init__(self) -> None:
        self._all: list[Callable[_P, _T]] = []

    def add(self, subscriber: Callable[_P, _T]) -> None:
        """Call a function with each event from now on."""
        self._all.append(subscriber)

    def call(self, *args: _P.args, **kwargs: _P.kwargs) -> list[_T]:
        """Call all subscribers with an event, and return what they return."""
        return [subscriber(*args, **kwargs) for subscriber in self._all]
