"""The archive search as SQL: a page of finished games that the viewer may see.

A viewer may see the games of open tables, and the private games that they played, opened or imported.
"""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from tantrix.clock import DAY_MS
from tantrix.server.archive.tables import IMPORTS
from tantrix.server.games.store import GAMES
from tantrix.server.protocol.archive import ArchiveQuery
from tantrix.server.protocol.times import midnight_ms
from tantrix.server.ratings.results import RESULT_SEATS, RESULTS, RatingPool

IMPORTED = "imported"  # the pool of results that do not count for any rating
_POOLS = (RatingPool.TWO.value, RatingPool.MANY.value, IMPORTED)
_WINS = ("win", "draw", "loss")

Condition = sa.ColumnElement[bool]


@dataclass(frozen=True, slots=True)
class PlayerFilter:
    """The player to search for: an account by its user id, or else a robot or a name used at the table."""

    name: str
    user_id: str | None = None
    robot: str | None = None


@dataclass(frozen=True, slots=True)
class RulesFilter:
    """All rules played here that contain a query's word; `is_rare`: few games were played by them."""

    texts: tuple[str, ...]
    is_rare: bool


@dataclass(frozen=True, slots=True)
class SearchFilter:
    """A query, the players that it names (resolved), and the viewer.

    `rules` are needed if the query names a word of the rules.
    """

    query: ArchiveQuery
    player: PlayerFilter | None = None
    against: PlayerFilter | None = None
    viewer: str | None = None
    rules: RulesFilter | None = None


def found_by(search: SearchFilter, limit: int) -> "sa.Select[Any]":
    """Select a page of results; the last column is the sort key."""
    if search.query.sort == "score":
        return _by_score(search, limit)
    order = RESULTS.c.finished_ms
    return _page(sa.select(RESULTS, order.label("place")), search, order, limit)


def visible(viewer: str | None) -> Condition:
    """Return the condition for results that the viewer may see."""
    is_open = RESULTS.c.listing == "open"
    return is_open if viewer is None else sa.or_(is_open, _is_of(viewer))


def _by_score(search: SearchFilter, limit: int) -> "sa.Select[Any]":
    """Order by the best score in each game, or the player's best: one seat stands for each game."""
    top = RESULT_SEATS.alias("top")
    query = sa.select(RESULTS, top.c.score.label("place")).join(top, top.c.game_id == RESULTS.c.game_id)
    if search.player is not None:
        other = RESULT_SEATS.alias("twin")
        query = query.where(_is(top, search.player))
        better = sa.and_(_is_at(other, search.player), _stands_before(other, top))
    else:
        other = RESULT_SEATS.alias("other")
        better = _stands_before(other, top)
    first = ~sa.exists().where(other.c.game_id == top.c.game_id, better)
    return _page(query.where(first), search, top.c.score, limit)


def _stands_before(one: Any, other: Any) -> Condition:
    is_equal = sa.and_(one.c.score == other.c.score, one.c.seat < other.c.seat)
    return sa.or_(one.c.score > other.c.score, is_equal)


def _page(query: "sa.Select[Any]", search: SearchFilter, order: Any, limit: int) -> "sa.Select[Any]":
    number = RESULTS.c.number
    query = query.where(*_conditions(search))
    is_rising = search.query.sort == "oldest"
    if search.query.cursor is not None:
        place, after = map(int, search.query.cursor.split("."))
        beyond = order > place if is_rising else order < place
        next_one = number > after if is_rising else number < after
        reached = order >= place if is_rising else order <= place
        query = query.where(reached, sa.or_(beyond, next_one))
    ordered = (order, number) if is_rising else (order.desc(), number.desc())
    return query.order_by(*ordered).limit(limit)


def _conditions(search: SearchFilter) -> list[Condition]:
    query = search.query
    conditions = [RESULTS.c.pool.in_(_POOLS), visible(search.viewer)]
    if query.mine is not None:
        mine = sa.false() if search.viewer is None else _is_of(search.viewer)
        conditions.append(mine if query.mine == "yes" else sa.not_(mine))
    if query.source is not None:
        is_imported = RESULTS.c.pool == IMPORTED
        conditions.append(is_imported if query.source == "imported" else ~is_imported)
    if query.rated is not None:
        conditions.append(RESULTS.c.is_rated == (query.rated == "yes"))
    if query.players_n is not None:
        conditions.append(RESULTS.c.n_seats == query.players_n)
    if query.rules is not None:
        conditions.append(_with_rules(search.rules))
    if query.result is not None and query.result not in _WINS:
        conditions.append(RESULTS.c.termination == query.result)
    return [*conditions, *_dates(query), *_seats(search), *_robots(query)]


def _dates(query: ArchiveQuery) -> list[Condition]:
    ended = RESULTS.c.finished_ms
    conditions = []
    if query.from_date is not None:
        conditions.append(ended >= midnight_ms(query.from_date))
    if query.to_date is not None:
        conditions.append(ended < midnight_ms(query.to_date) + DAY_MS)
    return conditions


def _with_rules(rules: RulesFilter | None) -> Condition:
    """Return the condition on the rules.

    Games by rare rules are looked up in the index and sorted. Games by common rules are soon found among the
    newest ones, so for them the index is not used.
    """
    assert rules is not None, "looked up by the caller"
    column = RESULTS.c.rules if rules.is_rare else sa.func.coalesce(RESULTS.c.rules, "")
    return column.in_(rules.texts)


def _seats(search: SearchFilter) -> list[Condition]:
    """Return the conditions on one seat: the player's seat if a player is named, otherwise any seat."""
    seat, query = RESULT_SEATS.alias("seat"), search.query
    of_seat = _seat_conditions(seat, query)
    conditions: list[Condition] = []
    if search.against is not None:
        conditions.append(_has_seat(seat, search.against))
    if search.player is None:
        return [*conditions, _exists(seat, *of_seat)] if of_seat else conditions
    conditions.append(_has_seat(seat, search.player, *of_seat))
    if search.against is not None:
        conditions.append(_are_opponents(search.player, search.against))
    return conditions


def _seat_conditions(seat: Any, query: ArchiveQuery) -> list[Condition]:
    conditions: list[Condition] = []
    if query.min_score is not None:
        conditions.append(seat.c.score >= query.min_score)
    if query.loop is not None:
        conditions.append(seat.c.has_loop == (query.loop == "yes"))
    if query.result == "win":
        conditions += [seat.c.rank == 1, _is_alone_first(seat)]
    elif query.result == "draw":
        conditions += [seat.c.rank == 1, ~_is_alone_first(seat)]
    elif query.result == "loss":
        conditions.append(seat.c.rank > 1)
    return conditions


def _is_alone_first(seat: Any) -> Condition:
    return sa.and_(seat.c.share > 0.999)


def _has_seat(seat: Any, player: PlayerFilter, *conditions: Condition) -> Condition:
    """Return the condition that a player sat at the table, at a seat that meets all other conditions too.

    A robot has played very many games, so the games are scanned in order. A person has played few, so these
    are looked up first.
    """
    if player.robot is not None:
        return _exists(seat, _is_at(seat, player), *conditions)
    return RESULTS.c.game_id.in_(sa.select(seat.c.game_id).where(_is(seat, player), *conditions))


def _are_opponents(player: PlayerFilter, against: PlayerFilter) -> Condition:
    """Return the condition that two players were opponents: at different seats, and not partners.

    Partners sit two seats apart.
    """
    one, other = RESULT_SEATS.alias("one"), RESULT_SEATS.alias("other")
    apart = sa.or_(RESULTS.c.is_teams.is_(False), (one.c.seat + other.c.seat) % 2 == 1)
    of_the_game = (one.c.game_id == RESULTS.c.game_id, other.c.game_id == RESULTS.c.game_id)
    return sa.exists().where(
        *of_the_game, _is_at(one, player), _is_at(other, against), one.c.seat != other.c.seat, apart
    )


def _robots(query: ArchiveQuery) -> list[Condition]:
    seat = RESULT_SEATS.alias("robot_seat")
    if query.robots is None:
        return []
    is_one = seat.c.robot.is_not(None)
    if query.robots == "only":
        return [~_exists(seat, ~is_one)]
    return [_exists(seat, is_one) if query.robots == "some" else ~_exists(seat, is_one)]


def _is(seat: Any, player: PlayerFilter) -> Condition:
    if player.user_id is not None:
        return sa.and_(seat.c.user_id == player.user_id)
    if player.robot is not None:
        return sa.and_(seat.c.robot == player.robot)
    return sa.func.lower(seat.c.name) == sa.func.lower(player.name)


def _is_at(seat: Any, player: PlayerFilter) -> Condition:
    """Return the condition that a seat of a known game is the player's.

    Written so that the database cannot use the index on players: a game has at most four seats, and going
    through all games of a player takes a thousand times as long.
    """
    if player.user_id is not None:
        return sa.func.coalesce(seat.c.user_id, "") == player.user_id
    if player.robot is not None:
        return sa.func.coalesce(seat.c.robot, "") == player.robot
    return sa.func.lower(sa.func.coalesce(seat.c.name, "")) == sa.func.lower(player.name)


def _exists(seat: Any, *conditions: Condition) -> Condition:
    return sa.exists().where(seat.c.game_id == RESULTS.c.game_id, *conditions)


def _is_of(user_id: str) -> Condition:
    """Return the condition that a user played in a game, opened it or imported it."""
    sat = sa.select(RESULT_SEATS.c.game_id).where(RESULT_SEATS.c.user_id == user_id)
    opened = sa.select(GAMES.c.id).where(GAMES.c.owner == user_id)
    imported = sa.select(IMPORTS.c.game_id).where(IMPORTS.c.user_id == user_id)
    return RESULTS.c.game_id.in_(sa.union_all(sat, opened, imported))
