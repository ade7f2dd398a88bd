"""An invented past for a server: accounts, and rated games between them and robots, with their records."""

import asyncio
import random
from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from tantrix.record import Seat
from tantrix.server.accounts.names import skeleton
from tantrix.server.accounts.store import Account, Audit
from tantrix.server.admin.rebuild import rebuild_ratings
from tantrix.server.archive.records import archive_rows
from tantrix.server.database.database import Database
from tantrix.server.database.folder import open_folder
from tantrix.server.database.writer import Writer
from tantrix.server.database.writes import Write
from tantrix.server.games.new_game import new_setup, row_of, taken_seats_of
from tantrix.server.games.results import rows_of
from tantrix.server.games.room import Room, Setup, open_room
from tantrix.server.protocol.lobby import NewGame
from tantrix.server.rooms.commands import RoomChange
from tantrix.server.settings import Settings

NAMES = ("Ann", "Bea", "Cleo", "Dora", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
ROBOTS = ("club", "greedy")
N_SEATS = (2, 2, 2, 2, 3, 4)  # how many seats games have, all equally often
DAY_MS = 24 * 3600 * 1000
PLY_MS = 20_000


def user_id_of(name: str) -> str:
    """Return the user id of an account of the past."""
    return f"user-{name}"


def write_past(
    folder: Path, now_ms: int, n_games: int, seed: int = 1, names: Sequence[str] = NAMES, days: int = 75
) -> None:
    """Fill an empty folder with accounts, strongest first, and rated games of the last days."""
    rng, settings = random.Random(seed), Settings(folder)
    began_ms = now_ms - (days + 1) * DAY_MS
    writes: list[Write] = [Account(user_id_of(name), name, skeleton(name), "", began_ms) for name in names]
    writes.append(Audit(began_ms, "past", "made", "past"))
    for number in range(n_games):
        at_ms = now_ms - DAY_MS // 12 - (n_games - 1 - number) * days * DAY_MS // n_games
        writes += _game(rng, number, at_ms, names, settings)
    with (
        closing(Database(open_folder(folder))) as database,
        closing(Writer(database.connect_writer)) as writer,
    ):
        database.migrate()
        asyncio.run(writer.append(*writes))
    rebuild_ratings(folder)


def _game(
    rng: random.Random, number: int, began_ms: int, names: Sequence[str], settings: Settings
) -> list[Write]:
    """Return the writes of a finished random game in which stronger players get better ranks."""
    room, writes = _played(_setup(rng, number, began_ms, settings), rng, began_ms)
    outcome = room.game.outcome
    assert outcome is not None, room.setup.id
    players = _players(rng, room.setup.rules.n_seats, names)
    by_rank = dict(zip(sorted(range(len(players)), key=outcome.ranks.__getitem__), players, strict=True))
    setup = _seated(room.setup, [by_rank[seat] for seat in range(len(players))])
    room = replace(room, setup=setup)
    rows = rows_of(room, began_ms + room.game.ply * PLY_MS)
    return [row_of(setup), *taken_seats_of(setup), *writes, *rows, *archive_rows(room)]


def _setup(rng: random.Random, number: int, began_ms: int, settings: Settings) -> Setup:
    """Deal a game without players."""
    seats = [{"kind": "person", "colour": colour} for colour in "RBYG"[: rng.choice(N_SEATS)]]
    new = {"seats": seats, "listing": "open", "control": "15 tournament"}
    settings = replace(
        settings,
        now_ms=lambda: began_ms,
        make_id=lambda: f"{number:012x}",
        make_secret=lambda: rng.randbytes(32),
    )
    return new_setup(NewGame.model_validate(new), "", settings)


def _played(setup: Setup, rng: random.Random, began_ms: int) -> tuple[Room, list[Write]]:
    room, writes = open_room(setup), list[Write]()
    while not room.game.is_over:
        at_ms = began_ms + (room.game.ply + 1) * PLY_MS
        change = room.lay(rng.choice(tuple(room.game.placements())), at_ms)
        assert isinstance(change, RoomChange), change
        room, writes = change.room, [*writes, *change.writes]
    return room, writes


def _players(rng: random.Random, n_seats: int, names: Sequence[str]) -> list[str]:
    """Choose the players, at least one a person; players listed first tend to be stronger."""
    person = rng.choice(names)
    others = rng.sample([name for name in (*names, *ROBOTS) if name != person], n_seats - 1)
    everybody = [*names, *ROBOTS]
    return sorted([person, *others], key=lambda name: rng.gauss(everybody.index(name) / len(everybody), 0.4))


def _seated(setup: Setup, players: Sequence[str]) -> Setup:
    """Seat the players; the first person opened the table."""
    people = [(seat, player) for seat, player in enumerate(players) if player not in ROBOTS]
    return replace(
        setup,
        owner=user_id_of(people[0][1]),
        seats=tuple(Seat(player, player if player in ROBOTS else None) for player in players),
        open_seats=tuple(seat for seat, _ in people[1:]),
        occupants=tuple((seat, user_id_of(player)) for seat, player in people[1:]),
        is_rated=True,
    )
