"""A Dask cluster inside the test's own process."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@contextmanager
def local_cluster(n_workers: int = 1) -> Iterator[str]:
    """Run a cluster and yield its address. Skips the test where Dask is not installed."""
    distributed = pytest.importorskip("distributed", reason="Dask is not installed (extra cluster)")
    with distributed.LocalCluster(
        n_workers=n_workers, threads_per_worker=2, processes=False, dashboard_address=None
    ) as cluster:
        yield cluster.scheduler_address
