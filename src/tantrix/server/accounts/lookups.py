"""Functions that look up what others see of a user."""

from collections.abc import Callable

NameOf = Callable[[str | None], str | None]
"""Returns the name of a user's account; None for guests, and without a user id."""
FaceOf = Callable[[str | None], str | None]
"""Returns the face that a user has composed; None without one."""
AreMuted = Callable[[str, str], bool]
"""Tells whether one of two users has muted the other; reads the database."""
