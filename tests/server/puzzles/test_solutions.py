"""The solutions of a puzzle, listed page by page."""

from itertools import count
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tantrix.placement import Placement
from tantrix.server.puzzles.catalogue import PUZZLES
from tantrix.server.puzzles.hints import faults_of
from tantrix.server.puzzles.solutions.listing import MAX_LISTED, PAGE
from tantrix.server.puzzles.solutions.search import list_solutions
from tantrix.server.settings import Settings
from tantrix.solver.answer import Status, canonical
from tantrix.solver.goal import parse_goal
from tantrix.solver.puzzles import find_puzzle
from tests.server.support.databases.migrated import migrated_folder
from tests.server.support.table import Json
from tests.support.computing import UNHURRIED


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(migrated_folder(tmp_path), now_ms=count(1_700_000_000_000).__next__, computing=UNHURRIED)


def never() -> bool:
    return False


def pages(client: TestClient, name: str, **query: str) -> list[Json]:
    """Request page after page until one is empty."""
    found: list[Json] = []
    while not found or found[-1]["solutions"]:
        first = sum(len(page["solutions"]) for page in found)
        answer = client.get(f"/api/puzzles/{name}/solutions", params={"first": first, **query})
        assert answer.status_code == 200, answer.text
        found.append(answer.json())
    return found


@pytest.mark.parametrize(
    "name", ["discovery-3", "discovery-9", "pyramid-yellow", "genius-red-blue", "pyramid-1"]
)
def test_every_solution_is_listed_once_and_is_right(client: TestClient, name: str) -> None:
    found = pages(client, name)

    solutions = [tuple(map(Placement.parse, texts)) for page in found for texts in page["solutions"]]
    assert len({canonical(solution) for solution in solutions}) == len(solutions) == found[0]["count"]
    assert all(faults_of(PUZZLES[name].goal, solution) == [] for solution in solutions)
    assert {page["n_listed"] for page in found} == {len(solutions)}


def test_as_many_solutions_are_listed_as_were_published(client: TestClient) -> None:
    known = find_puzzle("Discovery 8")

    assert pages(client, "custom", goal=str(known.goal))[0]["count"] == known.published


def test_many_solutions_are_counted_but_a_thousand_are_listed(client: TestClient) -> None:
    first = client.get("/api/puzzles/discovery-11/solutions").json()

    assert (first["count"], first["n_listed"], len(first["solutions"])) == (8808, MAX_LISTED, PAGE)
    last = client.get("/api/puzzles/discovery-11/solutions", params={"first": MAX_LISTED}).json()
    assert last["solutions"] == []


def test_a_solution_in_a_frame_lies_in_the_frame(client: TestClient) -> None:
    frame = {(cell["q"], cell["r"]) for cell in client.get("/api/puzzles/pyramid-2").json()["shape"]}

    for texts in client.get("/api/puzzles/pyramid-2/solutions").json()["solutions"]:
        assert {tuple(Placement.parse(text).cell) for text in texts} == frame


def test_copies_of_tiles_and_picked_tiles_have_solutions_too() -> None:
    for name in ("packs-20", "flower-of-seven"):
        puzzle = PUZZLES[name]
        calls = count()
        found = list_solutions(puzzle.goals(), lambda calls=calls: next(calls) > 40)  # type: ignore[misc]

        assert found.status is Status.SOLVED
        goals = [next(puzzle.goals(p.tile for p in solution)) for solution in found.solutions[:5]]
        assert all(
            faults_of(goal, solution) == [] for goal, solution in zip(goals, found.solutions, strict=False)
        )


def test_an_unsolvable_goal_has_a_proof_rather_than_an_empty_list(client: TestClient) -> None:
    impossible = client.get("/api/puzzles/custom/solutions", params={"goal": "1-3 loop:G"}).json()

    assert (impossible["status"], impossible["count"], impossible["solutions"]) == ("none", 0, [])


def test_an_incomplete_list_proves_nothing_and_is_not_final() -> None:
    interrupted = list_solutions([parse_goal("1-30 loop:R")], lambda: True)
    complete = list_solutions(PUZZLES["discovery-4"].goals(), never)

    assert interrupted.status is not Status.NONE and not interrupted.is_final
    assert complete.count == 2 and complete.is_final


@pytest.mark.parametrize("first", ["-1", "1001", "x"])
def test_a_page_beyond_the_list_is_refused(client: TestClient, first: str) -> None:
    assert client.get("/api/puzzles/discovery-3/solutions", params={"first": first}).status_code == 422
