"""Write the perft data of `tests/data/perft`: positions of random games of every rule set, counted by depth.

A file holds positions separated by blank lines: `position:` with the position's notation, `draws:` with the
bag in drawing order (`-` for none), then a line `depth count` per depth. The tests count again, and recount
the first depths with the oracle, which shares no code with the kernel.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from tantrix.game import Game
from tantrix.lab.perft import perft
from tantrix.notation import parse_rules, print_position
from tantrix.rules import Rules

FOLDER = Path(__file__).parent.parent / "tests" / "data" / "perft"
MAX_COUNT = 2_000_000
MAX_DEPTH = 6
RULE_SETS = {
    "two": "RB",
    "two-64": "YG 64",
    "two-exactly-three": "RG forced=exactly-three",
    "two-pass": "BY deadlock=pass",
    "two-small-hands": "RB hand=2",
    "three": "RYB",
    "three-64-exactly-three": "GYR 64 forced=exactly-three deadlock=pass",
    "four": "BGRY",
    "four-64": "RYGB 64",
    "doubles": "RBRB teams",
    "doubles-64-pass": "GYGY 64 teams deadlock=pass",
}


def positions(rules: Rules, rng: Random) -> Iterator[tuple[Game, list[int]]]:
    """Yield positions of one random game with their draws: the start, the middle, the last draws, the end."""
    tiles = list(rules.tiles)
    rng.shuffle(tiles)
    size, n_dealt = rules.hand_size, rules.hand_size * rules.n_seats
    hands = [tiles[size * seat : size * (seat + 1)] for seat in range(rules.n_seats)]
    game, draws = Game.start(rules, hands, rng.randrange(rules.n_seats)), tiles[n_dealt:]
    n_draws = len(draws)
    wanted = {0, 8, n_draws // 2, n_draws - 2, n_draws, rules.tile_set - 6, rules.tile_set - 2}
    while not game.is_over:
        if game.ply in wanted:
            yield game, draws
        game = game.play(rng.choice(list(game.placements())), draws[0] if draws else None)
        draws = draws[1:]


def entry(game: Game, draws: list[int]) -> str:
    """Write a position with its counts, down to the depth where they become large."""
    lines = [f"position: {print_position(game)}", f"draws: {' '.join(map(str, draws)) or '-'}"]
    for depth in range(1, MAX_DEPTH + 1):
        count = perft(game, draws, depth)
        lines.append(f"{depth} {count}")
        if count == 0 or count * 60 > MAX_COUNT:
            break
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write all files; the result changes only if the rules change."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in RULE_SETS.items():
        rng = Random(f"tantrix perft {name}")
        entries = [entry(game, draws) for game, draws in positions(parse_rules(text), rng)]
        (FOLDER / f"{name}.perft").write_text("\n".join(entries), encoding="utf-8")


if __name__ == "__main__":
    main()
