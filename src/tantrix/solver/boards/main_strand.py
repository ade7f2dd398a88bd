"""A quick search for several strands of which one, the main strand, runs through all tiles.

Forms of all strands (`strand_forms.py`) with exactly the edges of the tiles are rare then. So the form is
only a guide: now and then the course of its main strand is taken over and changed until it has as many
corners, bends and straights as the tiles. From there a walk leads from course to course by two changes at a
time that keep these numbers, mostly to courses on which more cells can have tiles without an end of a line
(`course_tiles.py`). Where these are enough, a search lays the tiles so that all colours fit, whatever the
courses of the other strands in the form.

This never proves anything: if nothing is found, there may still be a solution.
"""

from dataclasses import replace
from functools import cache

import numpy as np

from tantrix._compile.jit import jit
from tantrix._compile.records import U0, Numbers, Records, Word
from tantrix.kernel import TableArray, Tables
from tantrix.solver.boards.course_tiles import (
    MET,
    Courses,
    do_lay,
    do_open_all,
    n_bare,
    n_ends_left,
    new_courses,
)
from tantrix.solver.boards.strand_forms import (
    StrandFormArray,
    StrandForms,
    can_form,
    do_change,
    do_resize,
    do_take,
    do_undo,
    do_undo_all,
    new_forms,
)
from tantrix.solver.goal import Goal, Strand
from tantrix.solver.steps.random_choices import below, chances

_NEVER = 64  # an increase of the cost that is not accepted
_GUIDE, _COURSE, _WALK = 1.0, 0.4, 0.5  # the temperatures of the form, of the course taken from it, of a walk
_APART = 10  # changes of the form between two courses
_SETTLING = 40  # changes tried to give a course the corners, bends and straights of the tiles
_WALKING = 100  # steps of a walk
_PAIRING = 40  # second changes tried to make up for a first one


def main_strand(goal: Goal) -> Strand | None:
    """Return the strand of a goal with forms that runs through all tiles, if there is one."""
    if not can_form(goal):
        return None
    return next((each for each in goal.strands if goal.through(each) == len(goal.tiles)), None)


def new_search(goal: Goal, seed: int) -> tuple[StrandFormArray, StrandFormArray, Records[Courses]]:
    """Prepare the records: the form of all strands with the main strand first, its course, and the tiles."""
    main = main_strand(goal)
    assert main is not None, goal
    others = tuple(each for each in goal.strands if each != main)
    forms = new_forms(replace(goal, strands=(main, *others)), seed)
    course = new_forms(replace(goal, strands=(main,)), seed)
    return forms, course, new_courses(goal, main)


@cache
def keeping() -> Numbers:
    """Return the chances to keep each increase of a cost, in 65,536ths: of forms, courses, and walks."""
    return np.array([chances(more / heat for more in range(_NEVER)) for heat in (_GUIDE, _COURSE, _WALK)])


@jit
def do_search(
    forms: StrandFormArray,
    course: StrandFormArray,
    courses: Records[Courses],
    tables: TableArray,
    keeping: Numbers,
    n_steps: int,
) -> bool:
    """Try about so many changes of the form and the course; return whether tiles could be laid on one."""
    s, m, c, t = forms[0], course[0], courses[0], tables[0]
    end = c.steps + n_steps
    while c.steps < end:
        if c.n_tries > 0:
            c.n_tries -= 1
            is_found = _walk_on(c, m, t, keeping[2])
        else:
            is_found = _guide(c, s, m, t, keeping) and _begin_walk(c, m, t)
        if is_found:
            return True
    return False


@jit
def _guide(c: Courses, s: StrandForms, m: StrandForms, t: Tables, keeping: Numbers) -> bool:
    """Change the form; return whether its main strand is due and could be made a course of all tiles."""
    _step(s, t, keeping[0])
    c.steps += 1
    c.since += 1
    if c.since < _APART or not do_take(m, s):
        return False
    c.since = 0
    return _settle(c, m, t, keeping[1])


@jit
def _step(s: StrandForms, t: Tables, keeping: Numbers) -> None:
    """Try a random change."""
    before = s.cost
    s.n_logged = 0
    if do_change(s, t):
        more = s.cost - before
        if more > 0 and (more >= _NEVER or below(s, 65536) >= keeping[more]):
            do_undo(s)


# The course of the main strand: no cost is left where it is in one part and has the corners, bends and
# straights of the tiles.


@jit
def _settle(c: Courses, m: StrandForms, t: Tables, keeping: Numbers) -> bool:
    """Change a course until no cost is left."""
    for _ in range(_SETTLING):
        if m.cost == 0:
            return True
        _step(m, t, keeping)
        c.steps += 1
    return False


@jit
def _begin_walk(c: Courses, m: StrandForms, t: Tables) -> bool:
    """Try the first course of a walk; return whether the tiles could be laid."""
    if not _is_new(c, m):
        return False
    do_open_all(c, m, t)
    c.n_bare = n_bare(c)
    c.n_tries = _WALKING if c.has_line else 0
    return bool(c.n_bare <= n_ends_left(c) and do_lay(c, m, t))


@jit
def _walk_on(c: Courses, m: StrandForms, t: Tables, keeping: Numbers) -> bool:
    """Try to go on to another course; return whether the tiles could be laid on a new one."""
    if not _change_twice(c, m, t):
        do_undo_all(m)
        return False
    do_open_all(c, m, t)
    bare = n_bare(c)
    if bare > c.n_bare and below(m, 65536) >= keeping[bare - c.n_bare]:
        do_undo_all(m)
        return False
    c.n_bare = bare
    return bool(bare <= n_ends_left(c) and _is_new(c, m) and do_lay(c, m, t))


@jit
def _change_twice(c: Courses, m: StrandForms, t: Tables) -> bool:
    """Change a course once, or twice if only then no cost is left."""
    m.n_logged = 0
    before = _code(m)
    while not do_change(m, t):
        c.steps += 1
    if m.cost == 0:
        return True
    for _ in range(_PAIRING):
        c.steps += 1
        if do_resize(m, t, m.n_tiles - m.n):
            if m.cost == 0 and _code(m) != before:
                return True
            do_undo(m)
    return False


@jit
def _is_new(c: Courses, m: StrandForms) -> bool:
    """Return whether a course has not been met of late."""
    code = _code(m)
    at = int(code & np.uint64(MET - 1))
    is_new = c.met[at] != code
    c.met[at] = code
    return bool(is_new)


@jit
def _code(m: StrandForms) -> Word:
    """Return a number that hardly any two courses have in common."""
    code = U0
    for place in range(m.n):
        cell = m.cell[place]
        mixed = np.uint64(64 * cell + m.way[0, cell]) * np.uint64(0x9E3779B97F4A7C15)
        mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
        code += mixed ^ (mixed >> np.uint64(32))
    return code
