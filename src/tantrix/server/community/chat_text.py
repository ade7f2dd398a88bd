"""What may be said at a table: words cleaned of what cannot be seen, and phrases for all languages."""

from unicodedata import category, normalize

from tantrix.server.protocol.text import clean_name
from tantrix.server.wording.catalogues import marked

MAX_MARKS = 2  # that may stand on one letter: more are no language, but climb over the lines around

# By the codes of `PresetName`; `web/src/chat/phrases.ts` says the same.
PRESETS = {
    "hello": marked("Hello!"),
    "good_luck": marked("Good luck!"),
    "have_fun": marked("Have fun!"),
    "well_played": marked("Well played!"),
    "nice_placement": marked("Nicely laid!"),
    "thanks": marked("Thank you!"),
    "sorry": marked("Sorry!"),
    "one_moment": marked("One moment, please."),
    "good_game": marked("Good game!"),
    "again": marked("Shall we play again?"),
    "must_go": marked("I have to go."),
    "goodbye": marked("Goodbye!"),
}

REASONS = {
    "insult": marked("Insults or threats"),
    "advertising": marked("Advertising or flooding"),
    "cheating": marked("Unfair play"),
    "name": marked("An offensive name"),
    "other": marked("Something else"),
}


def clean_words(text: str) -> str:
    """Return words as they are kept: one line in NFC, nothing unseen in it, few marks on a letter."""
    kept, n_marks = [], 0
    for letter in normalize("NFC", clean_name(text)):
        n_marks = n_marks + 1 if category(letter) in ("Mn", "Me") else 0
        if n_marks <= MAX_MARKS:
            kept.append(letter)
    return "".join(kept)
