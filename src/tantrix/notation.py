"""Rules, hands and positions as text, each on one line; the text of a placement is defined in `placement`.

Rules are `RB 56 draw-keep`: the colours in turn order, the tile set, the start, then the options that differ
from the default: `teams`, `hand=5`, `forced=exactly-three`, `deadlock=pass`. A position is four fields
separated by semicolons: rules; placements; hands; the seat to play, counted from 1, with `+` once its free
placement of this turn is made. Placements are sorted by cell as far as each touches an earlier one; hands are
separated by slashes; an empty field is `-`. The bag is the rest of the set.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tantrix.game import Game, Phase
from tantrix.hexes import distance
from tantrix.placement import Placement
from tantrix.rules import Deadlock, ForcedSides, Rules, Start
from tantrix.tiles import FULL_SET, Colour, check_tile

_NOTHING = "-"


def print_rules(rules: Rules) -> str:
    """Write a rule set on one line, with the options that differ from the default."""
    usual = Rules()
    words = ["".join(colour.letter for colour in rules.colours), str(rules.tile_set), rules.start.value]
    if rules.teams:
        words.append("teams")
    if rules.hand_size != usual.hand_size:
        words.append(f"hand={rules.hand_size}")
    if rules.forced_sides != usual.forced_sides:
        words.append(f"forced={rules.forced_sides.value}")
    if rules.deadlock != usual.deadlock:
        words.append(f"deadlock={rules.deadlock.value}")
    return " ".join(words)


def parse_rules(text: str) -> Rules:
    """Read a rule set: the colours first, everything else optional and in any order.

    Raises ValueError with the word that cannot be read.
    """
    return _rules_in(text)


@lru_cache(256)  # lists of games parse the same few rule sets over and over
def _rules_in(text: str) -> Rules:
    colours, *words = text.split() or [""]
    options = _Options(tuple(Colour.parse(letter) for letter in colours))
    seen: set[str] = set()
    for word in words:
        name = options.read(word)
        if name in seen:
            raise ValueError(f"expected the {name} of the rules once, got {word!r} as well in {text!r}")
        seen.add(name)
    return options.rules()


def print_hands(hands: Iterable[Iterable[int]]) -> str:
    """Write hands as `1 2 3 / 4 5 6`, an empty one as `-`."""
    return " / ".join(" ".join(map(str, hand)) or _NOTHING for hand in hands)


def parse_hands(text: str) -> tuple[tuple[int, ...], ...]:
    """Read hands like `1 2 3 / 4 5 6`. Raises ValueError for anything that is not a tile."""
    return tuple(parse_tiles(hand) for hand in text.split("/"))


def parse_tiles(text: str) -> tuple[int, ...]:
    """Read tiles separated by spaces or commas, `-` for none. Raises ValueError for anything else."""
    if text.strip() == _NOTHING:
        return ()
    return tuple(_tile(word) for word in text.replace(",", " ").split())


def print_seat(seat: int) -> str:
    """Write a seat, counted from 1."""
    return str(seat + 1)


def parse_seat(text: str, n_seats: int) -> int:
    """Read a seat counted from 1. Raises ValueError if there is no such seat."""
    if not _is_number(text.strip()) or not 1 <= int(text) <= n_seats:
        raise ValueError(f"expected a seat 1 to {n_seats}, got {text!r}")
    return int(text) - 1


def print_position(game: Game) -> str:
    """Write the position of a game on one line, without its history."""
    tiles = _in_joining_order([laid.placement for laid in game.laid])
    seat = print_seat(game.to_play) + ("+" if game.phase is Phase.REFILL else "")
    fields = (print_rules(game.rules), " ".join(map(str, tiles)) or _NOTHING, print_hands(game.hands), seat)
    return "; ".join(fields)


def parse_position(text: str) -> Game:
    """Read a position written by `print_position`, with any number of spaces.

    Raises ValueError for a text that is not a position and for an impossible position.
    """
    fields = [field.strip() for field in text.split(";")]
    if len(fields) != 4:
        raise ValueError(f"expected rules; placements; hands; seat, got {len(fields)} fields in {text!r}")
    rules = parse_rules(fields[0])
    seat = fields[3].removesuffix("+")
    return Game.from_position(
        rules,
        _placements(fields[1]),
        parse_hands(fields[2]),
        parse_seat(seat, rules.n_seats),
        free_done=seat != fields[3],
    )


@dataclass(slots=True)
class _Options:
    """The options of a rule set read so far."""

    colours: tuple[Colour, ...]
    tile_set: int = Rules().tile_set
    start: Start = Rules().start
    teams: bool = False
    hand_size: int = Rules().hand_size
    forced_sides: ForcedSides = Rules().forced_sides
    deadlock: Deadlock = Rules().deadlock

    def read(self, word: str) -> str:
        """Take one option and return its name."""
        name, equals, value = word.partition("=")
        if equals:
            if name not in _OPTIONS:
                raise ValueError(f"expected one of the options {', '.join(_OPTIONS)}, got {word!r}")
            field, parse = _OPTIONS[name]
            setattr(self, field, parse(value))
            return name
        if _is_number(word):
            self.tile_set = int(word)
            return "tile set"
        if word == "teams":
            self.teams = True
            return "teams"
        self.start = _start(word)
        return "start"

    def rules(self) -> Rules:
        return Rules(
            colours=self.colours,
            tile_set=self.tile_set,
            start=self.start,
            hand_size=self.hand_size,
            forced_sides=self.forced_sides,
            deadlock=self.deadlock,
            teams=self.teams,
        )


def _start(word: str) -> Start:
    try:
        return Start(word)
    except ValueError as error:
        starts = ", ".join(Start)
        raise ValueError(f"expected a start {starts}, a tile set or an option, got {word!r}") from error


def _hand_size(value: str) -> int:
    if not _is_number(value):
        raise ValueError(f"expected a hand size like 6, got {value!r}")
    return int(value)


def _forced_sides(value: str) -> ForcedSides:
    if value not in set(ForcedSides):
        raise ValueError(f"expected forced sides {' or '.join(ForcedSides)}, got {value!r}")
    return ForcedSides(value)


def _deadlock(value: str) -> Deadlock:
    if value not in set(Deadlock):
        raise ValueError(f"expected a deadlock {' or '.join(Deadlock)}, got {value!r}")
    return Deadlock(value)


_OPTIONS: dict[str, tuple[str, Callable[[str], int | ForcedSides | Deadlock]]] = {
    "hand": ("hand_size", _hand_size),
    "forced": ("forced_sides", _forced_sides),
    "deadlock": ("deadlock", _deadlock),
}


def _placements(text: str) -> Sequence[Placement]:
    words = [] if text == _NOTHING else text.split()
    if len(words) > len(FULL_SET):
        raise ValueError(f"expected at most {len(FULL_SET)} tiles, got {len(words)}")
    return _in_joining_order([Placement.parse(word) for word in words])


def _in_joining_order(placements: Sequence[Placement]) -> list[Placement]:
    """Sort placements into the canonical order in which each touches an earlier one, if one exists."""
    left = sorted(placements, key=lambda placement: (placement.cell, placement))
    ordered = left[:1]
    left = left[1:]
    while left:
        touching = (p for p in left if any(distance(p.cell, other.cell) <= 1 for other in ordered))
        following = next(touching, left[0])
        left.remove(following)
        ordered.append(following)
    return ordered


def _tile(word: str) -> int:
    if not _is_number(word):
        raise ValueError(f"expected a tile's number, got {word!r}")
    check_tile(int(word))
    return int(word)


def _is_number(word: str) -> bool:
    """Return whether a word is one to four plain digits."""
    return word.isascii() and word.isdigit() and len(word) <= 4
