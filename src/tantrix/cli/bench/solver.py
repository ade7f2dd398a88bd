"""`tantrix bench solver`."""

from typing import Annotated

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.options import Json
from tantrix.cli.terminal.output import print_json, report_part

Sets = Annotated[int, typer.Option(min=1, help=_("How many random tile sets of each size."))]
Long = Annotated[bool, typer.Option("--long", help=_("Include measurements that take minutes."))]


def bench_solver(sets: Sets = 100, long: Long = False, json: Json = False) -> None:
    """Measure the solver in processor time of one core."""
    from tantrix.lab.bench.kernel import machine
    from tantrix.solver.benchmark import solver_figures

    figures = {**solver_figures(report_part, sets=sets, is_long=long), "machine": machine()}
    if json:
        print_json(figures)
        return
    for name, value in figures.items():
        print(f"{name}:" if isinstance(value, dict) else f"{name}: {value}")
        for key, item in value.items() if isinstance(value, dict) else ():
            print(f"  {key}: {item}")
