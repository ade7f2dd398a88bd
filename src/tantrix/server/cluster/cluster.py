"""What a server that is alone does without, and several servers of one database share: a bus and leases."""

import secrets
from dataclasses import dataclass

from tantrix.server.cluster.bus import Bus, MemoryBus
from tantrix.server.cluster.heartbeats import FolderHeartbeats, Heartbeats, TableHeartbeats
from tantrix.server.cluster.leases import LeaseHolder, Leases, SingleServer
from tantrix.server.database.database import Database
from tantrix.server.database.folder import open_folder
from tantrix.server.database.writer import Writer
from tantrix.server.settings import Settings


@dataclass(frozen=True, slots=True)
class Cluster:
    """How a server stands among others. `is_alone`: the database is its own."""

    is_alone: bool
    bus: Bus
    keeper: LeaseHolder
    signs: Heartbeats


def open_database(settings: Settings) -> Database:
    """Open the database that the settings name, by default a file in the folder of the data.

    Raises OSError, SQLAlchemyError, or ValueError for an address that is none.
    """
    return Database(settings.database or open_folder(settings.data_dir))


def join_cluster(settings: Settings, database: Database, writer: Writer) -> Cluster:
    """Join the other servers of a database; raises ValueError for an address of a bus that is none."""
    if not database.is_shared:
        alone = FolderHeartbeats(settings.data_dir, settings.now_ms, writer)
        return Cluster(True, MemoryBus(), SingleServer(), alone)
    name = secrets.token_hex(8)
    leases = Leases(name, settings.now_ms, database.readers, writer)
    signs = TableHeartbeats(name, settings.now_ms, database.readers, writer)
    return Cluster(False, make_bus(settings, name), leases, signs)


def make_bus(settings: Settings, name: str) -> Bus:
    """Make the bus: Redis if there is one, else PostgreSQL's own. Raises ValueError for a bad address."""
    if settings.bus is not None:
        try:
            from tantrix.server.cluster.bus_redis import redis_bus
        except ModuleNotFoundError as error:
            raise ValueError("Redis needs its client: pip install 'tantrix[redis]'") from error
        return redis_bus(name, settings.bus)
    from tantrix.server.cluster.bus_postgres import postgres_bus

    assert settings.database is not None, "only a database of several servers has an address"
    return postgres_bus(name, settings.database)
