"""What a colour with a style likes beside a good result, in points that a search adds to its margin.

A style has three parts (`STYLE`). How likely a loop is as the best score at the end is told by a net of the
same form as the forecast's, fitted to the ends of games.
"""

from tantrix._compile.jit import jit, lowest_bit, popcount, without_lowest
from tantrix._compile.records import U0, CompiledRecord
from tantrix.kernel import State, Tables
from tantrix.robots.forecast.features import (
    Net,
    Sheet,
    best_is_loop,
    find_ends,
    find_seats,
    find_to_come,
    judge_placement,
    stage_of,
)


class StyleRecord(CompiledRecord):
    """A style of play, in points."""

    colour: int  # that has the style; -1 for none
    loop: float  # points for a loop as its best score at the end
    opponent: float  # points for each point that its best opponent does not score
    forced: float  # what each forced space costs that is there after an own placement
    chances: Net  # of a loop as the best score at the end


@jit
def style_bonus(s: State, sheet: Sheet, style: StyleRecord, n_left: int) -> float:
    """Return what the table of the last forecast is worth to a style, but for its forced spaces."""
    points = 0.0
    if style.loop != 0.0:
        for at in range(sheet.n_colours):
            if sheet.colours[at] == style.colour:
                find_to_come(style.chances, stage_of(n_left), sheet, at, at)
                points += style.loop * min(1.0, float(sheet.to_come[at]))
    if style.opponent != 0.0:
        best = 0.0
        for at in range(sheet.n_colours):
            if sheet.colours[at] != style.colour:
                best = max(best, float(sheet.value[sheet.colours[at]]))
        points -= style.opponent * best
    return points


@jit
def final_style_bonus(s: State, t: Tables, sheet: Sheet, style: StyleRecord) -> float:
    """Return what the table at the end of a game is worth to a style, but for its forced spaces."""
    points = 0.0
    if style.loop != 0.0:
        find_seats(s, sheet)
        find_ends(s, t, sheet)
        points += style.loop * best_is_loop(s, sheet, style.colour)
    if style.opponent != 0.0:
        best = 0
        for seat in range(s.n_seats):
            if s.colours[seat] != style.colour:
                best = max(best, int(s.best[s.colours[seat]]))
        points -= style.opponent * best
    return points


@jit
def forced_cost(s: State, style: StyleRecord) -> float:
    """Return what the forced spaces on the table cost a style just after a placement of its colour."""
    n = 0
    words = s.forced_words if style.forced != 0.0 else U0
    while words != U0:
        n += popcount(s.forced[lowest_bit(words)])
        words = without_lowest(words)
    return float(style.forced * n)


@jit
def judge_by_style(
    s: State, t: Tables, net: Net, sheet: Sheet, style: StyleRecord, key: int, n_left: int
) -> float:
    """Return the margin forecast after a placement of the colour with the style, plus what the style likes.

    Counts only the forced spaces that some hand fits. `n_left` tiles are left after the placement.
    """
    margin = judge_placement(s, t, net, sheet, key)
    if n_left > 0:
        margin += style_bonus(s, sheet, style, n_left) - style.forced * sheet.fillings_of_all
    return margin
