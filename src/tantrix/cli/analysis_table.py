"""An analysis as tables in the terminal: the totals, then every placement."""

from typing import TYPE_CHECKING

from rich.style import Style
from rich.table import Table
from rich.text import Text

from tantrix._tools.languages import gettext as _
from tantrix.cli.terminal.console import Console

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tantrix.analysis import Analysis, Choice, PlyAnalysis, Totals
    from tantrix.record import Record

_STYLES = {
    "best": Style(color="green"),
    "good": Style(),
    "inaccuracy": Style(color="yellow"),
    "mistake": Style(color="dark_orange", bold=True),
    "blunder": Style(color="red", bold=True),
}
_SIGNS = {"best": "", "good": "", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}


def print_analysis(found: "Analysis", record: "Record", console: Console | None = None) -> None:
    """Print a summary of each seat, and the value of each placement and draw."""
    console = console or Console(highlight=False)
    heading = _("judged by {robot}, seed {seed}; in points of expected margin").format(
        robot=found.robot, seed=found.seed
    )
    console.print(heading, markup=False)
    console.print(_sums(found, record))
    console.print(_steps(found))
    for line in _explanations(found, record):
        console.print(line, markup=False, soft_wrap=True)
    console.print(_thresholds(found), markup=False)


def grade_name(grade: str) -> str:
    """Return the name of a grade in the chosen language."""
    return {
        "best": _("best"),
        "good": _("good"),
        "inaccuracy": _("inaccuracy"),
        "mistake": _("mistake"),
        "blunder": _("blunder"),
    }[grade]


def signed(points: float) -> str:
    """Format points with a sign and one decimal; zero has no sign."""
    return f"{points:+.1f}" if round(points, 1) else "0.0"


def _sums(found: "Analysis", record: "Record") -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in (
        _("player"),
        _("choices"),
        _("accuracy"),
        _("mean loss"),
        "?!",
        "?",
        "??",
        _("missed loops"),
        _("luck"),
    ):
        is_name = heading == _("player")
        table.add_column(heading, justify="left" if is_name else "right", no_wrap=is_name)
    for totals in found.totals:
        table.add_row(*_sum_row(found, record, totals))
    return table


def _sum_row(found: "Analysis", record: "Record", totals: "Totals") -> tuple[str | Text, ...]:
    letter = found.rules.colours[totals.seat].letter
    name = record.seats[totals.seat].name if record.seats else ""
    accuracy = "-" if totals.accuracy is None else f"{totals.accuracy:.1%}"
    loss = "-" if totals.mean_loss is None else f"{totals.mean_loss:.2f}"
    luck = f"{signed(totals.luck)} ± {totals.luck_error:.1f}" if totals.n_draws else "-"
    errors = [str(n) for grade, n in totals.grades.items() if _SIGNS[grade.value]]
    return (
        Text(f"{letter} {name}".strip()),
        str(totals.n_choices),
        accuracy,
        loss,
        *errors,
        str(totals.missed_loops),
        luck,
    )


def _steps(found: "Analysis") -> Table:
    table = Table(box=None, pad_edge=False)
    for heading, side in (
        (_("ply"), "right"),
        ("", "left"),
        (_("placement"), "left"),
        (_("before"), "right"),
        (_("loss"), "right"),
        (_("grade"), "left"),
        (_("better"), "left"),
        (_("draw"), "right"),
        (_("luck"), "right"),
    ):
        table.add_column(heading, justify="right" if side == "right" else "left", no_wrap=side == "left")
    for step in found.steps:
        table.add_row(*_step_row(found, step))
    return table


def _step_row(found: "Analysis", step: "PlyAnalysis") -> tuple[str | Text, ...]:
    letter = found.rules.colours[step.seat].letter
    drawn = (str(step.draw.tile), signed(step.draw.luck)) if step.draw else ("", "")
    judged = _judged(step.choice) if step.choice else ("", "", Text(_("only"), Style(dim=True)), "")
    return (str(step.ply), letter, str(step.placement), *judged, *drawn)


def _judged(choice: "Choice") -> tuple[str | Text, ...]:
    grade = choice.grade.value
    style = _STYLES[grade]
    better = "" if grade == "best" else str(choice.best.placement)
    if choice.missed_loop:
        loop = choice.missed_loop
        better = _("{placement} closes a loop of {score}").format(placement=loop.placement, score=loop.score)
    name = Text(f"{grade_name(grade)} {_SIGNS[grade]}".strip(), style)
    return signed(choice.best.margin), Text(f"{choice.loss:.1f}", style), name, better


def _explanations(found: "Analysis", record: "Record") -> "Iterator[str]":
    """Yield for each error what the placement does, and what the better one would have done."""
    from tantrix.analysis.explained import explained
    from tantrix.reasons.sentence import sentence_of

    for step, played, best in explained(found, record):
        if step.choice and best and _SIGNS[step.choice.grade.value]:
            yield _("{ply}: {placement}: {played} Better {best}: {reason}").format(
                ply=step.ply,
                placement=step.placement,
                played=sentence_of(played, _),
                best=step.choice.best.placement,
                reason=sentence_of(best, _),
            )


def _thresholds(found: "Analysis") -> str:
    by_both = _("{sign} {grade}: {margin:g} points and {share:.0%} of the game")
    by_margin = _("{sign} {grade}: {margin:g} points")
    parts = (
        (by_both if each.share else by_margin).format(
            sign=_SIGNS[each.grade.value],
            grade=grade_name(each.grade.value),
            margin=each.margin,
            share=each.share,
        )
        for each in found.thresholds
    )
    return "; ".join(parts)
