import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from research.trials.regions import (
    Exposure,
    Piece,
    SearchedRegions,
    check_goal,
    compared,
    decided,
    exposures,
    least,
    main,
    pieces,
    profiles,
    random_goal,
    regions,
    searched,
)
from tantrix.hexes import Cell, neighbours, rotate
from tantrix.solver import SolveMode, parse_goal, solve
from tantrix.solver.checker import count_holes
from tantrix.solver.proofs.refusals import why_unsolvable
from tantrix.tiles import Colour

THIRTY = parse_goal("1-30 loop:R/own loop:B/own")
SOLVABLE = parse_goal("5,14,16,18,21-22,31,35,37 loop:R/own loop:B/own")


def test_a_corner_turns_inwards_or_outwards_and_exposes_edges_on_its_outer_side_only() -> None:
    found = exposures(3, Colour.YELLOW, Colour.BLUE)  # RRBBYY

    assert found == {Exposure(-2, 0, 0), Exposure(2, 2, 0), Exposure(2, 2, 1), Exposure(2, 2, 2)}


def test_the_tiles_1_to_30_allow_147_profiles() -> None:
    found = profiles(THIRTY.tiles, Colour.RED, Colour.BLUE)

    assert {rim: len(each) for rim, each in found.items()} == {
        38: 30, 40: 30, 42: 26, 44: 22, 46: 17, 48: 13, 50: 9,
    }  # fmt: skip


@pytest.mark.parametrize(("rim", "n_regions"), [(38, 1), (40, 121), (42, 2_666)])
def test_regions_are_listed_once_without_holes_and_with_their_rim(rim: int, n_regions: int) -> None:
    allowed = profiles(THIRTY.tiles, Colour.RED, Colour.BLUE)[rim]

    listed = list(regions(30, rim, allowed))

    assert len(listed) == len({least(region) for region in listed}) == n_regions
    for region in listed[::20]:
        own = set(region)
        assert len(own) == 30
        assert count_holes(region) == 0
        assert sum(beside not in own for cell in own for beside in neighbours(cell)) == rim


def test_a_region_and_its_rotations_have_the_same_least_form() -> None:
    region = (Cell(0, 0), Cell(1, 0), Cell(1, 1))

    assert {least([rotate(cell, sixths) for cell in region]) for sixths in range(6)} == {least(region)}


def test_the_regions_together_have_the_solutions_that_the_search_through_gates_lists() -> None:
    solutions = solve(SOLVABLE, SolveMode.ALL).solutions
    lying = [least([placement.cell for placement in solution]) for solution in solutions]

    listed = [region for piece in pieces(SOLVABLE) for region in piece.regions]

    assert {*lying} <= {least(region) for region in listed}
    n_found = [searched(SOLVABLE, Piece(0, 0, (region,)))[1].n_found for region in listed]
    assert n_found == [lying.count(least(region)) for region in listed]
    assert sum(n_found) == len(solutions) > 0


def test_random_goals_carry_red_on_all_tiles_and_pass_the_short_proofs() -> None:
    for seed in range(5):
        goal = random_goal(Random(seed))

        check_goal(goal)
        assert why_unsolvable(goal) == ""


def test_the_command_compares_a_goal_with_other_searches() -> None:
    assert compared(SOLVABLE) == (3, 4, 0)


def test_a_search_continues_from_its_file_even_after_a_line_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "regions.jsonl"
    kept = SearchedRegions(SOLVABLE, path)
    assert decided(SOLVABLE, kept, 1)
    whole = path.read_text("utf-8")
    path.write_text(whole[:-20], "utf-8")

    resumed = SearchedRegions(SOLVABLE, path)

    assert len(resumed.done) == len(kept.done) - 1
    assert decided(SOLVABLE, resumed, 1)
    assert {key: each.solutions for key, each in resumed.done.items()} == {
        key: each.solutions for key, each in kept.done.items()
    }
    assert path.read_text("utf-8").count("\n") == whole.count("\n")


def test_several_processes_find_the_same() -> None:
    command = [sys.executable, "-m", "research.trials.regions", str(SOLVABLE), "--jobs", "2", "--json"]

    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert json.loads(done.stdout)["found"] == 4


def test_a_file_of_another_goal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "regions.jsonl"
    SearchedRegions(SOLVABLE, path)

    with pytest.raises(ValueError, match="to begin with"):
        SearchedRegions(THIRTY, path)


def test_the_command_searches_all_regions_or_those_of_some_rims(capsys: pytest.CaptureFixture[str]) -> None:
    statuses = main([str(SOLVABLE), "--json"]), main([str(SOLVABLE), "--rims", "24", "--json"])

    whole, part = map(json.loads, capsys.readouterr().out.splitlines())
    assert statuses == (0, 0)
    assert (whole["found"], whole["is_complete"]) == (4, True)
    assert whole["by_rim"]["22"]["n_regions"] == 3
    assert (part["found"], part["is_complete"], part["by_rim"]) == (0, False, {})


@pytest.mark.parametrize("text", ["1-10 loop:R", "1-40 loop:R/own loop:B/own", "1-30 loop:R/own line:B/own"])
def test_another_kind_of_goal_is_an_error(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([text])

    assert "expected two loops" in capsys.readouterr().err
