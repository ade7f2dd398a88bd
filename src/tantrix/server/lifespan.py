"""The life of a server from start to stop: its services, the events between them, and its loops."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress

import structlog
from sqlalchemy.exc import SQLAlchemyError

from tantrix._tools.languages import gettext as _
from tantrix.server.account_data import open_accounts
from tantrix.server.accounts.robot_names import robot_skeletons
from tantrix.server.background import Tasks, on_thread
from tantrix.server.cluster.cluster import Cluster, join_cluster, open_database
from tantrix.server.cluster.uptime import HEARTBEAT_S
from tantrix.server.database.folder import DATABASE
from tantrix.server.database.keys import open_keys
from tantrix.server.database.replica import Replica, lower_priority
from tantrix.server.database.writer import NotSaved, Writer
from tantrix.server.departures import TOPIC as DEPARTURES_TOPIC
from tantrix.server.games.events import CHAT_TOPIC
from tantrix.server.games.hub import Hub
from tantrix.server.games.room import Room
from tantrix.server.games.scheduler import DUE_POLL_S
from tantrix.server.garbage import collect_garbage
from tantrix.server.gobble.hub import TOPIC as GOBBLE_TOPIC
from tantrix.server.gobble.hub import GobbleHub
from tantrix.server.gobble.results import RushResult
from tantrix.server.http.line_streams import LineStreams
from tantrix.server.http.templates import compile_templates
from tantrix.server.http.worker_pool import Priority, WorkerPool
from tantrix.server.loop_monitor import LoopMonitor
from tantrix.server.metrics import Metrics
from tantrix.server.notices.service import TOPIC as NOTICE_TOPIC
from tantrix.server.ratings.service import RatingService
from tantrix.server.services import Services
from tantrix.server.settings import Settings
from tantrix.server.sharing.removals import TOPIC as REMOVALS_TOPIC
from tantrix.server.warmup import Warmup

_LOG = structlog.get_logger()

EVICT_S = 60
RATE_S, RATING_RETRY_S = 60, 2
REFRESH_S = 2  # how often the server checks for changes by `tantrix admin` or another server


@asynccontextmanager
async def open_services(
    settings: Settings, metrics: Metrics, streams: LineStreams, warmup: Warmup
) -> AsyncIterator[Services]:
    """Build the services, run their background tasks, and close them at the end."""
    services = await _connect(settings, metrics, streams)
    await services.hub.start()
    services.build()
    _subscribe(services)
    tasks = Tasks()
    _follow_others(services, tasks)
    if services.replica is not None:
        metrics.watch_replica(services.replica)
    for work in _background_work(services, warmup):
        tasks.start(work)
    try:
        yield services
    finally:
        await tasks.cancel()
        await _close(services)
        _LOG.info("stopped")


async def _connect(settings: Settings, metrics: Metrics, streams: LineStreams) -> Services:
    """Migrate the database, start its writer, and join the other servers."""
    database = await asyncio.to_thread(open_database, settings)
    await asyncio.to_thread(database.migrate)
    writer = Writer(lambda: settings.connect_writer(database), metrics.committed)
    return Services(
        settings,
        metrics,
        streams,
        database,
        writer,
        cluster=join_cluster(settings, database, writer),
        accounts=open_accounts(settings, database, writer),
        worker_pool=WorkerPool(settings.computing),
        replica=_replica_of(settings),
        keys=await open_keys(database, writer),
    )


def _background_work(services: Services, warmup: Warmup) -> Iterator[Coroutine[None, None, None]]:
    """Return the loops that run as long as the server."""
    hub, cluster, metrics = services.hub, services.cluster, services.metrics
    yield _warm(services, warmup)
    if services.settings.has_own_process:
        yield _collect_garbage(hub)
    yield _evict(services)
    yield _open_due(hub)
    yield _send_heartbeats(cluster, hub)
    yield _refresh(services)
    if not cluster.is_single_server:
        yield cluster.watch.run()
    yield _rate(services.rating_service)
    yield services.lobby.run()
    yield services.online.run()
    yield services.daily_puzzles.run()
    yield services.runs.prepare()
    yield LoopMonitor(metrics.loop_lag_s.observe, metrics.loop_busy_s.observe).run()
    if services.replica is not None:
        yield _replicate(services.replica)
    yield services.departures.run()
    yield services.tournaments.run()
    yield services.series.run()
    if services.settings.has_exhibition:
        yield services.exhibition.run()
    yield services.notices.run()
    yield services.deliverer.run()


async def _close(services: Services) -> None:
    """Close the services in an order in which nothing is lost: the writer after everything that writes."""
    services.streams.close()
    await services.daily_puzzles.close()
    await services.worker_pool.close()
    await services.mailing.close()
    await services.game_analysis.close()
    await services.suggestions.close()
    await services.hub.close()
    await services.gobble.close()
    await asyncio.to_thread(services.writer.close)
    if services.replica is not None:
        await asyncio.to_thread(services.replica.copy)
    services.database.close()


def _subscribe(services: Services) -> None:
    """Subscribe services to events of other services."""
    ratings = services.rating_service

    async def rate_game(room: Room) -> None:
        await ratings.finished(room.setup.is_rated)

    async def finish_rush(result: RushResult) -> None:
        await ratings.finished(result.is_rated)
        await services.tournaments.rush_finished(result.id)

    hub, gobble, lobby, events = services.hub, services.gobble, services.lobby, services.events
    tournaments, notices = services.tournaments, services.notices
    hub.events.began.add(lobby.game_began)
    hub.events.began.add(tournaments.game_changed)
    hub.events.changed.add(events.game_changed)
    hub.events.changed.add(lobby.table_changed)
    hub.events.elsewhere.add(events.changed_elsewhere)
    hub.events.changed.add(notices.game_changed)
    hub.events.finished.add(rate_game)
    hub.events.finished.add(tournaments.game_changed)
    hub.events.finished.add(lobby.game_finished)
    hub.events.ending.add(tournaments.end_writes)
    hub.events.changing.add(notices.game_writes)
    hub.events.postponing.add(notices.postpone_writes)
    gobble.finished.add(finish_rush)
    tournaments.noticed.add(notices.notify)
    lobby.challenges.posted.add(events.challenge_posted)
    lobby.challenges.answered.add(notices.notify_bells)
    lobby.updated.add(events.lobby_updated)
    lobby.challenges.posted.add(lambda _user_id: notices.notify())
    services.accounts.left.add(services.departures.left_here)
    services.accounts.secured.add(services.mailing.tell_change)
    for each in (hub, gobble, lobby, notices, services.streams):
        services.accounts.session_ended.add(each.end_session)
    services.metrics.watch("game", hub)
    services.metrics.watch("gobble", gobble)
    services.metrics.watch_workers(services.worker_pool)


def _follow_others(services: Services, tasks: Tasks) -> None:
    """Compare what is shown with the database every few seconds, and at once if another server says so."""
    watch = services.cluster.watch
    watch.add(lambda: services.hub.see_elsewhere(services.online.rooms_elsewhere), lambda: None)
    watch.add(services.gobble.compare, services.gobble.mark_all_stale)
    watch.add(services.chat.compare, lambda: None)
    watch.add(services.events.read_all, lambda: None)
    services.hub.listen(DEPARTURES_TOPIC, lambda _rest: tasks.start_all([_read_accounts(services)]))
    services.hub.listen(REMOVALS_TOPIC, lambda _rest: tasks.start_all([_forget_removed(services)]))
    services.hub.listen(NOTICE_TOPIC, services.notices.bells_changed)
    services.hub.listen(GOBBLE_TOPIC, services.gobble.changed_elsewhere)
    services.hub.listen(CHAT_TOPIC, services.chat.changed_elsewhere)


async def _warm(services: Services, warmup: Warmup) -> None:
    """Make the rules ready, then start the clocks; compile the rest afterwards if necessary."""
    settings = services.settings
    began_ms = settings.play_ms()
    _LOG.info("compiling the rules")
    settings.report(_("Compiling the rules; the first time on a machine this takes a while ..."))
    compiles_ahead = settings.has_own_process and not await asyncio.to_thread(warmup.is_warm)
    if compiles_ahead:
        await _compile(services.worker_pool, warmup.compile_rules)
    try:
        await asyncio.to_thread(warmup.rules)
    except Exception:
        _LOG.exception("the rules could not be compiled")
        return
    await _start_uptime(services.cluster, services.hub, services.gobble)
    services.hub.ready.set()
    took_s = (settings.play_ms() - began_ms) / 1000
    _LOG.info("ready to play", took_s=took_s)
    settings.report(_("Ready to play after {seconds:.1f} s.").format(seconds=took_s))
    await asyncio.to_thread(compile_templates)
    await asyncio.to_thread(robot_skeletons)
    if compiles_ahead:  # only the first analysis and the first hint need the rest, and both work without it
        await _compile(services.worker_pool, warmup.compile_rest)


async def _compile(pool: WorkerPool, work: Callable[[], None]) -> None:
    """Compile in a worker process; if that fails, everything is compiled on first use."""
    try:
        await pool.compute(None, work, priority=Priority.AHEAD)
    except Exception:
        _LOG.exception("not compiled in advance", work=work.__name__)


async def _start_uptime(cluster: Cluster, *hubs: Hub | GobbleHub) -> None:
    """Save how long play was impossible, including this start, so that no clock counts that time."""
    with suppress(NotSaved):  # for example the disk is full; clocks then count the time
        await cluster.heartbeats.save_outage()
        await cluster.heartbeats.beat()
    for hub in hubs:
        await asyncio.to_thread(hub.read_uptime)


async def _collect_garbage(hub: Hub) -> None:
    await hub.ready.wait()  # what has been loaded by then stays
    await collect_garbage()


async def _send_heartbeats(cluster: Cluster, hub: Hub) -> None:
    await hub.ready.wait()
    while True:
        await cluster.heartbeats.beat()
        await asyncio.sleep(HEARTBEAT_S)


async def _refresh(services: Services) -> None:
    while True:
        await asyncio.sleep(REFRESH_S)
        await _read_accounts(services)
        await _forget_removed(services)


async def _forget_removed(services: Services) -> None:
    """Close the games that the operator or another server has removed from the archive."""
    try:
        await services.hub.forget_removed()
    except SQLAlchemyError as error:
        _LOG.warning("removed records not read", reason=str(error))


async def _read_accounts(services: Services) -> None:
    """Take over what the operator or another server has changed in accounts."""
    try:
        for account in await asyncio.to_thread(services.accounts.refresh):
            await services.departures.left(account)
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
            await asyncio.sleep(RATING_RETRY_S)


def _replica_of(settings: Settings) -> Replica | None:
    if settings.replica is None or settings.database is not None:
        return None
    return Replica(settings.data_dir / DATABASE, settings.replica, settings.play_ms, settings.replica_s)


async def _replicate(replica: Replica) -> None:
    """Copy the database to the replica again and again."""

    def copy() -> None:
        lower_priority()
        replica.copy()

    while True:
        await on_thread("replica", copy)
        await asyncio.sleep(replica.wait_s)


async def _open_due(hub: Hub) -> None:
    """End overdue turns and pauses in games that nobody has open."""
    await hub.ready.wait()
    while True:
        try:
            await hub.open_due()
        except (NotSaved, SQLAlchemyError) as error:
            _LOG.warning("due games not opened", reason=str(error))
        await asyncio.sleep(DUE_POLL_S)


async def _evict(services: Services) -> None:
    while True:
        await asyncio.sleep(EVICT_S)
        services.hub.evict()
        services.gobble.evict()
