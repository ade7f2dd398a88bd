"""The roster: one row for each of our robots, with everything that is known about it.

Names and sentences are the English ones, which are the keys of their translations.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from importlib import import_module

from tantrix._tools.languages import gettext_noop
from tantrix.robots.evaluation import Robot

UNKNOWN_POINTS = 150.0  # of somebody else's program: it must not be a quick way up the ladder


class Offered(IntEnum):
    """Where people are offered a robot; each place offers those of the next ones, too."""

    NOWHERE = 0  # retired
    BY_NAME = 1  # custom games, tournaments, the API and the command line
    LOBBY = 2
    START_PAGE = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotRow:
    """A robot: how it is named, made, described, and rated.

    `make` returns the robot and imports what it needs only then, because the searches take a while to load;
    it is None for a retired robot, which plays no more, but which old games and ratings name.
    `seconds`: the most processor time of a decision on an ordinary machine; openings and endgames take
    longest. `label`, `summary`: its name on pages, and a sentence about its play. `level`: its step on the
    ladder of robots, 1 for the weakest. `points`: what it has on the players' ladder, placed by its strength
    between the 750, 550 and 300 of the three robots of Tantrix.com. Both are None for a robot without a
    strength of its own, which plays no rated games. `strength`: the words beside its name where people choose
    an opponent, empty if it is not offered there. `face`: see `server/http/faces.py`. `stand_in`: the robot
    that plays on in the games of a retired one.
    """

    name: str
    make: Callable[[], Robot] | None
    seconds: float
    label: str
    summary: str
    level: int | None
    points: float | None
    face: str
    offered: Offered
    strength: str = ""
    stand_in: str | None = None


def _plain(module: str, name: str) -> Robot:
    """Make a robot that needs no settings."""
    robot: Robot = getattr(import_module(f"tantrix.robots.{module}"), name)()
    return robot


def _flat(n_playouts: int) -> Robot:
    from tantrix.robots.search.flat import Flat, FlatSettings

    return Flat(FlatSettings(n_playouts))


def _keen(n_playouts: int, n_left: int, **given: int) -> Robot:
    from tantrix.robots.keen.robot import Keen, KeenSettings
    from tantrix.robots.search.flat_endgame import WithEndgame
    from tantrix.robots.search.tree import TreeSettings

    keen = Keen(KeenSettings(n_playouts, point=0.05, **given), TreeSettings(n_playouts, point=0.05, **given))
    return WithEndgame(keen, n_left, max_nodes=1_000_000)


def _styled(**liked: float) -> Robot:
    from tantrix.robots.style import Style, Styled

    return Styled(Style(**liked))


# The ladder from weak to strong, then the robots beside it.
ROSTER = (
    RobotRow(
        name="random",
        make=lambda: _plain("uniform", "Uniform"),
        seconds=0.01,
        label=gettext_noop("Pip"),
        summary=gettext_noop("Places any tile anywhere the rules allow. Good for a first game."),
        level=1,
        points=150.0,
        face="17G",
        offered=Offered.START_PAGE,
        strength=gettext_noop("First game"),
    ),
    RobotRow(
        name="greedy",
        make=lambda: _plain("greedy", "Greedy"),
        seconds=0.01,
        label=gettext_noop("Greedy"),
        summary=gettext_noop("Makes its own line longer now, and never looks further."),
        level=2,
        points=300.0,
        face="24RR",
        offered=Offered.BY_NAME,
    ),
    RobotRow(
        name="beginner",
        make=lambda: _plain("beginner", "Beginner"),
        seconds=0.02,
        label=gettext_noop("Wren"),
        summary=gettext_noop("Knows what a good line looks like, but overlooks most of its chances."),
        level=3,
        points=380.0,
        face="21Y",
        offered=Offered.START_PAGE,
        strength=gettext_noop("Beginner"),
    ),
    RobotRow(
        name="minimax",
        make=None,
        seconds=0.0,
        label=gettext_noop("Minimax"),
        summary=gettext_noop("Looks two placements ahead and expects the best answer to each."),
        level=4,
        points=460.0,
        face="26YY",
        offered=Offered.NOWHERE,
        stand_in="forecast",
    ),
    RobotRow(
        name="forecast",
        make=lambda: _plain("forecast.robot", "Forecast"),
        seconds=0.02,
        label=gettext_noop("Forecast"),
        summary=gettext_noop("Sees what every line may still become, but not what you will answer."),
        level=5,
        points=550.0,
        face="21RR",
        offered=Offered.BY_NAME,
    ),
    RobotRow(
        name="club",
        make=lambda: _flat(32),
        seconds=0.05,
        label=gettext_noop("Otto"),
        summary=gettext_noop("Tries its best ideas out a few times in its head."),
        level=6,
        points=620.0,
        face="36GG",
        offered=Offered.START_PAGE,
        strength=gettext_noop("Club"),
    ),
    RobotRow(
        name="expert",
        make=lambda: _flat(160),
        seconds=0.1,
        label=gettext_noop("Vera"),
        summary=gettext_noop("Plays about a hundred games in its head before each tile."),
        level=7,
        points=690.0,
        face="45BB",
        offered=Offered.START_PAGE,
        strength=gettext_noop("Strong"),
    ),
    RobotRow(
        name="master",
        make=lambda: _keen(3000, n_left=9),
        seconds=1.5,
        label=gettext_noop("Maro"),
        summary=gettext_noop("Plays thousands of games in its head, and the last tiles perfectly."),
        level=8,
        points=750.0,
        face="54RY",
        offered=Offered.START_PAGE,
        strength=gettext_noop("Master"),
    ),
    RobotRow(
        name="champion",
        make=lambda: _keen(10_000, n_left=10, best_of=16, n_plies=8, n_deep=4),
        seconds=5.0,
        label=gettext_noop("Nova"),
        summary=gettext_noop("Thinks longer than Maro and looks further ahead."),
        level=9,
        points=780.0,
        face="47GR",
        offered=Offered.LOBBY,
        strength=gettext_noop("Champion"),
    ),
    RobotRow(
        name="adaptive",
        make=lambda: _plain("adaptive", "Adaptive"),
        seconds=0.2,
        label=gettext_noop("Echo"),
        summary=gettext_noop("Plays about as well as you do."),
        level=None,
        points=None,
        face="63RB",
        offered=Offered.LOBBY,
        strength=gettext_noop("Your level"),
    ),
    RobotRow(
        name="careful",
        make=lambda: _styled(forced=0.55),
        seconds=0.1,
        label=gettext_noop("Tess"),
        summary=gettext_noop("As strong as Vera, and leaves few forced spaces."),
        level=7,
        points=690.0,
        face="25GB",
        offered=Offered.LOBBY,
        strength=gettext_noop("Strong, careful"),
    ),
    RobotRow(
        name="looper",
        make=lambda: _styled(loop=30.0),
        seconds=0.1,
        label=gettext_noop("Lasso"),
        summary=gettext_noop("As strong as Vera, and goes for loops."),
        level=7,
        points=690.0,
        face="12Y",
        offered=Offered.LOBBY,
        strength=gettext_noop("Strong, loves loops"),
    ),
    RobotRow(
        name="blocker",
        make=lambda: _styled(opponent=8.0),
        seconds=0.1,
        label=gettext_noop("Bruno"),
        summary=gettext_noop("As strong as Vera, and blocks your lines."),
        level=7,
        points=690.0,
        face="54BR",
        offered=Offered.LOBBY,
        strength=gettext_noop("Strong, blocks you"),
    ),
)

_ROWS = {row.name: row for row in ROSTER}


def row_of(name: str) -> RobotRow | None:
    """Return the row of a robot; None for one of another package, or an unknown name."""
    return _ROWS.get(name)


def points_of(name: str) -> float:
    """Return the points of a robot on the players' ladder, which never change."""
    row = row_of(name)
    return UNKNOWN_POINTS if row is None or row.points is None else row.points


def has_fixed_strength(name: str) -> bool:
    """Return whether a robot may play rated games: it does not adapt to its opponents."""
    row = row_of(name)
    return row is None or row.points is not None
