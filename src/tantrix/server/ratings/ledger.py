"""The rating ledger: every player's ratings and ladder points after all rated games, in order.

It holds the same values as the tables in `tantrix.server.ratings.store`, and only `RatingLedger.enter`
changes them: the server calls it for each new result, and a rebuild calls it for all results from the first
on.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from tantrix.competition import ladder
from tantrix.competition.ladder import LadderSeat
from tantrix.competition.ratings import FIRST_DEVIATION, FIRST_MEAN, FIRST_POINTS, POINTS, Rating, rate
from tantrix.game import Termination
from tantrix.robots.roster import points_of
from tantrix.server.database.rows import Row
from tantrix.server.protocol.ratings import ResultName
from tantrix.server.protocol.times import print_month
from tantrix.server.ratings.results import GameResult, RatingPool, ResultSeat

ROBOT = "robot:"
PUZZLE = "gap-"  # prefix of the names of levels of rated puzzles, which count as robots
FIRST_LEVEL_POINTS, POINTS_PER_LEVEL = 1100, 120  # the ratings that suit each level of puzzles
ALL_TIME = "all"
PAIR_GAMES = 20  # how many games between the same two players count for their ratings in a month
RETIRED_MS = 92 * 24 * 3600 * 1000  # R8.4: three months without play
LADDER_POOLS = (RatingPool.TWO, RatingPool.MANY)


@dataclass(frozen=True, slots=True)
class PlayerRating(Row):
    """A player's rating in a pool. `player` is an account's user id, or `robot:` and a robot's name."""

    pool: str
    player: str
    mean: float
    deviation: float
    n_games: int
    played_ms: int

    @property
    def rating(self) -> Rating:
        return Rating(self.mean, self.deviation)


@dataclass(frozen=True, slots=True)
class LadderEntry(Row):
    """An account's points on a ladder; `period` is a month like 2026-11, or `all`."""

    period: str
    player: str
    points: float
    n_games: int
    played_ms: int


@dataclass(frozen=True, slots=True)
class PairRecord(Row):
    """A player's month against one opponent: games in a pool, and points won on the two ladders."""

    month: str
    pool: str
    player: str
    opponent: str
    n_games: int = 0
    month_won: float = 0.0
    all_won: float = 0.0


@dataclass(frozen=True, slots=True)
class RatingChange(Row):
    """What a game changed for a player: the rating after it, ladder points won, and ladder points after it.

    `is_counted`: the game counts for the rating; false after too many games of the same players in a month.
    Ladder columns are None for robots, including robot accounts, and for games that are not on the ladder.
    """

    game_id: str
    player: str
    pool: str
    position: int
    finished_ms: int
    mean: float
    deviation: float
    is_counted: bool
    month_won: float | None = None
    month_points: float | None = None
    all_won: float | None = None
    all_points: float | None = None

    @property
    def rating(self) -> Rating:
        return Rating(self.mean, self.deviation)


@dataclass(frozen=True, slots=True)
class RatedGame:
    """A rated game with its seats in order; `robots`: the user ids of its robot accounts."""

    result: GameResult
    seats: tuple[ResultSeat, ...]
    robots: frozenset[str] = frozenset()

    @property
    def players(self) -> tuple[str, ...]:
        """Return the player rated for each seat, in order."""
        return tuple(player_of(seat) for seat in self.seats)

    def is_robot(self, player: str) -> bool:
        """Return whether a player counts as a robot (R8.4)."""
        return player.startswith(ROBOT) or player in self.robots

    @property
    def teams(self) -> tuple[int, ...]:
        return tuple(seat.seat % 2 if self.result.is_teams else seat.seat for seat in self.seats)

    def result_of(self, seat: ResultSeat) -> ResultName:
        """Return whether a seat won alone, shared the first rank, or lost; who left has lost."""
        if seat.rank > 1 or seat.is_quitter:
            return "lost"
        teams = self.teams
        others = (other for other in self.seats if teams[other.seat] != teams[seat.seat])
        return "drawn" if any(other.rank == 1 for other in others) else "won"

    @property
    def opponents(self) -> list[tuple[str, str]]:
        """List the pairs of different players who are not partners, each in both orders."""
        names, teams = self.players, self.teams
        numbers = range(len(names))
        pairs = [(names[a], names[b]) for a in numbers for b in numbers if teams[a] != teams[b]]
        return [(one, other) for one, other in dict.fromkeys(pairs) if one != other]


@dataclass(slots=True)
class RatingLedger:
    """All ratings, or only the ratings that concern the players of one game. `n_entered`: games entered."""

    n_entered: int = 0
    rated: dict[tuple[str, str], PlayerRating] = field(default_factory=dict)
    entries: dict[tuple[str, str], LadderEntry] = field(default_factory=dict)
    pairings: dict[tuple[str, str, str, str], PairRecord] = field(default_factory=dict)

    def copy(self) -> "RatingLedger":
        """Return an independent copy."""
        return RatingLedger(self.n_entered, {**self.rated}, {**self.entries}, {**self.pairings})

    def enter(self, played: RatedGame) -> list[RatingChange]:
        """Enter a game; return what it changed for each player."""
        self.n_entered += 1
        month = print_month(played.result.finished_ms)
        is_counted = self._is_counted(played, month)
        if is_counted:
            self._rate(played)
        steps = [self._step(played, player, is_counted) for player in dict.fromkeys(played.players)]
        if played.result.pool in LADDER_POOLS:
            steps = self._update_ladders(played, steps, month)
        for pair in played.opponents:
            pairing = self._pairing(month, played.result.pool, *pair)
            self._keep(replace(pairing, n_games=pairing.n_games + 1))
        return steps

    def rating(self, pool: str, player: str) -> Rating:
        """Return a player's rating, or a newcomer's if there is none."""
        found = self.rated.get((pool, player))
        return found.rating if found else first_rating(player)

    def _is_counted(self, played: RatedGame, month: str) -> bool:
        """Return whether at least one pair of opponents has met fewer than PAIR_GAMES times this month.

        A level of puzzles is no opponent that could lose on purpose, so all of its puzzles count.
        """
        if played.result.pool == RatingPool.PUZZLES:
            return True
        pairs = (self._pairing(month, played.result.pool, *pair) for pair in played.opponents)
        return any(pairing.n_games < PAIR_GAMES for pairing in pairs)

    def _rate(self, played: RatedGame) -> None:
        pool, names = played.result.pool, played.players
        after = rate(
            [self.rating(pool, name) for name in names],
            [seat.rank for seat in played.seats],
            played.teams,
            [number for number, seat in enumerate(played.seats) if seat.is_quitter],
        )
        for name in dict.fromkeys(names):
            mine = [rating for rating, other in zip(after, names, strict=True) if other == name]
            self._keep(self._rated_after(played.result, name, mine))

    def _rated_after(self, result: GameResult, name: str, mine: Sequence[Rating]) -> PlayerRating:
        """Return a player's rating after a game; a robot at several seats gets the mean of their ratings."""
        before = self.rated.get((result.pool, name))
        return PlayerRating(
            pool=result.pool,
            player=name,
            mean=sum(rating.mean for rating in mine) / len(mine),
            deviation=sum(rating.deviation for rating in mine) / len(mine),
            n_games=1 + (before.n_games if before else 0),
            played_ms=result.finished_ms,
        )

    def _step(self, played: RatedGame, player: str, is_counted: bool) -> RatingChange:
        rating = self.rating(played.result.pool, player)
        return RatingChange(
            game_id=played.result.game_id,
            player=player,
            pool=played.result.pool,
            position=self.n_entered,
            finished_ms=played.result.finished_ms,
            mean=rating.mean,
            deviation=rating.deviation,
            is_counted=is_counted,
        )

    def _update_ladders(self, played: RatedGame, steps: list[RatingChange], month: str) -> list[RatingChange]:
        """Update the ladders of the game's month and of all time for its accounts."""
        won = {period: self._won(played, period, month) for period in (month, ALL_TIME)}
        updated = []
        for step in steps:
            if played.is_robot(step.player):
                updated.append(step)
                continue
            seat = played.players.index(step.player)
            gains = {period: sum(won[period][seat]) for period in won}
            month_entry = self._move(played, step.player, month, gains[month])
            all_time_entry = self._move(played, step.player, ALL_TIME, gains[ALL_TIME])
            updated.append(
                replace(
                    step,
                    month_won=gains[month],
                    month_points=month_entry.points,
                    all_won=gains[ALL_TIME],
                    all_points=all_time_entry.points,
                )
            )
        self._count_won(played, won, month)
        return updated

    def _won(self, played: RatedGame, period: str, month: str) -> tuple[tuple[float, ...], ...]:
        return ladder.gains(
            [self._standing(played, seat, period, month) for seat in range(len(played.seats))]
        )

    def _standing(self, played: RatedGame, number: int, period: str, month: str) -> LadderSeat:
        seat, name = played.seats[number], played.players[number]
        worst = max(each.rank for each in played.seats)
        has_resigned = played.result.termination == Termination.RESIGNATION and seat.rank == worst
        return LadderSeat(
            points=self._points(played, name, period),
            rank=seat.rank,
            score=seat.score,
            team=played.teams[number],
            is_robot=played.is_robot(name),
            has_left=seat.is_quitter,
            has_resigned=has_resigned,
            allowance=tuple(
                ladder.PAIR_CAP - self._won_from(played, name, other, period, month)
                for other in played.players
            ),
        )

    def _won_from(self, played: RatedGame, name: str, other: str, period: str, month: str) -> float:
        """Return the points won from an opponent this month, two-player and larger games together."""
        pairings = [self._pairing(month, pool, name, other) for pool in LADDER_POOLS]
        return sum(each.all_won if period == ALL_TIME else each.month_won for each in pairings)

    def _points(self, played: RatedGame, name: str, period: str) -> float:
        if name.startswith(ROBOT):
            return points_of(name.removeprefix(ROBOT))
        if played.is_robot(name):
            return ladder.ROBOT_ACCOUNT_POINTS
        entry = self.entries.get((period, name))
        return entry.points if entry else _start(period)

    def _move(self, played: RatedGame, player: str, period: str, gain: float) -> LadderEntry:
        before = self.entries.get((period, player))
        n_games = 1 + (before.n_games if before else 0)
        points = self._points(played, player, period) + gain
        entry = LadderEntry(period, player, points, n_games, played.result.finished_ms)
        self._keep(entry)
        return entry

    def _count_won(
        self, played: RatedGame, won: dict[str, tuple[tuple[float, ...], ...]], month: str
    ) -> None:
        names = played.players
        for one, name in enumerate(names):
            for other, opponent in enumerate(names):
                if name != opponent and not played.is_robot(name):
                    pairing = self._pairing(month, played.result.pool, name, opponent)
                    self._keep(
                        replace(
                            pairing,
                            month_won=pairing.month_won + won[month][one][other],
                            all_won=pairing.all_won + won[ALL_TIME][one][other],
                        )
                    )

    def _pairing(self, month: str, pool: str, player: str, opponent: str) -> PairRecord:
        key = (month, pool, player, opponent)
        return self.pairings.get(key) or PairRecord(*key)

    def _keep(self, row: PlayerRating | LadderEntry | PairRecord) -> None:
        match row:
            case PlayerRating():
                self.rated[row.pool, row.player] = row
            case LadderEntry():
                self.entries[row.period, row.player] = row
            case PairRecord():
                self.pairings[row.month, row.pool, row.player, row.opponent] = row


def ledger_of(games: Iterable[RatedGame]) -> tuple[RatingLedger, list[RatingChange]]:
    """Return the ledger of all games in order, and every change that led to it."""
    ledger = RatingLedger()
    return ledger, [step for played in games for step in ledger.enter(played)]


def level_player(level: int) -> str:
    """Return the player that all puzzles of a level are rated as."""
    return f"{ROBOT}{PUZZLE}{level}"


def first_rating(player: str) -> Rating:
    """Return the rating of a player without games: a level of puzzles begins at the points that it suits."""
    level = player.removeprefix(f"{ROBOT}{PUZZLE}")
    if level == player or not level.isdecimal():
        return Rating()
    points = FIRST_LEVEL_POINTS + POINTS_PER_LEVEL * (int(level) - 0.5)
    return Rating(FIRST_MEAN + (points - FIRST_POINTS) / POINTS, FIRST_DEVIATION / 2)


def player_of(seat: ResultSeat) -> str:
    """Return the player rated for a seat: its user, even if a robot played on for them, or the robot."""
    return seat.user_id if seat.user_id is not None else f"{ROBOT}{seat.robot}"


def _start(period: str) -> float:
    return ladder.ALL_TIME_START if period == ALL_TIME else ladder.MONTH_START
