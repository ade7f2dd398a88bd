"""What a puzzle asks, in words that a child of eight understands."""

from collections.abc import Iterator
from dataclasses import dataclass

from tantrix.server.puzzles.catalogue import PUZZLES, Mode, Puzzle, colour_word
from tantrix.server.wording.catalogues import marked, translate
from tantrix.solver.goal import Goal, Kind, Scope, Strand

# (kind, scope): what the coloured line is to do. The colour is named after a colon, so that it needs no case.
_STRANDS = {
    (Kind.LOOP, Scope.ALL): marked(
        "Make one closed loop that runs through every tile, like beads on a string. Its colour: {colour}."
    ),
    (Kind.LINE, Scope.ALL): marked(
        "Make one long line that runs through every tile, from one end to the other. Its colour: {colour}."
    ),
    (Kind.LOOP, Scope.OWN): marked(
        "Join all lines of this colour into one closed loop: {colour}. "
        "Tiles without the colour only lie beside it."
    ),
    (Kind.LINE, Scope.OWN): marked(
        "Join all lines of this colour into one long line: {colour}. "
        "Tiles without the colour only lie beside it."
    ),
}

_USE_ALL = marked("Use all the tiles. Wherever two tiles touch, the colours must be the same on both sides.")
_MATCH = marked("Wherever two tiles touch, the colours must be the same on both sides.")
_TWINS = marked(
    "Some tiles are there more than once. They look alike, and it does not matter which you take."
)

_HEADINGS = {
    "discovery": marked("Discovery"),
    "packs": marked("Discovery with several packs"),
    "flower": marked("Flowers"),
    "pyramid": marked("Pyramid of ten"),
    "rainbow": marked("Rainbow"),
    "xtreme": marked("Xtreme"),
    "crazy": marked("Crazy"),
    "school": marked("From junior to genius"),
    "pyramids": marked("Great pyramids"),
    "solitaire": marked("Solitaire"),
}

_INTRODUCTIONS = {
    "discovery": marked(
        "Take the tiles from 1 up to the number, and make a loop in the colour of the number. "
        "Start with 3, and take one tile more each time."
    ),
    "packs": marked(
        "Put several packs of ten together: after tile 10 comes tile 1 again. The loop has the colour of the "
        "last tile you take."
    ),
    "pyramid": marked("The tiles 1 to 10 in a triangle, with one line through all of them."),
    "flower": marked(
        "Seven tiles: one in the middle, six around it. The colours must be the same wherever two touch."
    ),
    "rainbow": marked("Five sets that share out all 56 tiles, one for each colour on the back."),
    "xtreme": marked("Ten tiles, five tasks, and few ways to solve them."),
    "crazy": marked("Ten tiles, and three loops to make, one after the other."),
    "school": marked(
        "Sets that grow harder. In the last ones two colours count at once, or there must be holes."
    ),
    "pyramids": marked("Fifteen tiles in a triangle."),
    "solitaire": marked(
        "A game for one: fourteen tiles off a stack, or all 56 for the longest lines you can make."
    ),
}


@dataclass(frozen=True, slots=True)
class Group:
    """Puzzles listed together."""

    name: str
    heading: str
    introduction: str
    puzzles: tuple[Puzzle, ...]


def groups(language: str) -> list[Group]:
    """List all puzzles in groups, in the order in which one plays them."""
    return [
        Group(
            name,
            translate(language, heading),
            translate(language, _INTRODUCTIONS[name]),
            tuple(puzzle for puzzle in PUZZLES.values() if puzzle.group == name),
        )
        for name, heading in _HEADINGS.items()
    ]


def rules(puzzle: Puzzle, language: str) -> list[str]:
    """Say what is to be done, a sentence or two each."""
    if puzzle.mode is Mode.SOLVE:
        return list(_rules(puzzle, language))
    if puzzle.mode is Mode.SUM:
        return [translate(language, sentence) for sentence in _SUM]
    return list(_stack_rules(puzzle, language))


def _stack_rules(puzzle: Puzzle, language: str) -> Iterator[str]:
    strand = puzzle.goal.strands[0]
    for sentence in _STACK:
        yield translate(language, sentence)
    yield translate(language, _STACK_AIMS[strand.kind]).format(colour=colour_word(strand.colour, language))


# R7.4: one by one off a shuffled stack; a tile that fits a forced space goes there.
_STACK = (
    marked("The tiles come one by one off a shuffled stack. Lay each one beside the others; then it stays."),
    marked("Wherever two tiles touch, the colours must be the same on both sides."),
    marked(
        "A gap with tiles on three of its sides or more goes first: if your tile fits it, it must go there. "
        "The places where you may lay it are marked."
    ),
)
_STACK_AIMS = {
    Kind.LINE: marked("At the end one long line should run through all 14 tiles. Its colour: {colour}."),
    Kind.LOOP: marked("At the end one closed loop should run through all 14 tiles. Its colour: {colour}."),
}
_SUM = (
    marked("Lay all 56 tiles in one piece, as you like. Wherever two touch, the colours must be the same."),
    marked(
        "For each of the four colours your longest line counts one point a tile, or your longest closed loop "
        "two points a tile, whichever is more. The four together are your result."
    ),
    marked("You may move tiles as often as you want. Can you come near the best table that is known?"),
)


def _rules(puzzle: Puzzle, language: str) -> Iterator[str]:
    goal = puzzle.goal
    if goal.shape is not None:
        yield _shape(goal, language)
    for strand in goal.strands:
        yield _strand(strand, language)
    yield from _use(puzzle, language)
    if not goal.is_distinct:
        yield translate(language, _TWINS)
    if goal.shape is None:
        yield _holes(goal.holes, language)


def _use(puzzle: Puzzle, language: str) -> Iterator[str]:
    if not puzzle.is_picked:
        yield translate(language, _USE_ALL)
        return
    sentence = translate(language, marked("Pick any {n} of the {all} tiles; the others stay in the tray."))
    yield sentence.format(n=len(puzzle.goal.tiles), all=len(puzzle.tiles))
    yield translate(language, _MATCH)


def _strand(strand: Strand, language: str) -> str:
    sentence = translate(language, _STRANDS[strand.kind, strand.scope])
    return sentence.format(colour=colour_word(strand.colour, language))


def _shape(goal: Goal, language: str) -> str:
    name, _, size = str(goal.shape).partition(":")
    if name == "hexagon" and size == "2":
        return translate(language, marked("Lay a flower: one tile in the middle and six around it."))
    if name == "triangle":
        sentence = translate(language, marked("Lay the tiles as a triangle with {side} tiles on each side."))
        return sentence.format(side=size)
    return translate(language, marked("Fill the whole shape that is drawn on the table, one tile a place."))


def _holes(n: int | None, language: str) -> str:
    if n is None:
        return translate(language, marked("All tiles lie together. There may be holes inside."))
    if n >= len(_HOLES):
        sentence = marked("All tiles lie together, and there are exactly this many holes inside: {n}.")
        return translate(language, sentence).format(n=n)
    return translate(language, _HOLES[n])


_HOLES = (
    marked("All tiles lie together, and there is no hole inside."),
    marked(
        "All tiles lie together, and there is exactly one hole inside: an empty place with tiles all around."
    ),
    marked(
        "All tiles lie together, and there are exactly two holes inside: empty places with tiles all around."
    ),
)
