"""Deadlines moved by controllers: the decisions, without a server."""

from tantrix.clock import DAY_MS
from tantrix.competition.events.actions import Action
from tantrix.competition.events.entrants import Member
from tantrix.competition.events.presets import preset
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.times import print_time
from tantrix.server.protocol.tournaments import ExtendRound
from tantrix.server.tournaments.commands import Actor, decide
from tests.support.story import Story


def _extend(story: Story, days: float, whole_stage: bool = False) -> tuple[Action, ...] | Refusal:
    until = print_time(story.now_ms + round(days * DAY_MS))
    command = ExtendRound(
        type="extend", round="1-group1-1", until=until, whole_stage=whole_stage, reason="floods"
    )
    return decide(story.now, story.entries, command, Actor(Member("p0", "u0")), story.now_ms)


def test_a_deadline_is_not_moved_into_the_past() -> None:
    story = Story(preset("championship", "Worlds"), 8)

    refused = _extend(story, -1)

    assert isinstance(refused, Refusal) and refused.code == "past_time"


def test_the_deadlines_of_all_rounds_of_a_stage_are_moved_at_once() -> None:
    story = Story(preset("championship", "Worlds"), 8)
    decision = _extend(story, 30, whole_stage=True)
    assert not isinstance(decision, Refusal)

    story.do(*decision)

    now = story.now
    assert {now.deadline_ms(paired) for paired in now.rounds} == {story.now_ms // 1000 * 1000 + 30 * DAY_MS}
    assert _extend(story, 30, whole_stage=True) == ()
