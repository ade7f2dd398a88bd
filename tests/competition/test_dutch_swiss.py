"""A Swiss against py4swiss, a library for chess, where its rules and ours agree.

It pairs by the Dutch system; its rules of colours do not exist here, so its rounds are possible rounds, and
ours must be at least as good: no rematch either, and the differences of points are no larger. Points are 20,
10 and 0, as in chess. The library exists for Python 3.11 only: later versions do not collect this file.
"""

import random
from pathlib import Path

import pytest

from tantrix.competition.scoring import GAME
from tantrix.competition.swiss import SwissEntrant, pair

MISSING = "the extra tantrix[pairing-oracle] is missing"
py4swiss = pytest.importorskip("py4swiss.engines", reason=MISSING)
trf = pytest.importorskip("py4swiss.trf", reason=MISSING)

Pairs = list[tuple[int, int]]


@pytest.mark.parametrize("seed", range(12))
def test_a_round_is_at_least_as_even_as_one_for_chess(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    n = rng.choice([8, 10, 12, 16, 20])
    rounds: list[list[tuple[int, int, int]]] = []  # white, black and the tenths of white
    for number in range(1, min(9, n - 3) + 1):
        entrants = _entrants(n, rounds)
        ours = [(int(a), int(b)) for a, b in pair(entrants, is_first=number == 1).pairs]
        chess = _dutch(tmp_path / "event.trf", n, rounds)

        assert _n_rematches(ours, entrants) <= _n_rematches(chess, entrants)
        assert _unevenness(ours, entrants) <= _unevenness(chess, entrants) or number == 1
        assert sorted(sum(ours, ())) == sorted(sum(chess, ())) == list(range(1, n + 1))
        rounds.append([(white, black, rng.choice([0, GAME // 2, GAME])) for white, black in chess])


def _entrants(n: int, rounds: list[list[tuple[int, int, int]]]) -> list[SwissEntrant]:
    """Return the entrants by points; before the first round by number."""
    tenths = dict.fromkeys(range(1, n + 1), 0)
    met: dict[int, set[str]] = {number: set() for number in tenths}
    for white, black, won in (game for games in rounds for game in games):
        tenths[white] += won
        tenths[black] += GAME - won
        met[white].add(str(black))
        met[black].add(str(white))
    order = sorted(tenths, key=lambda number: (-tenths[number], number))
    return [SwissEntrant(str(number), tenths[number], frozenset(met[number])) for number in order]


def _dutch(path: Path, n: int, rounds: list[list[tuple[int, int, int]]]) -> Pairs:
    """Return the next round that py4swiss draws."""
    results: dict[int, str] = dict.fromkeys(range(1, n + 1), "")
    points = dict.fromkeys(results, 0.0)
    for white, black, won in (game for games in rounds for game in games):
        for me, other, colour, tenths in ((white, black, "w", won), (black, white, "b", GAME - won)):
            points[me] += tenths / GAME
            results[me] += f"  {other:4d} {colour} {'0=1'[2 * tenths // GAME]}"
    lines = ["012 Oracle", "XXR 19", "XXC white1"]
    for number in results:
        name = f"p{number}"
        head = f"001 {number:4d}      {name:33s} {2400 - number:4d}     {'':11s} {'':10s} "
        lines.append(f"{head}{points[number]:4.1f} {number:4d}{results[number]}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    pairings = py4swiss.DutchEngine.generate_pairings(trf.TrfParser.parse(path, strict=True))
    return [(each.white, each.black) for each in pairings]


def _n_rematches(pairs: Pairs, entrants: list[SwissEntrant]) -> int:
    met = {int(each.name): each.opponents for each in entrants}
    return sum(str(b) in met[a] for a, b in pairs)


def _unevenness(pairs: Pairs, entrants: list[SwissEntrant]) -> int:
    """Return the sum of the squared differences of points."""
    tenths = {int(each.name): each.tenths for each in entrants}
    return sum((tenths[a] - tenths[b]) ** 2 for a, b in pairs)
