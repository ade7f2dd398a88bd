"""The form that asks for a new puzzle: what can be chosen, and the wish that was read from it."""

from collections.abc import Mapping
from dataclasses import dataclass

from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.solver.generate import SIZES, Difficulty, Form, Made, PuzzleSpec, most_counted, some_colours
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


class WishError(Exception):
    """A form that cannot be fulfilled, in a sentence for the reader."""


@dataclass(frozen=True, slots=True)
class FieldChoice:
    """A value of a field, and how it is told."""

    value: str
    label: str


def choices(labels: Mapping[Form, str] | Mapping[str, str], language: str) -> list[FieldChoice]:
    return [FieldChoice(value, translate(language, label)) for value, label in labels.items()]


def sizes_of(form: Form) -> str:
    """Write which sizes a form may have."""
    sizes = SIZES[form]
    return f"{sizes[0]}–{sizes[-1]}" if isinstance(sizes, range) else ", ".join(map(str, sizes))


def read_wish(
    form: Form, size: int, colour: str, level: str, allows_holes: bool, seed: int, language: str
) -> PuzzleSpec:
    """Read a wish; pyramids and flowers take the nearest size they have. Raises WishError if it cannot be."""
    sizes = SIZES[form]
    if not isinstance(sizes, range):
        size = min(sizes, key=lambda one: abs(one - size))
    if size not in sizes:
        said = gettext_noop("Expected this many tiles: {sizes}.")
        raise WishError(translate(language, said).format(sizes=sizes_of(form)))
    allows_holes = allows_holes and form is Form.LOOP
    colours = _colours(form, colour, seed)
    easy = PuzzleSpec(form, size, colours, Difficulty.ANY, False, allows_holes)
    if level != Difficulty.ANY and not easy.is_counted:
        said = gettext_noop(
            "To choose how hard it is, take {n} tiles at most; with more nobody counts the solutions."
        )
        raise WishError(translate(language, said).format(n=most_counted(form, allows_holes)))
    is_unique = level == UNIQUE
    difficulty = Difficulty.HARD if is_unique else Difficulty(level)
    return PuzzleSpec(form, size, colours, difficulty, is_unique, allows_holes)


def not_found_sentence(made: Made, language: str) -> str:
    """Say what was tried in vain."""
    if made.fewest is None:
        sentence = translate(
            language,
            gettext_noop("I tried {tried} sets of tiles, and none can be solved. Try another size."),
        )
    else:
        sentence = translate(
            language,
            gettext_noop(
                "I tried {tried} sets of tiles, and none has just one solution; the best has {fewest}. "
                "Try again, or take another size."
            ),
        )
    return sentence.format(tried=made.n_drawn, fewest=made.fewest)


def _colours(form: Form, letter: str, seed: int) -> tuple[Colour, ...]:
    """Take the colour that was chosen, and another by chance where two are needed."""
    chosen = some_colours(form, seed)
    if letter == "any":
        return chosen
    first = Colour.parse(letter)
    others = [colour for colour in (*chosen, *Colour) if colour != first]
    return tuple(sorted((first, *others[: len(chosen) - 1])))
