"""What `tantrix admin check-tournaments` finds in a changed log, and that it accepts an unchanged one."""

from dataclasses import replace

from tantrix.competition.events.actions import (
    Action,
    BeginStage,
    FinishEvent,
    LogEntry,
    PairRound,
    SetCategories,
    StartEvent,
)
from tantrix.competition.events.checking import problems
from tantrix.competition.events.due import starting_early
from tantrix.competition.events.presets import preset
from tantrix.competition.events.terms import EntryTerms, EventTerms, StageForm, StageTerms
from tantrix.competition.events.tournament import replay
from tests.support.story import START_MS, Story


def test_a_changed_pairing_is_found() -> None:
    story = Story(preset("open", "Open"), 8)
    assert problems(story.entries, story.now) == []
    at = next(n for n, entry in enumerate(story.entries) if isinstance(entry.action, PairRound))
    paired = story.entries[at].action
    assert isinstance(paired, PairRound)

    swapped = replace(paired.round, pairs=paired.round.pairs[::-1])
    story.entries[at] = replace(story.entries[at], action=PairRound(swapped))

    assert len(problems(story.entries, story.now)) == 1


def _changed(story: Story, kind: type[Action], n: int, **fields: object) -> list[LogEntry]:
    """Change fields of the nth action of a kind, for a round those of its inputs; return the log."""
    at = [i for i, entry in enumerate(story.entries) if isinstance(entry.action, kind)][n]
    action = story.entries[at].action
    if isinstance(action, PairRound):
        inputs = replace(action.round.inputs, **fields)  # type: ignore[arg-type]
        paired = replace(action.round, inputs=inputs, pairs=inputs.pairs(action.round.number))
        changed: Action = PairRound(paired)
    else:
        changed = replace(action, **fields)  # type: ignore[arg-type]
    entries = list(story.entries)
    entries[at] = replace(entries[at], action=changed)
    return entries


def test_inputs_of_a_round_that_contradict_the_log_are_found() -> None:
    story = Story(preset("open", "Open"), 8)
    story.play_round()
    assert problems(story.entries, story.now) == []
    paired = story.now.rounds[1]

    entries = _changed(story, PairRound, 1, field=paired.inputs.field[::-1])

    (found,) = problems(entries, replay(entries, "secret", story.outcomes))
    assert found.startswith("round 1-swiss-2 (log entry") and "the log gives" in found


def test_seeds_that_contradict_the_ratings_are_found() -> None:
    story = Story(preset("knock-out", "Cup"), 4)
    seeds = story.now.seeds

    entries = _changed(story, StartEvent, 0, seeds=seeds[::-1])

    found = problems(entries, replay(entries, "secret", story.outcomes))
    assert found[0].startswith("the start (log entry")


def test_a_stage_with_somebody_who_did_not_advance_is_found() -> None:
    groups = StageTerms(StageForm.GROUPS, n_games=1, group_size=3, n_through=1)
    story = Story(EventTerms("Cup", "championship", (groups, StageTerms(StageForm.KNOCKOUT))), 6)
    for _ in range(3):
        story.play_round()
    assert problems(story.entries, story.now) == []
    seeds = story.now.stages[1].seeds
    last = story.now.stages[0].groups[0][-1]

    entries = _changed(story, BeginStage, 1, seeds=(*seeds[:-1], last))

    found = problems(entries, replay(entries, "secret", story.outcomes))
    assert found[0].startswith("stage 2 (log entry")


def test_an_event_begun_before_anybody_checked_in_has_no_problem() -> None:
    terms = replace(preset("open", "Open"), starts_ms=START_MS + 3_600_000, check_in_ms=600_000)
    story = Story(terms, 8, begins=False)
    story.do(starting_early(story.now))
    story.advance()

    assert story.now.is_running
    assert problems(story.entries, story.now) == []


def _with_categories() -> Story:
    """Return a round robin of three that is over; the second and the third entrant are juniors."""
    terms = preset("all-play-all", "Club")
    story = Story(replace(terms, entry=EntryTerms(categories=("Junior",))), 3, begins=False)
    story.do(SetCategories("2", ("Junior",)), SetCategories("3", ("Junior",)))
    story.begin()
    for _ in range(3):
        story.play_round()
    return story


def test_a_changed_final_order_is_found_with_the_categories_whose_first_it_changes() -> None:
    story = _with_categories()
    assert problems(story.entries, story.now) == []

    entries = _changed(story, FinishEvent, 0, places=("1", "3", "2"))

    assert problems(entries, replay(entries, "secret", story.outcomes)) == [
        "the results give the final order ('1', '2', '3'), not ('1', '3', '2')",
        "category Junior: the results put ('2',) first, not ('3',)",
    ]


def test_a_category_that_the_event_does_not_have_is_found() -> None:
    story = _with_categories()

    entries = _changed(story, SetCategories, 0, categories=("Senior",))

    (found,) = problems(entries, replay(entries, "secret", story.outcomes))
    assert found == "categories of entrant 2 (log entry 7): the tournament had ['Junior'], not ['Senior']"
