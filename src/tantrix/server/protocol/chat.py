"""Talk at a table: what is said, who reads it, and mutes and reports.

A table has two channels. Who sits there talks among `players`; who looks on, among `watchers`. Players learn
what the watchers say once the game is over, so that nobody is helped while it lasts. A page asks for the talk
by `Listen` after each `Welcome` and `Over`; what is said from then on comes as `Said`.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from tantrix.server.protocol.base import Message, MessageId
from tantrix.server.protocol.text import clean_name

MAX_WORDS = 200

ChannelName = Literal["players", "watchers"]

PresetName = Literal[
    "hello",
    "good_luck",
    "have_fun",
    "well_played",
    "nice_placement",
    "thanks",
    "sorry",
    "one_moment",
    "good_game",
    "again",
    "must_go",
    "goodbye",
]

ReasonName = Literal["insult", "advertising", "cheating", "name", "other"]


class Say(Message):
    """Say something on a channel: words of one's own, or a phrase that all read in their own language.

    Sent again with the same `id` it is heard again and said once.
    """

    type: Literal["say"]
    id: MessageId
    channel: ChannelName
    text: Annotated[str, Field(max_length=MAX_WORDS)] | None = None
    preset: PresetName | None = None

    @model_validator(mode="after")
    def _is_one_of_both(self) -> "Say":
        if (self.text is None) == (self.preset is None):
            raise ValueError("expected either text or preset")
        return self


class Listen(Message):
    """Ask for what was said."""

    type: Literal["listen"]


class Heard(Message):
    """The words of the message `id` are durable; they are the table's `number`-th."""

    type: Literal["heard"] = "heard"
    id: str
    number: int


class Said(Message):
    """Somebody said something; `number` counts the words of a table from 1, gaps in it are words for others.

    `seat`: where the speaker sits, null for watchers. `name`: "" if the account is closed. `account`: that of
    the speaker, null for guests. Either `text` or `preset` is there.
    """

    type: Literal["said"] = "said"
    number: int
    channel: ChannelName
    seat: int | None
    name: str
    account: str | None
    text: str | None
    preset: PresetName | None


class Talk(Message):
    """What was said so far, the newest 200, as this session may read it.

    `reads`, `writes`: the channels that it may read and write now. `account`: the name of its account, null
    for guests. `may_act`: it may mute and report. `newest`: the number of the last words of the table.
    """

    type: Literal["talk"] = "talk"
    newest: int
    said: list[Said]
    reads: list[ChannelName]
    writes: list[ChannelName]
    account: str | None
    may_act: bool


class ReportRequest(Message):
    """Say why words, or a player, should be looked at by a moderator."""

    reason: ReasonName
    note: Annotated[str, Field(max_length=MAX_WORDS), AfterValidator(clean_name)] = ""


class Mute(Message):
    """Somebody whose words and invitations do not reach this session; `id` undoes it."""

    id: int
    name: str


class Mutes(Message):
    """All whom this session has muted, the newest first."""

    muted: list[Mute]


class Noted(Message):
    """It is done."""

    status: Literal["ok"] = "ok"
