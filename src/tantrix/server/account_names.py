"""The name of a closed account: its pseudonym replaces every stored copy that may be changed.

Seats, results, records, reports and notices store the names of people as they were when they sat down or were
reported. Whatever is shown, searched or exported comes from these rows, so they are rewritten in the
transaction that closes the account. The logs of tournaments and the audit log only grow: there the name is
replaced on reading (`tournaments/leaving/pseudonyms.py`, `AccountStore.audit`). What people have written
themselves, such as messages, names of events and the reasons of rulings, stays as it is.
"""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple
from urllib.parse import quote

import sqlalchemy as sa

from tantrix.record.entries import print_tag
from tantrix.server.database.metadata import METADATA
from tantrix.server.database.rows import Statement
from tantrix.server.database.writes import Computed
from tantrix.server.games.new_game import OPEN_SEAT


class _Copy(NamedTuple):
    """A column with the name of the user whose id is in another column of the same row."""

    table: str
    user: str
    name: str = "name"

    def renamed(self, user_id: str, pseudonym: str) -> sa.Update:
        """Replace the name of a user."""
        table = METADATA.tables[self.table]
        is_old = table.c[self.user] == user_id, table.c[self.name] != pseudonym
        return table.update().where(*is_old).values({self.name: pseudonym})


_COPIES = (
    _Copy("sittings", "user_id"),
    _Copy("result_seats", "user_id"),
    _Copy("chat_messages", "user_id"),
    _Copy("mutes", "muted"),
    _Copy("silences", "user_id"),
    _Copy("reports", "reporter", "reporter_name"),
    _Copy("reports", "accused", "accused_name"),
)


def erase_seats(user_id: str, pseudonym: str) -> Computed:
    """Return the writes that replace the copies of a closed account's name beside its user id."""
    return Computed(lambda connection: _seats_erased(connection, user_id, pseudonym))


def erase_mentions(names: frozenset[str], pseudonym: str) -> Computed:
    """Return the writes that replace a closed account's names where no user id says whose they are."""
    return Computed(lambda connection: _notices_erased(connection, names, pseudonym))


def _seats_erased(connection: sa.Connection, user_id: str, pseudonym: str) -> Iterator[Statement]:
    yield from (copy.renamed(user_id, pseudonym) for copy in _COPIES)
    yield from _tables_erased(connection, user_id, pseudonym)
    yield from _rushes_erased(connection, user_id, pseudonym)
    yield from _records_erased(connection, user_id, pseudonym)


def _tables_erased(connection: sa.Connection, user_id: str, pseudonym: str) -> Iterator[Statement]:
    """Replace the names in the seats of tables that the user opened or joined."""
    games, sittings = METADATA.tables["games"], METADATA.tables["sittings"]
    columns = games.c.id, games.c.seats
    opened = connection.execute(sa.select(*columns).where(games.c.owner == user_id)).all()
    seated = sa.select(*columns, sittings.c.seat).join(sittings, sittings.c.game_id == games.c.id)
    joined = connection.execute(seated.where(sittings.c.user_id == user_id)).all()
    texts = _Texts(games.c.id, games.c.seats)
    for game_id, text in opened:
        texts.change(game_id, text, partial(_owner_renamed, pseudonym))
    for game_id, text, seat in joined:
        texts.change(game_id, text, partial(_seat_renamed, pseudonym, seat))
    yield from texts.statements()


def _rushes_erased(connection: sa.Connection, user_id: str, pseudonym: str) -> Iterator[Statement]:
    """Replace the names in the seats of rooms that the user joined."""
    rushes, players = METADATA.tables["rushes"], METADATA.tables["rush_players"]
    played = rushes.c.id.in_(sa.select(players.c.rush_id).where(players.c.user_id == user_id))
    waits = sa.and_(rushes.c.started_ms.is_(None), rushes.c.seats.contains(user_id))
    found = connection.execute(sa.select(rushes.c.id, rushes.c.seats).where(sa.or_(played, waits)))
    texts = _Texts(rushes.c.id, rushes.c.seats)
    for rush_id, text in found.all():
        texts.change(rush_id, text, partial(_player_renamed, user_id, pseudonym))
    yield from texts.statements()


def _records_erased(connection: sa.Connection, user_id: str, pseudonym: str) -> Iterator[Statement]:
    """Replace the names in the records of the user's games."""
    records, seats = METADATA.tables["records"], METADATA.tables["result_seats"]
    query = sa.select(records.c.game_id, records.c.text, seats.c.seat).join(
        seats, seats.c.game_id == records.c.game_id
    )
    texts = _Texts(records.c.game_id, records.c.text)
    for game_id, text, seat in connection.execute(query.where(seats.c.user_id == user_id)).all():
        texts.change(game_id, text, partial(_tag_renamed, pseudonym, f"Seat{seat + 1}"))
    yield from texts.statements()


class _Texts:
    """Texts with names in a column, each before and after it is changed."""

    def __init__(self, row_id: "sa.Column[str]", column: "sa.Column[str]") -> None:
        self._id = row_id
        self._column = column
        self._texts: dict[str, tuple[str, str]] = {}

    def change(self, row_id: str, text: str, changed: Callable[[str], str]) -> None:
        """Change a text again; a damaged one stays as it is."""
        before, after = self._texts.get(row_id, (text, text))
        with suppress(ValueError, LookupError, TypeError):
            self._texts[row_id] = before, changed(after)

    def statements(self) -> Iterator[sa.Update]:
        """Save the texts that are still as they were read: another server may change one at this moment."""
        for row_id, (before, after) in self._texts.items():
            if after != before:
                is_it = self._id == row_id, self._column == before
                yield self._column.table.update().where(*is_it).values({self._column: after})


def _owner_renamed(pseudonym: str, text: str) -> str:
    """Rename all who sit down with the owner, in seats that others may not take."""
    seats = json.loads(text)
    for seat in seats:
        if seat[1] is None and OPEN_SEAT not in seat[2:]:
            seat[0] = pseudonym
    return _print(seats)


def _seat_renamed(pseudonym: str, number: int, text: str) -> str:
    """Rename who has taken an open seat, if the list names it: it does where all were seated together."""
    seats = json.loads(text)
    if seats[number][0]:
        seats[number][0] = pseudonym
    return _print(seats)


def _player_renamed(user_id: str, pseudonym: str, text: str) -> str:
    seats = json.loads(text)
    return _print([[pseudonym if user == user_id else name, user, robot] for name, user, robot in seats])


def _tag_renamed(pseudonym: str, tag: str, record: str) -> str:
    """Replace the value of a tag in a record; tags come before everything that people write."""
    line = print_tag(tag, pseudonym)
    return re.sub(rf'^\[{tag} ".*"\]$', lambda _: line, record, count=1, flags=re.MULTILINE)


def _notices_erased(connection: sa.Connection, names: frozenset[str], pseudonym: str) -> Iterator[Statement]:
    """Replace the names in notices, which list the names at a table, and in the address of a conversation."""
    notices = METADATA.tables["notices"]
    is_named = sa.or_(*(notices.c.name.contains(name, autoescape=True) for name in names))
    for text in connection.scalars(sa.select(notices.c.name).where(is_named).distinct()).all():
        after = _NAMES.sub(lambda found: pseudonym if found[0] in names else found[0], text)
        yield notices.update().where(notices.c.name == text).values(name=after)
    for name in names:
        is_about = notices.c.url == f"/inbox/{quote(name)}"
        yield notices.update().where(is_about).values(url=f"/inbox/{pseudonym}")


_NAMES = re.compile(r"(?:(?!, | & ).)+")  # in a list of players or pairs


def _print(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
