"""Make the test data of the present revision of the schema: a small database of a server with a bit of all.

python -m scripts.make_revision

Writes tests/data/revisions/REVISION/tantrix.sqlite3.xz. Run it once, in the commit that adds a revision; the
file never changes again, since tests upgrade it with every later version.
"""

import lzma
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from starlette.testclient import TestClient

from scripts.seed import SEATS, play, post, sign_up
from tantrix.server.admin.accounts import make_robot, rename, set_ban
from tantrix.server.admin.moderation import set_moderator
from tantrix.server.app import create_app
from tantrix.server.database.database import HEAD
from tantrix.server.database.folder import DATABASE
from tantrix.server.settings import Settings

REVISIONS = Path(__file__).parents[1] / "tests" / "data" / "revisions"


def main() -> None:
    """Fill a folder and keep its database, compressed."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder)
        with closing(sqlite3.connect(folder / DATABASE)) as database:
            database.execute("PRAGMA journal_mode=DELETE")
            database.execute("VACUUM")
        target = REVISIONS / HEAD / f"{DATABASE}.xz"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(lzma.compress((folder / DATABASE).read_bytes()))
    print(target)


def fill(folder: Path) -> None:
    """Fill an empty folder: accounts of every kind, games over and in play, a challenge."""
    with TestClient(create_app(Settings(folder)), follow_redirects=False) as client:
        ann, bob = sign_up(client, "Ottilie"), sign_up(client, "Łukasz")
        for name in ("Banned", "Before", "Engine", "Warden"):
            sign_up(client, name)
        play(client, (ann, bob), 1, rated=True, control="15 tournament")
        play(client, (ann, bob), 2, 9, control="2 days")
        post(client, ann, "/api/challenges", {"game": {"seats": SEATS, "control": "5 days"}})
    set_ban(folder, "Banned", True)
    rename(folder, "Before", "After")
    make_robot(folder, "Engine")
    set_moderator(folder, "Warden", True)


if __name__ == "__main__":
    main()
