"""The archive in the reader's language: choices of the search form, and labels of games."""

from dataclasses import dataclass

from tantrix.server.protocol.archive import ArchiveGame
from tantrix.server.wording.catalogues import gettext_noop, translate
from tantrix.server.wording.rules import RULES

Choices = list[tuple[str, str]]

_CHOICES: dict[str, tuple[tuple[str, str], ...]] = {
    "players_n": (
        ("", gettext_noop("any number")),
        ("2", gettext_noop("two players")),
        ("3", gettext_noop("three players")),
        ("4", gettext_noop("four players")),
    ),
    "rules": (("", gettext_noop("any rules")), *RULES.items()),
    "result": (
        ("", gettext_noop("any result")),
        ("win", gettext_noop("won")),
        ("draw", gettext_noop("drawn")),
        ("loss", gettext_noop("lost")),
        ("played-out", gettext_noop("played out")),
        ("deadlock", gettext_noop("deadlock")),
        ("resignation", gettext_noop("resigned")),
        ("time", gettext_noop("out of time")),
        ("abandoned", gettext_noop("abandoned")),
        ("agreement", gettext_noop("agreed draw")),
    ),
    "loop": (
        ("", gettext_noop("with or without")),
        ("yes", gettext_noop("with a loop")),
        ("no", gettext_noop("without")),
    ),
    "robots": (
        ("", gettext_noop("with or without")),
        ("none", gettext_noop("people only")),
        ("some", gettext_noop("with a robot")),
        ("only", gettext_noop("robots only")),
    ),
    "rated": (
        ("", gettext_noop("rated or not")),
        ("yes", gettext_noop("rated")),
        ("no", gettext_noop("not rated")),
    ),
    "source": (
        ("", gettext_noop("played here or imported")),
        ("played", gettext_noop("played here")),
        ("imported", gettext_noop("imported")),
    ),
    "sort": (
        ("newest", gettext_noop("newest first")),
        ("oldest", gettext_noop("oldest first")),
        ("score", gettext_noop("highest score first")),
    ),
}
_ENDS = {value: label for value, label in _CHOICES["result"] if value not in ("", "played-out")}


@dataclass(frozen=True, slots=True)
class ArchiveWording:
    """The words of the archive in one language."""

    language: str

    def choices(self) -> dict[str, Choices]:
        """Return the choices of each field of the form."""
        return {
            name: [(value, translate(self.language, label)) for value, label in some]
            for name, some in _CHOICES.items()
        }

    def marks(self, game: ArchiveGame) -> list[str]:
        """Return one-word labels for the special features of a game."""
        sentences = (
            (True, _ENDS.get(game.termination, "")),
            (game.is_rated, gettext_noop("rated")),
            (game.is_imported, gettext_noop("imported")),
            (not game.is_open, gettext_noop("private")),
            (game.is_teams, gettext_noop("doubles")),
            (game.tile_set == 64, gettext_noop("64 tiles")),
        )
        return [translate(self.language, sentence) for holds, sentence in sentences if holds and sentence]
