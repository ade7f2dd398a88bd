"""The tables of a tournament as HTML, rendered once per state and language."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

from markupsafe import Markup

from tantrix.competition.events.rounds import ARENA
from tantrix.server.http.templates import render_part
from tantrix.server.protocol.tournaments import (
    EntrantView,
    FormResult,
    MatchView,
    SectionView,
    TournamentView,
)
from tantrix.server.tournaments.bracket import Bracket
from tantrix.server.tournaments.round_line import round_label
from tantrix.server.tournaments.wording import (
    ENTRANT_STATES,
    category_label,
    entrant_names,
    labels,
    section_label,
)
from tantrix.server.wording.catalogues import gettext_noop, translate

MAX_CACHED = 100
N_LAST = 10  # how many finished games of an arena are shown
IN_PLAY, LAST_GAMES = gettext_noop("In play"), gettext_noop("Last games")
RESULTS: Mapping[FormResult, str] = {
    "won": gettext_noop("won"),
    "drawn": gettext_noop("drawn"),
    "lost": gettext_noop("lost"),
}
MAX_INLINE = 40  # entrants; with more, past rounds have their own pages and there is no cross table


class _Rows:
    """The rows of a state as HTML; those that show the same as in the state before are reused."""

    def __init__(self, names: Mapping[str, str], faces: Mapping[str, EntrantView], before: "_Rows | None"):
        self._named = names, faces
        is_same = before is not None and before._named == self._named
        self._before = before._now if before is not None and is_same else {}
        self._now: dict[object, tuple[object, Markup]] = {}

    def __call__(self, key: object, shown: object, macro: Callable[..., str], *arguments: object) -> Markup:
        """Return what `macro` makes of `arguments`; called only if `shown` has changed."""
        known = self._before.get(key)
        if known is None or known[0] != shown:
            known = shown, Markup(macro(*arguments))  # a macro escapes what it shows
        self._now[key] = known
        return known[1]

    def forget(self) -> None:
        """Drop the rows of the state before."""
        self._before = {}


class TournamentTables:
    """A cache of the tables that were shown last."""

    def __init__(self) -> None:
        self._cache: dict[tuple[str, str], tuple[TournamentView, _Rows, Markup]] = {}

    def find(self, view: TournamentView, language: str) -> Markup:
        """Return the tables of a tournament. Takes some ms for a new state with hundreds of entrants."""
        key = view.id, language
        cached = self._cache.get(key)
        if cached is not None and cached[0] is view:
            return cached[2]
        names, faces = entrant_names(view, language), faces_of(view)
        rows = _Rows(names, faces, None if cached is None else cached[1])
        tables = _render_tables(view, language, names, faces, rows)
        rows.forget()
        if len(self._cache) >= MAX_CACHED:
            self._cache = {}
        self._cache[key] = view, rows, tables
        return tables


def _render_tables(
    view: TournamentView,
    language: str,
    names: Mapping[str, str],
    faces: Mapping[str, EntrantView],
    rows: _Rows,
) -> Markup:
    """Return the standings, cross tables, brackets, rounds and entrants of a tournament."""
    address = f"/tournaments/{view.id}"
    return render_part(
        language,
        "tournaments/tables.html",
        view=view,
        entrants=_entrants_shown(view),
        names=names,
        faces=faces,
        tables=[section_part(section, names, faces, language, address) for section in view.sections],
        categories=category_tables(view, language),
        category_labels={each.name: category_label(each.name, language) for each in view.categories},
        bars=partial(form_bars, language),
        entrant_states=labels(ENTRANT_STATES, language),
        result_words={each: translate(language, word) for each, word in RESULTS.items()},
        kept=rows,
        round_label=round_label,
        action=address,
        max_inline=MAX_INLINE,
    )


class CategoryRow(NamedTuple):
    """An entrant in the standings of a category; its place among all and its points, None if not known."""

    entrant: str
    overall: int | None
    points: int | None


def category_tables(view: TournamentView, language: str) -> list[tuple[str, list[CategoryRow]]]:
    """Return the standings of each category with its name; nothing before there are any."""
    if not view.sections:
        return []
    only = view.sections[0].standings if len(view.sections) == 1 else []
    tenths = {row.entrant: row.points for row in only}
    overall = {row.entrant: row.place for row in only} | {each: at for at, each in enumerate(view.places, 1)}
    return [
        (
            category_label(each.name, language),
            [CategoryRow(entrant, overall.get(entrant), tenths.get(entrant)) for entrant in each.entrants],
        )
        for each in view.categories
    ]


def _entrants_shown(view: TournamentView) -> list[EntrantView]:
    """List the entrants without those who withdrew before they were in any table or round."""
    took_part = {row.entrant for section in view.sections for row in section.standings}
    for paired in (each for section in view.sections for each in section.rounds):
        took_part.update(side for match in paired.matches for side in (match.first, match.second) if side)
        took_part.update(entrant for table in paired.tables for entrant in table.entrants)
    return [each for each in view.entrants if each.state != "withdrawn" or each.id in took_part]


def form_bars(language: str, results: Sequence[FormResult]) -> Markup:
    """Return results as a row of small bars, with their names for screen readers."""
    return _form_bars(language, tuple(results))


@lru_cache(maxsize=4096)
def _form_bars(language: str, results: tuple[FormResult, ...]) -> Markup:
    label = ", ".join(translate(language, RESULTS[each]) for each in results)
    bars = Markup("").join(Markup('<i class="{}"></i>').format(each) for each in results)
    return Markup('<span class="form-bars" role="img" aria-label="{}">{}</span>').format(label, bars)


def faces_of(view: TournamentView) -> dict[str, EntrantView]:
    """Return the entrants whose faces are shown, by id; none in a large tournament."""
    if view.kind != "single" or len(view.entrants) > MAX_INLINE:
        return {}
    return {each.id: each for each in view.entrants if each.accounts[0] or each.robot}


def with_own_rows(tables: Markup, entrant: str | None) -> Markup:
    """Mark the rows of an entrant."""
    if entrant is None:
        return tables
    text = str(tables)
    for name in ("entrant", "first", "second"):
        row = f'data-{name}="{entrant}"'
        text = text.replace(row, f'{row} class="me"')
    return Markup(text)  # its parts were escaped when they were rendered


def section_part(
    section: SectionView,
    names: Mapping[str, str],
    faces: Mapping[str, EntrantView],
    language: str,
    base: str = "",
) -> dict[str, object]:
    """Return a section with its name, and its cross table or drawing.

    `base`: the address of the tournament if the drawing has links to the pages of matches.
    """
    label = section_label(section.section, language)
    is_drawn = section.is_bracket and len(section.rounds[0].matches) > 1
    drawn = Bracket(names, faces, language, base).draw(section.rounds, label) if is_drawn else None
    return {
        "view": section,
        "label": label,
        "svg": None if drawn is None else Markup(drawn),
        "cross": _cross(section),
        "lists": _lists(section, language),
    }


def _lists(section: SectionView, language: str) -> list[tuple[str, dict[str, list[MatchView]]]]:
    """Return the games of an arena in play and its last finished ones, with headings."""
    if section.section != ARENA:
        return []
    found = [match for paired in section.rounds for match in paired.matches]
    in_play = [match for match in found if not match.is_over]
    over = [match for match in found if match.is_over][: -N_LAST - 1 : -1]
    headings = translate(language, IN_PLAY), translate(language, LAST_GAMES)
    return [
        (label, {"matches": matches, "byes": []})
        for label, matches in zip(headings, (in_play, over), strict=True)
        if matches
    ]


class CrossCell(NamedTuple):
    """A match as seen by one of its entrants; `result` is None while it is in play."""

    match: MatchView
    tenths: int
    result: FormResult | None


def _cross(section: SectionView) -> dict[tuple[str, str], CrossCell]:
    """Return the matches of a table by row and column, where a cross table is shown."""
    if section.is_bracket or len(section.standings) > MAX_INLINE:
        return {}
    found: dict[tuple[str, str], CrossCell] = {}
    for paired in section.rounds:
        for match in paired.matches:
            if match.first and match.second:
                found[match.first, match.second] = _cell(match, 0)
                found[match.second, match.first] = _cell(match, 1)
    return found


def _cell(match: MatchView, side: int) -> CrossCell:
    own, other = match.tenths[side], match.tenths[1 - side]
    result: FormResult = "won" if own > other else "lost" if own < other or _nobody_came(match) else "drawn"
    return CrossCell(match, own, result if match.is_over else None)


def _nobody_came(match: MatchView) -> bool:
    """Return whether both sides were absent, which both have lost."""
    return bool(match.games) and not any(game.is_played or any(game.tenths) for game in match.games)
