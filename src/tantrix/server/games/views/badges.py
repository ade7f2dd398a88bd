"""The badges shown beside names at tables: an account's rating, a robot's level, or a guest sign.

The badge shows the rating that an account had when it sat down, in the pool in which the game counts or would
count. A chosen name that is not the name of the account at the seat is marked as a guest's: only guests may
use any name they like. "Guest" and "Player 2", which the server gives, need no mark.
"""

from collections.abc import Iterable, Sequence

from tantrix.competition.ratings import Rating
from tantrix.robots.roster import row_of
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.games.room import Setup
from tantrix.server.http.faces import face_of_name
from tantrix.server.protocol.game import Badge
from tantrix.server.ratings.results import rating_pool
from tantrix.server.ratings.store import RatingStore
from tantrix.server.settings import Settings
from tantrix.server.wording.seats import is_given, name_for_others

KNOWN_MS = 30_000  # a new rating may not be saved yet when its player sits down again
MAX_KNOWN = 4096

_Key = tuple[str, str, int | None]


class Badges:
    """Finds the badges for all tables of a server, and caches ratings for KNOWN_MS."""

    def __init__(self, settings: Settings, accounts: Accounts, ratings: RatingStore) -> None:
        self._settings = settings
        self._accounts = accounts
        self._ratings = ratings
        self._known: dict[_Key, tuple[int, Rating]] = {}

    def read_ahead(self, setups: Iterable[Setup]) -> None:
        """Read the ratings that `badge_of` needs for many tables, with one query."""
        seats = ((setup, seat) for setup in setups for seat in range(len(setup.seats)))
        wanted = {key for setup, seat in seats if (key := self._rating_key(setup, seat)) is not None}
        self._read([key for key in wanted if self._cached(key) is None])

    def badge_of(self, setup: Setup, seat: int) -> Badge | None:
        """Return the badge of the player at a seat, or None.

        Free seats, robots from other packages, closed accounts and imported games have no badge. This reads
        the database, so do not call it on the event loop.
        """
        robot, user_id = setup.seats[seat].robot, setup.occupant(seat)
        if setup.record is not None:
            return None
        if robot is not None:
            return of_robot(robot)
        return None if user_id is None else self._person(user_id, setup, seat)

    def _person(self, user_id: str, setup: Setup, seat: int) -> Badge | None:
        account = self._accounts.account_of(user_id)
        if account is not None and account.closed_ms is not None:
            return None
        key = self._rating_key(setup, seat)
        if account is None or key is None:
            return of_guest(setup.seats[seat].name)
        rating = self._cached(key) or self._read([key])[key]
        return of_account(rating.points, rating.is_provisional, account.face)

    def _rating_key(self, setup: Setup, seat: int) -> "_Key | None":
        """Return the key of the rating shown at a seat; None if no account sits there."""
        user_id = setup.occupant(seat)
        name = self._accounts.shown_name(user_id)
        if user_id is None or name is None or setup.seats[seat].name != name or setup.record is not None:
            return None
        return user_id, rating_pool(len(setup.seats)).value, setup.started_ms

    def _cached(self, key: "_Key") -> Rating | None:
        """Return a cached rating that is not out of date."""
        if key not in self._known:
            return None
        at_ms, (read_ms, known) = key[2], self._known[key]
        is_settled = at_ms is not None and read_ms > at_ms + KNOWN_MS
        return known if is_settled or self._settings.play_ms() < read_ms + KNOWN_MS else None

    def _read(self, keys: Sequence["_Key"]) -> "dict[_Key, Rating]":
        """Read ratings into the cache. Without a time, the current rating is read."""
        if not keys:
            return {}
        now_ms = self._settings.play_ms()
        moments = {key: (key[0], key[1], now_ms if key[2] is None else key[2]) for key in keys}
        ratings = self._ratings.ratings_at(set(moments.values()))
        read = {key: ratings[moment] for key, moment in moments.items()}
        known = {} if len(self._known) + len(read) > MAX_KNOWN else self._known
        self._known = {**known, **{key: (now_ms, rating) for key, rating in read.items()}}
        return read


def of_account(points: int, is_provisional: bool, face: str | None) -> Badge:
    """Return the badge for the name of an account."""
    return Badge(points=points, is_provisional=is_provisional, level=None, is_guest=False, face=face)


def of_guest(name: str) -> Badge:
    """Return the badge for a name that belongs to no account: marked, unless the server gave it.

    A given name is shown in the reader's language, so its face is told: all readers see the same.
    """
    if not is_given(name):
        return Badge(points=None, is_provisional=False, level=None, is_guest=True)
    given_face = face_of_name(name_for_others(name))
    return Badge(points=None, is_provisional=False, level=None, is_guest=False, face=given_face)


def of_robot(name: str) -> Badge | None:
    """Return the badge for the name of a robot; None for one that has no level."""
    row = row_of(name)
    if row is None or row.level is None:
        return None
    return Badge(points=None, is_provisional=False, level=row.level, is_guest=False)
