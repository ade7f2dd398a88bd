"""The spectators' welcome is built once per version of a game, and equals what each would get alone."""

import json
from dataclasses import replace

import pytest

from tantrix.server.games.views.messages import MessageBuilder
from tantrix.server.games.views.shared_welcomes import WELCOME_MS, SharedWelcome, SharedWelcomes
from tests.server.support.rooms import NOW, Dialogue, room_of


def names(user_id: str | None) -> str | None:
    return f'"clock":null, {user_id}' if user_id else None


@pytest.mark.parametrize("control", [None, "10", "3 days"])
def test_spectators_get_the_welcome_that_each_would_get_alone(control: str | None) -> None:
    dialogue, builder = Dialogue(room_of("ann", "bea", control=control)), MessageBuilder(names)
    dialogue.play_turns(3)
    builder.make_spectator_welcome(dialogue.room, NOW)

    shared = builder.spectator_welcome(dialogue.room, NOW + 1_000)

    assert shared is not None
    assert json.loads(shared) == builder.welcome(dialogue.room, "cyd", NOW + 1_000).model_dump(mode="json")


def test_after_a_placement_there_is_another_welcome() -> None:
    dialogue, builder = Dialogue(room_of("ann", "bea", control="10")), MessageBuilder(names)
    builder.make_spectator_welcome(dialogue.room, NOW)

    dialogue.place()

    assert builder.spectator_welcome(dialogue.room, NOW) is None


def test_names_are_read_again_after_a_while_and_pauses_each_time() -> None:
    dialogue, builder = Dialogue(room_of("ann", "bea", control="10")), MessageBuilder(names)
    builder.make_spectator_welcome(dialogue.room, NOW)
    assert builder.spectator_welcome(dialogue.room, NOW + WELCOME_MS) is None

    assert dialogue.offer("ann", "pause") is None
    assert dialogue.reply("bea", "pause") is None
    builder.make_spectator_welcome(dialogue.room, NOW)

    assert dialogue.room.paused_ms is not None
    assert builder.spectator_welcome(dialogue.room, NOW) is None


def test_welcomes_of_games_that_nobody_comes_to_any_more_are_forgotten() -> None:
    welcomes, room = SharedWelcomes(), room_of("ann", "bea")
    for number in range(100):
        another = replace(room, setup=replace(room.setup, id=f"g{number:011d}"))
        welcomes.put(SharedWelcome(another, NOW + number * 1_000, "", ""))

    assert len(welcomes) == WELCOME_MS // 1_000


def test_a_welcome_that_is_made_again_replaces_the_one_before() -> None:
    welcomes, room = SharedWelcomes(), room_of("ann", "bea")
    welcomes.put(SharedWelcome(room, NOW, "old", ""))
    welcomes.put(SharedWelcome(room, NOW + WELCOME_MS - 1, "new", ""))

    found = welcomes.find(room, NOW + WELCOME_MS)

    assert found is not None and found.start == "new"
    assert len(welcomes) == 1
