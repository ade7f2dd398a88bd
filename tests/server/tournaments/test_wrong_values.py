"""What is wrong with the values of a form is said in the reader's language; programs get it in English."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from pydantic import ValidationError

from tantrix.clock import MINUTE_MS
from tantrix.competition.events import entrants, outcomes, term_checks
from tantrix.competition.events.entrants import EntrantKind, Member, check_members
from tantrix.competition.events.forms import arena, cup, groups, knockout, race, simul
from tantrix.competition.events.invalid_value import InvalidValue
from tantrix.competition.events.outcomes import played
from tantrix.competition.events.presets import preset
from tantrix.competition.events.term_checks import check_terms
from tantrix.competition.events.terms import EntryTerms, EventTerms, StageForm, StageTerms
from tantrix.server.protocol.tournaments import TournamentOptions
from tantrix.server.tournaments.form_values import wrong_fields
from tantrix.server.tournaments.terms import terms_of

SWISS = StageTerms(StageForm.SWISS)
ARENA, CUP, RACE, SIMUL = (preset(key, "Wrong") for key in ("arena", "gobble-cup", "puzzle-race", "simul"))
OPEN = preset("open", "Wrong")


def _stage(**changes: Any) -> EventTerms:
    return replace(OPEN, stages=(replace(SWISS, **changes),))


def _entry(**changes: Any) -> EventTerms:
    return replace(OPEN, entry=EntryTerms(**changes))


WRONG_TERMS: dict[str, tuple[EventTerms, str]] = {
    "_GAMES": (_stage(n_games=11), "n_games"),
    "_ROUNDS": (_stage(n_rounds=17), "n_rounds"),
    "_GROUP_SIZE": (_stage(group_size=2), "group_size"),
    "_THROUGH": (_stage(n_through=65), "n_through"),
    "_DAYS": (_stage(days=61), "days"),
    "_MINUTES": (_stage(minutes=9), "minutes"),
    "_BEST": (_stage(n_best=0), "n_best"),
    "_HOST_MINUTES": (_stage(host_minutes=61), "host_minutes"),
    "_LEAD": (_stage(min_lead=21), "min_lead"),
    "_EXTRA_GAMES": (_stage(n_extra_games=4), "n_extra_games"),
    "_LIVE": (replace(ARENA, stages=(replace(ARENA.stages[0], days=1),)), "days"),
    "_NAME": (replace(OPEN, name=" "), "name"),
    "_TEXT": (replace(OPEN, text="x" * 2001), "text"),
    "_STAGES": (replace(OPEN, stages=()), ""),
    "_CONTROL": (replace(OPEN, control="fast"), "control"),
    "_KNOCKOUT_LAST": (replace(OPEN, stages=(StageTerms(StageForm.KNOCKOUT), SWISS)), ""),
    "_ARENA_FIRST": (replace(OPEN, stages=(SWISS, StageTerms(StageForm.ARENA))), ""),
    "_ARENA_ALONE": (replace(ARENA, control="2 days"), "control"),
    "_AFTER_GROUPS": (replace(OPEN, stages=(StageTerms(StageForm.GROUPS),)), ""),
    "_BOARDS": (replace(OPEN, kind=EntrantKind.TEAM, n_boards=9), "n_boards"),
    "_ONE_BOARD": (replace(OPEN, n_boards=2), "n_boards"),
    "_CUP_ALONE": (replace(CUP, is_by_hand=True), ""),
    "_RACE_ALONE": (replace(RACE, is_by_hand=True), ""),
    "_CUP_ENTRANTS": (replace(CUP, entry=EntryTerms(most=65)), "most"),
    "_SIMUL_ALONE": (replace(SIMUL, kind=EntrantKind.PAIR), ""),
    "_SIMUL_CLOCK": (replace(SIMUL, control="15 tournament"), "control"),
    "_SIMUL_ENTRANTS": (replace(SIMUL, entry=EntryTerms(most=52)), "most"),
    "_COUNTDOWN": (replace(OPEN, countdown_ms=601_000), "countdown_seconds"),
    "_NO_SHOW": (replace(OPEN, no_show_ms=0), "no_show_minutes"),
    "_CHECK_IN": (replace(OPEN, check_in_ms=121 * MINUTE_MS), "check_in_minutes"),
    "_ROUND_LENGTH": (replace(OPEN, round_ms=9 * MINUTE_MS), "round_minutes"),
    "_CHECK_IN_START": (replace(OPEN, check_in_ms=MINUTE_MS), "starts_at"),
    "_FILLER_ENTERS": (_entry(filler="club"), "filler"),
    "_FILLER_LIVE": (replace(CUP, entry=EntryTerms(most=64, allows_robots=True, filler="club")), "filler"),
    "_ENTRANTS": (_entry(most=1), "most"),
    "_RATINGS": (_entry(low=1800, high=1500), "low"),
    "_COUNTRIES": (_entry(countries=("Chile",)), "countries"),
    "_CATEGORIES": (_entry(categories=("Country: Chile",)), "categories"),
}
WRONG_CALLS: dict[str, tuple[Callable[[], object], str]] = {
    "_SCORE": (lambda: played((97, 0)), "first"),
    "_LOOP_SCORE": (lambda: played((0, 51)), "second"),
    "_PENALTY": (lambda: played((20, 10), (0, 201)), "second_penalty"),
    "_ONE_MEMBER": (lambda: check_members(EntrantKind.SINGLE, (), 1), "members"),
    "_TWO_MEMBERS": (lambda: check_members(EntrantKind.PAIR, (), 1), "members"),
    "_TEAM_MEMBERS": (lambda: check_members(EntrantKind.TEAM, (), 5), "members"),
    "_ONCE": (lambda: check_members(EntrantKind.PAIR, (Member("Ann"), Member("ann")), 1), "members"),
}
CALLS = {
    **{name: (partial(check_terms, wrong), option) for name, (wrong, option) in WRONG_TERMS.items()},
    **WRONG_CALLS,
}
SENTENCES = {
    name: sentence
    for module in (term_checks, outcomes, entrants, arena, cup, groups, knockout, race, simul)
    for name, sentence in vars(module).items()
    if isinstance(sentence, str) and sentence.endswith(".") and not name.startswith("__")
}


def test_every_sentence_is_among_the_cases() -> None:
    assert CALLS.keys() == SENTENCES.keys()


@pytest.mark.parametrize("name", CALLS)
def test_an_error_names_its_option_in_the_language_of_the_reader(name: str) -> None:
    call, option = CALLS[name]
    with pytest.raises(InvalidValue) as caught:
        call()

    said = {language: wrong_fields(language, caught.value) for language in ("en", "ru", "pl")}

    assert caught.value.sentence == SENTENCES[name]
    assert str(caught.value) == said["en"][option]
    assert {tuple(each) for each in said.values()} == {(option,)}
    assert len({each[option] for each in said.values()}) == 3
    assert not any("{" in each[option] for each in said.values())


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"n_games": 11}, {"n_games": "Najwyżej 10, podano 11."}),
        ({"n_games": 0, "n_rounds": "many"}, {"n_games": "Co najmniej 1, podano 0.", "n_rounds": None}),
        ({"starts_at": "tomorrow"}, {"starts_at": None}),
        ({"name": "x" * 61}, {"name": "Liczba znaków: najwyżej 60."}),
        ({"countries": ["Chile"]}, {"countries": None}),
        ({"plate": "silver"}, {"plate": None}),
    ],
)
def test_values_of_another_type_are_named_too(fields: dict[str, Any], wrong: dict[str, str | None]) -> None:
    with pytest.raises(ValidationError) as caught:
        TournamentOptions.model_validate({"preset": "open", "name": "Friday Fifteen", **fields})

    found = wrong_fields("pl", caught.value)

    assert found.keys() == wrong.keys()
    assert all(text is None or found[name] == text for name, text in wrong.items())
    assert not any("expected" in text or "Input" in text for text in found.values())


def test_an_unknown_robot_is_refused_with_the_robots_that_there_are() -> None:
    options = TournamentOptions(preset="open", name="Friday Fifteen", allows_robots=True, filler="dalek")

    with pytest.raises(InvalidValue, match=r"Choose a robot of fixed strength \(.+\), not dalek"):
        terms_of(options)
