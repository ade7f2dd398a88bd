"""The names of the events that the server holds by itself, in the reader's language.

They are stored in English, the events of a series with their number behind it.
"""

from tantrix.server.wording.catalogues import gettext_noop, translate

WEEKLY_OPEN, DAILY_ARENA = gettext_noop("Weekly Open"), gettext_noop("Daily Arena")


def event_name(name: str, language: str) -> str:
    """Return the name of a tournament or a series as it is shown; what people chose stays as it is."""
    base, _, number = name.rpartition(" ") if name[-1:].isdecimal() else (name, "", "")
    if base not in (WEEKLY_OPEN, DAILY_ARENA):
        return name
    return f"{translate(language, base)} {number}".rstrip()
