"""A game in the terminal: one command per line, until the game or the input ends."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TextIO

from tantrix import deal as dealing
from tantrix import robots
from tantrix._tools.languages import gettext as _
from tantrix.cli.saved_game import SavedGame
from tantrix.cli.table import colour_name, hand_lines, print_table
from tantrix.cli.terminal.console import Console
from tantrix.cli.terminal.output import STANDARD
from tantrix.cli.terminal.status import explained
from tantrix.game import Game, IllegalPlacement, Termination
from tantrix.hexes import Cell
from tantrix.placement import Placement
from tantrix.reasons import explain
from tantrix.record import print_record

_LISTED = 200


class PlaySession:
    """One session of a game, from start to end.

    Commands come from `lines`; `save` is the file for the record at the end, or None.
    """

    def __init__(self, saved: SavedGame, lines: TextIO, save: Path | None) -> None:
        self._now = saved
        self._before: list[SavedGame] = []
        self._lines = lines
        self._save = save
        self._listed: list[Placement] = []
        self._previous: Game | None = None  # the position before the last placement
        self._console = Console(highlight=False, soft_wrap=True)
        self._chance = Random(saved.secret or b"")
        self._commands: dict[str, tuple[Callable[[str], None], str]] = {
            "list": (self._list, _("list [TILE]: list the legal placements; enter a number to play one")),
            "hands": (self._show_hands, _("hands: show the tiles of all hands")),
            "table": (self._show_table, _("table: show the table again")),
            "forced": (self._show_forced, _("forced: show the forced spaces and the tiles in hand that fit")),
            "why": (
                self._explain,
                _("why [12@3,-1^4]: say what a placement does, or why it is not legal; or the last one"),
            ),
            "undo": (self._undo, _("undo: take back the last placement; not against robots")),
            "save": (self._save_to, _("save FILE: write the record; continue later with --resume")),
            "record": (self._show_record, _("record: print the record so far")),
            "resign": (self._resign, _("resign: resign the game")),
            "help": (self._help, _("help: show this list")),
        }

    def run(self) -> None:
        """Play until the game is over, the player quits or the input ends; then print the result.

        If something else stops the game, such as Ctrl-C or a failing robot, the record is saved or printed
        first.
        """
        try:
            self._print_start()
            self._run_commands()
        finally:
            self._save_at_end()
        self._print_end()

    def _run_commands(self) -> None:
        self._play_robots()
        while not self._now.game.is_over:
            line = self._ask()
            if line is None or line in ("quit", "exit"):
                break
            self._execute(line)
            self._play_robots()

    def _print(self, text: str) -> None:
        self._console.print(text, markup=False)

    def _ask(self) -> str | None:
        """Return the next command, or None at the end of the input."""
        game = self._now.game
        phase = _("a forced space must be filled") if game.phase != "free" else _("a free placement")
        prompt = f"{colour_name(game.rules.colours[game.to_play])}, {phase} > "
        self._console.print(prompt, end="", markup=False)
        try:
            line = self._lines.readline()
        except KeyboardInterrupt:
            self._console.print()
            raise
        if not line.endswith("\n"):
            self._console.print()
        return line.strip() if line else None

    def _execute(self, line: str) -> None:
        word, _space, rest = line.partition(" ")
        try:
            if word.isascii() and word.isdigit():
                self._play_number(int(word))
            elif word[:1].isdigit():
                self._play(Placement.parse(line))
            elif word in self._commands:
                self._commands[word][0](rest.strip())
            elif word:
                known = ", ".join([*self._commands, "quit"])
                self._print(
                    _("type a placement like 12@3,-1^4, a number or one of {known}").format(known=known)
                )
        except IllegalPlacement as error:
            self._print(_(error.verdict.sentence))
        except OSError as error:
            self._print(explained(error))
        except ValueError as error:
            self._print(str(error))

    # The commands.

    def _play(self, placement: Placement) -> None:
        after = self._now.play(placement)
        self._before.append(self._now)
        self._previous, self._now = self._now.game, after
        self._listed = []
        self._show_table()

    def _play_number(self, number: int) -> None:
        placements = self._listed or list(self._now.game.placements())
        if not 1 <= number <= len(placements):
            raise ValueError(
                _("the list has the numbers 1 to {n}, not {number}").format(n=len(placements), number=number)
            )
        self._play(placements[number - 1])

    def _list(self, tile: str) -> None:
        """List the placements in canonical order; their numbers are valid until the next placement."""
        placements = list(self._now.game.placements())
        if tile:
            placements = [placement for placement in placements if str(placement.tile) == tile]
        self._listed = placements
        shown = [f"{n:3} {placement!s:12}" for n, placement in enumerate(placements[:_LISTED], start=1)]
        for at in range(0, len(shown), 5):
            self._print(" ".join(shown[at : at + 5]))
        if not placements:
            self._print(_("no legal placement of tile {tile}").format(tile=tile))
        elif len(placements) > _LISTED:
            self._print(_("and {n} more").format(n=len(placements) - _LISTED))

    def _show_table(self, _rest: str = "") -> None:
        print_table(self._now.game, self._console)

    def _show_hands(self, _rest: str) -> None:
        for seat, hand in enumerate(self._now.game.hands):
            self._print(self._seat_name(seat))
            for line in hand_lines(hand):
                self._console.print(line)

    def _show_forced(self, _rest: str) -> None:
        game = self._now.game
        for cell in game.forced_spaces():
            self._print(f"{cell}  {game.facing(cell)}  {self._fitting(cell)}")
        if not game.forced_spaces():
            self._print(_("there is no forced space"))

    def _fitting(self, cell: Cell) -> str:
        game = self._now.game
        found = [
            f"{colour.letter}: {' '.join(str(tile) for tile in hand if tile in game.fitting(cell))}"
            for colour, hand in zip(game.rules.colours, game.hands, strict=True)
            if game.fitting(cell) & set(hand)
        ]
        return "; ".join(found) or _("no tile in a hand fits")

    def _explain(self, text: str) -> None:
        game = self._now.game
        if not text:
            self._explain_last()
            return
        placement = Placement.parse(text)
        verdict = game.verdict(placement)
        self._print(_(verdict.sentence) if verdict else explain(game, placement, _))

    def _explain_last(self) -> None:
        if self._previous is None:
            raise ValueError(_("nothing was laid since the start: name a placement like 12@3,-1^4"))
        placement = self._now.game.laid[-1].placement
        name = self._seat_name(self._previous.to_play)
        self._print(f"{name}: {placement}. {explain(self._previous, placement, _)}")

    def _undo(self, _rest: str) -> None:
        if self._now.has_robots:
            raise ValueError(_("a placement against a robot cannot be taken back"))
        if not self._before:
            raise ValueError(_("there is nothing to take back"))
        self._now = self._before.pop()
        self._listed = []
        self._previous = None
        self._show_table()

    def _save_to(self, name: str) -> None:
        if not name:
            raise ValueError(_("save needs the name of a file"))
        self._now.save(Path(name))
        if name != STANDARD:
            self._print(_("saved to {file}").format(file=name))

    def _show_record(self, _rest: str = "") -> None:
        self._print(print_record(self._now.record()))

    def _resign(self, _rest: str) -> None:
        seat = self._now.game.to_play
        ended = self._now.game.end(Termination.RESIGNATION, seat)
        self._now = replace(self._now, game=ended, ended_by=seat)

    def _help(self, _rest: str) -> None:
        self._print(_("12@3,-1^4: place tile 12 on cell 3,-1, turned four sixths clockwise"))
        for _command, help_text in self._commands.values():
            self._print(help_text)
        self._print(_("quit: stop (end of input does the same)"))

    # Output that no command asks for.

    def _play_robots(self) -> None:
        """Let robots play until it is a person's turn."""
        while not self._now.game.is_over and not self._now.is_person(self._now.game.to_play):
            game = self._now.game
            name = self._now.seats[game.to_play]
            placement = robots.choose(name, robots.find(name), game, self._chance)
            self._print(f"{self._seat_name(game.to_play)}: {placement}")
            self._previous, self._now = game, self._now.play(placement)
            if self._now.game.is_over or self._now.is_person(self._now.game.to_play):
                self._show_table()

    def _seat_name(self, seat: int) -> str:
        colour = colour_name(self._now.game.rules.colours[seat])
        name = self._now.seats[seat]
        return colour if self._now.is_person(seat) else f"{colour} ({name})"

    def _print_start(self) -> None:
        if self._now.commitment:
            self._print(_("commitment of the deal: {digest}").format(digest=self._now.commitment))
        self._print(_("`help` lists the commands"))
        self._show_table()

    def _save_at_end(self) -> None:
        """Save the record if requested; print it if saving fails or was not requested."""
        if self._save is None:
            if not self._now.game.is_over and self._now.game.ply:
                self._print(_("the game so far:"))
                self._show_record()
            return
        try:
            self._save_to(str(self._save))
        except OSError:
            self._show_record()
            raise

    def _print_end(self) -> None:
        if self._now.game.outcome:
            self._print_result()

    def _print_result(self) -> None:
        outcome = self._now.game.outcome
        assert outcome is not None
        if outcome.termination is Termination.DEADLOCK:
            self._print(_("no legal free placement: the game is drawn, whatever the scores"))
        elif outcome.is_draw:
            self._print(_("the game is a draw"))
        else:
            winners = ", ".join(self._seat_name(seat) for seat in outcome.winners)
            self._print(_("won by {winners}").format(winners=winners))
        self._print(_("scores: {scores}").format(scores=" ".join(map(str, outcome.scores))))
        if self._now.secret:
            secret = dealing.print_secret(self._now.secret)
            self._print(_("secret of the deal: {secret}").format(secret=secret))
