"""`tantrix solve`."""

import sys
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Annotated

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.options import Json
from tantrix.cli.terminal.output import print_json, write_out
from tantrix.cli.terminal.search_watch import SearchWatch, watching
from tantrix.cli.terminal.status import INTERRUPTED

if TYPE_CHECKING:
    from tantrix.solver import Answer, BoardShape, Goal, Strand

GoalText = Annotated[
    str | None, typer.Argument(metavar="[GOAL]", help=_("The goal as text, such as '1-10 loop:Y'."))
]
PuzzleName = Annotated[str | None, typer.Option("--puzzle", help=_("A named puzzle, such as 'Junior'."))]
Tiles = Annotated[str | None, typer.Option(help=_("The tiles: 1-10, or 1,4,5, or 1-10*6 for six packs."))]
ColourNames = Annotated[list[str] | None, typer.Option("--colour", help=_("Red, yellow, green or blue."))]
KindName = Annotated[str, typer.Option("--kind", help=_("A loop or a line."))]
Own = Annotated[
    bool,
    typer.Option(
        "--own", help=_("Through exactly the tiles that carry the colour; always so with two colours.")
    ),
]
ShapeName = Annotated[str | None, typer.Option(help=_("triangle, triangle:4, rhombus:5x6, hexagon:2 …"))]
Holes = Annotated[str, typer.Option(help=_("forbid, allow or a number."))]
First = Annotated[bool, typer.Option("--first", help=_("Find one solution (the default)."))]
All = Annotated[bool, typer.Option("--all", help=_("List all solutions."))]
CountAll = Annotated[bool, typer.Option("--count", help=_("Count the solutions exactly."))]
Estimated = Annotated[bool, typer.Option("--estimate", help=_("Estimate how many there are."))]
Best = Annotated[
    bool, typer.Option("--best", help=_("Find the best sum over the four colours: open solitaire."))
]
Samples = Annotated[int, typer.Option(min=2, help=_("The number of branches to count for an estimate."))]
LimitSeconds = Annotated[float | None, typer.Option(min=0, help=_("Stop after this many seconds."))]
Jobs = Annotated[int, typer.Option(min=1, help=_("How many cores to use."))]
Dask = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help=_("Count on the Dask cluster at this address."))
]
CheckpointPath = Annotated[
    Path | None, typer.Option(help=_("Save the progress of a count in this file, and resume from it."))
]
Held = Annotated[
    str | None,
    typer.Option(
        "--fixed", help=_("Placements kept as given within each group that touches: '12@0,0^4 13@1,0^2'.")
    ),
]
Seed = Annotated[int, typer.Option(help=_("The seed of the order in which one solution is searched."))]
Svg = Annotated[Path | None, typer.Option(help=_("Draw the solution as SVG into this file."))]
Png = Annotated[Path | None, typer.Option(help=_("Draw the solution as PNG into this file."))]
Text = Annotated[Path | None, typer.Option("--text", help=_("Write the solutions as text, one per line."))]


def solve(
    goal_text: GoalText = None,
    puzzle: PuzzleName = None,
    tiles: Tiles = None,
    colour: ColourNames = None,
    goal: KindName = "loop",
    own: Own = False,
    shape: ShapeName = None,
    holes: Holes = "forbid",
    held: Held = None,
    first: First = False,
    all_: All = False,
    count: CountAll = False,
    estimate: Estimated = False,
    best: Best = False,
    samples: Samples = 1000,
    limit_seconds: LimitSeconds = None,
    jobs: Jobs = 1,
    dask: Dask = None,
    checkpoint: CheckpointPath = None,
    seed: Seed = 1,
    svg: Svg = None,
    png: Png = None,
    text: Text = None,
    json: Json = False,
) -> None:
    """Solve a puzzle, count its solutions, or prove that it has none."""
    modes = {"first": first, "all": all_, "count": count, "estimate": estimate, "best": best}
    given = [name for name, is_given in modes.items() if is_given]
    if len(given) > 1:
        raise ValueError(_("give only one of --{these}").format(these=" --".join(given)))
    mode = given[0] if given else "first"
    _check_spread(mode, jobs, dask, checkpoint)
    solver_goal = _goal(goal_text, puzzle, tiles, colour or [], goal, own, shape, holes, mode == "best")
    solver_goal = _holding(solver_goal, held)
    make_ready()
    began = process_time()
    with watching(limit_seconds, with_progress=not json) as watch:
        if mode == "all" and not json:
            answer = _listed(solver_goal, watch)
        else:
            answer = _answer(solver_goal, mode, watch, samples, jobs, dask, checkpoint, seed)
    answer = replace(answer, seconds=answer.seconds + process_time() - began)
    _write(answer, svg, png, text)
    _print(solver_goal, answer, json, mode)
    if watch.is_interrupted:
        raise typer.Exit(INTERRUPTED)


def make_ready() -> None:
    """Compile what is not compiled yet, with a message, so that the reported time covers the search alone."""
    from tantrix.solver.warmup import is_warm, warm_up

    if not is_warm():
        print(_("compiling the solver, once, about 20 s"), file=sys.stderr, flush=True)
    warm_up()


def _goal(
    text: str | None,
    puzzle: str | None,
    tiles: str | None,
    colours: list[str],
    kind: str,
    own: bool,
    shape: str | None,
    holes: str,
    is_open: bool,
) -> "Goal":
    from tantrix.solver.goal import Goal, parse_goal, parse_holes, parse_tile_set
    from tantrix.solver.puzzles import find_puzzle

    if sum(given is not None for given in (text, puzzle, tiles)) != 1 and not is_open:
        raise ValueError(_("give one of a goal, --puzzle and --tiles"))
    if text is not None:
        return parse_goal(text)
    if puzzle is not None:
        return find_puzzle(puzzle).goal
    listed = parse_tile_set("1-56" if tiles is None else tiles)
    is_own = own or len(colours) > 1
    strands = tuple(_strand(colour, kind, is_own) for colour in colours)
    return Goal(listed, strands, _shape(shape, len(listed)), parse_holes(holes))


def _holding(goal: "Goal", held: str | None) -> "Goal":
    from tantrix.solver.goal import parse_held

    return goal if held is None else replace(goal, held=parse_held(held))


def _strand(colour: str, kind: str, is_own: bool) -> "Strand":
    from tantrix.solver.goal import GoalKind, GoalScope, Strand
    from tantrix.tiles import Colour

    if kind not in tuple(GoalKind):
        raise ValueError(
            _("--kind must be one of {these}, not {kind!r}").format(these=", ".join(GoalKind), kind=kind)
        )
    named = {known.name.lower(): known for known in Colour}
    found = named[colour.lower()] if colour.lower() in named else Colour.parse(colour)
    return Strand(found, GoalKind(kind), GoalScope.OWN if is_own else GoalScope.ALL)


def _shape(text: str | None, n_tiles: int) -> "BoardShape | None":
    from tantrix.solver.shapes import BoardShape, fitting_shape

    if text is None:
        return None
    return BoardShape.parse(text) if ":" in text else fitting_shape(text, n_tiles)


def _listed(goal: "Goal", watch: SearchWatch) -> "Answer":
    """List all solutions, and print each as soon as it is found."""
    from tantrix.solver import SolveMode, solve

    return solve(
        goal,
        SolveMode.ALL,
        should_stop=watch.should_stop,
        on_progress=watch.on_progress,
        on_solution=watch.print_found,
    )


def _check_spread(mode: str, jobs: int, dask: str | None, checkpoint: Path | None) -> None:
    """Refuse options for long searches that do not go with what is asked."""
    if mode != "count" and (dask is not None or checkpoint is not None):
        raise ValueError(_("--dask and --checkpoint need --count"))
    if jobs > 1 and mode not in ("count", "first"):
        raise ValueError(_("--jobs needs --count or --first"))
    if jobs > 1 and dask is not None:
        raise ValueError(_("give --jobs or --dask, not both"))


def _answer(
    goal: "Goal",
    mode: str,
    watch: SearchWatch,
    samples: int,
    jobs: int,
    dask: str | None,
    checkpoint: Path | None,
    seed: int,
) -> "Answer":
    from tantrix.solver import SolveMode, solve
    from tantrix.solver.boards.solitaire import best_table
    from tantrix.solver.counts.pieces import estimate
    from tantrix.solver.counts.tally import count_in_parallel

    is_spread = jobs > 1 or dask is not None or checkpoint is not None
    if mode == "best":
        return best_table(goal.tiles, watch.should_stop, watch.on_progress, seed, watch.part)
    if mode == "estimate":
        return estimate(goal, samples, watch.should_stop, watch.on_progress, seed)
    if mode == "count" and is_spread:
        return count_in_parallel(goal, jobs, watch.should_stop, watch.on_progress, dask=dask, path=checkpoint)
    stop, report = watch.should_stop, watch.on_progress
    return solve(goal, SolveMode(mode), should_stop=stop, on_progress=report, seed=seed, jobs=jobs)


def _write(answer: "Answer", svg: Path | None, png: Path | None, text: Path | None) -> None:
    from tantrix.pictures import draw

    if text is not None and answer.solutions:
        lines = (" ".join(map(str, solution)) + "\n" for solution in answer.solutions)
        write_out("".join(lines).encode(), text)
    if answer.solution is None or (svg is None and png is None):
        return
    picture = draw.svg(answer.solution, numbers=True, padding=20)
    if svg is not None:
        write_out(picture.encode(), svg)
    if png is not None:
        write_out(draw.png(picture, 1000), png)


def _print(goal: "Goal", answer: "Answer", as_json: bool, mode: str) -> None:
    if as_json:
        found = {"goal": str(goal), **answer.to_json()}
        if mode == "all":
            found["solutions"] = [[str(laid) for laid in solution] for solution in answer.solutions]
        print_json(found)
        return
    print(answer.status, answer.reason) if answer.reason else print(answer.status)
    if answer.count is not None:
        print(_counted(goal, answer.count))
    if answer.estimate is not None:
        count, error = answer.estimate.count, answer.estimate.error
        print(_("about {count:,.0f}, plus or minus {error:,.0f}").format(count=count, error=error))
    if answer.score is not None:
        bound = answer.details["bound"]
        print(_("score {score}, at most {bound} possible").format(score=answer.score, bound=bound))
    if mode != "all":
        for solution in answer.solutions:
            print(" ".join(map(str, solution)))


def _counted(goal: "Goal", count: int) -> str:
    """Say how many solutions there are, and which count as the same."""
    if goal.shape is None:
        return _("{count} solutions, up to rotation and translation").format(count=count)
    n = len(goal.shape.rotations())
    if n == 1:
        return _("{count} solutions, as they lie on the board").format(count=count)
    return _("{count} solutions, up to the {n} rotations of the board").format(count=count, n=n)
