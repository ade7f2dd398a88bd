"""The puzzles with their own pages: Discovery, the pyramids and the named sets (R7.1 to R7.3)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from random import Random
from types import MappingProxyType
from urllib.parse import urlencode

from tantrix.hexes import Cell, rotate
from tantrix.server.protocol.base import CellView
from tantrix.server.protocol.puzzles import PuzzleView, StrandView
from tantrix.server.puzzles.worker_calls import goals_of
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.server.wording.dates import day_text
from tantrix.solver.boards.tables import best_known
from tantrix.solver.goal import Goal, GoalKind, GoalScope, parse_goal, print_goal
from tantrix.solver.puzzles import find_puzzle
from tantrix.tiles import BACKS, Colour, edges

DISCOVERY, PACKS = "discovery", "packs"
NUMBERED = (DISCOVERY, PACKS)  # the groups whose puzzles are named by numbers

_COLOURS = (gettext_noop("red"), gettext_noop("yellow"), gettext_noop("green"), gettext_noop("blue"))


SOLITAIRE = "solitaire"
CUSTOM = "custom"  # the name of all puzzles that are given only by their goals


class Mode(StrEnum):
    """How a puzzle is played: to a solution, for a sum of scores, or tile by tile from a stack."""

    SOLVE = "solve"
    SUM = "sum"
    STACK = "stack"


@dataclass(frozen=True, slots=True)
class CataloguePuzzle:
    """A puzzle with a page. `label` is its name, to be translated, with placeholders such as `{number}`.

    `pool`: the tiles to play with if these are not the tiles of the goal: more tiles, from which the player
    picks as many as the goal has, or a stack in order. `target`: the best known result.
    """

    name: str
    group: str
    label: str
    goal: Goal
    number: int = 0
    pool: tuple[int, ...] = ()
    mode: Mode = Mode.SOLVE
    day: date | None = None
    target: int | None = None

    def title(self, language: str) -> str:
        colours = ", ".join(colour_word(strand.colour, language) for strand in self.goal.strands)
        day = "" if self.day is None else day_text(self.day, language)
        return translate(language, self.label).format(number=self.number, colours=colours, day=day)

    @property
    def tiles(self) -> tuple[int, ...]:
        return self.pool or self.goal.tiles

    @property
    def is_picked(self) -> bool:
        """Return whether the player picks the tiles to place."""
        return len(self.tiles) > len(self.goal.tiles)

    @property
    def query(self) -> str:
        return "?" + urlencode({"goal": print_goal(self.goal)}) if self.name == CUSTOM else ""

    @property
    def url(self) -> str:
        return f"/puzzles/{self.name}{self.query}"

    def goals(self, laid: Iterable[int] = ()) -> Iterator[Goal]:
        """Return the goal, or a goal for each choice of tiles that includes the tiles already placed."""
        return goals_of(self.goal, self.pool, laid)


def colour_word(colour: Colour, language: str) -> str:
    return translate(language, _COLOURS[colour])


def view(puzzle: CataloguePuzzle, language: str) -> PuzzleView:
    """Return the view of a puzzle for its page: its tiles, and what is needed to check edges."""
    goal = puzzle.goal
    return PuzzleView(
        name=puzzle.name,
        title=puzzle.title(language),
        goal=print_goal(goal),
        mode=puzzle.mode.value,
        query=puzzle.query,
        tiles=list(puzzle.tiles),
        n_to_lay=len(goal.tiles),
        target=puzzle.target,
        edges=[edges(tile) for tile in puzzle.tiles],
        strands=[
            StrandView(
                colour=strand.colour.letter,  # type: ignore[arg-type]
                is_loop=strand.kind is GoalKind.LOOP,
                is_of_all=strand.scope is GoalScope.ALL,
            )
            for strand in goal.strands
        ],
        shape=None if goal.shape is None else [CellView(q=q, r=r) for q, r in upright(goal.shape.cells)],
        holes=goal.holes,
    )


def upright(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Rotate the cells of a shape by half a turn, so that a triangle stands on its base."""
    return tuple(sorted(rotate(cell, 3) for cell in cells))


def next_after(puzzle: CataloguePuzzle) -> CataloguePuzzle | None:
    """Return the puzzle after this one in the list; None for the last one and for puzzles not listed."""
    if puzzle.name not in PUZZLES:
        return None
    names = list(PUZZLES)
    at = names.index(puzzle.name) + 1
    return PUZZLES[names[at]] if at < len(names) else None


def _discovery() -> Iterable[CataloguePuzzle]:
    for number in range(3, 31):
        goal = parse_goal(f"1-{number} loop:{BACKS[number - 1]}")
        yield CataloguePuzzle(
            f"discovery-{number}", DISCOVERY, gettext_noop("Discovery {number}"), goal, number
        )
        if number == 7:  # R7.1: the back of tile 7 is blue in the Game Pack, red in the ten-tile pack.
            red = parse_goal("1-7 loop:R")
            yield CataloguePuzzle(
                "discovery-7-red", DISCOVERY, gettext_noop("Discovery {number}, {colours}"), red, number
            )


def _packs() -> Iterable[CataloguePuzzle]:
    # R7.1: with several packs of ten, tile n is tile ((n - 1) mod 10) + 1; the 7 of a pack of ten is red.
    for number in range(11, 31):
        whole, more = divmod(number, 10)
        tiles = f"1-10*{whole}" + (f",1-{more}" if more else "")
        back = "R" if number % 10 == 7 else BACKS[(number - 1) % 10]
        goal = parse_goal(f"{tiles} loop:{back}")
        yield CataloguePuzzle(
            f"packs-{number}", PACKS, gettext_noop("Several packs, {number} tiles"), goal, number
        )


def _flowers() -> Iterable[CataloguePuzzle]:
    for first, last in ((1, 7), (8, 14)):
        goal = parse_goal(f"{first}-{last} shape:hexagon:2")
        yield CataloguePuzzle(
            f"flower-{first}-{last}", "flower", gettext_noop("Flower from tile {number}"), goal, first
        )
    goal, label = parse_goal("1-7 shape:hexagon:2"), gettext_noop("Flower of your choice")
    yield CataloguePuzzle("flower-of-seven", "flower", label, goal, pool=tuple(range(1, 15)))


def _solitaires() -> Iterable[CataloguePuzzle]:
    labels = {
        GoalKind.LINE: gettext_noop("Solitaire 14, a line: {colours}"),
        GoalKind.LOOP: gettext_noop("Solitaire 14, a loop: {colours}"),
    }
    for kind, label in labels.items():
        for colour in (Colour.RED, Colour.YELLOW, Colour.BLUE):  # all tiles from 1 to 14 have these
            goal = parse_goal(f"1-14 {kind}:{colour.letter} holes:allow")
            name = f"{SOLITAIRE}-{colour.name.lower()}-{kind}"
            yield CataloguePuzzle(name, SOLITAIRE, label, goal, pool=goal.tiles, mode=Mode.STACK)
    best = best_known()
    goal = parse_goal("1-56 holes:allow")
    label = gettext_noop("Open solitaire, all 56 tiles")
    yield CataloguePuzzle(f"{SOLITAIRE}-56", SOLITAIRE, label, goal, mode=Mode.SUM, target=best.score)


def shuffled(puzzle: CataloguePuzzle, seed: int) -> CataloguePuzzle:
    """Return a solitaire with its stack shuffled; the seed is part of its name."""
    order = Random(seed).sample(puzzle.pool, len(puzzle.pool))
    return replace(puzzle, name=f"{puzzle.name}-{seed}", pool=tuple(order))


# Name, group, label, and the solver's name for the puzzle.
_NAMED = (
    ("pyramid-yellow", "pyramid", gettext_noop("Pyramid, {colours}"), "Discovery pyramid yellow"),
    ("pyramid-blue", "pyramid", gettext_noop("Pyramid, {colours}"), "Discovery pyramid blue"),
    ("rainbow-green", "rainbow", gettext_noop("Rainbow, {colours}"), "Rainbow green"),
    ("rainbow-yellow", "rainbow", gettext_noop("Rainbow, {colours}"), "Rainbow yellow"),
    ("rainbow-white", "rainbow", gettext_noop("Rainbow, white"), "Rainbow white"),
    ("rainbow-blue", "rainbow", gettext_noop("Rainbow, {colours}"), "Rainbow blue"),
    ("rainbow-red", "rainbow", gettext_noop("Rainbow, {colours}"), "Rainbow red"),
    ("xtreme-blue", "xtreme", gettext_noop("Xtreme loop, {colours}"), "Xtreme blue loop"),
    ("xtreme-red", "xtreme", gettext_noop("Xtreme loop, {colours}"), "Xtreme red loop"),
    ("xtreme-pyramid-blue", "xtreme", gettext_noop("Xtreme pyramid, {colours}"), "Xtreme pyramid blue"),
    ("xtreme-pyramid-red", "xtreme", gettext_noop("Xtreme pyramid, {colours}"), "Xtreme pyramid red"),
    (
        "xtreme-pyramid-green-yellow",
        "xtreme",
        gettext_noop("Xtreme pyramid, {colours}"),
        "Xtreme pyramid green+yellow",
    ),
    ("crazy-red", "crazy", gettext_noop("Crazy, {colours}"), "Crazy red"),
    ("crazy-yellow", "crazy", gettext_noop("Crazy, {colours}"), "Crazy yellow"),
    ("crazy-blue", "crazy", gettext_noop("Crazy, {colours}"), "Crazy blue"),
    ("junior", "school", gettext_noop("Junior"), "Junior"),
    ("student", "school", gettext_noop("Student"), "Student"),
    ("professor", "school", gettext_noop("Professor"), "Professor"),
    ("master", "school", gettext_noop("Master"), "Master 0 holes"),
    ("master-1", "school", gettext_noop("Master with one hole"), "Master 1 hole"),
    ("master-2", "school", gettext_noop("Master with two holes"), "Master 2 holes"),
    ("genius-red-blue", "school", gettext_noop("Genius, {colours}"), "Genius red+blue"),
    ("genius-red-yellow", "school", gettext_noop("Genius, {colours}"), "Genius red+yellow"),
    ("pyramid-1", "pyramids", gettext_noop("Pyramid 1"), "Pyramid 1"),
    ("pyramid-2", "pyramids", gettext_noop("Pyramid 2"), "Pyramid 2"),
    ("pyramid-3", "pyramids", gettext_noop("Pyramid 3"), "Pyramid 3"),
)

# In the order in which they are listed and should be played.
PUZZLES = MappingProxyType(
    {
        puzzle.name: puzzle
        for puzzle in (
            *_discovery(),
            *_packs(),
            *_flowers(),
            *(
                CataloguePuzzle(name, group, label, find_puzzle(known).goal)
                for name, group, label, known in _NAMED
            ),
            *_solitaires(),
        )
    }
)
