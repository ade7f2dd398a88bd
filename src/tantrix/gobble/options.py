"""The options of Gobble: every point on which the booklets differ (R6), and what play on a screen adds.

Times are milliseconds since the rush began. The text of a rule set is one line, such as
`4 tiles=14,14,13,11 double penalty=anywhere choose=8 limit=600`; options at their default are left out.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from tantrix.tiles import GAME_SET

MAX_PLAYERS = 8
MAX_CORE = 8  # two tiles plus the most that an equal deal can leave over: 54 over 8 players leaves 6
MAX_CHOOSE_MS = 60_000
MAX_LIMIT_MS = 3_600_000


class Penalty(StrEnum):
    """What may be done with a tile that was turned and put aside (R6.3).

    FORCED_ONLY: it may only fill a forced space. ANYWHERE: the newer booklet has no penalty pile; players
    may take any of their open tiles and lay it by the rule for all tiles.
    """

    FORCED_ONLY = "forced-only"
    ANYWHERE = "anywhere"


@dataclass(frozen=True, slots=True)
class GobbleRules:
    """The rules of a rush.

    `tiles` is the handicap, how many tiles each player is dealt; if empty, all get the same number (R6.1).

    `choose_ms` limits how long a player may take to choose who gets a tile, `limit_ms` how long the whole
    rush may last, and `idle_ms` how long all players may be idle; 0 is no limit. Raises ValueError for rules
    that cannot be dealt, or times that are out of range.
    """

    n_players: int = 2
    tiles: tuple[int, ...] = ()
    double_gobble: bool = False
    penalty: Penalty = Penalty.FORCED_ONLY
    choose_ms: int = 5_000
    limit_ms: int = 0
    idle_ms: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.n_players <= MAX_PLAYERS:
            raise ValueError(f"expected 1 to {MAX_PLAYERS} players, got {self.n_players}")
        if self.tiles and len(self.tiles) != self.n_players:
            raise ValueError(f"expected a number of tiles for each of {self.n_players}, got {self.tiles}")
        if any(number < 1 for number in self.tiles) or sum(self.tiles) > len(GAME_SET) - 2:
            raise ValueError(f"expected a tile or more each and 54 in all, got {self.tiles}")
        if not 1_000 <= self.choose_ms <= MAX_CHOOSE_MS:
            raise ValueError(f"expected 1 to 60 seconds to choose, got {self.choose_ms / 1000:g}")
        if self.limit_ms and not 10_000 <= self.limit_ms <= MAX_LIMIT_MS:
            raise ValueError(f"expected a limit of 10 to 3600 seconds, or 0, got {self.limit_ms / 1000:g}")
        if self.idle_ms and not 10_000 <= self.idle_ms <= MAX_LIMIT_MS:
            raise ValueError(f"expected a rest of 10 to 3600 seconds, or 0, got {self.idle_ms / 1000:g}")

    @property
    def dealt(self) -> tuple[int, ...]:
        """How many tiles each player begins with."""
        return self.tiles or ((len(GAME_SET) - 2) // self.n_players,) * self.n_players

    @property
    def n_core(self) -> int:
        """How many tiles the core has: the surplus joins it, up to the largest core (R6.1)."""
        return min(MAX_CORE, len(GAME_SET) - sum(self.dealt))

    @property
    def n_box(self) -> int:
        """How many tiles are not in play, because neither the players nor the core take them."""
        return len(GAME_SET) - self.n_core - sum(self.dealt)

    @property
    def penalty_sides(self) -> int:
        """How many sides a space must have for a penalty tile (R6.3)."""
        return 3 if self.penalty is Penalty.FORCED_ONLY else 2

    def gifts(self, n_sides: int) -> int:
        """Return how many tiles a player gives away for filling a space with `n_sides` sides (R6.4)."""
        if n_sides < 3:
            return 0
        return 2 if self.double_gobble and n_sides >= 4 else 1


def classic(n_players: int) -> GobbleRules:
    """Return the older booklet's rules: a penalty pile, and one tile per Gobble."""
    return GobbleRules(n_players)


def modern(n_players: int) -> GobbleRules:
    """Return the newer booklet's rules: open tiles go anywhere, four sides give two tiles away."""
    return GobbleRules(n_players, double_gobble=True, penalty=Penalty.ANYWHERE)


def print_options(rules: GobbleRules) -> str:
    """Return a rule set as one line."""
    plain = GobbleRules(rules.n_players)
    words = [str(rules.n_players)]
    words += [f"tiles={','.join(map(str, rules.tiles))}"] if rules.tiles else []
    words += ["double"] if rules.double_gobble else []
    words += [f"penalty={rules.penalty}"] if rules.penalty is not plain.penalty else []
    words += [f"choose={_seconds(rules.choose_ms)}"] if rules.choose_ms != plain.choose_ms else []
    words += [f"limit={_seconds(rules.limit_ms)}"] if rules.limit_ms else []
    words += [f"idle={_seconds(rules.idle_ms)}"] if rules.idle_ms else []
    return " ".join(words)


def parse_options(text: str) -> GobbleRules:
    """Read a rule set. Raises ValueError for any other text."""
    found = _TEXT.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"expected rules like '4 double choose=5', got {text!r}")
    tiles, penalty, choose = found["tiles"], found["penalty"], found["choose"]
    return GobbleRules(
        n_players=int(found["players"]),
        tiles=tuple(map(int, tiles.split(","))) if tiles else (),
        double_gobble=found["double"] is not None,
        penalty=Penalty(penalty) if penalty else Penalty.FORCED_ONLY,
        choose_ms=_milliseconds(choose) if choose else 5_000,
        limit_ms=_milliseconds(found["limit"]) if found["limit"] else 0,
        idle_ms=_milliseconds(found["idle"]) if found["idle"] else 0,
    )


_TEXT = re.compile(
    r"(?P<players>\d)(?: tiles=(?P<tiles>\d\d?(?:,\d\d?){0,7}))?(?P<double> double)?"
    r"(?: penalty=(?P<penalty>forced-only|anywhere))?(?: choose=(?P<choose>\d{1,2}(?:\.\d{1,3})?))?"
    r"(?: limit=(?P<limit>\d{1,4}(?:\.\d{1,3})?))?(?: idle=(?P<idle>\d{1,4}(?:\.\d{1,3})?))?",
    re.ASCII,
)


def _seconds(ms: int) -> str:
    whole, rest = divmod(ms, 1000)
    return f"{whole}.{rest:03}" if rest else str(whole)


def _milliseconds(seconds: str) -> int:
    whole, _, rest = seconds.partition(".")
    return int(whole) * 1000 + int(rest.ljust(3, "0") or "0")
