"""Who sits where: two robots, and the seatings for each deal, in which its luck cancels out.

A round is one deal in all its seatings. With two seats, and in doubles, there are two: the sides are
exchanged. With three or four seats each robot in turn plays one seat against the other robot at all others,
which makes six or eight games. Equal robots expect half of the points in every round.
"""

from dataclasses import dataclass
from hashlib import sha256
from random import Random

from tantrix import robots
from tantrix.robots import Robot
from tantrix.robots.engine.client import SECONDS
from tantrix.rules import Rules

_MAX_SECONDS = 86_400  # a day
Seating = tuple[int, ...]  # the side at each seat: 0 for the first robot, 1 for the second


@dataclass(frozen=True, slots=True)
class Matchup:
    """Two robots, the rules, and the seed of everything random.

    A robot is given by its name, and made for each game, or as an object, which plays all games; worker
    processes get a copy of it. `seconds` is the time for a placement of `engine:COMMAND`. Raises ValueError
    for a robot that does not exist or cannot be made.
    """

    rules: Rules
    robots: tuple[str | Robot, str | Robot]
    seed: int = 0
    seconds: float = SECONDS

    def __post_init__(self) -> None:
        if not 0 < self.seconds <= _MAX_SECONDS:
            raise ValueError(f"expected up to {_MAX_SECONDS} seconds for a placement, got {self.seconds:g}")
        for side, name in enumerate(self.names):
            if not callable(getattr(self.robot(side), "choose", None)):
                raise ValueError(f"expected a name or an object with `choose(game, rng)`, got a {name}")

    @property
    def names(self) -> tuple[str, str]:
        """The names of the robots; that of an object is the name of its class."""
        first, second = (robot if isinstance(robot, str) else type(robot).__name__ for robot in self.robots)
        return first, second

    def robot(self, side: int) -> Robot:
        """Return the robot of a side, to play one game."""
        robot = self.robots[side]
        return robots.find(robot, self.seconds) if isinstance(robot, str) else robot

    @property
    def seatings(self) -> tuple[Seating, ...]:
        """The games of a round, in order."""
        if self.rules.teams:
            return ((0, 1, 0, 1), (1, 0, 1, 0))
        n = self.rules.n_seats
        alone = [tuple(int(seat != single) for seat in range(n)) for single in range(n)]
        exchanged = [tuple(1 - side for side in seating) for seating in alone]
        return (*alone, *(seating for seating in exchanged if seating not in alone))

    def n_rounds(self, n_games: int) -> int:
        """Convert a number of games to rounds. Raises ValueError if they are not whole rounds."""
        size = len(self.seatings)
        if n_games < 1 or n_games % size:
            raise ValueError(
                f"expected a multiple of {size} games, since each deal is played {size} times, got {n_games}"
            )
        return n_games // size

    def n_games(self, n_rounds: int) -> int:
        """Convert a number of rounds to games."""
        return n_rounds * len(self.seatings)

    def secret(self, round_: int) -> bytes:
        """Return the secret of the deal of a round, which does not depend on the robots."""
        return sha256(f"tantrix match {self.seed} {round_}".encode()).digest()

    def chance(self, game: int, seat: int) -> Random:
        """Return the random seed of a robot in a game; games are counted from 0 through all rounds."""
        return Random(sha256(f"tantrix match robot {self.seed} {game} {seat}".encode()).digest())

    def random_seed(self, game: int) -> int:
        """Return the seed of the kernel's generator if all seats play at random; never 0."""
        digest = sha256(f"tantrix match choices {self.seed} {game}".encode()).digest()
        return int.from_bytes(digest[:8], "big") or 1
