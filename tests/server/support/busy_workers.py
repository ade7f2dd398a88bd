"""Worker processes kept busy, so that a test can check what does not wait for them."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from starlette.testclient import TestClient

from tantrix.server.http.worker_process import WorkerJob
from tests.server.support.services import services

N_CALLS = 10  # more than there are processes


def wait_until_stopped(job: WorkerJob) -> None:
    while not job.should_stop():
        time.sleep(0.01)


@contextmanager
def occupied(client: TestClient) -> Iterator[None]:
    """Keep busy all processes that a server uses for calls in the background."""
    assert client.portal is not None
    pool = services(client).worker_pool

    def ignore(_news: object) -> None:
        pass

    calls = [
        client.portal.start_task_soon(pool.follow, None, ignore, wait_until_stopped) for _ in range(N_CALLS)
    ]
    try:
        yield
    finally:
        for call in calls:
            call.cancel()
