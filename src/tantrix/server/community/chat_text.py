"""The text of chat messages: cleaned of invisible characters, or a phrase known in all languages."""

from unicodedata import category, normalize

from tantrix.server.protocol.text import clean_line
from tantrix.server.wording.catalogues import gettext_noop

MAX_MARKS = 2  # combining marks on one letter; no language needs more, and more would cover other lines

# Keyed by the codes of `PresetName`; keep in step with `web/src/chat/phrases.ts`.
PRESETS = {
    "hello": gettext_noop("Hello!"),
    "good_luck": gettext_noop("Good luck!"),
    "have_fun": gettext_noop("Have fun!"),
    "well_played": gettext_noop("Well played!"),
    "nice_placement": gettext_noop("Nice move!"),
    "thanks": gettext_noop("Thank you!"),
    "sorry": gettext_noop("Sorry!"),
    "one_moment": gettext_noop("One moment, please."),
    "good_game": gettext_noop("Good game!"),
    "again": gettext_noop("Shall we play again?"),
    "must_go": gettext_noop("I have to go."),
    "goodbye": gettext_noop("Goodbye!"),
}

REASONS = {
    "insult": gettext_noop("Insults or threats"),
    "advertising": gettext_noop("Advertising or flooding"),
    "cheating": gettext_noop("Unfair play"),
    "name": gettext_noop("An offensive name"),
    "other": gettext_noop("Something else"),
}
OF_RECORD = "record"  # why an importer is reported on the page of a removal; not a choice about players
LABELS = REASONS | {OF_RECORD: gettext_noop("Asks to remove an imported record")}


def clean_message(text: str) -> str:
    """Return a text in its stored form: one line in NFC, without invisible characters or piled-up marks."""
    letters, n_marks = [], 0
    for letter in normalize("NFC", clean_line(text)):
        n_marks = n_marks + 1 if category(letter) in ("Mn", "Me") else 0
        if n_marks <= MAX_MARKS:
            letters.append(letter)
    return "".join(letters)
