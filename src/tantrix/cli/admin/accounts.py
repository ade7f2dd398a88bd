"""`tantrix admin`, `tantrix backup` and `tantrix restore`: what an operator does to a server's data."""

from pathlib import Path
from typing import Annotated

import typer

from tantrix._tools.languages import gettext as _
from tantrix.cli.options import Json
from tantrix.cli.terminal.output import print_json, progress

Data = Annotated[Path | None, typer.Option(metavar="DIR", help=_("The folder of the server's data."))]
Name = Annotated[str, typer.Argument(help=_("The name of an account."))]


def accounts(data: Data = None, json: Json = False) -> None:
    """List the accounts."""
    from tantrix.server.admin.accounts import accounts as all_accounts
    from tantrix.server.protocol.times import print_day

    rows = [
        {
            "name": account.name,
            "since": print_day(account.created_ms),
            "is_banned": account.banned_ms is not None,
            "is_closed": account.closed_ms is not None,
            "is_robot": account.is_robot,
        }
        for account in all_accounts(data_folder(data))
    ]
    if json:
        print_json(rows)
        return
    for row in rows:
        marks = [_("banned")] * bool(row["is_banned"]) + [_("closed")] * bool(row["is_closed"])
        marks += [_("robot")] * bool(row["is_robot"])
        print(f"{row['since']}  {row['name']}  {' '.join(marks)}".rstrip())


def ban(name: Name, data: Data = None) -> None:
    """Forbid an account from playing; it may still watch."""
    from tantrix.server.admin.accounts import set_ban

    set_ban(data_folder(data), name, True)
    print(_("{name} can no longer play.").format(name=name))


def unban(name: Name, data: Data = None) -> None:
    """Lift the ban of an account."""
    from tantrix.server.admin.accounts import set_ban

    set_ban(data_folder(data), name, False)
    print(_("{name} can play again.").format(name=name))


def rename(
    name: Name,
    new: Annotated[str, typer.Argument(help=_("The new name."))],
    data: Data = None,
) -> None:
    """Change the name of an account at once; friends are not shown the old name."""
    from tantrix.server.admin.accounts import rename as renamed

    renamed(data_folder(data), name, new)
    print(_("{name} is now called {new}.").format(name=name, new=new))


def mark_robot(name: Name, data: Data = None) -> None:
    """Mark an account permanently as a robot; it must not have played yet."""
    from tantrix.server.admin.accounts import make_robot

    make_robot(data_folder(data), name)
    print(_("{name} is marked as a robot.").format(name=name))


def reset_password(name: Name, data: Data = None) -> None:
    """Print the path of a page where a new password can be set, once and within a day."""
    from tantrix.server.admin.accounts import make_reset

    print(f"/reset/{make_reset(data_folder(data), name)}")


def token(
    name: Name,
    title: Annotated[str, typer.Option(help=_("What the account's page calls the token."))] = "robot",
    scope: Annotated[
        list[str] | None,
        typer.Option(help=_("What the token permits; repeat for each, by default read, play and challenge.")),
    ] = None,
    data: Data = None,
    json: Json = False,
) -> None:
    """Create a personal token for a program that plays for an account, and print it once."""
    from tantrix.server.admin.accounts import make_token

    made = make_token(data_folder(data), name, title, scope or ["read", "play", "challenge"])
    if json:
        print_json({"name": name, "token": made})
    else:
        print(made)


def drop_second_factor(
    name: Name,
    passkeys: Annotated[bool, typer.Option("--passkeys", help=_("Remove all passkeys as well."))] = False,
    data: Data = None,
) -> None:
    """Switch off the second factor of an account after its user has lost it."""
    from tantrix.server.admin.accounts import drop_second_factor as drop

    drop(data_folder(data), name, passkeys)
    print(_("{name} now signs in with the password only.").format(name=name))


def audit(
    n: Annotated[int, typer.Option("--lines", min=1, max=100_000, help=_("How many lines to list."))] = 50,
    data: Data = None,
    json: Json = False,
) -> None:
    """List the actions on accounts, newest first."""
    from tantrix.server.admin.accounts import audit as read
    from tantrix.server.protocol.times import print_seconds

    lines = read(data_folder(data), n)
    if json:
        print_json(
            [{"at_ms": e.at_ms, "actor": e.actor, "action": e.action, "subject": e.subject} for e in lines]
        )
        return
    for line in lines:
        print(f"{print_seconds(line.at_ms)}  {line.actor}: {line.action} {line.subject}")


def backup(
    target: Annotated[Path, typer.Argument(help=_("The file to write; it must not exist yet."))],
    data: Data = None,
) -> None:
    """Copy all data into one file while the server runs."""
    from tantrix.server.admin.backup import back_up

    with progress() as shown:
        task = shown.add_task(_("copying"), total=None)
        size = back_up(data_folder(data), target, lambda done, n: shown.update(task, completed=done, total=n))
    print(_("{size} bytes in {target}").format(size=size, target=target))


def restore(
    source: Annotated[
        Path, typer.Argument(help=_("A file written by `tantrix backup`, or the folder of a replica."))
    ],
    data: Data = None,
) -> None:
    """Restore a server's data from a backup."""
    from tantrix.server.admin.backup import restore as restored
    from tantrix.server.protocol.times import print_seconds

    with progress() as shown:
        task = shown.add_task(_("copying"), total=None)
        last_ms = restored(
            source, data_folder(data), lambda done, n: shown.update(task, completed=done, total=n)
        )
    print(_("restored to {folder}").format(folder=data_folder(data)))
    if last_ms is not None:
        print(_("the newest game event in it is from {time} UTC").format(time=print_seconds(last_ms)))


def data_folder(data: Path | None) -> Path:
    """Return the folder given, or the default data folder of a server."""
    if data is not None:
        return data
    import platformdirs

    return Path(platformdirs.user_data_dir("tantrix"))
