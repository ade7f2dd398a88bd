"""Standings of a round robin or a Swiss: sums of tournament points, and the ways to break ties.

Ties are broken by games won, with draws counted as half; by the points among the tied, if they have all met;
in a Swiss by Buchholz cut 1, in a round robin by Sonneborn-Berger; finally by a lot that was committed to at
the start. All points are in tenths, so that nothing is lost by rounding.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from hashlib import sha256
from itertools import groupby
from typing import NamedTuple

from tantrix.competition.scoring import BYE, GAME

_NOTHING: Mapping[str, int] = {}


class TieBreak(StrEnum):
    """How entrants with equal points, wins and mutual results are ordered."""

    BUCHHOLZ = "buchholz"
    SONNEBORN_BERGER = "sonneborn-berger"


class GameScore(NamedTuple):
    """A game of a stage: the two sides, their tenths, and the half games they won: 2 and 0, 1 and 1, …

    The clock can cost more points than a win earns, so the half games do not follow from the tenths. A game
    that both sides forfeited has no winner: 0 and 0. `is_played` is False for every forfeit.
    """

    first: str
    second: str
    tenths: tuple[int, int]
    halves: tuple[int, int]
    is_played: bool = True


@dataclass(slots=True)
class _Own:
    """The games of one side: its tenths with byes, its results, and the games with their opponents.

    `results`: how many games it lost, drew and won. `games`: opponent, tenths, and whether it was played.
    """

    tenths: int = 0
    results: list[int] = field(default_factory=lambda: [0, 0, 0])
    games: list[tuple[str, int, bool]] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)

    @property
    def half_wins(self) -> int:
        """Twice the games won, with draws counted as half."""
        return self.results[1] + 2 * self.results[2]


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without an opponent, also one before a late entry or in a pause, and the tenths for it."""

    entrant: str
    tenths: int = BYE


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """A row of the standings; no two rows share a `place`. `wins` counts a draw as a half.

    `tie_break`: the Buchholz or Sonneborn-Berger score in tenths, in an arena the best result. `n_counted`:
    how many games the tenths come from, None for all. `bye_tenths` and `adjusted`: the parts of `tenths` that
    come from byes, and from controllers. `is_by_lot`: only the lot puts it behind the row before.
    """

    place: int
    entrant: str
    tenths: int
    n_games: int
    won: int
    drawn: int
    lost: int
    tie_break: Fraction
    n_counted: int | None = None
    bye_tenths: int = 0
    adjusted: int = 0
    is_by_lot: bool = False

    @property
    def wins(self) -> Fraction:
        """Games won, plus half of the drawn games."""
        return self.won + Fraction(self.drawn, 2)

    @property
    def percent(self) -> float:
        """The percentage of the possible points in the games that count; 0 before the first game."""
        n_counted = self.n_games if self.n_counted is None else self.n_counted
        tenths = self.tenths - self.bye_tenths - self.adjusted
        return 100 * tenths / (GAME * n_counted) if n_counted else 0.0


def standings(
    entrants: Sequence[str],
    games: Iterable[GameScore],
    byes: Iterable[Bye] = (),
    tie_break: TieBreak = TieBreak.BUCHHOLZ,
    secret: str = "",
    adjusted: Mapping[str, int] = _NOTHING,
    filler: str = "",
    extra: Mapping[str, int] = _NOTHING,
) -> tuple[StandingsRow, ...]:
    """Return the standings after some games, best first.

    The lot is SHA-256 of `secret` and the entrant, unknown until the secret is revealed. `adjusted`: tenths
    in addition to games and byes; the tie-breaks of opponents do not count them. `filler`: an opponent
    without a place, the robot that plays the player who would have a bye. Games against it count, but for
    tie-breaks it has as many points as its opponent, like the dummy opponent of a bye. `extra`: tenths in an
    extra game that replaces the lot. Raises ValueError for a game or a bye of anyone else who has not
    entered.
    """
    crosstable = _Crosstable(entrants, games, byes, filler)
    is_swiss = tie_break is TieBreak.BUCHHOLZ
    figure: Callable[[str], Fraction | int] = crosstable.buchholz if is_swiss else crosstable.sonneborn_berger
    figures = {entrant: figure(entrant) for entrant in entrants}

    def before_mutual(entrant: str) -> tuple[int, int]:
        return -crosstable.tenths(entrant) - adjusted.get(entrant, 0), -crosstable.half_wins(entrant)

    def after_mutual(entrant: str) -> Fraction | int:
        return -figures[entrant]

    ordered: list[tuple[str, bool]] = []
    for _, tied in groupby(sorted(entrants, key=before_mutual), key=before_mutual):
        ordered += _settled(list(tied), crosstable, after_mutual, secret, extra)
    return tuple(
        crosstable.row(place, entrant, figures[entrant], adjusted.get(entrant, 0), is_by_lot)
        for place, (entrant, is_by_lot) in enumerate(ordered, 1)
    )


def order_across_groups(
    groups: Sequence[Sequence[StandingsRow]], secret: str = "", extra: Mapping[str, int] = _NOTHING
) -> list[str]:
    """Return the entrants of several groups in one order: all winners, then all seconds, and so on.

    Entrants with equal places have not met, and their groups may differ in size. So they are ordered by
    points per game, by games won per game, by the tie-break divided by the square of the number of games, and
    finally by lot. `extra`: tenths in an extra game that replaces the lot.
    """
    rows = sorted(
        (row for rows in groups for row in rows),
        key=lambda row: (_across(row), lot(secret, row.entrant)),
    )
    for at in range(1, len(rows)):
        first, second = rows[at - 1], rows[at]
        has_played = {first.entrant, second.entrant} <= {*extra} and are_equal_across_groups(first, second)
        if has_played and extra[first.entrant] < extra[second.entrant]:
            rows[at - 1], rows[at] = second, first
    return [row.entrant for row in rows]


def are_equal_across_groups(first: StandingsRow, second: StandingsRow) -> bool:
    """Return whether only the lot can order two entrants of different groups."""
    return _across(first) == _across(second)


def lot(secret: str, entrant: str) -> bytes:
    """Return an entrant's lot; the smaller goes first."""
    return sha256(f"{secret}\n{entrant}".encode()).digest()


def _across(row: StandingsRow) -> tuple[int, Fraction, Fraction, Fraction]:
    n_games = max(row.n_games, 1)
    return row.place, -Fraction(row.tenths, n_games), -row.wins / n_games, -row.tie_break / n_games**2


def _settled(
    tied: list[str],
    crosstable: "_Crosstable",
    after: Callable[[str], Fraction | int],
    secret: str,
    extra: Mapping[str, int],
) -> Iterable[tuple[str, bool]]:
    """Return entrants with equal points and wins in order, each with whether it is behind by lot alone."""
    if len(tied) == 1:
        return [(tied[0], False)]
    mutual = crosstable.mutual_tenths(tied) or dict.fromkeys(tied, 0)
    before_lot = {entrant: (-mutual[entrant], after(entrant)) for entrant in tied}
    ordered = sorted(tied, key=lambda entrant: (before_lot[entrant], lot(secret, entrant)))
    by_lot = [False]
    for at in range(1, len(ordered)):
        first, second = ordered[at - 1], ordered[at]
        is_equal = before_lot[first] == before_lot[second]
        has_played = is_equal and extra.get(first, 0) != extra.get(second, 0) and {first, second} <= {*extra}
        if has_played and extra[first] < extra[second]:
            ordered[at - 1], ordered[at] = second, first
        by_lot.append(is_equal and not has_played)
    return zip(ordered, by_lot, strict=True)


class _Crosstable:
    """The games of a stage by entrant."""

    def __init__(
        self,
        entrants: Sequence[str],
        games: Iterable[GameScore],
        byes: Iterable[Bye],
        filler: str,
    ) -> None:
        self._filler = filler
        self._of = {entrant: _Own() for entrant in entrants}
        for first, second, tenths, halves, is_played in games:
            if first != filler:
                self._add_game(first, second, tenths[0], halves[0], is_played)
            if second != filler:
                self._add_game(second, first, tenths[1], halves[1], is_played)
        for bye in byes:
            own = self._own(bye.entrant)
            own.tenths += bye.tenths
            own.byes.append(bye.tenths)

    def _add_game(self, entrant: str, opponent: str, tenths: int, halves: int, is_played: bool) -> None:
        own = self._of.get(entrant) or self._own(entrant)
        own.tenths += tenths
        own.results[halves] += 1
        own.games.append((opponent, tenths, is_played))

    def _own(self, entrant: str) -> _Own:
        if entrant not in self._of:
            raise ValueError(f"expected one of the {len(self._of)} entrants, got {entrant!r}")
        return self._of[entrant]

    def tenths(self, entrant: str) -> int:
        """Return the points of an entrant, with its byes."""
        return self._of[entrant].tenths

    def half_wins(self, entrant: str) -> int:
        """Return twice the games won, with draws counted as half."""
        return self._of[entrant].half_wins

    def mutual_tenths(self, tied: Sequence[str]) -> dict[str, int] | None:
        """Return the points of games among the tied; None unless all of them have met."""
        group = set(tied)
        between = {me: [game for game in self._of[me].games if game[0] in group] for me in tied}
        if any({opponent for opponent, _, _ in between[me]} != group - {me} for me in tied):
            return None
        return {me: sum(tenths for _, tenths, _ in games) for me, games in between.items()}

    def buchholz(self, entrant: str) -> int:
        """Return the sum of the opponents' tenths without the lowest.

        A round without a game counts as one against an opponent with the entrant's own points (FIDE C.07,
        the dummy opponent of unplayed rounds).
        """
        own = self._of[entrant]
        met = [
            self._of[opponent].tenths if is_played and opponent != self._filler else own.tenths
            for opponent, _, is_played in own.games
        ]
        met += [own.tenths] * len(own.byes)
        return sum(met) - min(met, default=0)

    def sonneborn_berger(self, entrant: str) -> Fraction:
        """Return the sum of the opponents' tenths, each weighted by the share won from it."""
        own = self._of[entrant]
        shares = (
            (own.tenths if opponent == self._filler else self._of[opponent].tenths) * tenths
            for opponent, tenths, _ in own.games
        )
        return Fraction(sum(shares), GAME)

    def row(
        self, place: int, entrant: str, figure: Fraction | int, adjusted: int, is_by_lot: bool
    ) -> StandingsRow:
        own = self._of[entrant]
        lost, drawn, won = own.results
        return StandingsRow(
            place=place,
            entrant=entrant,
            tenths=own.tenths + adjusted,
            n_games=len(own.games),
            won=won,
            drawn=drawn,
            lost=lost,
            tie_break=Fraction(figure),
            bye_tenths=sum(own.byes),
            adjusted=adjusted,
            is_by_lot=is_by_lot,
        )
