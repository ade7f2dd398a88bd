"""Views of players: leaderboards, profiles, ratings over time, and head-to-head games.

Everything is read from the database for each request, on the caller's thread. Names are up to date: an
account's current name, a closed account's pseudonym, a robot's name in the reader's language, and a guest's
name from the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast
from urllib.parse import quote

from tantrix.competition.ladder import MASTER_POINTS
from tantrix.competition.ratings import FIRST_POINTS
from tantrix.notation import parse_rules
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.store import Account
from tantrix.server.players import leaderboards
from tantrix.server.players.countries import CountryRow, country_rows
from tantrix.server.players.leaderboards import (
    MASTERS,
    ROWS,
    LeaderboardPlace,
    is_on_ladder,
    is_ranked,
    is_retired,
    ladder_places,
    master_places,
    n_pages,
    place_of,
    pool_places,
)
from tantrix.server.players.medals import Medals
from tantrix.server.players.statistics import (
    Count,
    CountedGame,
    Opponent,
    PlayedGame,
    against,
    bests,
    counted,
    counted_by,
    games_of,
    played_by,
)
from tantrix.server.players.store import N_COUNTED, StatisticsStore
from tantrix.server.protocol.base import ColourLetter
from tantrix.server.protocol.ratings import (
    BestResults,
    ColourTally,
    FinishedGame,
    FinishedSeat,
    GameRatings,
    HeadToHead,
    LadderEntryView,
    Leaderboard,
    LeaderRow,
    MasterView,
    OpponentTally,
    PlayerRef,
    PoolName,
    Profile,
    RatingTrack,
    RatingView,
    ResultName,
    RulesTally,
    SeatRating,
    Tally,
    TrackPoint,
)
from tantrix.server.protocol.times import print_month, print_time
from tantrix.server.ratings.ledger import (
    ALL_TIME,
    PUZZLE,
    ROBOT,
    LadderEntry,
    PlayerRating,
    RatedGame,
    RatingChange,
    player_of,
)
from tantrix.server.ratings.results import FROM_JOURNALS, RatingPool, ResultSeat
from tantrix.server.ratings.store import RatingStore
from tantrix.server.wording.robots import is_robot_here, robot_label
from tantrix.server.wording.seats import shown_name

N_RECENT = 20
N_OPPONENTS = 20
N_FORM = 10
N_TRACKED = 500


@dataclass(frozen=True, slots=True)
class ProfileReader:
    """The reader: `user_id` is None for an unknown visitor; robots' names are shown in `language`."""

    user_id: str | None
    language: str


class PlayerViews:
    """Builds the views for one reader at one point in time."""

    def __init__(
        self,
        store: RatingStore,
        statistics: StatisticsStore,
        accounts: Accounts,
        medals: Medals,
        reader: ProfileReader,
        now_ms: int,
    ) -> None:
        self._store = store
        self._statistics = statistics
        self._accounts = accounts
        self._medals = medals
        self._reader = reader
        self._now_ms = now_ms

    @property
    def month(self) -> str:
        """The current month of the ladder."""
        return print_month(self._now_ms)

    def leaderboard(self, name: str, page: int) -> Leaderboard:
        """Return a page of a list; pages are numbered from 1, and pages past the end are empty."""
        places = self._places(name)
        first = (page - 1) * ROWS
        mine = place_of(places, self._reader.user_id) if self._reader.user_id else None
        return Leaderboard(
            name=name,
            page=page,
            n_pages=n_pages(len(places)),
            n_players=len(places),
            rows=[self._leader(place) for place in places[first : first + ROWS]],
            mine=self._leader(mine) if mine else None,
            lists=leaderboards.list_names(self._store.periods(), self.month),
        )

    def countries(self) -> list[CountryRow]:
        """Return the countries of the players on the list of games for two."""
        return country_rows(self._places(RatingPool.TWO), self._country_of)

    def country(self, code: str, page: int) -> Leaderboard:
        """Return a page of the players of a country on that list; their places are those of the list."""
        places = [each for each in self._places(RatingPool.TWO) if self._country_of(each.player) == code]
        first = (page - 1) * ROWS
        return Leaderboard(
            name=RatingPool.TWO,
            page=page,
            n_pages=n_pages(len(places)),
            n_players=len(places),
            rows=[self._leader(place) for place in places[first : first + ROWS]],
            mine=None,
            lists=[],
        )

    def profile(self, player: str) -> Profile:
        """Return the profile of an account or a robot."""
        account = self._accounts.account_of(player)
        newest, entries = self._statistics.newest(player), self._store.ladder_entries_of(player)
        games, met = newest.games(), newest.opponents(self._reader.user_id, N_OPPONENTS)
        return Profile(
            player=self._ref(player),
            since=print_time(account.created_ms) if account else None,
            ratings=[self._rating(each) for each in self._store.ratings_of(player)],
            ladder_entries=[self._ladder_entry(each) for each in entries],
            master=self._master(player, entries),
            total=_tally(counted(games)),
            best=BestResults(**bests(games)._asdict()),
            form=[game.result for game in games[:N_FORM]],
            colours=_colours(games),
            rules=_rules(games),
            opponents=[self._opponent(player, each) for each in met],
            recent=self._recent(player, self._store.seen_games_of(player, self._reader.user_id, N_RECENT)),
        )

    def track(self, player: str, pool: PoolName, limit: int = N_TRACKED) -> RatingTrack:
        """Return a player's rating after each of their last games in a pool."""
        steps = self._store.track(player, pool, limit)
        seen = self._store.seen_among([step.game_id for step in steps], self._reader.user_id)
        points = [_track_point(step, step.game_id in seen) for step in steps]
        return RatingTrack(player=self._ref(player), pool=pool, points=points)

    def game_ratings(self, game_id: str) -> GameRatings:
        """Return how a finished game changed the ratings of its players."""
        steps = {step.player: step for step in self._store.steps_in(game_id)}
        played = self._store.finished(game_id) if steps else None
        seats = played.seats if played else ()
        rated = [(seat, step) for seat in seats if (step := steps.get(player_of(seat))) is not None]
        reader = self._reader.user_id
        return GameRatings(
            game=game_id,
            seats=[self._seat_rating(seat, step) for seat, step in rated],
            best_of=self._statistics.best_of(reader, game_id, self._now_ms) if reader else None,
        )

    def head_to_head(self, account: Account, opponent: str) -> HeadToHead:
        """Return the games of an account against another player, as far as the reader may see them."""
        played = self._store.games_between(account.user_id, opponent, self._reader.user_id, N_COUNTED)
        games = [
            game for game in games_of(account.user_id, played) if opponent in map(player_of, game.opponents)
        ]
        count = against(games, opponent)
        return HeadToHead(
            player=self._ref(account.user_id),
            opponent=self._ref(opponent),
            tally=_tally(count),
            mean_margin=count.margins / count.n_games if count.n_games else None,
            form=[_result_against(game, opponent) for game in games[:N_FORM]],
            recent=self._recent(account.user_id, [game.played for game in games]),
        )

    def _masters(self) -> list[LeaderboardPlace]:
        """Return the list of masters; without enough points nobody else is looked up."""
        entries = [
            each for each in self._store.ladder(ALL_TIME, self._now_ms) if each.points >= MASTER_POINTS
        ]
        if not entries:
            return []
        holders = self._medals.with_place([each.player for each in entries])
        games = self._store.master_games(self._now_ms)
        return master_places(entries, games, holders, self._now_ms, self._is_listed)

    def _places(self, name: str) -> list[LeaderboardPlace]:
        if name == MASTERS:
            return self._masters()
        if name in set(RatingPool):
            return pool_places(self._store.pool(name, self._now_ms), self._now_ms, self._is_listed)
        return ladder_places(self._store.ladder(name, self._now_ms), self._now_ms, self._is_listed)

    def _country_of(self, player: str) -> str | None:
        """Return the country that a player names; None for robots."""
        account = self._accounts.account_of(player)
        return None if account is None or account.is_robot else account.country

    def _is_listed(self, player: str) -> bool:
        """Return whether a player may be on a list: robots, not puzzles, and accounts not banned."""
        account = self._accounts.account_of(player)
        is_robot = player.startswith(ROBOT) and not player.startswith(f"{ROBOT}{PUZZLE}")
        return is_robot or (account is not None and account.banned_ms is None)

    def _leader(self, place: LeaderboardPlace) -> LeaderRow:
        return LeaderRow(
            place=place.place,
            player=self._ref(place.player),
            points=place.points,
            plus_minus=place.plus_minus,
            n_games=place.n_games,
            played_at=print_time(place.played_ms),
            is_me=place.player == self._reader.user_id,
        )

    def _ref(self, player: str, name: str = "") -> PlayerRef:
        """Return the reference to a player; `name` is used for players without an account."""
        if player.startswith(ROBOT):
            robot = player.removeprefix(ROBOT)
            url = f"/players/{quote(player, safe=':')}" if is_robot_here(robot) else None
            return PlayerRef(name=robot_label(robot, self._reader.language), url=url, robot=robot)
        account = self._accounts.account_of(player)
        if account is None or account.closed_ms is not None:
            shown = account.name if account else shown_name(name, self._reader.language)
            return PlayerRef(name=shown, url=None, robot=None)
        url = f"/players/{quote(account.name)}"
        is_robot, face = account.is_robot, account.face
        return PlayerRef(name=account.name, url=url, robot=None, is_robot_account=is_robot, face=face)

    def _rating(self, rated: PlayerRating) -> RatingView:
        has_place = is_ranked(rated, self._now_ms) and self._is_listed(rated.player)
        return RatingView(
            pool=cast(PoolName, rated.pool),
            points=rated.rating.points,
            plus_minus=rated.rating.plus_minus,
            is_provisional=rated.rating.is_provisional,
            n_games=rated.n_games,
            played_at=print_time(rated.played_ms),
            place=self._statistics.place_in_pool(rated, self._now_ms) if has_place else None,
        )

    def _ladder_entry(self, entry: LadderEntry) -> LadderEntryView:
        is_current = entry.period in (ALL_TIME, self.month)
        has_place = is_current and is_on_ladder(entry, self._now_ms) and self._is_listed(entry.player)
        return LadderEntryView(
            period=entry.period,
            points=round(entry.points),
            n_games=entry.n_games,
            is_retired=entry.period == ALL_TIME and is_retired(entry.played_ms, self._now_ms),
            place=self._statistics.place_on_ladder(entry, self._now_ms) if has_place else None,
        )

    def _master(self, player: str, entries: Sequence[LadderEntry]) -> MasterView | None:
        if not any(each.period == ALL_TIME and each.points >= MASTER_POINTS for each in entries):
            return None
        place = place_of(self._masters(), player)
        return None if place is None else MasterView(place=place.place, n_games=place.n_games)

    def _seat_rating(self, seat: ResultSeat, step: RatingChange) -> SeatRating:
        before = self._store.step_before(step)
        return SeatRating(
            seat=seat.seat,
            player=self._ref(step.player, seat.name),
            before=before.rating.points if before else FIRST_POINTS,
            after=step.rating.points,
            plus_minus=step.rating.plus_minus,
            is_provisional=step.rating.is_provisional,
            is_counted=step.is_counted,
            month_won=step.month_won,
            all_won=step.all_won,
        )

    def _opponent(self, player: str, met: Opponent) -> OpponentTally:
        me, ref = self._ref(player), self._ref(met.player, met.name)
        return OpponentTally(
            opponent=ref,
            url=_against(player, me, met.player, ref),
            tally=_tally(met.results),
            mean_margin=met.results.margins / met.results.n_games,
        )

    def _recent(self, player: str, shown: Sequence[RatedGame]) -> list[FinishedGame]:
        steps = self._store.steps_at(player, [game.result.game_id for game in shown])
        before = self._store.steps_before(steps)
        changes = {step.game_id: _change(step, before.get(step.game_id)) for step in steps}
        return [self._finished(player, game, changes.get(game.result.game_id)) for game in shown]

    def _finished(self, player: str, played: RatedGame, change: "_Change | None") -> FinishedGame:
        result = played.result
        mine = next(seat for seat in played.seats if player_of(seat) == player)
        return FinishedGame(
            id=result.game_id,
            url=f"/gobble/{result.game_id}"
            if result.pool == RatingPool.GOBBLE
            else f"/games/{result.game_id}",
            finished_at=print_time(result.finished_ms),
            rules=result.rules,
            termination=result.termination,
            is_gobble=result.pool == RatingPool.GOBBLE,
            is_rated=result.is_rated,
            seats=[self._seat(seat) for seat in played.seats],
            result=played_by(played, mine).result,
            points=change.points if change else None,
            month_won=change.month_won if change else None,
            all_won=change.all_won if change else None,
        )

    def _seat(self, seat: ResultSeat) -> FinishedSeat:
        return FinishedSeat(
            player=self._ref(player_of(seat), seat.name),
            seat_name=seat.name,
            colour=cast(ColourLetter, seat.colour) if seat.colour else None,
            score=seat.score,
            rank=seat.rank,
            is_quitter=seat.is_quitter,
        )


@dataclass(frozen=True, slots=True)
class _Change:
    """What a game changed, as shown to the reader."""

    points: int | None
    month_won: float | None
    all_won: float | None


def _change(step: RatingChange, before: RatingChange | None) -> _Change:
    """Return what a game changed; `before` is the change by the player's previous game in the pool."""
    won = step.rating.points - (before.rating.points if before else FIRST_POINTS)
    return _Change(won if step.is_counted else None, step.month_won, step.all_won)


def _against(player: str, me: PlayerRef, other: str, ref: PlayerRef) -> str | None:
    """Return the URL of a head-to-head page, seen by `player`, or by `other` if `player` is a robot."""
    if me.robot is None:
        key = other if ref.robot else ref.name if ref.url else None
        return f"{me.url}/against/{quote(key)}" if key else None
    return f"{ref.url}/against/{quote(player)}" if ref.url and ref.robot is None else None


def _track_point(step: RatingChange, is_seen: bool) -> TrackPoint:
    rating = step.rating
    return TrackPoint(
        game=step.game_id if is_seen else None,
        finished_at=print_time(step.finished_ms),
        points=rating.points,
        plus_minus=rating.plus_minus,
        is_counted=step.is_counted,
    )


def _result_against(game: PlayedGame, opponent: str) -> ResultName:
    return game.result_against(next(seat for seat in game.opponents if player_of(seat) == opponent))


def _tally(count: Count) -> Tally:
    n_games = count.n_games
    return Tally(
        n_games=n_games,
        n_won=count.n_won,
        n_drawn=count.n_drawn,
        n_lost=count.n_lost,
        share=count.shares / n_games if n_games else None,
        mean_score=count.scores / n_games if n_games else None,
    )


def _colours(games: Sequence[CountedGame]) -> list[ColourTally]:
    counts = counted_by(games, lambda game: game.colour)
    return [
        ColourTally(colour=cast(ColourLetter, colour), tally=_tally(counts[colour]))
        for colour in "RYGB"
        if colour in counts
    ]


def _rules(games: Sequence[CountedGame]) -> list[RulesTally]:
    """Count by number of seats, doubles or not, and tile set; imported games are left out."""
    tile_sets = {rules: parse_rules(rules).tile_set for rules in {game.rules for game in games}}
    here = [game for game in games if game.pool in FROM_JOURNALS]
    counts = counted_by(here, lambda game: (game.n_seats, game.is_teams, tile_sets[game.rules]))
    return [
        RulesTally(n_seats=n_seats, is_teams=is_teams, tile_set=tile_set, tally=_tally(count))
        for (n_seats, is_teams, tile_set), count in sorted(counts.items())
    ]
