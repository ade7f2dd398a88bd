"""The new name of an account replaces every stored copy that may be changed.

Seats, results, records, reports and notices store the names of people as they were when they sat down or were
reported. Whatever is shown, searched or exported comes from these rows, so they are rewritten in the
transaction that renames the account, or closes it and gives it a pseudonym. The logs of tournaments and the
audit log only grow: there the name is replaced on reading (`tournaments/leaving/pseudonyms.py`,
`AccountStore.audit`). What people have written themselves, such as messages, names of events and the reasons
of rulings, stays as it is; so do other names at the tables of a renamed account, like those of its family.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import NamedTuple
from urllib.parse import quote

import sqlalchemy as sa

from tantrix.record.entries import print_tag
from tantrix.server.accounts.names import NewName
from tantrix.server.database.metadata import METADATA
from tantrix.server.database.rows import Statement
from tantrix.server.database.writes import Computed
from tantrix.server.games.new_game import OPEN_SEAT


class _Copy(NamedTuple):
    """A column with the name of the user whose id is in another column of the same row."""

    table: str
    user: str
    name: str = "name"

    def renamed(self, new: NewName) -> Iterator[sa.Update]:
        """Replace the names of a user."""
        table = METADATA.tables[self.table]
        theirs, name = table.update().where(table.c[self.user] == new.user_id), table.c[self.name]
        if new.replaced is None:
            yield theirs.where(name != new.name).values({self.name: new.name})
        for before, after in (new.replaced or {}).items():
            yield theirs.where(name == before).values({self.name: after})


_COPIES = (
    _Copy("sittings", "user_id"),
    _Copy("result_seats", "user_id"),
    _Copy("chat_messages", "user_id"),
    _Copy("mutes", "muted"),
    _Copy("silences", "user_id"),
    _Copy("reports", "reporter", "reporter_name"),
    _Copy("reports", "accused", "accused_name"),
    _Copy("challenges", "owner"),
    _Copy("challenge_seats", "user_id"),
    _Copy("seeks", "user_id"),
    _Copy("solitaire_results", "user_id"),
)


def replace_seats(new: NewName) -> Computed:
    """Return the writes that replace the copies of an account's name beside its user id."""
    return Computed(lambda connection: _seats_replaced(connection, new))


def replace_mentions(names: Mapping[str, str]) -> Computed:
    """Return the writes that replace an account's old names where no user id says whose they are."""
    return Computed(lambda connection: _notices_replaced(connection, names))


def _seats_replaced(connection: sa.Connection, new: NewName) -> Iterator[Statement]:
    for copy in _COPIES:
        yield from copy.renamed(new)
    yield from _challenges_replaced(connection, new)
    yield from _tables_replaced(connection, new)
    yield from _rushes_replaced(connection, new)
    yield from _records_replaced(connection, new)


def _challenges_replaced(connection: sa.Connection, new: NewName) -> Iterator[Statement]:
    """Replace the names in the games that the user offers."""
    challenges = METADATA.tables["challenges"].c
    offered = sa.select(challenges.id, challenges.new_game).where(challenges.owner == new.user_id)
    texts = _Texts(challenges.id, challenges.new_game)
    for challenge_id, text in connection.execute(offered).all():
        texts.change(challenge_id, text, partial(_offer_renamed, new))
    yield from texts.statements()


def _tables_replaced(connection: sa.Connection, new: NewName) -> Iterator[Statement]:
    """Replace the names in the seats of tables that the user opened or joined."""
    games, sittings = METADATA.tables["games"], METADATA.tables["sittings"]
    columns = games.c.id, games.c.seats
    opened = connection.execute(sa.select(*columns).where(games.c.owner == new.user_id)).all()
    seated = sa.select(*columns, sittings.c.seat).join(sittings, sittings.c.game_id == games.c.id)
    joined = connection.execute(seated.where(sittings.c.user_id == new.user_id)).all()
    texts = _Texts(games.c.id, games.c.seats)
    for game_id, text in opened:
        texts.change(game_id, text, partial(_owner_renamed, new))
    for game_id, text, seat in joined:
        texts.change(game_id, text, partial(_seat_renamed, new, seat))
    yield from texts.statements()


def _rushes_replaced(connection: sa.Connection, new: NewName) -> Iterator[Statement]:
    """Replace the names in the seats of rooms that the user joined."""
    rushes, players = METADATA.tables["rushes"], METADATA.tables["rush_players"]
    played = rushes.c.id.in_(sa.select(players.c.rush_id).where(players.c.user_id == new.user_id))
    waits = sa.and_(rushes.c.started_ms.is_(None), rushes.c.seats.contains(new.user_id))
    found = connection.execute(sa.select(rushes.c.id, rushes.c.seats).where(sa.or_(played, waits)))
    texts = _Texts(rushes.c.id, rushes.c.seats)
    for rush_id, text in found.all():
        texts.change(rush_id, text, partial(_player_renamed, new))
    yield from texts.statements()


def _records_replaced(connection: sa.Connection, new: NewName) -> Iterator[Statement]:
    """Replace the names in the records of the user's games."""
    records, seats = METADATA.tables["records"], METADATA.tables["result_seats"]
    query = sa.select(records.c.game_id, records.c.text, seats.c.seat).join(
        seats, seats.c.game_id == records.c.game_id
    )
    texts = _Texts(records.c.game_id, records.c.text)
    for game_id, text, seat in connection.execute(query.where(seats.c.user_id == new.user_id)).all():
        texts.change(game_id, text, partial(_tag_renamed, new, f"Seat{seat + 1}"))
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


def _offer_renamed(new: NewName, text: str) -> str:
    game = json.loads(text)
    for seat in game["seats"]:
        if seat["kind"] == "person":
            seat["name"] = new.instead_of(seat["name"])
    return _print(game)


def _owner_renamed(new: NewName, text: str) -> str:
    """Rename all who sit down with the owner, in seats that others may not take."""
    seats = json.loads(text)
    for seat in seats:
        if seat[1] is None and OPEN_SEAT not in seat[2:]:
            seat[0] = new.instead_of(seat[0])
    return _print(seats)


def _seat_renamed(new: NewName, number: int, text: str) -> str:
    """Rename who has taken an open seat, if the list names it: it does where all were seated together."""
    seats = json.loads(text)
    if seats[number][0]:
        seats[number][0] = new.instead_of(seats[number][0])
    return _print(seats)


def _player_renamed(new: NewName, text: str) -> str:
    seats = json.loads(text)
    for seat in seats:
        if seat[1] == new.user_id:
            seat[0] = new.instead_of(seat[0])
    return _print(seats)


def _tag_renamed(new: NewName, tag: str, record: str) -> str:
    """Replace the value of a tag in a record; tags come before everything that people write."""
    pattern = rf'^\[{tag} ".*"\]$'
    if new.replaced is None:
        return re.sub(pattern, lambda _: print_tag(tag, new.name), record, count=1, flags=re.MULTILINE)
    lines = {print_tag(tag, before): print_tag(tag, after) for before, after in new.replaced.items()}
    return re.sub(pattern, lambda found: lines.get(found[0], found[0]), record, count=1, flags=re.MULTILINE)


def _notices_replaced(connection: sa.Connection, names: Mapping[str, str]) -> Iterator[Statement]:
    """Replace the names in notices, which list the names at a table, and in the address of a conversation."""
    notices = METADATA.tables["notices"]
    is_named = sa.or_(*(notices.c.name.contains(each, autoescape=True) for each in names))
    for text in connection.scalars(sa.select(notices.c.name).where(is_named).distinct()).all():
        after = _NAMES.sub(lambda found: names.get(found[0], found[0]), text)
        yield notices.update().where(notices.c.name == text).values(name=after)
    for before, after in names.items():
        is_about = notices.c.url == f"/inbox/{quote(before)}"
        yield notices.update().where(is_about).values(url=f"/inbox/{quote(after)}")


_NAMES = re.compile(r"(?:(?!, | & ).)+")  # in a list of players or pairs


def _print(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
