"""Private messages between two accounts.

Pages of a conversation are told by the `Bell` that something has arrived, and fetch it as a part of a page.
"""

from typing import Annotated, Literal

from pydantic import Field

from tantrix.server.protocol.base import Message, MessageId
from tantrix.server.protocol.chat import MAX_CHAT_TEXT


class SendPrivateMessage(Message):
    """Write to a player. The same `id` sent again is acknowledged again but saved only once."""

    id: MessageId
    text: Annotated[str, Field(max_length=MAX_CHAT_TEXT)]


class PrivateMessageSent(Message):
    """The message `id` is durable; it is the `number`-th message of the conversation."""

    type: Literal["private_message_sent"] = "private_message_sent"
    id: str
    number: int


class ReadConversation(Message):
    """Mark a conversation as read, up to the message with this number."""

    number: Annotated[int, Field(ge=1, le=2**31 - 1)]
