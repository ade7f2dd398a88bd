"""The pages of puzzles, their checker and their hints."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tantrix.hexes import ORIGIN, Cell, distance, rotate
from tantrix.pictures.draw import tile_symbols_apart
from tantrix.placement import Placement
from tantrix.server.puzzles.catalogue import PUZZLES, Mode
from tantrix.server.puzzles.hints import faults_of, help_with
from tantrix.server.puzzles.wording import aim
from tantrix.server.wording.colours import colour_letters
from tantrix.solver.answer import Solution, Status
from tantrix.solver.held_groups import groups_of
from tantrix.solver.pipeline import solve
from tests.server.support.table import Json

PLACEMENTS = st.builds(
    Placement,
    st.integers(1, 10),
    st.builds(Cell, st.integers(-3, 3), st.integers(-3, 3)),
    st.integers(0, 5),
)


def never() -> bool:
    return False


def solution(name: str) -> Solution:
    found = solve(PUZZLES[name].goal).solution
    assert found
    return found


def ask(client: TestClient, name: str, what: str, placements: Sequence[object], **more: str) -> Json:
    body = {"placements": [str(placement) for placement in placements], **more}
    answer = client.post(f"/api/puzzles/{name}/{what}", json=body)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def test_discovery_has_a_page_for_each_number_and_two_for_seven() -> None:
    numbers = [puzzle.number for puzzle in PUZZLES.values() if puzzle.group == "discovery"]

    assert numbers == sorted([*range(3, 31), 7])  # R7.1


def test_the_card_of_a_puzzle_names_the_lines_of_all_its_colours_and_the_holes() -> None:
    words = aim(PUZZLES["genius-red-blue"], "en")

    assert words == (
        "Join all red lines into one long line. Join all blue lines into one long line. "
        "All tiles lie together, and there is no hole inside."
    )


@pytest.mark.parametrize(
    "name", [name for name, puzzle in PUZZLES.items() if puzzle.number <= 20 and puzzle.mode is Mode.SOLVE]
)
def test_every_puzzle_can_be_solved_and_its_solution_is_recognised(client: TestClient, name: str) -> None:
    right = solution(name)

    assert ask(client, name, "check", right) == {"is_solved": True, "faults": []}
    assert not ask(client, name, "check", right[:-1])["is_solved"]


@pytest.mark.parametrize("language", ["en", "ru", "pl"])
def test_every_puzzle_has_a_page_with_its_tiles(client: TestClient, language: str) -> None:
    for name, puzzle in PUZZLES.items():
        answer = client.get(f"/puzzles/{name}", headers={"accept-language": language})

        assert answer.status_code == 200
        assert answer.text.count('<symbol id="tile-') == len(set(puzzle.tiles))
        assert tile_symbols_apart(puzzle.goal.tiles[:1], colour_letters(language)) in answer.text


def test_the_list_links_to_every_puzzle(client: TestClient) -> None:
    page = client.get("/puzzles").text

    assert all(f'href="/puzzles/{name}"' in page for name in PUZZLES)
    assert client.get("/api/puzzles").json()[0]["name"] == "discovery-3"


def test_a_puzzle_is_shown_with_its_goal_and_the_edges_of_its_tiles(client: TestClient) -> None:
    puzzle = client.get("/api/puzzles/discovery-7-red").json()

    assert puzzle["goal"] == "1-7 loop:R"
    assert puzzle["title"] == "Discovery 7, red"
    assert puzzle["edges"][0] == "YYBRBR"
    assert puzzle["strands"] == [{"colour": "R", "is_loop": True, "is_of_all": True}]


@pytest.mark.parametrize("path", ["/api/puzzles/nothing", "/puzzles/nothing", "/puzzles/NOTHING"])
def test_an_unknown_puzzle_is_not_found(client: TestClient, path: str) -> None:
    answer = client.get(path)

    assert answer.status_code == 404
    assert answer.json()["code"] == "unknown_puzzle"


def test_an_invalid_position_is_a_fault_or_refused(client: TestClient) -> None:
    assert ask(client, "discovery-3", "check", ["0@0,0^0"])["faults"]
    far = ["1@999,-999^0", "2@-999,999^0", "3@0,0^0"]
    assert ask(client, "discovery-3", "check", far)["faults"] == [
        "expected one piece, but some tiles lie far apart"
    ]
    for body in ({"placements": ["1@0,0^9"]}, {"placements": ["1@0,0^0"] * 65}, {}, {"placements": [1]}):
        assert client.post("/api/puzzles/discovery-3/check", json=body).status_code == 422
    question = {"placements": ["1@0,0^0", "1@1,0^0"], "strength": "tile"}
    assert client.post("/api/puzzles/discovery-3/hint", json=question).json()["code"] == "invalid"


@pytest.mark.parametrize("name", ["discovery-3", "discovery-9", "flower-1-7", "pyramid-blue", "professor"])
def test_hints_alone_solve_a_puzzle(client: TestClient, name: str) -> None:
    laid: dict[int, Placement] = {}

    for _ in PUZZLES[name].goal.tiles:
        hint = ask(client, name, "hint", list(laid.values()), strength="tile")
        assert hint["status"] == "solved"
        laid |= {placement.tile: placement for placement in map(Placement.parse, hint["placements"])}

    assert ask(client, name, "check", list(laid.values()))["is_solved"]


@given(st.integers(0, 5), st.integers(-4, 4), st.integers(-4, 4), st.sets(st.integers(1, 6)))
@settings(deadline=None, max_examples=40)
def test_any_part_of_a_solution_moved_and_turned_can_still_be_solved(
    sixths: int, q: int, r: int, kept: set[int]
) -> None:
    puzzle = PUZZLES["discovery-6"]
    moved = [
        Placement(tile, Cell(rotate(cell, sixths).q + q, rotate(cell, sixths).r + r), (rotation + sixths) % 6)
        for tile, cell, rotation in solution("discovery-6")
        if tile in kept
    ]

    assert help_with(puzzle.goal, moved, "solvable", never).status is Status.SOLVED


def test_a_mismatch_or_a_wrong_pair_cannot_be_solved(client: TestClient) -> None:
    mismatch = ask(client, "discovery-3", "hint", ["1@0,0^0", "2@1,0^3"], strength="solvable")
    matching = ask(client, "discovery-3", "hint", ["1@0,0^3", "2@1,0^3"], strength="solvable")

    assert mismatch["status"] == matching["status"] == "none"


def test_a_puzzle_with_copies_of_tiles_only_says_whether_it_can_be_solved(client: TestClient) -> None:
    laid = [str(placement) for placement in solution("packs-12")[:5]]

    assert ask(client, "packs-12", "hint", laid, strength="solvable")["status"] == "solved"
    question = {"placements": laid, "strength": "tile"}
    assert client.post("/api/puzzles/packs-12/hint", json=question).json()["code"] == "invalid"


def test_a_puzzle_with_tiles_to_pick_has_hints_for_some_choice(client: TestClient) -> None:
    laid = [str(placement) for placement in solution("flower-8-14")[:3]]

    assert ask(client, "flower-of-seven", "hint", laid, strength="solvable")["status"] == "solved"
    hint = ask(client, "flower-of-seven", "hint", laid, strength="tile")
    assert hint["status"] == "solved" and hint["placements"]
    assert ask(client, "flower-of-seven", "check", solution("flower-8-14"))["is_solved"]
    assert not ask(client, "flower-of-seven", "check", laid)["is_solved"]
    assert not ask(client, "flower-of-seven", "check", ["20@0,0^0"])["is_solved"]


def test_the_tiles_of_a_pair_touch_in_a_solution(client: TestClient) -> None:
    a, b = ask(client, "discovery-4", "hint", [], strength="pair")["pair"]

    cells = {placement.tile: placement.cell for placement in solution("discovery-4")}
    assert distance(cells[a], cells[b]) == 1


def test_a_stopped_search_reports_an_unknown_status() -> None:
    wrong = [Placement(tile, Cell(tile, 0), 0) for tile in (1, 3, 5)]
    far = [placement._replace(cell=Cell(placement.cell.q * 2, 0)) for placement in wrong]
    asked = [*far, Placement(2, Cell(2, 1), 0)]

    found = help_with(PUZZLES["discovery-30"].goal, asked, "solvable", lambda: True)

    assert found.status in (Status.UNKNOWN, Status.NONE, Status.SOLVED)
    assert found.pair == ()


@given(st.lists(PLACEMENTS, max_size=12))
def test_no_position_crashes_the_checker_or_the_grouping(position: list[Placement]) -> None:
    groups = groups_of(list({placement.cell: placement for placement in position}.values()))

    assert isinstance(faults_of(PUZZLES["discovery-10"].goal, position), list)
    assert sum(map(len, groups)) == len({placement.cell for placement in position})


@pytest.mark.parametrize("name", ["discovery-9", "discovery-24", "pyramid-1"])
def test_a_solution_can_be_shown(client: TestClient, name: str) -> None:
    shown = ask(client, name, "hint", [], strength="solution")["placements"]

    assert ask(client, name, "check", shown)["is_solved"]


def test_a_cell_of_the_frame_is_where_the_first_hint_lies(client: TestClient) -> None:
    frame = client.get("/api/puzzles/pyramid-yellow").json()["shape"]
    first = ask(client, "pyramid-yellow", "hint", [], strength="tile")["placements"][0]

    cell = Placement.parse(first).cell
    assert {"q": cell.q, "r": cell.r} in frame
    assert {"q": ORIGIN.q, "r": ORIGIN.r} in frame
