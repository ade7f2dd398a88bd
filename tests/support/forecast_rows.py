"""What the forecast and the net of `keen` read off a game, for tests: doors into compiled code."""

from tantrix._compile.jit import jit, popcount
from tantrix._compile.records import Records
from tantrix.kernel import States, TableArray
from tantrix.robots.forecast.features import Sheet, best_is_loop, find_ends, find_features, find_seats
from tantrix.robots.keen.features import Workspace, find_row


@jit
def ask_is_loop(states: States, tables: TableArray, sheets: Records[Sheet], colour: int) -> bool:
    """Return whether the best score of a colour in play is a loop's."""
    s, sheet = states[0], sheets[0]
    find_seats(s, sheet)
    find_ends(s, tables[0], sheet)
    return best_is_loop(s, sheet, colour)


@jit
def ask_row(states: States, tables: TableArray, sheets: Records[Sheet], colour: int, seat: int) -> None:
    """Fill the first of the rows with that of one colour."""
    s, sheet = states[0], sheets[0]
    find_seats(s, sheet)
    find_ends(s, tables[0], sheet)
    find_features(s, sheet, sheet.rows[0], colour, seat, popcount(s.bag | sheet.hands))


@jit
def ask_keen_row(states: States, tables: TableArray, workspaces: Records[Workspace], seat: int) -> None:
    """Fill the row for a seat."""
    find_row(states[0], tables[0], workspaces[0], seat)
