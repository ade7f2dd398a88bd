"""`tantrix bench kernel`."""

from typing import Annotated, Any

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.options import Json
from tantrix.cli.terminal.compile_progress import compile_kernel
from tantrix.cli.terminal.output import print_json, report_part

Seconds = Annotated[
    float, typer.Option(min=0.1, max=3600, help=_("Processor time of the timed loops, in seconds."))
]


def bench_kernel(seconds: Seconds = 10.0, json: Json = False) -> None:
    """Measure the kernel in processor time of one core."""
    compile_kernel()
    from tantrix.lab.bench.kernel import kernel_figures

    figures = kernel_figures(seconds, report_part)
    if json:
        print_json(figures)
    else:
        _print_figures(figures)


def _print_figures(figures: dict[str, Any]) -> None:
    for name, value in figures.items():
        if isinstance(value, dict):
            print(f"{name}: {', '.join(f'{key} {item}' for key, item in value.items())}")
        else:
            print(f"{name:28} {value:>14,}")
