"""Chat at a table: messages, who can read them, mutes and reports.

A table has two channels: the players write in `players`, the spectators in `spectators`. Players can read the
spectators' channel only once the game is over, so that they get no help during it. A page asks for the chat
with `ReadChat` after each `Welcome` and `Over`; later messages arrive as `ChatMessage`.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from tantrix.server.protocol.base import Message, MessageId
from tantrix.server.protocol.text import clean_line, clean_lines

MAX_CHAT_TEXT = 200
MAX_NOTE = 4000

ChannelName = Literal["players", "spectators"]

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


class SendChat(Message):
    """Write on a channel: a text, or a preset phrase that each reader sees in their own language.

    The same `id` sent again is acknowledged again but published only once.
    """

    type: Literal["send_chat"]
    id: MessageId
    channel: ChannelName
    text: Annotated[str, Field(max_length=MAX_CHAT_TEXT)] | None = None
    preset: PresetName | None = None

    @model_validator(mode="after")
    def _has_text_or_preset(self) -> "SendChat":
        if (self.text is None) == (self.preset is None):
            raise ValueError("expected either text or preset")
        return self


class ReadChat(Message):
    """Ask for the chat so far."""

    type: Literal["read_chat"]


class ChatSent(Message):
    """The chat message `id` is durable; it is the `number`-th message at the table."""

    type: Literal["chat_sent"] = "chat_sent"
    id: str
    number: int


class ChatMessage(Message):
    """A chat message. `number` counts messages at a table from 1; missing numbers are messages for others.

    `seat`: the seat of its author, null for spectators. `name`: empty if the account is closed. `account`:
    the author's account, null for guests; `face`: the face that the account has composed. Either `text` or
    `preset` is set.
    """

    type: Literal["chat_message"] = "chat_message"
    number: int
    channel: ChannelName
    seat: int | None
    name: str
    account: str | None
    face: str | None = None
    text: str | None
    preset: PresetName | None


class ChatHistory(Message):
    """The newest 200 chat messages that the user may read.

    `reads`, `writes`: the channels that the user may now read and write. `account`: the name of
    their account, null for guests. `may_act`: they may mute and report. `newest`: the number of the table's
    last message.
    """

    type: Literal["chat_history"] = "chat_history"
    newest: int
    messages: list[ChatMessage]
    reads: list[ChannelName]
    writes: list[ChannelName]
    account: str | None
    may_act: bool


class ReportRequest(Message):
    """Say why a moderator should look at a message or a player."""

    reason: ReasonName
    note: Annotated[str, Field(max_length=MAX_CHAT_TEXT), AfterValidator(clean_line)] = ""


class Mute(Message):
    """A player whose messages and invitations are hidden from the user; `id` is for unmuting."""

    id: int
    name: str


class Mutes(Message):
    """The players that the user has muted, newest mute first."""

    muted: list[Mute]


class GameNote(Message):
    """What a player has noted about a game, for nobody else to read; empty for nothing."""

    text: Annotated[str, Field(max_length=MAX_NOTE), AfterValidator(clean_lines)]


class Noted(Message):
    """The request was carried out."""

    status: Literal["ok"] = "ok"
