"""Medals from tournaments, given to this package as values: it does not import tournaments."""

from collections.abc import Callable, Collection
from typing import NamedTuple

N_PLACES = 3
N_SHOWN = 6
ANY_PLACE = 1_000_000


class WonMedal(NamedTuple):
    """One of the first places in a public tournament. `url`: the page of the tournament."""

    url: str
    name: str
    place: int
    n_entrants: int
    ended_at: str


class Medals:
    """Lists medals; `won_by` returns the first places of an account, newest first, up to a given number.

    `placed` returns those of some accounts that have any place in a public tournament.
    """

    def __init__(
        self,
        won_by: Callable[[str, int, int], list[WonMedal]],
        placed: Callable[[Collection[str]], Collection[str]],
    ) -> None:
        self._won_by = won_by
        self._placed = placed

    def with_place(self, user_ids: Collection[str]) -> Collection[str]:
        """Return those of some accounts that have a place in a public tournament. Reads the database."""
        return self._placed(user_ids)

    def places_of(self, user_id: str) -> list[WonMedal]:
        """Return the newest final places of an account, also those without a medal. Reads the database."""
        return self._won_by(user_id, ANY_PLACE, N_SHOWN)

    def of(self, user_id: str) -> list[WonMedal]:
        """Return the newest medals of an account. Reads the database."""
        return self._won_by(user_id, N_PLACES, N_SHOWN)
