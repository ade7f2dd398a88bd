"""Series in the reader's language."""

from tantrix.server.wording.catalogues import gettext_noop, translate

EVERY = {
    "daily": gettext_noop("every day"),
    "weekly": gettext_noop("every week"),
    "monthly": gettext_noop("every month"),
}


def every_label(every: str, language: str) -> str:
    """Return how often an event repeats."""
    return translate(language, EVERY[every])
