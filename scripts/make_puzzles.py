"""Write docs/puzzles.md: every named puzzle with its counts and times, from the data that the code uses.

`--check` changes nothing and fails if a count is not what the page says; times are not compared.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from statistics import median
from time import process_time

from tantrix.solver import Answer, Ask, Goal, Kind, parse_goal, solve
from tantrix.solver.boards.shapes import Shape
from tantrix.solver.generate import SIZES, Difficulty, Form, Wish, generate, most_counted, some_colours
from tantrix.solver.puzzles import Puzzle, puzzles
from tantrix.solver.warmup import warm_up

PAGE = Path(__file__).resolve().parent.parent / "docs/puzzles.md"
LARGER = ("1-14 loop:B", "1-15 loop:R", "1-16 loop:R")
MOST_WITH_HOLES = 10
INTRODUCTION = """# Puzzles

Written by `scripts/make_puzzles.py`; change `src/tantrix/solver/puzzles.csv` and run it again.

A goal reads as `tantrix solve` takes it: the tiles, a loop or a line of a colour through all of them (`/own`:
through all that carry the colour), a board of a fixed shape, holes. Solutions on a free table are counted up
to rotation and translation, on a board up to the rotations of the board; mirror images are not the same,
since a tile has none. *Published* is what others counted, without holes and with any; each agrees. Times are
processor time of one core, compiled, for one solution and for the whole count.

| puzzle | goal | solutions | with any holes | published | first, ms | count, s |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
"""

SEEDS = range(1, 4)
MADE = """
## New puzzles

`tantrix puzzle` and the page `/puzzles/new` draw sets of tiles by chance until twelve of them can be
solved, and count all solutions of each. Of the twelve an *easy* puzzle is the one with the most solutions,
a *hard* one that with the fewest; a *medium* one lies in the middle. For a *single* solution one or two
tiles of the best set are changed at a time, as long as that leaves no more solutions; six thousand changes
are tried. A seed names its puzzle for ever: counts are exact and do not depend on how a search goes.
Whatever is made was solved, and the independent checker has judged the solution. Larger puzzles are made
too (a loop of up to 30 tiles, a line of 12, two lines of 10, a pyramid of 15); they are not counted, so
that nobody can say how hard they are.

For the seeds 1 to 3: the part of all sets drawn that can be solved at all, the median number of solutions,
and for how many seeds a puzzle with a single solution was found.

| form | tiles | solvable | easy | medium | hard | single |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
"""


def main() -> None:
    """Bring the page up to date, or check its counts."""
    warm_up()
    page = INTRODUCTION + "".join(rows()) + flowers() + made()
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(page, "utf-8")
    elif _counts(page) != _counts(PAGE.read_text("utf-8")):
        sys.exit("docs/puzzles.md has other counts: run scripts/make_puzzles.py")


def rows() -> Iterator[str]:
    """Yield the rows of the table."""
    for puzzle in puzzles().values():
        yield row(puzzle)
    for text in LARGER:
        goal = parse_goal(text)
        yield row(Puzzle(f"Discovery tiles 1-{len(goal.tiles)}", goal))


def row(puzzle: Puzzle) -> str:
    """Solve and count a puzzle."""
    first, first_seconds = _timed(puzzle.goal, Ask.FIRST)
    counted, seconds = _timed(puzzle.goal, Ask.COUNT)
    assert bool(first.solutions) == bool(counted.count), puzzle
    assert puzzle.published in (None, counted.count), puzzle
    told = [number for number in (puzzle.published, puzzle.published_any_holes) if number is not None]
    cells = (
        puzzle.name,
        f"`{puzzle.goal}`",
        f"{counted.count:,}",
        _with_holes(puzzle),
        " / ".join(f"{number:,}" for number in told),
        f"{first_seconds * 1000:.2f}",
        f"{seconds:.3f}",
    )
    return f"| {' | '.join(cells)} |\n"


def flowers() -> str:
    """Count the flowers of all sets of seven from the tiles 1 to 14 (R7.3)."""
    shape = Shape.parse("hexagon:2")
    began = process_time()
    counts = [solve(Goal(tiles, (), shape), Ask.COUNT).count or 0 for tiles in combinations(range(1, 15), 7)]
    seconds = process_time() - began
    return (
        "\n## The flower of seven\n\n"
        "Any seven of the tiles 1 to 14 on a hexagon of side 2, all edges alike: over all "
        f"{len(counts):,} sets {sum(counts):,} solutions up to rotation, from {min(counts)} to "
        f"{max(counts)} a set (published: 162 to 764). All sets in {seconds:.1f} s.\n"
    )


def made() -> str:
    """Say how new puzzles are made, and how many solutions easy and hard ones have."""
    began = process_time()
    lines = [made_row(form, size) for form in Form for size in SIZES[form] if size <= most_counted(form)]
    return MADE + "".join(lines) + f"\nAll of these in {process_time() - began:.1f} s.\n"


def made_row(form: Form, size: int) -> str:
    """Make puzzles of a form and size from the first seeds, of each difficulty."""
    puzzles_of = {
        level: [generate(Wish(form, size, some_colours(form, seed), level), seed) for seed in SEEDS]
        for level in (Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD)
    }
    easy = puzzles_of[Difficulty.EASY]
    share = sum(len(each.candidates) for each in easy) / sum(each.n_drawn for each in easy)
    counts = (_median([each.count for each in found]) for found in puzzles_of.values())
    wishes = (Wish(form, size, some_colours(form, seed), is_unique=True) for seed in SEEDS)
    unique = [generate(wish, seed).goal is not None for wish, seed in zip(wishes, SEEDS, strict=True)]
    cells = (form, str(size), f"{share:.1%}", *counts, f"{sum(unique)} of {len(unique)}")
    return f"| {' | '.join(cells)} |\n"


def _median(counts: list[int | None]) -> str:
    return f"{median(count for count in counts if count is not None):,.0f}"


def _timed(goal: Goal, ask: Ask) -> tuple[Answer, float]:
    began = process_time()
    answer = solve(goal, ask)
    return answer, process_time() - began


def _with_holes(puzzle: Puzzle) -> str:
    goal = puzzle.goal
    is_loop = len(goal.strands) == 1 and goal.strands[0].kind is Kind.LOOP
    if goal.shape is not None or goal.holes != 0 or not is_loop or len(goal.tiles) > MOST_WITH_HOLES:
        return ""
    answer, _ = _timed(replace(goal, holes=None), Ask.COUNT)
    assert puzzle.published_any_holes in (None, answer.count), puzzle
    return f"{answer.count:,}"


def _counts(page: str) -> str:
    """Return a page without its times."""
    return re.sub(r"(\| [\d.]+ \| [\d.]+ \|\n)|(in [\d.]+ s)", "", page)


if __name__ == "__main__":
    main()
