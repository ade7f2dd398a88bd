"""The robots that can analyse a game: those that evaluate every placement."""

from typing import cast

from tantrix.robots import Robot, find, names
from tantrix.robots.evaluation import Analyser

PREFERRED = "master"
_WITHOUT_OPINION = "random"  # it evaluates all placements the same


def find_judge(name: str) -> Analyser:
    """Return a robot that can judge. Raises ValueError if it does not exist or can only play."""
    return as_judge(name, find(name))


def as_judge(name: str, robot: Robot) -> Analyser:
    """Return the robot as a judge. Raises ValueError if it can only play."""
    if not _can_judge(name, robot):
        raise ValueError(
            f"expected a robot that can judge, such as {PREFERRED}, got {name!r}, which only plays"
        )
    return cast(Analyser, robot)


def judge_names() -> list[str]:
    """Return the names of the robots that can judge, from weak to strong."""
    return [name for name in names() if _can_judge(name, find(name))]


def _can_judge(name: str, robot: Robot) -> bool:
    return name != _WITHOUT_OPINION and callable(getattr(robot, "analyse", None))
