"""For each search there is a goal that gets it, so that none lies idle."""

import pytest

from tantrix.solver import SolveMode, parse_goal, solve
from tantrix.solver.searches import complete, guessing
from tantrix.solver.searches.choice import choose, counting_search, random_searches

FIRST, ALL, COUNT = SolveMode.FIRST, SolveMode.ALL, SolveMode.COUNT
HELD = "1-9 loop:Y held:1@0,0^0;2@1,0^3"
CHOSEN = [
    ("1-8 loop:B", COUNT, ("gates",)),
    ("1-8 loop:B", ALL, ("gates",)),
    ("1-13 loop:R", COUNT, ("closures",)),
    ("1-13 loop:R", ALL, ("gates",)),
    ("1-13 loop:R", FIRST, ("growth", "gates")),
    (HELD, COUNT, ("held gates",)),
    (HELD, FIRST, ("held forms", "held gates")),
    ("1-5 line:R", COUNT, ("frontier",)),
    ("1-5 line:R", FIRST, ("frontier",)),
    ("1-28 line:R line:B/own shape:rhombus:4x7", ALL, ("propagation",)),
    ("1-28 line:R line:B/own shape:rhombus:4x7", COUNT, ("frontier",)),
    ("1-56 loop:R/own loop:Y/own", FIRST, ("strand forms", "frontier")),
    ("1-20 line:R/own line:B/own", FIRST, ("main strand", "frontier")),
    ("1-30 loop:R shape:rhombus:5x6", FIRST, ("board forms", "board forms", "frontier")),
    ("1-56 loop:R/own", FIRST, ("tiles around a loop", "frontier")),
    ("1-64 holes:3", FIRST, ("tiles around a loop", "frontier")),
    ("1-10*7 loop:Y", FIRST, ("splicing",)),
]
COUNTED = [text for text, mode, _ in CHOSEN if mode is COUNT]
RANDOM = {  # the searches in turns beside the complete one
    "1-20 line:R/own line:B/own": [*["main strand"] * 7, "random frontier", "main strand"],
    "1-30 loop:R shape:rhombus:5x6": [*["board forms"] * 7, "random frontier", "board forms"],
    "1-56 loop:R/own loop:Y/own": [*["strand forms"] * 7, "random frontier", "strand forms"],
    "1-56 line:R/own loop:Y/own": ["strand forms", "random frontier", "strand forms"],
    HELD: ["held forms"] * 3,
    "1-5 line:R": ["random frontier"] * 2,
}
DECIDED = [
    ("1-8 loop:B", COUNT, "gates"),
    ("1-13 loop:B", COUNT, "closures"),
    ("1-7 loop:B holes:allow", ALL, "frontier"),
    ("1-13 loop:R held:1@0,0^0;2@1,0^3", COUNT, "held gates"),
    ("1-13 loop:B", FIRST, "growth"),
    ("1-10*7 loop:Y", FIRST, "splicing"),
    ("1-56 loop:R/own", FIRST, "tiles around a loop"),
    ("1-30 loop:R shape:rhombus:5x6", FIRST, "board forms"),
    ("1-56 loop:R/own loop:Y/own", FIRST, "strand forms"),
    ("1-20 line:R/own line:B/own", FIRST, "main strand"),
]


@pytest.mark.parametrize(("text", "mode", "names"), CHOSEN)
def test_each_goal_gets_its_searches(text: str, mode: SolveMode, names: tuple[str, ...]) -> None:
    assert choose(parse_goal(text), mode).names == names


@pytest.mark.parametrize(("text", "mode", "name"), DECIDED)
def test_an_answer_names_the_search_that_found_it(text: str, mode: SolveMode, name: str) -> None:
    assert solve(parse_goal(text), mode).search == name


def test_every_search_is_chosen_for_some_goal() -> None:
    chosen = {name for _, _, names in CHOSEN for name in names}

    assert {name for names in RANDOM.values() for name in names} <= chosen | {"random frontier"}
    assert chosen | {"random frontier"} == _names_of_all_searches()
    assert {name for _, _, name in DECIDED} < chosen


@pytest.mark.parametrize("text", COUNTED)
def test_what_counts_in_one_piece_also_counts_in_several(text: str) -> None:
    goal = parse_goal(text)

    assert (counting_search(goal).name,) == choose(goal, COUNT).names


@pytest.mark.parametrize(("text", "names"), RANDOM.items())
def test_random_searches_take_turns(text: str, names: list[str]) -> None:
    searches = random_searches(parse_goal(text), 1)

    assert [next(searches).name for _ in names] == names


def test_a_short_proof_needs_no_search() -> None:
    assert solve(parse_goal("1-3 loop:R")).search == ""


def _names_of_all_searches() -> set[str]:
    """Return the names in the two files of searches; only the classes that they share have none."""
    members = (*vars(complete).values(), *vars(guessing).values())
    names = (vars(kind).get("name") for kind in members if isinstance(kind, type))
    return {name for name in names if isinstance(name, str)}
