"""What the pages of private messages show."""

from collections.abc import Sequence
from typing import NamedTuple


class ConversationRow(NamedTuple):
    """A conversation in the list, with its last message; `name` is empty if the account is closed."""

    name: str
    url: str
    face: str | None
    text: str
    at: str
    is_mine: bool
    is_unread: bool


class Overview(NamedTuple):
    """A page of conversations; pages begin at 1."""

    conversations: Sequence[ConversationRow]
    page: int
    n_pages: int


class MessageLine(NamedTuple):
    """A message of a conversation; `name` is empty if the account of its author is closed."""

    number: int
    name: str
    is_mine: bool
    text: str
    at: str


class MessagePage(NamedTuple):
    """Consecutive messages of a conversation; `has_older`: there are more before them."""

    lines: Sequence[MessageLine]
    has_older: bool
