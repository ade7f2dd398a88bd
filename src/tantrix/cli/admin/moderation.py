"""`tantrix admin reports`, `silence`, `unsilence` and `moderator`: moderation by the operator."""

from dataclasses import asdict
from typing import Annotated

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.admin.accounts import Data, Name, data_folder
from tantrix.cli.options import Json
from tantrix.cli.terminal.output import print_json


def reports(
    n: Annotated[int, typer.Option("--lines", min=1, max=100_000, help=_("How many lines to list."))] = 50,
    decided: Annotated[bool, typer.Option("--decided", help=_("List the reports already decided."))] = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """List the open reports, oldest first, or the ones decided recently."""
    from tantrix.server.admin.moderation import reports as read
    from tantrix.server.protocol.times import print_seconds

    found = read(data_folder(data), n, is_open=not decided)
    if json:
        hidden = ("reporter", "accused")
        print_json([{k: v for k, v in asdict(one).items() if k not in hidden} for one in found])
        return
    for one in found:
        quoted = " ".join(f"“{text}”" for text in (one.message_text, one.note) if text)
        at, reporter = print_seconds(one.at_ms), one.reporter_name or "?"
        line = f"{one.id}  {at}  {reporter}: {one.accused_name}, {one.reason}"
        print("  ".join(part for part in (line, quoted, one.verdict) if part))


def silence(
    name: Name,
    days: Annotated[int, typer.Option("--days", min=1, max=365, help=_("How many days it lasts."))] = 1,
    data: Data = None,
    json: Json = False,
) -> None:
    """Hide an account's messages from everybody else, without notice."""
    from tantrix.server.admin.moderation import silence as do

    do(data_folder(data), name, days)
    _print_outcome(_("{name} is silenced."), name, json, is_silenced=True)


def unsilence(name: Name, data: Data = None, json: Json = False) -> None:
    """Show an account's messages again."""
    from tantrix.server.admin.moderation import unsilence as do

    do(data_folder(data), name)
    _print_outcome(_("{name} is no longer silenced."), name, json, is_silenced=False)


def moderator(
    name: Name,
    off: Annotated[bool, typer.Option("--off", help=_("Revoke the role."))] = False,
    data: Data = None,
    json: Json = False,
) -> None:
    """Make an account a moderator, or revoke that."""
    from tantrix.server.admin.moderation import set_moderator

    set_moderator(data_folder(data), name, not off)
    sentence = _("{name} is no longer a moderator.") if off else _("{name} is now a moderator.")
    _print_outcome(sentence, name, json, is_moderator=not off)


def _print_outcome(sentence: str, name: str, json: bool, **outcome: bool) -> None:
    """Print the outcome, as text or JSON."""
    if json:
        print_json({"name": name, **outcome})
    else:
        print(sentence.format(name=name))
