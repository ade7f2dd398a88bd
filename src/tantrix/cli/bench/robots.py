"""`tantrix bench robots`."""

import json as text_json
from pathlib import Path
from typing import Annotated, Any

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.options import Json
from tantrix.cli.terminal.compile_progress import compile_kernel
from tantrix.cli.terminal.output import print_json, read_text, report_part
from tantrix.cli.terminal.status import NEGATIVE

Hashes = dict[str, dict[str, str]]

Names = Annotated[
    list[str] | None, typer.Argument(metavar="[ROBOT]…", help=_("Which robots to measure; all by default."))
]
Seconds = Annotated[
    float, typer.Option(min=0, help=_("Processor seconds per robot; slow robots choose in fewer positions."))
]
CheckFile = Annotated[Path | None, typer.Option(help=_("Compare with the fingerprints in this file."))]
RenewFile = Annotated[Path | None, typer.Option(help=_("Write the fingerprints to this file."))]


def bench_robots(
    names: Names = None,
    seconds: Seconds = 10.0,
    check: CheckFile = None,
    renew: RenewFile = None,
    json: Json = False,
) -> None:
    """Hash how robots play, and measure them in processor time of one core."""
    expected = _read(check) if check else {}
    stored = _read(renew) if renew and renew.exists() else {}
    compile_kernel()
    from tantrix import robots
    from tantrix.lab.arena.fingerprint import changed_robots, fingerprints
    from tantrix.lab.bench.kernel import machine

    chosen = names or robots.names()
    for name in chosen:
        robots.find(name)
    figures = {name: fingerprints(name, seconds, report_part) for name in chosen}
    found = {name: figures[name]["fingerprints"] for name in chosen}
    if renew:
        renew.write_text(text_json.dumps({**stored, **found}, indent=2) + "\n", encoding="utf-8")
    changed = changed_robots(found, expected)
    _print({"robots": figures, "changed": changed, "machine": machine()}, json)
    if changed:
        raise typer.Exit(NEGATIVE)


def _read(path: Path) -> Hashes:
    try:
        stored = text_json.loads(read_text(path))
        return {str(name): dict(hashes) for name, hashes in stored.items()}
    except (AttributeError, TypeError, ValueError) as error:
        raise ValueError(
            _("{path} has no fingerprints of robots: {error}").format(path=path, error=error)
        ) from None


def _print(figures: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(figures)
        return
    for name, found in figures["robots"].items():
        hashes = "  ".join(f"{size}: {value}" for size, value in found["fingerprints"].items())
        playouts = found["playouts_per_second"]
        rate = "" if playouts is None else _(", {n:,.0f} playouts/s").format(n=playouts)
        print(_("{name}: {n:,.0f} decisions/s").format(name=name, n=found["decisions_per_second"]) + rate)
        print(f"  {hashes}")
    for name in figures["changed"]:
        print(_("{name} plays differently than expected").format(name=name))
