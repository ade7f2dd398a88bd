"""The place of a server among the servers of one database: bus, leases and heartbeats."""

import secrets
from dataclasses import dataclass, field

from tantrix.server.cluster.bus import Bus, MemoryBus
from tantrix.server.cluster.database_watch import DatabaseWatch
from tantrix.server.cluster.heartbeats import KNOWS_CHANNELS, FolderHeartbeats, Heartbeats, TableHeartbeats
from tantrix.server.cluster.leases import LeaseHolder, Leases, SingleServer
from tantrix.server.database.database import Database
from tantrix.server.database.folder import open_folder
from tantrix.server.database.writer import Writer
from tantrix.server.settings import Settings


@dataclass(frozen=True, slots=True)
class Cluster:
    """What a server shares with others. `is_single_server`: no other server uses the database.

    `name`: of this server, None for a single one.
    """

    is_single_server: bool
    bus: Bus
    lease_holder: LeaseHolder
    heartbeats: Heartbeats
    watch: DatabaseWatch = field(default_factory=DatabaseWatch)
    name: str | None = None


def open_database(settings: Settings) -> Database:
    """Open the database that the settings name, by default a file in the data folder.

    Raises OSError or SQLAlchemyError, and ValueError for an invalid address.
    """
    return Database(settings.database or open_folder(settings.data_dir))


def join_cluster(settings: Settings, database: Database, writer: Writer) -> Cluster:
    """Join the other servers of a database; raises ValueError if the address of the bus is invalid."""
    if not database.is_shared:
        in_folder = FolderHeartbeats(settings.data_dir, settings.play_ms, writer)
        return Cluster(True, MemoryBus(), SingleServer(), in_folder)
    name = KNOWS_CHANNELS + secrets.token_hex(8)
    leases = Leases(name, settings.play_ms, database.readers, writer)
    heartbeats = TableHeartbeats(name, settings.play_ms, database.readers, writer)
    return Cluster(False, make_bus(settings, name), leases, heartbeats, name=name)


def make_bus(settings: Settings, name: str) -> Bus:
    """Make the bus: over Redis if configured, else PostgreSQL. Raises ValueError for an invalid address."""
    if settings.bus is not None:
        try:
            from tantrix.server.cluster.bus_redis import redis_bus
        except ModuleNotFoundError as error:
            raise ValueError("Redis needs its client: pip install 'tantrix[redis]'") from error
        return redis_bus(name, settings.bus)
    from tantrix.server.cluster.bus_postgres import postgres_bus

    assert settings.database is not None, "only a database of several servers has an address"
    return postgres_bus(name, settings.database)
