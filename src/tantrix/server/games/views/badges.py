"""The badges shown beside names at tables: an account's rating, a robot's level, or a guest sign.

The badge shows the rating that an account had when it sat down, in the pool in which the game counts or would
count. A name that is not the name of the account at the seat is marked as a guest's: only guests may use any
name they like.
"""

from tantrix.competition.ratings import Rating
from tantrix.robots.levels import LEVELS
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.games.room import Setup
from tantrix.server.protocol.game import Badge
from tantrix.server.ratings.results import rating_pool
from tantrix.server.ratings.store import RatingStore
from tantrix.server.settings import Settings

KNOWN_MS = 30_000  # a new rating may not be saved yet when its player sits down again
MAX_KNOWN = 4096

_LEVELS = {level.name: number for number, level in enumerate(LEVELS, 1)}
GUEST = Badge(points=None, is_provisional=False, level=None, is_guest=True)
_Key = tuple[str, str, int | None]


class Badges:
    """Finds the badges for all tables of a server, and caches ratings for KNOWN_MS."""

    def __init__(self, settings: Settings, accounts: Accounts, ratings: RatingStore) -> None:
        self._settings = settings
        self._accounts = accounts
        self._ratings = ratings
        self._known: dict[_Key, tuple[int, Rating]] = {}

    def badge_of(self, setup: Setup, seat: int) -> Badge | None:
        """Return the badge of the player at a seat, None if there is none.

        Free seats, robots from other packages, closed accounts and imported games have no badge. This reads
        the database, so do not call it on the event loop.
        """
        robot, user_id = setup.seats[seat].robot, setup.sitter(seat)
        if setup.record is not None:
            return None
        if robot is not None:
            return of_robot(robot)
        return None if user_id is None else self._person(user_id, setup, seat)

    def _person(self, user_id: str, setup: Setup, seat: int) -> Badge | None:
        account = self._accounts.account_of(user_id)
        if account is not None and account.closed_ms is not None:
            return None
        if account is None or setup.seats[seat].name != self._accounts.shown_name(user_id):
            return GUEST
        rating = self._rating(user_id, rating_pool(len(setup.seats)).value, setup.started_ms)
        return of_account(rating.points, rating.is_provisional, account.face)

    def _rating(self, user_id: str, pool: str, at_ms: int | None) -> Rating:
        """Return a rating as it was at a time; None means now."""
        key, now_ms = (user_id, pool, at_ms), self._settings.now_ms()
        read_ms, known = self._known.get(key, (now_ms - KNOWN_MS, Rating()))
        is_settled = at_ms is not None and key in self._known and read_ms > at_ms + KNOWN_MS
        if is_settled or now_ms < read_ms + KNOWN_MS:
            return known
        rating = self._ratings.rating_at(user_id, pool, now_ms if at_ms is None else at_ms)
        if len(self._known) >= MAX_KNOWN:
            self._known = {}
        self._known[key] = now_ms, rating
        return rating


def of_account(points: int, is_provisional: bool, face: str | None) -> Badge:
    """Return the badge for the name of an account."""
    return Badge(points=points, is_provisional=is_provisional, level=None, is_guest=False, face=face)


def of_robot(name: str) -> Badge | None:
    """Return the badge for the name of a robot; None for a robot from another package."""
    level = _LEVELS.get(name)
    if level is None:
        return None
    return Badge(points=None, is_provisional=False, level=level, is_guest=False)
