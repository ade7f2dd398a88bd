"""Drawing a bracket: the matches of each round in a column, joined to the next column."""

from collections.abc import Mapping, Sequence
from xml.sax.saxutils import escape, quoteattr

from tantrix.server.protocol.tournaments import MatchView, RoundView
from tantrix.server.wording.numbers import points_text

WIDTH, HEIGHT, GAP_X, GAP_Y = 208, 64, 48, 16
RADIUS = 12  # of the corners of boxes and lines
MAX_NAME = 18  # how many characters fit


def bracket(
    rounds: Sequence[RoundView], names: Mapping[str, str], label: str, language: str, base: str = ""
) -> str:
    """Return the SVG of a bracket; the tables below it contain the same in words.

    `base`: the address of the tournament if matches have links to their pages.
    """
    n_first = len(rounds[0].matches)
    n_rounds = n_first.bit_length()
    width = n_rounds * (WIDTH + GAP_X) - GAP_X + 4
    height = n_first * (HEIGHT + GAP_Y) - GAP_Y + 4
    parts = [
        f'<svg class="bracket" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="{"group" if base else "img"}" '
        f"aria-label={quoteattr(label)}>"
    ]
    for column in range(n_rounds):
        matches = rounds[column].matches if column < len(rounds) else [None] * (n_first >> column)
        for at, match in enumerate(matches):
            x, y = column * (WIDTH + GAP_X) + 2, _middle(column, at) - HEIGHT / 2 + 2
            if column:
                before = rounds[column - 1].matches if column <= len(rounds) else []
                for side in (0, 1):
                    is_decided = len(before) > 2 * at + side and before[2 * at + side].is_over
                    parts.append(_join(x, y + HEIGHT / 2, _middle(column - 1, 2 * at + side) + 2, is_decided))
            parts.append(_box(x, y, match, names, language, base))
    return "".join((*parts, "</svg>"))


def _middle(column: int, at: int) -> float:
    step = (HEIGHT + GAP_Y) * (1 << column)
    return step * at + (step - GAP_Y) / 2


def _join(x: float, y: float, from_y: float, is_decided: bool) -> str:
    """Draw a line with round corners to the next match; it is dark once its first match is over."""
    middle, down = x - GAP_X / 2, 1 if from_y < y else -1
    decided = " decided" if is_decided else ""
    return (
        f'<path class="bracket-line{decided}" d="M{x - GAP_X:g} {from_y:g}H{middle - RADIUS:g}'
        f"Q{middle:g} {from_y:g} {middle:g} {from_y + down * RADIUS:g}V{y - down * RADIUS:g}"
        f'Q{middle:g} {y:g} {middle + RADIUS:g} {y:g}H{x:g}"/>'
    )


def _box(
    x: float, y: float, match: MatchView | None, names: Mapping[str, str], language: str, base: str
) -> str:
    box = f'<rect class="bracket-box" x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="{RADIUS}"/>'
    if match is None:
        return box
    lines = []
    for n, entrant in enumerate((match.first, match.second)):
        if entrant is None:
            continue
        name, text_y = names[entrant], y + 26 + 23 * n
        shown = name if len(name) <= MAX_NAME else name[: MAX_NAME - 1] + "…"
        won = " won" if match.winner == entrant else ""
        lines.append(f'<text class="bracket-name{won}" x="{x + 10:g}" y="{text_y:g}">{escape(shown)}</text>')
        if match.games:
            sum_text = points_text(match.tenths[n], language)
            end_x = x + WIDTH - 10
            lines.append(f'<text class="bracket-sum{won}" x="{end_x:g}" y="{text_y:g}">{sum_text}</text>')
    sides = f'data-first="{match.first or ""}" data-second="{match.second or ""}"'
    paired = f"<g {sides}>{box}{''.join(lines)}</g>"
    if not base or match.id is None:
        return paired
    address, label = quoteattr(f"{base}/matches/{match.id}"), quoteattr(_in_words(match, names, language))
    return f"<a href={address} aria-label={label}>{paired}</a>"


def _in_words(match: MatchView, names: Mapping[str, str], language: str) -> str:
    """Return the names of a match, and its points once there are any."""
    sides = " – ".join(names[side] for side in (match.first, match.second) if side)
    sums = " – ".join(points_text(each, language) for each in match.tenths)
    return f"{sides} {sums}" if any(match.tenths) else sides
