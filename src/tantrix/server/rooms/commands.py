"""Commands to a room: how a room answers them, and which messages it has answered before.

A page that lost its connection sends a message again under the same id. An id belongs to its sender and to
the content of the message: the same message is answered again and changes nothing, and the id under another
content is refused.
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
_RefusalT = TypeVar("_RefusalT", bound=Refusal)


@dataclass(frozen=True, slots=True)
class RoomChange(Generic[RoomT]):
    """The room as it will be once `writes` are saved."""

    room: RoomT
    writes: tuple[Write, ...]


@dataclass(frozen=True, slots=True)
class RoomRepeat:
    """The message was answered before; `version` is the event that it caused."""

    version: int


@dataclass(frozen=True, slots=True)
class MessageKey:
    """What identifies a message: its sender, the id that the sender chose, and a digest of its content."""

    user_id: str
    id: str
    digest: str

    @classmethod
    def of(cls, message_id: str, message: Message, user_id: str, kind: str) -> "MessageKey":
        """Return the key of a message; `kind` is its type, whatever way it came."""
        fields = message.model_dump(exclude={"id", "type"}, mode="json")
        content = json.dumps([kind, fields], sort_keys=True).encode()
        return cls(user_id, message_id, blake2b(content, digest_size=8).hexdigest())

    @classmethod
    def parse(cls, text: str) -> "MessageKey":
        """Read a key as `str` writes it."""
        user_id, message_id, digest = text.rsplit(" ", 2)
        return cls(user_id, message_id, digest)

    def __str__(self) -> str:
        return f"{self.user_id} {self.id} {self.digest}"


@dataclass(frozen=True, slots=True)
class AnsweredMessages:
    """The messages that a room has answered: digest and version by sender and id."""

    entries: Mapping[tuple[str, str], tuple[str, int]] = field(default_factory=dict)

    def find(self, key: MessageKey) -> RoomRepeat | Refusal | None:
        """Return the earlier answer to a message, or a refusal if its id names another; None if it is new."""
        found = self.entries.get((key.user_id, key.id))
        if found is None:
            return None
        digest, version = found
        return RoomRepeat(version) if digest == key.digest else Refusal("id_in_use")

    def plus(self, key: MessageKey | None, version: int) -> "AnsweredMessages":
        """Return these messages and one more, which caused a version; None stands for no message."""
        if key is None:
            return self
        return AnsweredMessages({**self.entries, (key.user_id, key.id): (key.digest, version)})


NONE_ANSWERED = AnsweredMessages()


def acknowledged(message_id: str, answer: RoomChange[RoomT] | RoomRepeat | _RefusalT) -> Ack | _RefusalT:
    """Return what the sender of a message is sent once the answer is saved."""
    if isinstance(answer, RoomChange):
        return Ack(id=message_id, version=answer.room.version)
    return Ack(id=message_id, version=answer.version) if isinstance(answer, RoomRepeat) else answer
