"""Texts of events are built without a model and equal the models' output."""

import json
from random import Random

import pytest

from tantrix import Deadlock, Rules
from tantrix.server.games.views.messages import MessageBuilder
from tantrix.server.games.views.position import position_text, position_view
from tantrix.server.protocol.game import SERVER_MESSAGE
from tests.server.support.rooms import NOW, Dialogue, room_of


@pytest.mark.parametrize("seed", range(4))
def test_events_are_messages_of_the_protocol(seed: int) -> None:
    dialogue, builder = (
        Dialogue(room_of("ann", "bea", control="15 tournament")),
        MessageBuilder(lambda _: None),
    )
    dialogue.play_turns(12, Random(seed))
    assert (dialogue.offer("ann", "takeback") or dialogue.reply("bea", "takeback")) is None
    dialogue.play_turns(100, Random(seed))

    for event in dialogue.room.events[-3:]:
        (text,) = builder.texts(dialogue.room, [event], NOW)
        message = SERVER_MESSAGE.validate_json(text)

        assert json.loads(text) == message.model_dump(mode="json")
    assert json.loads(text)["type"] == "over"


@pytest.mark.parametrize("seed", range(4))
def test_the_text_of_a_position_is_that_of_its_view(seed: int) -> None:
    rng = Random(seed)
    rules = Rules(colours=("R", "B", "Y"), deadlock=rng.choice(list(Deadlock)))  # type: ignore[arg-type]
    dialogue = Dialogue(room_of("ann", "bea", "cyd", rules=rules))

    while not dialogue.room.game.is_over:
        game = dialogue.room.game
        assert position_text(game) == position_view(game).model_dump_json()
        dialogue.play_turns(1, rng)
