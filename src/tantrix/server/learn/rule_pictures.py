"""The pictures of the rules page, drawn from positions of the lessons, so that no picture can break a rule.

Drawing all takes milliseconds, so call `rule_pictures` on a thread.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from markupsafe import Markup

from tantrix.game import Game
from tantrix.hexes import Cell
from tantrix.pictures.draw import PAGE, Overlay, Space, SpaceKind, svg
from tantrix.placement import Placement
from tantrix.server.learn.curriculum import LESSONS
from tantrix.server.learn.lessons import LessonGoal, Task, target_of, tasks
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.tiles import Colour

_THEME = replace(PAGE, ink=PAGE.trace, highlight="var(--green, #35b44a)")
_REFUSED = replace(_THEME, highlight="var(--red, #ee3e38)")

GOBBLE_TURNED, GOBBLE_PENALTY = "54@1,0^3", "10@-1,-1^1"
DISCOVERY = ("1@0,0^0", "2@1,0^2", "3@0,1^0")
WITHOUT_A_TILE = Cell(-2, 0)
"""The space that three blue ends would face, were the refused tile of `three-of-one-colour` laid."""


@dataclass(frozen=True, slots=True)
class RulePicture:
    """A picture of a rule: `laid` includes the tile it is about, which is not in `game` yet.

    `tile`: the ringed placement; None if the picture is about all. `is_refused`: whether the rules refuse it.
    """

    name: str
    alt: str
    laid: tuple[Placement, ...]
    game: Game | None = None
    tile: Placement | None = None
    is_refused: bool = False
    overlay: Overlay = field(default_factory=Overlay)

    def drawn(self, language: str) -> Markup:
        """Draw the picture as SVG whose name is its alternative text."""
        theme = _REFUSED if self.is_refused else _THEME
        ring = () if self.tile is None else (self.tile.cell,)
        overlay = replace(self.overlay, highlight=ring)
        alt = translate(language, self.alt)
        return Markup(svg(self.laid, theme=theme, overlay=overlay, title=alt, description=""))


@cache
def rule_pictures(language: str) -> dict[str, Markup]:
    """Return the pictures of the rules page by their names."""
    return {picture.name: picture.drawn(language) for picture in pictures()}


def pictures() -> Iterator[RulePicture]:
    """Yield the pictures in the order of the page."""
    yield _answered("golden-rule", 1, _GOLDEN)
    yield _answered("forced-spaces", 1, _FORCED_SPACE, is_shown=False)
    yield _turn()
    yield _answered("three-of-one-colour", 0, _TRIPLE, {WITHOUT_A_TILE: Space(SpaceKind.BARRED)})
    yield _answered("fourth-side", 0, _FOURTH)
    yield _answered("controlled-sides", 0, _CONTROLLED)
    yield _answered("endgame", 0, _ENDGAME)
    yield _scored("lines", _LINE)
    yield _scored("loops", _LOOP)
    yield _rushed("gobble", 0, _GOBBLE, GOBBLE_TURNED)
    yield _rushed("gobble-penalty", 2, _PENALTY, GOBBLE_PENALTY)
    laid = tuple(map(Placement.parse, DISCOVERY))
    loop = (Colour.YELLOW, [placement.cell for placement in laid])
    yield RulePicture("discovery", _DISCOVERY, laid, overlay=Overlay(lines=[loop]))


_GOLDEN = gettext_noop("Four tiles: wherever two of them touch, the colours on both sides are the same.")
_FORCED_SPACE = gettext_noop("A forced space: tiles on three sides. Red holds a tile that fits it.")
_TURN = gettext_noop(
    "The three tiles of a turn: 1 fills a forced space, 2 makes the red line longer, 3 fills the next forced "
    "space."
)
_TRIPLE = gettext_noop(
    "The tile with the red rim is not allowed: the space with the cross would need three blue ends."
)
_FOURTH = gettext_noop(
    "The tile with the red rim is not allowed: it would be the fourth around the forced space."
)
_CONTROLLED = gettext_noop(
    "The tile with the red rim is not allowed: it lies in the grey row along a side of the forced space."
)
_ENDGAME = gettext_noop("The bag is empty: the tile with the green rim may close in a forced space.")
_LINE = gettext_noop("A red line through five tiles: five points.")
_LOOP = gettext_noop("A closed red loop of six tiles: twelve points.")
_GOBBLE = gettext_noop("The tile with the green rim touches two tiles, and the colours match.")
_PENALTY = gettext_noop("A penalty tile, with the green rim, fills a space with tiles on three sides.")
_DISCOVERY = gettext_noop("Tiles 1, 2 and 3 form a small closed yellow loop.")


def _task(lesson: str, step: int) -> Task:
    [found] = (one for one in LESSONS if one.name == lesson)
    return list(tasks(found))[step]


def _placements(game: Game) -> tuple[Placement, ...]:
    return tuple(laid.placement for laid in game.laid)


def _answered(
    lesson: str,
    step: int,
    alt: str,
    spaces: dict[Cell, Space] | None = None,
    is_shown: bool = True,
) -> RulePicture:
    """Show a step of a lesson with the tile that its text is about, and its forced and controlled spaces."""
    task = _task(lesson, step)
    game = task.game
    is_refused = task.step.goal is LessonGoal.REFUSAL
    tile = (target_of(task.step) if is_refused else task.expected[0]) if is_shown else None
    marked = dict(_marked(game)) if not game.in_endgame else {}
    marked = {cell: space for cell, space in marked.items() if tile is None or cell != tile.cell}
    laid = _placements(game) + (() if tile is None else (tile,))
    overlay = Overlay(spaces={**marked, **(spaces or {})})
    return RulePicture(lesson, alt, laid, game, tile, is_refused, overlay)


def _marked(game: Game) -> Iterator[tuple[Cell, Space]]:
    for cell in game.controlled_cells():
        yield cell, Space(SpaceKind.CONTROLLED)
    for cell in game.forced_spaces():
        fitting = game.fitting(cell)
        holders = (c for c, hand in zip(game.rules.colours, game.hands, strict=True) if fitting & set(hand))
        yield cell, Space(SpaceKind.FORCED, tuple(holders))


def _turn() -> RulePicture:
    steps = [_task("forced-spaces", n) for n in (1, 2, 3)]
    answers = [step.expected[0] for step in steps]
    labels = {answer.cell: str(n) for n, answer in enumerate(answers, 1)}
    laid = (*_placements(steps[-1].game), answers[-1])
    return RulePicture("turn", _TURN, laid, overlay=Overlay(labels=labels))


def _scored(lesson: str, alt: str) -> RulePicture:
    """Show the learner's best line after a lesson, bright over the other tiles."""
    task = _task(lesson, 0)
    game = task.game.play(task.expected[0], task.step.draw)
    best = game.best(Colour.RED)
    return RulePicture(lesson, alt, _placements(game), game, overlay=Overlay(lit=[(Colour.RED, best.cells)]))


def _rushed(name: str, step: int, alt: str, tile: str) -> RulePicture:
    laid: Sequence[Placement] = LESSONS[-1].rushes[step].placements
    placement = Placement.parse(tile)
    return RulePicture(name, alt, (*laid, placement), None, placement)
