"""Workers: several processes behind one port of a machine, each a server of the shared database.

The supervisor opens the port and serves nothing itself. It starts each worker with the command of its own
process, and another one when a worker ends. A worker inherits the port; it stops when its standard input is
closed, so also if the supervisor is killed.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from typing import NamedTuple

import structlog

from tantrix.server.background import start_thread

_LOG = structlog.get_logger()

VARIABLE = "TANTRIX_WORKER"  # tells a worker its number and the file of its port
LOOK_S = 0.1
RESTART_S = 2.0  # from one start of a worker to its next, at least
KILL_S = 10.0  # after this long without an end, a worker is killed: more than it takes to stop by force


class ServingWorker(NamedTuple):
    """This process as one of the workers, counted from 1, and the port that all of them share."""

    number: int
    listener: socket.socket


def this_worker() -> ServingWorker | None:
    """Return which worker this process is, and let it stop with its supervisor; None if it is not one."""
    given = os.environ.pop(VARIABLE, None)
    if given is None:
        return None
    number, file = map(int, given.split())
    start_thread("supervisor", _stop_with_supervisor)
    return ServingWorker(number, socket.socket(fileno=file))


def _stop_with_supervisor() -> None:
    while os.read(sys.stdin.fileno(), 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


@dataclass(slots=True)
class Supervisor:
    """Keeps `n_workers` running behind a port."""

    n_workers: int
    listener: socket.socket
    _workers: dict[int, "subprocess.Popen[bytes]"] = field(default_factory=dict, init=False)
    _began: dict[int, float] = field(default_factory=dict, init=False)

    def run(self) -> None:
        """Replace workers that end, until an exception comes from the handler of a signal; then stop all."""
        try:
            while True:
                for number in range(1, self.n_workers + 1):
                    self._keep(number)
                time.sleep(LOOK_S)
        finally:
            self._stop()

    def _keep(self, number: int) -> None:
        worker = self._workers.get(number)
        if worker is not None and worker.poll() is not None:
            del self._workers[number]
            _LOG.warning("worker ended", worker=number, pid=worker.pid, status=worker.returncode)
        if number not in self._workers and time.monotonic() >= self._began.get(number, 0.0) + RESTART_S:
            self._began[number] = time.monotonic()
            try:
                self._start(number)
            except OSError as error:  # such as no memory; the others go on
                _LOG.warning("worker not started", worker=number, error=str(error))

    def _start(self, number: int) -> None:
        file = self.listener.fileno()
        self._workers[number] = started = subprocess.Popen(
            [sys.executable, *sys.orig_argv[1:]],
            env=os.environ | {VARIABLE: f"{number} {file}"},
            stdin=subprocess.PIPE,
            pass_fds=(file,),
            process_group=0,  # so that Ctrl+C on a terminal reaches only the supervisor
        )
        _LOG.info("worker started", worker=number, pid=started.pid)

    def _stop(self) -> None:
        for worker in self._workers.values():
            assert worker.stdin is not None
            worker.stdin.close()
        for worker in self._workers.values():
            try:
                worker.wait(KILL_S)
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()
        _LOG.info("stopped")
