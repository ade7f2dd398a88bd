"""An analysis as JSON: seats counted from 0, placements as text, points with three decimals."""

from tantrix._tools.json_object import JsonObject
from tantrix.analysis.curve import tracks
from tantrix.analysis.value import Analysis, Choice, Draw, MissedLoop, PlyAnalysis, Totals
from tantrix.notation import print_rules
from tantrix.robots.evaluation import ScoredPlacement


def to_json(analysis: Analysis) -> JsonObject:
    """Return an analysis as plain dicts, lists, texts and numbers."""
    return {
        "rules": print_rules(analysis.rules),
        "robot": analysis.robot,
        "seed": analysis.seed,
        "n_plies": analysis.n_plies,
        "is_complete": analysis.is_complete,
        "margins": None if analysis.margins is None else [_rounded(each) for each in analysis.margins],
        "thresholds": [{**each._asdict(), "grade": each.grade.value} for each in analysis.thresholds],
        "seats": [_totals(each) for each in analysis.totals],
        "steps": [_step(each) for each in analysis.steps],
        "tracks": [
            {"seat": track.seat, "points": [[ply, _rounded(margin)] for ply, margin in track.points]}
            for track in tracks(analysis)
        ],
    }


def _totals(totals: Totals) -> JsonObject:
    return {
        "seat": totals.seat,
        "n_choices": totals.n_choices,
        "loss": _rounded(totals.loss),
        "mean_loss": None if totals.mean_loss is None else _rounded(totals.mean_loss),
        "accuracy": None if totals.accuracy is None else _rounded(totals.accuracy),
        "grades": {name.value: n for name, n in totals.grades.items()},
        "missed_loops": totals.missed_loops,
        "n_draws": totals.n_draws,
        "luck": _rounded(totals.luck),
        "luck_error": _rounded(totals.luck_error),
    }


def _step(step: PlyAnalysis) -> JsonObject:
    return {
        "ply": step.ply,
        "seat": step.seat,
        "placement": str(step.placement),
        "choice": _choice(step.choice) if step.choice else None,
        "draw": _draw(step.draw) if step.draw else None,
    }


def _choice(choice: Choice) -> JsonObject:
    return {
        "n_placements": choice.n_placements,
        "grade": choice.grade.value,
        "loss": _rounded(choice.loss),
        "share_loss": _rounded(choice.share_loss),
        "loss_error": _rounded(choice.loss_error),
        "is_exact": choice.is_exact,
        "played": candidate_json(choice.played),
        "best": candidate_json(choice.best),
        "missed_loop": _loop(choice.missed_loop) if choice.missed_loop else None,
    }


def candidate_json(candidate: ScoredPlacement) -> JsonObject:
    """Return the evaluation of a placement."""
    return {
        "placement": str(candidate.placement),
        "margin": _rounded(candidate.margin),
        "share": _rounded(candidate.share),
        "n_playouts": candidate.n_playouts,
        "line": [str(placement) for placement in candidate.line],
    }


def _loop(loop: MissedLoop) -> JsonObject:
    return {"placement": str(loop.placement), "score": loop.score, "loss": _rounded(loop.loss)}


def _draw(draw: Draw) -> JsonObject:
    return {"tile": draw.tile, "luck": _rounded(draw.luck), "error": _rounded(draw.error)}


def _rounded(value: float) -> float:
    return round(float(value), 3) + 0.0
