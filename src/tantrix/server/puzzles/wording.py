"""The task of a puzzle, in words that an eight-year-old understands."""

from collections.abc import Iterator
from dataclasses import dataclass

from tantrix.server.puzzles.catalogue import PUZZLES, CataloguePuzzle, Mode, colour_word
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.solver.goal import Goal, GoalKind, GoalScope, Strand

# By (kind, scope): the task for the coloured line. Languages that decline colours put theirs beside a colon.
_STRANDS = {
    (GoalKind.LOOP, GoalScope.ALL): gettext_noop(
        "Make one closed loop that runs through every tile, like beads on a string. Its colour: {colour}."
    ),
    (GoalKind.LINE, GoalScope.ALL): gettext_noop(
        "Make one long line that runs through every tile, from one end to the other. Its colour: {colour}."
    ),
    (GoalKind.LOOP, GoalScope.OWN): gettext_noop("Join all {colour} lines into one closed loop."),
    (GoalKind.LINE, GoalScope.OWN): gettext_noop("Join all {colour} lines into one long line."),
}
_BESIDE = gettext_noop("Tiles without this colour only lie beside it.")

_USE_ALL = gettext_noop(
    "Use all the tiles. Wherever two tiles touch, the colours must be the same on both sides."
)
_MATCH = gettext_noop("Wherever two tiles touch, the colours must be the same on both sides.")
_TWINS = gettext_noop(
    "Some tiles appear more than once. They look the same, and it doesn't matter which one you take."
)

_HEADINGS = {
    "discovery": gettext_noop("Discovery"),
    "packs": gettext_noop("Discovery with several packs"),
    "flower": gettext_noop("Flowers"),
    "pyramid": gettext_noop("Pyramid of ten"),
    "rainbow": gettext_noop("Rainbow"),
    "xtreme": gettext_noop("Xtreme"),
    "crazy": gettext_noop("Crazy"),
    "school": gettext_noop("From junior to genius"),
    "pyramids": gettext_noop("Great pyramids"),
    "solitaire": gettext_noop("Solitaire"),
}

_INTRODUCTIONS = {
    "discovery": gettext_noop(
        "Take the tiles from 1 up to the number, and make a loop in the colour of the number. "
        "Start with 3, and take one tile more each time."
    ),
    "packs": gettext_noop(
        "Put several packs of ten together: after tile 10 comes tile 1 again. The loop has the colour of the "
        "last tile you take."
    ),
    "pyramid": gettext_noop("The tiles 1 to 10 in a triangle, with one line through all of them."),
    "flower": gettext_noop(
        "Seven tiles: one in the middle, six around it. The colours must be the same wherever two touch."
    ),
    "rainbow": gettext_noop("Five sets that share out all 56 tiles, one for each colour on the back."),
    "xtreme": gettext_noop("Ten tiles, five tasks, and few ways to solve them."),
    "crazy": gettext_noop("Ten tiles, and three loops to make, one after the other."),
    "school": gettext_noop(
        "Sets that grow harder. In the last ones two colours count at once, or there must be holes."
    ),
    "pyramids": gettext_noop("Fifteen tiles in a triangle."),
    "solitaire": gettext_noop(
        "A game for one: fourteen tiles off a stack, or all 56 for the longest lines you can make."
    ),
}


@dataclass(frozen=True, slots=True)
class Group:
    """Puzzles listed together."""

    name: str
    heading: str
    introduction: str
    puzzles: tuple[CataloguePuzzle, ...]


def groups(language: str) -> list[Group]:
    """List all puzzles in groups, in the order in which they should be played."""
    return [
        Group(
            name,
            translate(language, heading),
            translate(language, _INTRODUCTIONS[name]),
            tuple(puzzle for puzzle in PUZZLES.values() if puzzle.group == name),
        )
        for name, heading in _HEADINGS.items()
    ]


def rules(puzzle: CataloguePuzzle, language: str) -> list[str]:
    """Describe the task in a few sentences."""
    if puzzle.mode is Mode.SOLVE:
        return list(_rules(puzzle, language))
    if puzzle.mode is Mode.SUM:
        return [translate(language, sentence) for sentence in _SUM]
    return list(_stack_rules(puzzle, language))


def aim(puzzle: CataloguePuzzle, language: str) -> str:
    """Describe the task in short: the shape, or the lines of all colours and the holes that may be inside."""
    if puzzle.mode is not Mode.SOLVE or puzzle.goal.shape is not None:
        return rules(puzzle, language)[0]
    lines = [_strand(strand, language) for strand in puzzle.goal.strands]
    return " ".join([*lines, _holes(puzzle.goal.holes, language)])


def _stack_rules(puzzle: CataloguePuzzle, language: str) -> Iterator[str]:
    strand = puzzle.goal.strands[0]
    for sentence in _STACK:
        yield translate(language, sentence)
    yield translate(language, _STACK_AIMS[strand.kind]).format(colour=colour_word(strand.colour, language))


# R7.4: tiles come one by one from a shuffled stack; one that fits a forced space must go there.
_STACK = (
    gettext_noop(
        "The tiles come one by one off a shuffled stack. Place each one beside the others; then it stays."
    ),
    gettext_noop("Wherever two tiles touch, the colours must be the same on both sides."),
    gettext_noop(
        "A gap with tiles on three of its sides or more goes first: if your tile fits it, it "
        "must go there. The places where you may place it are marked."
    ),
)
_STACK_AIMS = {
    GoalKind.LINE: gettext_noop(
        "In the end, one long line should run through all 14 tiles. Its colour: {colour}."
    ),
    GoalKind.LOOP: gettext_noop(
        "In the end, one closed loop should run through all 14 tiles. Its colour: {colour}."
    ),
}
_SUM = (
    gettext_noop(
        "Place all 56 tiles in one piece, as you like. Wherever two touch, the colours must be the same."
    ),
    gettext_noop(
        "For each of the four colours your longest line counts one point a tile, or your longest closed loop "
        "two points a tile, whichever is more. The four together are your result."
    ),
    gettext_noop("You can move tiles as often as you want. How close can you get to the best known table?"),
)


def _rules(puzzle: CataloguePuzzle, language: str) -> Iterator[str]:
    goal = puzzle.goal
    if goal.shape is not None:
        yield _shape(goal, language)
    for strand in goal.strands:
        beside = [translate(language, _BESIDE)] if strand.scope is GoalScope.OWN else []
        yield " ".join([_strand(strand, language), *beside])
    yield from _use(puzzle, language)
    if not goal.is_distinct:
        yield translate(language, _TWINS)
    if goal.shape is None:
        yield _holes(goal.holes, language)


def _use(puzzle: CataloguePuzzle, language: str) -> Iterator[str]:
    if not puzzle.is_picked:
        yield translate(language, _USE_ALL)
        return
    sentence = translate(
        language, gettext_noop("Pick any {n} of the {all} tiles; the others stay in the tray.")
    )
    yield sentence.format(n=len(puzzle.goal.tiles), all=len(puzzle.tiles))
    yield translate(language, _MATCH)


def _strand(strand: Strand, language: str) -> str:
    sentence = translate(language, _STRANDS[strand.kind, strand.scope])
    return sentence.format(colour=colour_word(strand.colour, language))


def _shape(goal: Goal, language: str) -> str:
    name, _, size = str(goal.shape).partition(":")
    if name == "hexagon" and size == "2":
        return translate(language, gettext_noop("Make a flower: one tile in the middle and six around it."))
    if name == "triangle":
        sentence = translate(language, gettext_noop("Make a triangle with {side} tiles on each side."))
        return sentence.format(side=size)
    return translate(
        language, gettext_noop("Fill the whole shape that is drawn on the table, one tile a place.")
    )


def _holes(n: int | None, language: str) -> str:
    if n is None:
        return translate(language, gettext_noop("All tiles lie together. There may be holes inside."))
    if n >= len(_HOLES):
        sentence = gettext_noop("All tiles lie together, and there are exactly this many holes inside: {n}.")
        return translate(language, sentence).format(n=n)
    return translate(language, _HOLES[n])


_HOLES = (
    gettext_noop("All tiles lie together, and there is no hole inside."),
    gettext_noop(
        "All tiles lie together, and there is exactly one hole inside: an empty place with tiles all around."
    ),
    gettext_noop(
        "All tiles lie together, and there are exactly two holes inside: empty places with tiles all around."
    ),
)
