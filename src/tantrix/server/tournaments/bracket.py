"""Drawing a bracket: the matches of each round in a column, joined to the next column."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from tantrix.server.http.faces import BODY, face_svg
from tantrix.server.protocol.tournaments import EntrantView, MatchView, RoundView
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.server.wording.numbers import points_text

WIDTH, HEIGHT, GAP_X, GAP_Y = 256, 80, 48, 16
RADIUS = 12  # of the corners of boxes and lines
LINE_Y = (24, 56)  # the middles of the two lines of a box
FACE_WIDTH, FACE_HEIGHT = 26, 30
MAX_NAME = 18  # how many characters fit
TO_COME, BYE = gettext_noop("to come"), gettext_noop("bye")
NOBODY = f'<svg class="face" viewBox="-50 -57 100 114"><path d="{BODY}"/></svg>'


@dataclass(frozen=True, slots=True)
class Bracket:
    """What the boxes of a bracket show: names and faces of entrants by id, for a language.

    `base`: the address of the tournament if matches have links to their pages.
    """

    names: Mapping[str, str]
    faces: Mapping[str, EntrantView]
    language: str
    base: str = ""

    def draw(self, rounds: Sequence[RoundView], label: str) -> str:
        """Return the SVG of a bracket; the tables below it contain the same in words."""
        n_first = len(rounds[0].matches)
        n_rounds = n_first.bit_length()
        width = n_rounds * (WIDTH + GAP_X) - GAP_X + 4
        height = n_first * (HEIGHT + GAP_Y) - GAP_Y + 4
        parts = [
            f'<svg class="bracket" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            f'role="{"group" if self.base else "img"}" '
            f"aria-label={quoteattr(label)}>"
        ]
        for column in range(n_rounds):
            matches = rounds[column].matches if column < len(rounds) else [None] * (n_first >> column)
            before = rounds[column - 1].matches if 0 < column <= len(rounds) else []
            for at, match in enumerate(matches):
                x, y = column * (WIDTH + GAP_X) + 2, _middle(column, at) - HEIGHT / 2 + 2
                for n in (2 * at, 2 * at + 1) if column else ():
                    earlier = before[n] if n < len(before) else None
                    parts.append(_join(x, y + HEIGHT / 2, _middle(column - 1, n) + 2, earlier))
                winners = [each.winner for each in before[2 * at : 2 * at + 2]]
                parts.append(self._box(x, y, match, [*winners, None, None][:2]))
        return "".join((*parts, "</svg>"))

    def _box(self, x: float, y: float, match: MatchView | None, winners: Sequence[str | None]) -> str:
        """Draw a match; `winners`: those of the matches before it, who meet in it if it is not paired yet."""
        box = (
            f'<rect class="bracket-box" x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="{RADIUS}"/>'
        )
        first, second = winners if match is None else (match.first, match.second)
        lines = [self._side(x, y + LINE_Y[n], match, n, side) for n, side in enumerate((first, second))]
        paired = f'<g data-first="{first or ""}" data-second="{second or ""}">{box}{"".join(lines)}</g>'
        if match is None or not self.base or match.id is None:
            return paired
        address, label = quoteattr(f"{self.base}/matches/{match.id}"), quoteattr(self._in_words(match))
        return f"<a href={address} aria-label={label}>{paired}</a>"

    def _side(self, x: float, y: float, match: MatchView | None, n: int, entrant: str | None) -> str:
        """Draw a side of a match: face, name and points; one that is not known yet is an empty place."""
        if entrant is None:
            is_bye = match is not None and match.id is None
            return _line(x, y, "" if is_bye else NOBODY, translate(self.language, BYE if is_bye else TO_COME))
        name, shown = self.names[entrant], self.faces.get(entrant)
        face = "" if shown is None else str(face_svg(shown.accounts[0] or name, shown.robot, shown.face))
        if match is None:
            return _line(x, y, face, name)
        points = points_text(match.tenths[n], self.language) if match.games else ""
        return _line(x, y, face, name, points, " won" if match.winner == entrant else "")

    def _in_words(self, match: MatchView) -> str:
        """Return the names of a match, and its points once there are any."""
        sides = " – ".join(self.names[side] for side in (match.first, match.second) if side)
        sums = " – ".join(points_text(each, self.language) for each in match.tenths)
        return f"{sides} {sums}" if any(match.tenths) else sides


def _middle(column: int, at: int) -> float:
    step = (HEIGHT + GAP_Y) * (1 << column)
    return step * at + (step - GAP_Y) / 2


def _join(x: float, y: float, from_y: float, earlier: MatchView | None) -> str:
    """Draw a line with round corners from a match to the next one; it is dark once the match is over."""
    middle, down = x - GAP_X / 2, 1 if from_y < y else -1
    is_over = earlier is not None and earlier.is_over
    winner = earlier.winner if earlier is not None and is_over else None
    return (
        f'<g data-first="{winner or ""}"><path class="bracket-line{" decided" if is_over else ""}" '
        f'd="M{x - GAP_X:g} {from_y:g}H{middle - RADIUS:g}'
        f"Q{middle:g} {from_y:g} {middle:g} {from_y + down * RADIUS:g}V{y - down * RADIUS:g}"
        f'Q{middle:g} {y:g} {middle + RADIUS:g} {y:g}H{x:g}"/></g>'
    )


def _line(x: float, y: float, face: str, name: str, points: str = "", won: str = "") -> str:
    shown = name if len(name) <= MAX_NAME else name[: MAX_NAME - 1] + "…"
    place = f'x="{x + 12:g}" y="{y - FACE_HEIGHT / 2:g}" width="{FACE_WIDTH}" height="{FACE_HEIGHT}"'
    placed = face.replace("<svg", f"<svg {place}", 1)
    name_x = x + 12 + (FACE_WIDTH + 10 if face else 0)
    text = f'<text class="bracket-name{won}" x="{name_x:g}" y="{y + 5:g}">{escape(shown)}</text>'
    if points:
        text += f'<text class="bracket-sum{won}" x="{x + WIDTH - 14:g}" y="{y + 5:g}">{points}</text>'
    return placed + text
