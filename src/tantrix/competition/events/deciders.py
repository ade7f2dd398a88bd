"""Extra games that replace the lot where groups decide who advances to a knock-out."""

from tantrix.competition.events.match_states import (
    decider_of,
    group_order,
    section_table,
    stage_sections,
)
from tantrix.competition.events.rounds import ACROSS_GROUPS, DECIDER, GROUP
from tantrix.competition.events.terms import StageForm
from tantrix.competition.events.tournament import StageField, Tournament
from tantrix.competition.standings import are_equal_across_groups


def decider_sections(stage: StageField) -> tuple[str, ...]:
    """Return the sections of the extra games: one in each group, then one between groups."""
    if stage.terms.form is not StageForm.GROUPS:
        return ()
    return (*(decider_of(each) for each in stage_sections(stage)), ACROSS_GROUPS)


def sections_before(stage: StageField, decider: str) -> tuple[str, ...]:
    """Return the sections that must be over before an extra game can be drawn."""
    if decider == ACROSS_GROUPS:
        return (*stage_sections(stage), *decider_sections(stage)[:-1])
    return (decider.replace(DECIDER, GROUP, 1),)


def n_through(now: Tournament, stage: StageField) -> int:
    """Return how many advance: the first of each group, and the best others to fill a bracket."""
    terms = stage.terms
    if terms.form is not StageForm.GROUPS:
        return terms.n_through
    sure = sum(min(terms.n_through, len(group)) for group in stage.groups)
    nearly = sum(len(group) > terms.n_through for group in stage.groups)
    full = 1 << (max(sure, 2) - 1).bit_length()
    return min(full, sure + nearly) if _is_knockout_next(now, stage) else sure


def pair_at_cut(now: Tournament, stage: StageField, decider: str) -> tuple[str, str] | None:
    """Return the last entrant who advances and the next one, if only the lot separates them."""
    if not _is_knockout_next(now, stage):
        return None
    pair = _across_groups(now, stage) if decider == ACROSS_GROUPS else _in_group(now, stage, decider)
    return None if pair is None or {*pair} & now.withdrawn else pair


def _is_knockout_next(now: Tournament, stage: StageField) -> bool:
    terms = now.terms.stages
    return stage.number < len(terms) and terms[stage.number].form is StageForm.KNOCKOUT


def _in_group(now: Tournament, stage: StageField, decider: str) -> tuple[str, str] | None:
    """Return the pair at the cut of a group; also at the one below, if some of the next places advance."""
    group = decider.replace(DECIDER, GROUP, 1)
    rows = section_table(now, stage.number, group).rows
    cut = stage.terms.n_through
    sure = sum(min(cut, len(each)) for each in stage.groups)
    cuts = (cut, cut + 1) if n_through(now, stage) > sure else (cut,)
    found = (at for at in cuts if at < len(rows) and rows[at].is_by_lot)
    return next(((rows[at - 1].entrant, rows[at].entrant) for at in found), None)


def _across_groups(now: Tournament, stage: StageField) -> tuple[str, str] | None:
    """Return the last of the next places that advances and the first that does not, if they are equal."""
    cut = n_through(now, stage)
    order = [each for each in group_order(now, stage) if each not in now.withdrawn]
    if not 0 < cut < len(order):
        return None
    tables = [section_table(now, stage.number, name).rows for name in stage_sections(stage)]
    rows = {row.entrant: row for table in tables for row in table}
    first, second = order[cut - 1 : cut + 1]
    return (first, second) if are_equal_across_groups(rows[first], rows[second]) else None
