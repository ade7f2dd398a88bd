"""The curve of the expected margin over a game, as numbers and as a picture.

With two sides there is a single curve, seen from the first seat, which is ahead above the middle line. With
three or four seats each has its own curve, through the positions in which it had a choice.
"""

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from tantrix.analysis.grades import Grade
from tantrix.analysis.value import Analysis, Choice, PlyAnalysis
from tantrix.pictures.draw import LIGHT, Theme, writing
from tantrix.tiles import Colour

WIDTH, HEIGHT = 960.0, 360.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 52.0, 16.0, 40.0, 34.0
_MIN_REACH = 10.0  # the least range of the picture, in points of margin up and down
_MARKED = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)


class Track(NamedTuple):
    """The expected margins of a seat: (tiles laid, points)."""

    seat: int
    points: tuple[tuple[int, float], ...]


def tracks(analysis: Analysis) -> tuple[Track, ...]:
    """Return the curves: the first seat's if two sides play, else one per seat."""
    if analysis.rules.n_teams == 2:
        return (Track(0, tuple(_points(analysis, 0))),)
    return tuple(Track(seat, tuple(_points(analysis, seat))) for seat in range(analysis.rules.n_seats))


def curve_svg(analysis: Analysis, *, theme: Theme = LIGHT, title: str = "Tantrix") -> str:
    """Draw the curves with the mistakes marked, as a self-contained SVG; digits need no font."""
    sheet = _Sheet(analysis)
    return "".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" '
            f'width="{WIDTH:g}" height="{HEIGHT:g}" role="img">',
            f"<title>{escape(title)}</title><desc>{escape(_described(analysis))}</desc>",
            f'<rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="{theme.tile}"/>',
            *_grid(sheet, theme),
            *(_line(sheet, track, analysis, theme) for track in sheet.tracks),
            *(_mark(sheet, track, step, choice, theme) for track, step, choice in _errors(sheet, analysis)),
            *_key(analysis, sheet, theme),
            "</svg>",
        )
    )


class _Sheet:
    """The layout of the picture."""

    def __init__(self, analysis: Analysis) -> None:
        self.colours = analysis.rules.colours
        self.tracks = tracks(analysis)
        plies = [ply for track in self.tracks for ply, _ in track.points] or [0, 1]
        self.first, self.last = min(plies), max(*plies, min(plies) + 1)
        reach = max((abs(margin) for track in self.tracks for _, margin in track.points), default=0.0)
        self.reach = max(_MIN_REACH, 5.0 * -(-reach // 5.0))

    def x(self, ply: float) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * (ply - self.first) / (self.last - self.first)

    def y(self, margin: float) -> float:
        middle = _TOP + (HEIGHT - _TOP - _BOTTOM) / 2
        return middle - (HEIGHT - _TOP - _BOTTOM) / 2 * margin / self.reach


def _points(analysis: Analysis, seat: int) -> Iterator[tuple[int, float]]:
    is_duel = analysis.rules.n_teams == 2
    partners = analysis.rules.partners(seat)
    for step in analysis.steps:
        if step.choice and (is_duel or step.seat == seat):
            sign = 1 if step.seat in partners else -1
            yield step.ply - 1, sign * step.choice.best.margin
    if analysis.margins and analysis.steps and analysis.steps[-1].ply == analysis.n_plies:
        yield analysis.n_plies, analysis.margins[seat]


def _errors(sheet: _Sheet, analysis: Analysis) -> Iterator[tuple[Track, PlyAnalysis, Choice]]:
    for step in analysis.steps:
        if step.choice and step.choice.grade in _MARKED:
            track = sheet.tracks[0] if len(sheet.tracks) == 1 else sheet.tracks[step.seat]
            yield track, step, step.choice


def _grid(sheet: _Sheet, theme: Theme) -> Iterator[str]:
    left, right = sheet.x(sheet.first), sheet.x(sheet.last)
    step = 5 if sheet.reach <= 15 else 10 if sheet.reach <= 40 else 20
    for margin in range(-int(sheet.reach) // step * step, int(sheet.reach) + 1, step):
        if abs(margin) <= sheet.reach:
            y, pen = sheet.y(margin), f'stroke="{theme.outline}" stroke-width="{0.6 if margin else 1.6}"'
            yield f'<path d="M{left:.1f} {y:.1f}H{right:.1f}" {pen}/>'
            yield writing(f"{margin:+d}" if margin else "0", (_LEFT - 26, y), 1.4, theme.ink)
    for ply in range(-(-sheet.first // 10) * 10, sheet.last + 1, 10):
        yield writing(str(ply), (sheet.x(ply), HEIGHT - _BOTTOM + 16), 1.4, theme.ink)


def _line(sheet: _Sheet, track: Track, analysis: Analysis, theme: Theme) -> str:
    path = "L".join(f"{sheet.x(ply):.1f} {sheet.y(margin):.1f}" for ply, margin in track.points)
    colour = theme.trace if len(sheet.tracks) == 1 else theme.link(analysis.rules.colours[track.seat])
    if not path:
        return ""
    return (
        f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2.4" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    )


def _mark(sheet: _Sheet, track: Track, step: PlyAnalysis, choice: Choice, theme: Theme) -> str:
    """Mark a placement with a dot (inaccuracy), a diamond (mistake) or a square (blunder)."""
    margin = dict(track.points)[step.ply - 1]
    x, y = sheet.x(step.ply - 1), sheet.y(margin)
    shapes = {
        Grade.INACCURACY: f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"',
        Grade.MISTAKE: f'<path d="M{x:.1f} {y - 6.5:.1f}l6.5 6.5l-6.5 6.5l-6.5-6.5Z"',
        Grade.BLUNDER: f'<path d="M{x - 6:.1f} {y - 6:.1f}h12v12h-12Z"',
    }
    return f'{shapes[choice.grade]} fill="{_colour(sheet, step.seat, theme)}" stroke="{theme.trace}"/>'


def _key(analysis: Analysis, sheet: _Sheet, theme: Theme) -> Iterator[str]:
    """Label which colour is ahead above and below the line, or the ends of the curves."""
    colours = analysis.rules.colours
    if len(sheet.tracks) == 1:
        yield _badge(colours[0], _LEFT + 14, 22.0, theme)
        yield _badge(colours[1], _LEFT + 14, HEIGHT - _BOTTOM - 12, theme)
        return
    for track in sheet.tracks:
        if track.points:
            ply, margin = track.points[-1]
            yield _badge(colours[track.seat], sheet.x(ply) - 12 * track.seat, sheet.y(margin), theme)


def _badge(colour: Colour, x: float, y: float, theme: Theme) -> str:
    disc = f'<circle cx="{x:g}" cy="{y:.1f}" r="11" fill="{theme.link(colour)}"/>'
    return disc + writing(colour.letter, (x, y), 1.5, "#ffffff")


def _colour(sheet: _Sheet, seat: int, theme: Theme) -> str:
    return theme.link(sheet.colours[seat])


def _described(analysis: Analysis) -> str:
    """Describe the curves in words, as the text alternative of the picture."""
    return "; ".join(
        f"{analysis.rules.colours[track.seat].letter}: "
        + " ".join(f"{ply}:{margin:+.1f}" for ply, margin in track.points)
        for track in tracks(analysis)
    )
