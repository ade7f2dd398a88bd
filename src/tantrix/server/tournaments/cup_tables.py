"""The tables of a Gobble cup: what a cup needs from the rooms of Gobble, and how results are stored."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tantrix.competition.events.rounds import GOBBLE
from tantrix.competition.events.tournament import Tournament
from tantrix.server.database.writes import Write
from tantrix.server.tournaments.store import TournamentGame


@dataclass(frozen=True, slots=True)
class TableEnd:
    """The end of a table: the rank of each seat, which seats never acted, and when the end was noticed."""

    ranks: tuple[int, ...]
    idle: tuple[bool, ...]
    at_ms: int


class CupRooms(Protocol):
    """The rooms in which the tables of a cup are played."""

    def table(
        self, players: Sequence[tuple[str, str]], starts_ms: int, is_listed: bool
    ) -> tuple[str, list[Write]]:
        """Set up a table for accounts, given by id and name; return its id and the writes to save."""
        ...

    async def ended(self, table_id: str) -> tuple[tuple[int, ...], tuple[bool, ...], int] | None:
        """Return how a table ended, as the fields of `TableEnd`; None while it is in play."""
        ...


def players_at(tournament: Tournament, table: Sequence[str]) -> list[tuple[str, str]]:
    """Return the accounts at a table, with their names."""
    captains = [tournament.entrants[each].captain for each in table]
    return [(captain.user_id or "", captain.name) for captain in captains]


def is_table(game: TournamentGame) -> bool:
    """Return whether a game of a tournament is a table of a cup."""
    return f"-{GOBBLE}-" in game.match


def print_ranks(ranks: Sequence[int]) -> str:
    """Print ranks by seat as JSON."""
    return json.dumps(list(ranks))


def parse_ranks(text: str) -> tuple[int, ...]:
    """Parse the JSON that `print_ranks` returns."""
    return tuple(int(rank) for rank in json.loads(text))
