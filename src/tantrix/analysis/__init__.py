"""The value of a game at every ply: where skill decided it, and where the luck of the draw.

It is a pure function of the record, the robot that evaluates and a seed, and knows nothing about screens or
servers.
"""

from tantrix.analysis.analyse import analyse
from tantrix.analysis.curve import curve_svg, tracks
from tantrix.analysis.grades import THRESHOLDS, Grade, Threshold, grade
from tantrix.analysis.json_view import to_json
from tantrix.analysis.judges import PREFERRED, as_judge, find_judge, judge_names
from tantrix.analysis.value import Analysis, Choice, Draw, MissedLoop, PlyAnalysis, Totals

__all__ = [
    "PREFERRED",
    "THRESHOLDS",
    "Analysis",
    "Choice",
    "Draw",
    "Grade",
    "MissedLoop",
    "PlyAnalysis",
    "Threshold",
    "Totals",
    "analyse",
    "as_judge",
    "curve_svg",
    "find_judge",
    "grade",
    "judge_names",
    "to_json",
    "tracks",
]
