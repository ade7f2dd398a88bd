"""The form for a new puzzle: its choices, and parsing it into a `PuzzleSpec`."""

from collections.abc import Mapping
from typing import NamedTuple

from tantrix.server.http.errors import Refusal
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.solver.specs import (
    SIZES,
    Difficulty,
    Form,
    GeneratedPuzzle,
    PuzzleSpec,
    max_counted_size,
    some_colours,
)
from tantrix.tiles import Colour

MAX_SEED = 2**32 - 1
UNIQUE = "unique"

FORMS = {
    Form.LOOP: gettext_noop("A loop through all tiles"),
    Form.LINE: gettext_noop("A line through all tiles"),
    Form.TWO_LINES: gettext_noop("Two lines of two colours"),
    Form.PYRAMID: gettext_noop("A pyramid with a line"),
    Form.FLOWER: gettext_noop("A flower with a line"),
}
LEVELS = {
    Difficulty.ANY.value: gettext_noop("Surprise me"),
    Difficulty.EASY.value: gettext_noop("Easy: many solutions"),
    Difficulty.MEDIUM.value: gettext_noop("Medium"),
    Difficulty.HARD.value: gettext_noop("Hard: few solutions"),
    UNIQUE: gettext_noop("Only one solution"),
}


class FieldChoice(NamedTuple):
    """A value of a field and its label."""

    value: str
    label: str


def choices(labels: Mapping[Form, str] | Mapping[str, str], language: str) -> list[FieldChoice]:
    return [FieldChoice(value, translate(language, label)) for value, label in labels.items()]


def sizes_of(form: Form) -> str:
    """Return the sizes that a form may have, as text."""
    sizes = SIZES[form]
    return f"{sizes[0]}–{sizes[-1]}" if isinstance(sizes, range) else ", ".join(map(str, sizes))


def read_spec(form: Form, size: int, colour: str, level: str, allows_holes: bool, seed: int) -> PuzzleSpec:
    """Read the form; pyramids and flowers take the nearest size. Raises Refusal for an impossible puzzle."""
    sizes = SIZES[form]
    if not isinstance(sizes, range):
        size = min(sizes, key=lambda one: abs(one - size))
    if size not in sizes:
        raise Refusal("puzzle_size", sizes=sizes_of(form))
    allows_holes = allows_holes and form is Form.LOOP
    colours = _colours(form, colour, seed)
    easy = PuzzleSpec(form, size, colours, Difficulty.ANY, False, allows_holes)
    if level != Difficulty.ANY and not easy.is_counted:
        raise Refusal("too_many_to_count", n=max_counted_size(form, allows_holes))
    is_unique = level == UNIQUE
    difficulty = Difficulty.HARD if is_unique else Difficulty(level)
    return PuzzleSpec(form, size, colours, difficulty, is_unique, allows_holes)


def not_found_sentence(made: GeneratedPuzzle, language: str) -> str:
    """Return a sentence that says what was tried without success."""
    if made.fewest is None:
        sentence = translate(
            language,
            gettext_noop("Tried {tried} sets of tiles: none can be solved. Try another size."),
        )
    else:
        sentence = translate(
            language,
            gettext_noop(
                "Tried {tried} sets of tiles: none has exactly one solution; the closest has {fewest}. "
                "Try again, or choose another size."
            ),
        )
    return sentence.format(tried=made.n_drawn, fewest=made.fewest)


def _colours(form: Form, letter: str, seed: int) -> tuple[Colour, ...]:
    """Return the chosen colour, plus a random other one if two are needed."""
    chosen = some_colours(form, seed)
    if letter == "any":
        return chosen
    first = Colour.parse(letter)
    others = [colour for colour in (*chosen, *Colour) if colour != first]
    return tuple(sorted((first, *others[: len(chosen) - 1])))
