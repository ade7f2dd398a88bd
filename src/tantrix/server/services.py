"""All services of a server: built in order, looked up by class in requests, and closed at the end."""

import asyncio
import gc
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, fields
from functools import cached_property, partial
from typing import TypeVar, cast

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix.i18n import gettext as _
from tantrix.server.account_data import account_store, open_accounts
from tantrix.server.accounts.accounts import Accounts
from tantrix.server.accounts.creation_limits import CreationLimits
from tantrix.server.accounts.device_store import DeviceStore
from tantrix.server.accounts.factor_store import FactorStore
from tantrix.server.accounts.mail import Mailing
from tantrix.server.accounts.mail_sender import MailSender
from tantrix.server.accounts.passkeys import Passkeys
from tantrix.server.accounts.second_factor import SecondFactors
from tantrix.server.accounts.sign_in import SignIns
from tantrix.server.accounts.store import ROBOT_ACCOUNTS
from tantrix.server.accounts.token_store import TokenStore
from tantrix.server.accounts.tokens import Tokens
from tantrix.server.analysis.game_analysis import GameAnalysisQueue
from tantrix.server.analysis.suggestions import SuggestionService
from tantrix.server.api_docs.page import ApiDescriptions
from tantrix.server.archive.archive import Archive
from tantrix.server.archive.store import ArchiveStore
from tantrix.server.background import Tasks, on_thread
from tantrix.server.cluster.cluster import Cluster, join_cluster, open_database
from tantrix.server.cluster.uptime import ALIVE_EVERY_S
from tantrix.server.community.chat import BUS_WORD as CHAT_WORD
from tantrix.server.community.chat import Chat, ChatParts
from tantrix.server.community.chat_store import ChatStore, mutes_of
from tantrix.server.community.lobby_chat import LOBBY, LobbyChat
from tantrix.server.community.moderation import Moderation
from tantrix.server.community.moderation_store import ModerationStore
from tantrix.server.database.database import Database
from tantrix.server.database.folder import DATABASE
from tantrix.server.database.keys import ServerKeys, open_keys
from tantrix.server.database.replica import Replica, lower_priority
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.event_stream.events import AccountEvents
from tantrix.server.games.events import GameEvents
from tantrix.server.games.hub import Hub
from tantrix.server.games.room import Room
from tantrix.server.games.scheduler import DUE_EVERY_S
from tantrix.server.games.views.badges import Badges
from tantrix.server.gobble.cup_rooms import CupTables
from tantrix.server.gobble.hub import GobbleHub
from tantrix.server.gobble.results import RushResult
from tantrix.server.health.readiness import ReadinessChecks
from tantrix.server.http.line_streams import LineStreams
from tantrix.server.http.templates import compile_templates
from tantrix.server.http.worker_pool import Lane, WorkerPool
from tantrix.server.lobby.lobby import LobbyService
from tantrix.server.lobby.parts import LobbyParts
from tantrix.server.lobby.players import TablePlayers
from tantrix.server.lobby.store import LobbyStore
from tantrix.server.loop_monitor import LoopMonitor
from tantrix.server.metrics import Metrics
from tantrix.server.notices.deliverer import Courier, Deliverer
from tantrix.server.notices.mail_courier import MailCourier
from tantrix.server.notices.push import PushService
from tantrix.server.notices.push_store import PushStore
from tantrix.server.notices.push_transport import PushTransport
from tantrix.server.notices.service import WORD as NOTICE_WORD
from tantrix.server.notices.service import NoticeService
from tantrix.server.notices.store import NoticeStore
from tantrix.server.notices.timing import NoticeChannel
from tantrix.server.players.medals import Medals
from tantrix.server.players.store import StatisticsStore
from tantrix.server.puzzles.daily_puzzles import DailyPuzzles
from tantrix.server.puzzles.daily_store import DailyStore
from tantrix.server.puzzles.progress.service import ProgressService
from tantrix.server.puzzles.progress.store import ProgressStore
from tantrix.server.puzzles.runs.service import RunService
from tantrix.server.puzzles.runs.store import RunStore
from tantrix.server.puzzles.solitaire.service import SolitaireService
from tantrix.server.puzzles.solution_lists import SolutionLists
from tantrix.server.ratings.service import RatingService
from tantrix.server.ratings.store import RatingStore
from tantrix.server.series.formats import EventFormat, ServerSeries
from tantrix.server.series.service import SeriesParts, SeriesService
from tantrix.server.series.store import SeriesStore
from tantrix.server.settings import Settings
from tantrix.server.tournaments.chat import TournamentChat
from tantrix.server.tournaments.creation import DAILY_ARENA, FORMAT, WEEKLY_OPEN, TournamentFormat
from tantrix.server.tournaments.rating_pages import won_medals
from tantrix.server.tournaments.ratings import TournamentRatings, TournamentRatingStore
from tantrix.server.tournaments.service import TournamentParts, Tournaments
from tantrix.server.tournaments.store import TournamentStore
from tantrix.server.tournaments.tables import TournamentTables
from tantrix.server.tournaments.views import ViewKeeper
from tantrix.server.warmup import Warmup

_LOG = structlog.get_logger()
_T = TypeVar("_T")

EVICT_S = 60
RATE_S, RATE_AGAIN_S = 60, 2
GOBBLE_WORD = "gobble"  # on the bus, before the id of a room that has changed
OWN_SERIES: tuple[ServerSeries, ...] = (WEEKLY_OPEN, DAILY_ARENA)
REFRESH_S = 2  # how soon the server sees changes by `tantrix admin` or another server


@dataclass(frozen=True)
class Services:
    """The services that requests and sockets use; each class occurs once."""

    settings: Settings
    metrics: Metrics
    streams: LineStreams
    accounts: Accounts
    tokens: Tokens
    mailing: Mailing
    sign_ins: SignIns
    second_factors: SecondFactors
    passkeys: Passkeys
    creation_limits: CreationLimits
    ratings: RatingStore
    rating_service: RatingService
    statistics: StatisticsStore
    archive: Archive
    hub: Hub
    gobble: GobbleHub
    lobby: LobbyService
    events: AccountEvents
    chat: Chat
    chat_store: ChatStore
    lobby_chat: LobbyChat
    moderation: Moderation
    moderation_store: ModerationStore
    game_analysis: GameAnalysisQueue
    suggestions: SuggestionService
    progress: ProgressService
    solitaire: SolitaireService
    runs: RunService
    daily_puzzles: DailyPuzzles
    solutions: SolutionLists
    worker_pool: WorkerPool
    api_descriptions: ApiDescriptions
    readiness: ReadinessChecks
    tournaments: Tournaments
    tournament_store: TournamentStore
    tournament_chat: TournamentChat
    tournament_views: ViewKeeper
    tournament_tables: TournamentTables
    tournament_ratings: TournamentRatings
    medals: Medals
    series: SeriesService
    series_store: SeriesStore
    keys: ServerKeys
    notices: NoticeService
    push: PushService
    deliverer: Deliverer

    def find(self, kind: type[_T]) -> _T:
        """Return the service of a class."""
        return cast(_T, self._by_class[kind])

    @cached_property
    def _by_class(self) -> dict[type, object]:
        services = [getattr(self, field.name) for field in fields(self)]
        return {type(each): each for each in services}


@asynccontextmanager
async def open_services(
    settings: Settings, metrics: Metrics, streams: LineStreams, warmup: Warmup
) -> AsyncIterator[Services]:
    """Build the services, run their background tasks, and close them at the end."""
    base = await _open_base(settings, metrics, streams)
    services = await _build(base)
    _subscribe(services)
    _follow_others(services, base.cluster)
    if base.replica is not None:
        metrics.watch_replica(base.replica)
    tasks = Tasks()
    for work in _background_work(services, base, warmup):
        tasks.start(work)
    try:
        yield services
    finally:
        await tasks.cancel()
        await _close(services, base)
        _LOG.info("stopped")


@dataclass(frozen=True, slots=True)
class _Base:
    """What the other services are built on."""

    settings: Settings
    metrics: Metrics
    streams: LineStreams
    database: Database
    writer: Writer
    cluster: Cluster
    accounts: Accounts
    worker_pool: WorkerPool
    replica: Replica | None
    keys: ServerKeys


async def _open_base(settings: Settings, metrics: Metrics, streams: LineStreams) -> _Base:
    database = await asyncio.to_thread(open_database, settings)
    await asyncio.to_thread(database.migrate)
    writer = Writer(lambda: settings.connect_writer(database), metrics.committed)
    return _Base(
        settings,
        metrics,
        streams,
        database,
        writer,
        cluster=join_cluster(settings, database, writer),
        accounts=open_accounts(settings, database, writer),
        worker_pool=WorkerPool(),
        replica=_replica_of(settings),
        keys=await open_keys(database, writer),
    )


async def _build(base: _Base) -> Services:
    settings, database, writer, cluster = base.settings, base.database, base.writer, base.cluster
    accounts, worker_pool, publish = base.accounts, base.worker_pool, base.cluster.bus.publish
    limits = CreationLimits(is_public=settings.address is not None)
    factors, sender = FactorStore(database.readers), MailSender(settings)
    mailing = Mailing(sender, accounts)
    second_factors = SecondFactors(settings, accounts, factors, writer)
    sign_ins = _sign_ins(base, factors, second_factors, mailing)
    ratings = RatingStore(database.readers, ROBOT_ACCOUNTS)
    rating_service = RatingService(ratings, writer)
    lobby_store = LobbyStore(database.readers, mutes_of)
    archive = Archive(settings, ArchiveStore(database.readers), writer, accounts, worker_pool)
    players = TablePlayers(accounts, Badges(settings, accounts, ratings), lobby_store)
    hub = Hub(settings, database, writer, cluster, players, archive, worker_pool)
    await hub.start()
    gobble = _gobble(base)
    push = _push(base)
    notices, deliverer = _notices(base, sender, push)
    lobby = _lobby(base, lobby_store, hub, limits, ratings)
    chat_store, moderation_store = ChatStore(database.readers), ModerationStore(database.readers)
    chat = Chat(ChatParts(settings, chat_store, moderation_store, writer, hub, accounts, publish))
    tournament_store = TournamentStore(database.readers)
    tournament_ratings = TournamentRatings(TournamentRatingStore(database.readers), tournament_store, writer)
    tournaments = Tournaments(
        TournamentParts(
            settings,
            tournament_store,
            writer,
            cluster,
            hub,
            accounts,
            ratings,
            tournament_ratings,
            CupTables(gobble, settings),
        )
    )
    series_store = SeriesStore(database.readers)
    # Other formats add a line here, and those that the server holds by itself one to `OWN_SERIES`.
    formats: dict[str, EventFormat] = {
        FORMAT: TournamentFormat(
            tournament_store, accounts.name_of, settings.make_secret, tournaments.announce
        ),
    }
    return Services(
        settings=settings,
        metrics=base.metrics,
        streams=base.streams,
        accounts=accounts,
        tokens=Tokens(settings, TokenStore(database.readers), writer, accounts),
        mailing=mailing,
        sign_ins=sign_ins,
        second_factors=second_factors,
        creation_limits=limits,
        passkeys=Passkeys(settings, accounts, sign_ins, factors, writer),
        ratings=ratings,
        rating_service=rating_service,
        statistics=StatisticsStore(database.readers),
        archive=archive,
        hub=hub,
        gobble=gobble,
        lobby=lobby,
        events=AccountEvents(hub, lobby.invitations_of),
        chat=chat,
        lobby_chat=LobbyChat(settings, chat_store, moderation_store, writer, accounts, chat),
        chat_store=chat_store,
        moderation=Moderation(settings, moderation_store, writer, accounts),
        moderation_store=moderation_store,
        game_analysis=GameAnalysisQueue(settings, worker_pool),
        suggestions=SuggestionService(settings, worker_pool),
        progress=ProgressService(ProgressStore(database.readers), writer),
        solitaire=SolitaireService(database, writer),
        runs=RunService(settings, RunStore(database.readers), writer, worker_pool, ratings, rating_service),
        daily_puzzles=DailyPuzzles(settings, DailyStore(database.readers), writer, worker_pool),
        solutions=SolutionLists(worker_pool),
        worker_pool=worker_pool,
        api_descriptions=ApiDescriptions(),
        readiness=ReadinessChecks(settings, database, writer, cluster.bus, base.replica, hub.ready.is_set),
        tournaments=tournaments,
        tournament_store=tournament_store,
        tournament_chat=TournamentChat(settings, tournament_store, moderation_store, chat_store, writer),
        tournament_views=ViewKeeper(accounts.name_of, accounts.face_of),
        tournament_tables=TournamentTables(),
        tournament_ratings=tournament_ratings,
        medals=Medals(partial(won_medals, tournament_store)),
        series=SeriesService(
            SeriesParts(
                settings,
                series_store,
                writer,
                cluster,
                accounts,
                formats,
                OWN_SERIES if settings.has_own_series else (),
            )
        ),
        series_store=series_store,
        keys=base.keys,
        notices=notices,
        push=push,
        deliverer=deliverer,
    )


def _push(base: _Base) -> PushService:
    store = PushStore(base.database.readers)
    transport = PushTransport()
    return PushService(base.settings, store, base.writer, base.accounts, base.keys, transport)


def _notices(base: _Base, sender: MailSender, push: PushService) -> tuple[NoticeService, Deliverer]:
    store, accounts = NoticeStore(base.database.readers), base.accounts
    notices = NoticeService(base.settings, store, base.writer, base.cluster.bus, accounts)
    couriers: dict[NoticeChannel, Courier] = {
        NoticeChannel.MAIL: MailCourier(sender, accounts, base.keys),
        NoticeChannel.PUSH: push,
    }
    return notices, Deliverer(base.settings, store, base.writer, notices, couriers)


def _gobble(base: _Base) -> GobbleHub:
    def publish(rush: str) -> None:
        base.cluster.bus.publish(f"{GOBBLE_WORD} {rush}")

    return GobbleHub(
        base.settings,
        base.database,
        base.writer,
        base.accounts.name_of,
        publish=publish,
        face_of=base.accounts.face_of,
        lease_holder=base.cluster.lease_holder,
    )


def _sign_ins(base: _Base, factors: FactorStore, second_factors: SecondFactors, mailing: Mailing) -> SignIns:
    return SignIns(
        base.settings,
        base.accounts,
        account_store(base.database),
        DeviceStore(base.database.readers),
        factors,
        second_factors,
        base.writer,
        mailing,
    )


def _lobby(
    base: _Base, store: LobbyStore, hub: Hub, limits: CreationLimits, ratings: RatingStore
) -> LobbyService:
    return LobbyService(
        LobbyParts(
            settings=base.settings,
            store=store,
            writer=base.writer,
            hub=hub,
            accounts=base.accounts,
            limits=limits,
            ratings=ratings,
            bus=base.cluster.bus,
            is_single_server=base.cluster.is_single_server,
            n_chat=partial(ChatStore(base.database.readers).newest, LOBBY),
        )
    )


def _background_work(
    services: Services, base: _Base, warmup: Warmup
) -> Iterator[Coroutine[None, None, None]]:
    """Return the loops that run as long as the server."""
    hub, cluster, metrics = services.hub, base.cluster, base.metrics
    yield _warm(services, warmup, cluster)
    yield _evict(services)
    yield _open_due(hub)
    yield _send_heartbeats(cluster, hub)
    yield _refresh(services)
    if not cluster.is_single_server:
        yield _read_other_servers(services.events)
        yield cluster.watch.run()
    yield _rate(services.rating_service)
    yield services.lobby.run()
    yield services.daily_puzzles.run()
    yield services.runs.prepare()
    yield LoopMonitor(metrics.loop_lag_s, metrics.loop_busy_s).run()
    if base.replica is not None:
        yield _replicate(base.replica)
    yield services.tournaments.run()
    yield services.series.run()
    yield services.notices.run()
    yield services.deliverer.run()


async def _close(services: Services, base: _Base) -> None:
    """Close the services in the order that loses nothing: the writer after all that write."""
    base.streams.close()
    await services.daily_puzzles.close()
    await services.worker_pool.close()
    await services.mailing.close()
    await services.game_analysis.close()
    await services.suggestions.close()
    await services.hub.close()
    await services.gobble.close()
    await asyncio.to_thread(base.writer.close)
    if base.replica is not None:
        await asyncio.to_thread(base.replica.copy)
    base.database.close()


def _subscribe(services: Services) -> None:
    """Subscribe services to events of other services."""
    ratings = services.rating_service

    async def rate_game(room: Room) -> None:
        await ratings.finished(room.setup.is_rated)

    async def rate_rush(result: RushResult) -> None:
        await ratings.finished(result.is_rated)

    hub, gobble, lobby, events = services.hub, services.gobble, services.lobby, services.events
    hub.subscribe(GameEvents(began=lobby.game_began, changed=events.game_changed, finished=rate_game))
    tournaments = services.tournaments
    hub.subscribe(GameEvents(finished=tournaments.game_finished, ending=tournaments.end_writes))
    notices = services.notices
    hub.subscribe(GameEvents(changed=notices.game_changed, changing=notices.game_writes))
    gobble.on_finish.append(rate_rush)
    lobby.challenges.on_invited.extend([events.invited, lambda _user_id: notices.wake()])
    for each in (hub, gobble, lobby, notices, services.streams):
        services.accounts.on_session_end.append(each.end_session)
    services.metrics.watch("game", hub)
    services.metrics.watch("gobble", gobble)
    services.metrics.watch_workers(services.worker_pool)


def _follow_others(services: Services, cluster: Cluster) -> None:
    """Compare what is shown with the database every few seconds, and at once when another server says so."""
    watch = cluster.watch
    watch.add(services.gobble.compare, services.gobble.doubt_all)
    watch.add(services.chat.compare, lambda: None)
    services.hub.listen(NOTICE_WORD, services.notices.heard)
    for word in (GOBBLE_WORD, CHAT_WORD):
        services.hub.listen(word, watch.compare_soon)


async def _warm(services: Services, warmup: Warmup, cluster: Cluster) -> None:
    """Make the rules ready, then start the clocks; compile the rest after that if need be."""
    settings = services.settings
    began_ms = settings.now_ms()
    _LOG.info("compiling the rules")
    settings.report(_("Compiling the rules; the first time on a machine this takes a while ..."))
    is_warm = await asyncio.to_thread(warmup.is_warm)
    if not is_warm:
        await _compile(services.worker_pool, warmup.compile_rules)
    try:
        await asyncio.to_thread(warmup.rules)
    except Exception:
        _LOG.exception("the rules could not be compiled")
        return
    await _start_uptime(cluster, services.hub, services.gobble)
    services.hub.ready.set()
    took_s = (settings.now_ms() - began_ms) / 1000
    _LOG.info("ready to play", took_s=took_s)
    settings.report(_("Ready to play after {seconds:.1f} s.").format(seconds=took_s))
    await asyncio.to_thread(compile_templates)
    gc.freeze()  # what is there now stays; each full collection would go through all of it, for 0.1 s
    if not is_warm:  # only the first analysis and the first hint use the rest, and both work without it
        await _compile(services.worker_pool, warmup.compile_rest)


async def _compile(pool: WorkerPool, work: Callable[[], None]) -> None:
    """Compile in a worker process; without it, everything compiles where it is first used."""
    try:
        await pool.compute(None, work, lane=Lane.AHEAD)
    except Exception:
        _LOG.exception("not compiled ahead", work=work.__name__)


async def _start_uptime(cluster: Cluster, *hubs: Hub | GobbleHub) -> None:
    """Save how long play was impossible, including this start, so that no clock counts that time."""
    with suppress(NotSaved):  # a full disk; the clocks then count the time
        await cluster.heartbeats.save_outage()
        await cluster.heartbeats.beat()
    for hub in hubs:
        await asyncio.to_thread(hub.read_uptime)


async def _send_heartbeats(cluster: Cluster, hub: Hub) -> None:
    await hub.ready.wait()
    while True:
        await cluster.heartbeats.beat()
        await asyncio.sleep(ALIVE_EVERY_S)


async def _read_other_servers(events: AccountEvents) -> None:
    """Send account streams the events of their games on other servers."""
    while True:
        await asyncio.sleep(REFRESH_S)
        try:
            await events.read_all()
        except SQLAlchemyError as error:
            _LOG.warning("games not read", reason=str(error))


async def _refresh(services: Services) -> None:
    while True:
        await asyncio.sleep(REFRESH_S)
        try:
            await asyncio.to_thread(services.accounts.refresh)
            await services.tokens.expire()
        except SQLAlchemyError as error:
            _LOG.warning("accounts not read", reason=str(error))


async def _rate(ratings: RatingService) -> None:
    """Rate the results that were not rated when their games ended."""
    while True:
        try:
            await ratings.catch_up()
            await ratings.wait_for_more(RATE_S)
        except (NotSaved, SQLAlchemyError) as error:
            _LOG.warning("results not rated", reason=str(error))
            await asyncio.sleep(RATE_AGAIN_S)


def _replica_of(settings: Settings) -> Replica | None:
    if settings.replica is None or settings.database is not None:
        return None
    return Replica(settings.data_dir / DATABASE, settings.replica, settings.now_ms, settings.replica_s)


async def _replicate(replica: Replica) -> None:
    """Copy the database to the replica again and again."""

    def copy() -> None:
        lower_priority()
        replica.copy()

    while True:
        await on_thread("replica", copy)
        await asyncio.sleep(replica.wait_s)


async def _open_due(hub: Hub) -> None:
    """Let flags fall and pauses end in games that nobody has open."""
    await hub.ready.wait()
    while True:
        try:
            await hub.open_due()
        except (NotSaved, SQLAlchemyError) as error:
            _LOG.warning("due games not opened", reason=str(error))
        await asyncio.sleep(DUE_EVERY_S)


async def _evict(services: Services) -> None:
    while True:
        await asyncio.sleep(EVICT_S)
        services.hub.evict()
        services.gobble.evict()
