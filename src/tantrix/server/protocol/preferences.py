"""What a person has chosen and read: settings, steps of the lessons, tips."""

from typing import Annotated

from pydantic import Field

from tantrix.server.protocol.base import Message

MAX_PREFERENCES = 300  # in a report, and of an account

_Name = Annotated[str, Field(max_length=60, pattern="^[a-z]+(/[a-z0-9_-]+)*$")]
_Value = Annotated[str, Field(max_length=1000, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]


class Preference(Message):
    """A thing that a person has chosen or read, and when.

    `name`: `setting/theme`, `lesson/loops/2` (a step is done), `tip/forced` (a tip was read) and others like
    these; `language` is the language of the pages. `value`: as the browser stores it. `at_ms`: when it was
    changed; of two values of a name, the later one counts.
    """

    name: _Name
    value: _Value
    at_ms: Annotated[int, Field(ge=0, le=2**53)]


class PreferenceReport(Message):
    """What a browser has changed.

    `account`: the name of the account that it belongs to, so that no other account gets it; null for the
    sender's account.
    """

    account: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    preferences: Annotated[list[Preference], Field(max_length=MAX_PREFERENCES)]


class PreferenceList(Message):
    """Everything that an account has chosen and read, by name."""

    preferences: list[Preference]
