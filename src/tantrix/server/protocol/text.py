"""Names of people as they are kept: one line, and nothing in it that cannot be seen."""

from unicodedata import category

# Controls (Cc) and formats (Cf): among them those that turn the direction of the sentences around a name.
_UNSEEN = ("Cc", "Cf")


def clean_name(name: str) -> str:
    """Take out of a name what cannot be seen; spaces and line ends become one space."""
    spaced = " ".join(name.split())
    return " ".join("".join(letter for letter in spaced if category(letter) not in _UNSEEN).split())
