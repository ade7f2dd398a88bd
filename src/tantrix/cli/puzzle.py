"""`tantrix puzzle`."""

from typing import TYPE_CHECKING, Annotated

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.options import Json
from tantrix.cli.solve import make_ready
from tantrix.cli.terminal.output import print_json

if TYPE_CHECKING:
    from tantrix.solver.specs import GeneratedPuzzle, PuzzleSpec

Size = Annotated[int, typer.Option(help=_("How many tiles."))]
KindName = Annotated[str, typer.Option("--kind", help=_("loop, line, two-lines, pyramid or flower."))]
ColourNames = Annotated[
    list[str] | None, typer.Option("--colour", help=_("Red, yellow, green or blue; random by default."))
]
DifficultyName = Annotated[
    str, typer.Option(help=_("any, easy, medium or hard: the fewer solutions, the harder."))
]
Unique = Annotated[bool, typer.Option("--unique", help=_("Exactly one solution, up to rotation."))]
Holes = Annotated[bool, typer.Option("--holes", help=_("Allow holes in a loop."))]
Seed = Annotated[int, typer.Option(help=_("The same seed gives the same puzzle."))]

NOT_FOUND = 1  # exit status


def puzzle(
    size: Size = 10,
    kind: KindName = "loop",
    colour: ColourNames = None,
    difficulty: DifficultyName = "any",
    unique: Unique = False,
    holes: Holes = False,
    seed: Seed = 1,
    json: Json = False,
) -> None:
    """Generate a solvable puzzle; print its goal and a solution."""
    from tantrix.solver.generate import generate

    spec = _spec(size, kind, colour or [], difficulty, unique, holes, seed)
    make_ready()
    made = generate(spec, seed)
    print_json(_fields(made)) if json else _print(made)
    if made.goal is None:
        raise typer.Exit(NOT_FOUND)


def _spec(
    size: int, kind: str, colours: list[str], difficulty: str, unique: bool, holes: bool, seed: int
) -> "PuzzleSpec":
    from tantrix.solver.specs import Difficulty, Form, PuzzleSpec, some_colours
    from tantrix.tiles import Colour

    if kind not in tuple(Form):
        raise ValueError(
            _("--kind must be one of {these}, not {kind!r}").format(these=", ".join(Form), kind=kind)
        )
    if difficulty not in tuple(Difficulty):
        these = ", ".join(Difficulty)
        message = _("--difficulty must be one of {these}, not {difficulty!r}")
        raise ValueError(message.format(these=these, difficulty=difficulty))
    named = {known.name.lower(): known for known in Colour}
    chosen = tuple(named[name.lower()] if name.lower() in named else Colour.parse(name) for name in colours)
    form = Form(kind)
    return PuzzleSpec(form, size, chosen or some_colours(form, seed), Difficulty(difficulty), unique, holes)


def _fields(made: "GeneratedPuzzle") -> dict[str, object]:
    found: dict[str, object] = {
        "status": "made" if made.goal else "not found",
        "seed": made.seed,
        "sets_drawn": made.n_drawn,
        "sets_compared": [candidate.count for candidate in made.candidates],
    }
    if made.goal is None:
        return found
    solution = [str(placement) for placement in made.solution]
    return {"goal": str(made.goal), "solutions": made.count, "solution": solution, **found}


def _print(made: "GeneratedPuzzle") -> None:
    if made.goal is None:
        sentence = _("not found: {drawn} tile sets were tried, the fewest solutions were {fewest}")
        print(sentence.format(drawn=made.n_drawn, fewest=made.fewest))
        return
    print(made.goal)
    counted = _("not counted") if made.count is None else made.count
    print(_("solutions: {count}").format(count=counted))
    print(" ".join(map(str, made.solution)))
