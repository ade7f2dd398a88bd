"""Commands to a room: its answers to them, and the messages that it has answered before.

A page that lost its connection sends a message again under the same id. An id belongs to its sender and to
the content of the message: the same message is answered again without changing anything, and the same id with
different content is refused.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Generic, Protocol, TypeVar

from tantrix.server.database.writes import Write
from tantrix.server.http.errors import Refusal
from tantrix.server.protocol.base import Ack, Message


class VersionedRoom(Protocol):
    """A room that counts its events."""

    @property
    def version(self) -> int: ...


RoomT = TypeVar("RoomT", bound=VersionedRoom)


@dataclass(frozen=True, slots=True)
class RoomChange(Generic[RoomT]):
    """The room as it will be once `writes` are saved."""

    room: RoomT
    writes: tuple[Write, ...]


@dataclass(frozen=True, slots=True)
class RoomRepeat:
    """The answer to a message that was answered before; `version` is the event that the message caused."""

    version: int


@dataclass(frozen=True, slots=True)
class MessageKey:
    """The identity of a message: its sender, the id that the sender chose, and a digest of its content."""

    user_id: str
    id: str
    digest: str

    @classmethod
    def of(cls, message_id: str, message: Message, user_id: str, kind: str) -> "MessageKey":
        """Return the key of a message; `kind` is its type, regardless of how it was sent."""
        fields = message.model_dump(exclude={"id", "type"}, mode="json")
        content = json.dumps([kind, fields], sort_keys=True).encode()
        return cls(user_id, message_id, blake2b(content, digest_size=8).hexdigest())

    @classmethod
    def parse(cls, text: str) -> "MessageKey":
        """Parse a key that `str` has printed."""
        user_id, message_id, digest = text.rsplit(" ", 2)
        return cls(user_id, message_id, digest)

    def __str__(self) -> str:
        return f"{self.user_id} {self.id} {self.digest}"


@dataclass(frozen=True, slots=True)
class AnsweredMessages:
    """The messages that a room has answered: digest and version by sender and id."""

    entries: Mapping[tuple[str, str], tuple[str, int]] = field(default_factory=dict)

    def find(self, key: MessageKey) -> RoomRepeat | Refusal | None:
        """Return the earlier answer to a message, a refusal if its id is another's, or None if it is new."""
        found = self.entries.get((key.user_id, key.id))
        if found is None:
            return None
        digest, version = found
        return RoomRepeat(version) if digest == key.digest else Refusal("id_in_use")

    def plus(self, key: MessageKey | None, version: int) -> "AnsweredMessages":
        """Return these messages plus the one that caused a version; None stands for no message."""
        if key is None:
            return self
        return AnsweredMessages({**self.entries, (key.user_id, key.id): (key.digest, version)})


NONE_ANSWERED = AnsweredMessages()


def acknowledged(message_id: str, answer: RoomChange[RoomT] | RoomRepeat | Refusal) -> Ack | Refusal:
    """Return what is sent to the author of a message once the answer is saved."""
    if isinstance(answer, RoomChange):
        return Ack(id=message_id, version=answer.room.version)
    return Ack(id=message_id, version=answer.version) if isinstance(answer, RoomRepeat) else answer
