"""Matches between two robots: missing rounds are played on any worker and counted in order.

Figures cover the rounds in order up to the first gap, so they do not depend on which worker was faster;
rounds beyond a gap are kept and count later. A sequential test ends a match at the first round that decides
it.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from time import process_time

from tantrix import __version__
from tantrix.lab.arena.matchup import Matchup
from tantrix.lab.arena.rounds import Round, play_rounds
from tantrix.lab.arena.sprt import Test
from tantrix.lab.arena.store import MatchStore
from tantrix.lab.arena.tally import MatchTally
from tantrix.lab.workers import Workers

# Processor time that a piece of work should take, so that handing it over costs little.
PIECE_SECONDS = 0.5
_MAX_PIECE_ROUNDS = 1000
_GROWTH = 4

Piece = tuple[int, Matchup, tuple[int, ...], bool, str]


class Match:
    """A matchup, how many rounds of it to play, and the results so far.

    `store` keeps the rounds; rounds already in it are counted at once. `on_round` is called with the records
    of each round played, in order.
    """

    def __init__(
        self,
        matchup: Matchup,
        n_rounds: int,
        test: Test | None = None,
        store: MatchStore | None = None,
        on_round: Callable[[str], object] | None = None,
    ) -> None:
        self.matchup = matchup
        self.tally = MatchTally(matchup, test)
        self.n_rounds = n_rounds
        self.store = store
        self._on_round = on_round
        self._ahead: dict[int, Round] = {}
        self._size = 1
        for played in store.rounds() if store else ():
            self._ahead[played.number] = played
        self._missing = iter([number for number in range(n_rounds) if number not in self._ahead])
        self._count()

    @property
    def is_over(self) -> bool:
        """Return whether no more rounds need to be played."""
        return self.tally.rounds == self.n_rounds or self.tally.verdict is not None

    @property
    def wants_records(self) -> bool:
        """Return whether the records are needed."""
        return self.store is not None or self._on_round is not None

    def take(self) -> tuple[int, ...]:
        """Return the next rounds to hand out, about half a second of work."""
        if self.is_over:
            return ()
        return tuple(number for _, number in zip(range(self._size), self._missing, strict=False))

    def add(self, rounds: Sequence[Round], seconds: float) -> None:
        """Keep rounds and their processor time, and count all rounds before the first gap."""
        if self.store:
            self.store.add(rounds)
        for played in rounds:
            self._ahead[played.number] = played if self._on_round else replace(played, records="")
        wanted = len(rounds) * PIECE_SECONDS / max(seconds, 1e-9)
        self._size = int(max(1, min(wanted, _GROWTH * len(rounds), _MAX_PIECE_ROUNDS)))
        self._count()

    def _count(self) -> None:
        while not self.is_over and self.tally.rounds in self._ahead:
            played = self._ahead.pop(self.tally.rounds)
            self.tally.add(played)
            if self._on_round:
                self._on_round(played.records)


def play_matches(matches: Sequence[Match], workers: Workers) -> Generator[Match, None, None]:
    """Play the missing rounds, alternating between the matches; yield each match as its rounds finish.

    Closing the generator stops the play; results that have arrived by then are kept.
    """
    if all(match.is_over for match in matches):
        return
    with closing(workers(_play_piece, _pieces(matches))) as results:
        for index, rounds, seconds in results:
            matches[index].add(rounds, seconds)
            yield matches[index]
            if all(match.is_over for match in matches):
                return


def _pieces(matches: Sequence[Match]) -> Iterator[Piece]:
    """Cut the work into pieces, alternating between the matches, until all is handed out."""
    waiting = list(enumerate(matches))
    while waiting:
        left = []
        for index, match in waiting:
            numbers = match.take()
            if numbers:
                left.append((index, match))
                yield index, match.matchup, numbers, match.wants_records, __version__
        waiting = left


def _play_piece(
    index: int, matchup: Matchup, numbers: tuple[int, ...], with_records: bool, version: str
) -> tuple[int, list[Round], float]:
    if version != __version__:
        raise ValueError(f"expected tantrix {version} on every computer, got {__version__}")
    began = process_time()
    rounds = play_rounds(matchup, numbers, with_records)
    return index, rounds, process_time() - began
