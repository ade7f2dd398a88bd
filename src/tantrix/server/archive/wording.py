"""The archive in the reader's words: what can be chosen in the form, and what is said of a game."""

from dataclasses import dataclass

from tantrix.server.protocol.archive import ArchiveGame
from tantrix.server.wording.catalogues import marked, translate

Choices = list[dict[str, str]]

_CHOICES: dict[str, tuple[tuple[str, str], ...]] = {
    "players_n": (
        ("", marked("any number")),
        ("2", marked("two players")),
        ("3", marked("three players")),
        ("4", marked("four players")),
    ),
    "rules": (
        ("", marked("any rules")),
        ("56", marked("56 tiles")),
        ("64", marked("64 tiles")),
        ("teams", marked("doubles")),
        ("draw-keep", marked("a tile drawn for the start is kept")),
        ("draw-return", marked("a tile drawn for the start goes back")),
        ("highest-in-hand", marked("the highest tile in hand starts")),
        ("random-opening", marked("a tile is laid at random")),
        ("forced=exactly-three", marked("forced spaces of exactly three sides")),
        ("deadlock=pass", marked("in a deadlock one passes")),
    ),
    "result": (
        ("", marked("any result")),
        ("win", marked("won")),
        ("draw", marked("drawn")),
        ("loss", marked("lost")),
        ("played-out", marked("played out")),
        ("deadlock", marked("deadlock")),
        ("resignation", marked("resigned")),
        ("time", marked("out of time")),
        ("abandoned", marked("abandoned")),
        ("agreement", marked("agreed draw")),
    ),
    "loop": (("", marked("with or without")), ("yes", marked("with a loop")), ("no", marked("without"))),
    "robots": (
        ("", marked("with or without")),
        ("none", marked("people alone")),
        ("some", marked("with a robot")),
        ("only", marked("robots alone")),
    ),
    "rated": (("", marked("rated or not")), ("yes", marked("rated")), ("no", marked("not rated"))),
    "source": (
        ("", marked("played here or imported")),
        ("played", marked("played here")),
        ("imported", marked("imported")),
    ),
    "sort": (
        ("newest", marked("newest first")),
        ("oldest", marked("oldest first")),
        ("score", marked("highest score first")),
    ),
}
_ENDS = {value: label for value, label in _CHOICES["result"] if value not in ("", "played-out")}


def rules_in_words(rules: str, language: str) -> list[str]:
    """Say the words of a rule set's notation for people, the most general first; its colours are left out."""
    labels = dict(_CHOICES["rules"])
    return [translate(language, labels[word]) for word in rules.split()[1:] if word in labels]


@dataclass(frozen=True, slots=True)
class Sayer:
    """Says things in one language."""

    language: str

    def choices(self) -> dict[str, Choices]:
        """Return what each select of the form offers."""
        return {name: [self._choice(*each) for each in some] for name, some in _CHOICES.items()}

    def marks(self, game: ArchiveGame) -> list[str]:
        """Say in a word each what sets a game apart."""
        sentences = (
            (True, _ENDS.get(game.termination, "")),
            (game.is_rated, marked("rated")),
            (game.is_imported, marked("imported")),
            (not game.is_open, marked("private")),
            (game.is_teams, marked("doubles")),
            (game.tile_set == 64, marked("64 tiles")),
        )
        return [translate(self.language, sentence) for holds, sentence in sentences if holds and sentence]

    def _choice(self, value: str, label: str) -> dict[str, str]:
        return {"value": value, "label": translate(self.language, label)}
