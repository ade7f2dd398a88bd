"""The reasons for the placements of an analysis: what was played, and what was best."""

from collections.abc import Iterator
from typing import NamedTuple

from tantrix._tools.json_object import JsonObject
from tantrix.analysis.analyse import replayed
from tantrix.analysis.value import Analysis, PlyAnalysis
from tantrix.reasons import PlacementReason, reasons_for
from tantrix.record import Record


class Explained(NamedTuple):
    """A placement, and what it and the best one do; `best` is empty if the best was played."""

    step: PlyAnalysis
    played: tuple[PlacementReason, ...]
    best: tuple[PlacementReason, ...]


def explained(analysis: Analysis, record: Record) -> Iterator[Explained]:
    """Yield the reasons for each placement of an analysis of this record."""
    games = {game.ply + 1: game for game in replayed(record)}
    for step in analysis.steps:
        best = step.choice.best.placement if step.choice else step.placement
        game = games[step.ply]
        reasons = reasons_for(game, best) if best != step.placement else ()
        yield Explained(step, reasons_for(game, step.placement), reasons)


def explained_json(analysis: Analysis, record: Record) -> list[JsonObject]:
    """Return the reasons as plain dicts: the ply, and the facts of the placement played and of the best."""
    return [
        {"ply": each.step.ply, "played": _reasons(each.played), "best": _reasons(each.best)}
        for each in explained(analysis, record)
    ]


def _reasons(reasons: tuple[PlacementReason, ...]) -> list[JsonObject]:
    return [{"fact": each.fact.value, "colour": each.colour.letter, "n": each.n} for each in reasons]
