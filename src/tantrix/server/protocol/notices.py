"""Notices of what happened while a user was away, and the channels by which they are delivered.

The socket `/notices/socket` sends a `Bell` at the start, in answer to a `Sync`, and whenever something in it
changes. Every notice has an id, by which a client recognises a notice that is delivered twice.
"""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from tantrix.server.protocol.base import Message, Ping, Pong, Refused, Sync

NoticeKindName = Literal[
    "turn", "reminder", "invitation", "challenge", "appointment", "round", "result", "message"
]
NoticeId = Annotated[str, Field(min_length=1, max_length=120)]
MinuteOfDay = Annotated[int, Field(ge=0, lt=24 * 60)]

NOTICE_KINDS: tuple[NoticeKindName, ...] = (
    "turn",
    "reminder",
    "invitation",
    "challenge",
    "appointment",
    "round",
    "result",
    "message",
)


class NoticeView(Message):
    """A notice: its sentence in the reader's language, and the page that it is about.

    `player`: the account it is about, null if there is none; `face`: the face that the account has composed.
    """

    id: str
    kind: NoticeKindName
    text: str
    url: str
    at: str
    is_read: bool
    player: str | None = None
    face: str | None = None


class NoticeList(Message):
    """The newest notices of an account, and how many are unread altogether."""

    notices: list[NoticeView]
    n_unread: int


class ReadNotices(Message):
    """Mark notices as read: some by `ids`, all about one page by its `url`, or all notices with neither."""

    ids: list[NoticeId] | None = Field(default=None, max_length=200)
    url: Annotated[str, Field(max_length=200)] | None = None


class NoticeSettings(Message):
    """Which notices an account gets by which channel.

    `bell`, `push` and `mail`: the kinds of notices for each channel. `is_digest`: mail is sent once a day, at
    `digest_minute`. From `quiet_from` to `quiet_to`, minutes of the day in the time zone `zone`, no push
    messages or mails are sent; without quiet hours the two are equal.
    """

    bell: list[NoticeKindName] = Field(default=list(NOTICE_KINDS), max_length=len(NOTICE_KINDS))
    push: list[NoticeKindName] = Field(default=list(NOTICE_KINDS), max_length=len(NOTICE_KINDS))
    mail: list[NoticeKindName] = Field(default=[], max_length=len(NOTICE_KINDS))
    is_digest: bool = False
    digest_minute: MinuteOfDay = 8 * 60
    quiet_from: MinuteOfDay = 0
    quiet_to: MinuteOfDay = 0
    zone: Annotated[str, Field(max_length=60, pattern=r"^[A-Za-z0-9_+/-]+$")] = "UTC"


class PushSubscriptionRequest(Message):
    """A browser that should get push messages: its address at the push service, and its two keys."""

    endpoint: Annotated[str, Field(max_length=1000)]
    p256dh: Annotated[str, Field(max_length=100, pattern=r"^[A-Za-z0-9_-]+={0,2}$")]
    auth: Annotated[str, Field(max_length=40, pattern=r"^[A-Za-z0-9_-]+={0,2}$")]


class PushEnd(Message):
    """A browser that should no longer get push messages."""

    endpoint: Annotated[str, Field(max_length=1000)]


class Bell(Message):
    """The number of unread notices of an account, and the id of its newest notice.

    `n_waiting`: the number of correspondence games that wait for the account. `n_messages`: the number of
    conversations with messages that it has not read; `message_version` changes with every such message.
    """

    type: Literal["bell"] = "bell"
    n_unread: int
    newest: str | None
    n_waiting: int = 0
    n_messages: int = 0
    message_version: int = 0


NOTICE_CLIENT_MESSAGE: TypeAdapter[Sync | Ping] = TypeAdapter(
    Annotated[Sync | Ping, Field(discriminator="type")]
)
NOTICE_SERVER_MESSAGE: TypeAdapter[Bell | Pong | Refused] = TypeAdapter(
    Annotated[Bell | Pong | Refused, Field(discriminator="type")]
)
