"""Work spread over several processes or a cluster gives the same results as one process."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from time import sleep

import numpy as np
import pytest

from tantrix._tools.workers import lost_work_ignored, workers
from tests.support.dask_cluster import local_cluster


def product(a: int, b: int) -> int:
    return a * b


def killed(_number: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def process_after_growth(n_bytes: int) -> int:
    sleep(1.1)  # Loky looks at the memory once a second
    kept.append(np.ones(n_bytes, np.uint8))
    return os.getpid()


def ignored_interrupts() -> bool:
    return signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def nap(seconds: float) -> float:
    sleep(seconds)
    return seconds


# It tells at the very end which threads are alive; the one to look for takes its time.
SLOW_FEEDER = """
import atexit, threading, time
from tantrix._tools.workers import workers

def delay(frame, event, _):
    if event == "return" and frame.f_code.co_name == "run" and is_feeder(threading.current_thread()):
        time.sleep(0.3)

def is_feeder(thread):
    return thread.name == "QueueFeederThread"

def tell():
    print("the end", *filter(is_feeder, threading.enumerate()))

atexit.register(tell)
threading.setprofile(delay)
with workers(2) as lent:
    try:
        list(lent(int, [("no number",)]))
    except ValueError:
        pass
"""
kept: list[object] = []
CALLS = [(n, 3) for n in range(20)]
PRODUCTS = [3 * n for n in range(20)]


@pytest.mark.parametrize("n_processes", [1, 2])
def test_every_call_is_made_once_regardless_of_where_it_runs(n_processes: int):
    with workers(n_processes) as lent:
        assert sorted(lent(product, CALLS)) == PRODUCTS
        assert list(lent(product, CALLS, in_order=True)) == PRODUCTS


@pytest.mark.parametrize("n_processes", [1, 2])
def test_endless_calls_are_read_as_needed_and_no_more_after_closing(n_processes: int):
    read = 0

    def calls() -> Iterator[tuple[int, int]]:
        nonlocal read
        while True:
            read += 1
            yield read, 1

    with workers(n_processes) as lent:
        results = lent(product, calls())
        assert next(results) > 0
        results.close()
        read_before = read
        assert sorted(lent(product, CALLS)) == PRODUCTS

    assert read == read_before


def test_processes_end_in_the_middle_of_a_call_when_asked_and_others_take_over():
    with workers(2) as lent:
        assert list(lent(nap, [(100.0,)] * 4, should_stop=lambda: True)) == []
        assert sorted(lent(product, CALLS, should_stop=lambda: False)) == PRODUCTS


def test_one_process_stops_between_two_calls():
    with workers(1) as lent:
        assert list(lent(nap, [(0.0,)] * 4, should_stop=lambda: True)) == [0.0]


def test_ctrl_c_for_the_whole_group_does_not_end_the_processes():
    with workers(2) as lent:
        assert list(lent(ignored_interrupts, [(), ()])) == [True, True]


def test_no_thread_with_semaphores_of_a_pool_is_left_when_the_program_ends():
    ran = subprocess.run([sys.executable, "-c", SLOW_FEEDER], capture_output=True, text=True, check=True)

    assert (ran.stdout, ran.stderr) == ("the end\n", "")


def test_a_process_killed_from_outside_raises_an_os_error():
    with workers(2) as lent, pytest.raises(OSError, match="was killed"):
        list(lent(killed, [(1,), (2,)]))


def test_a_process_whose_memory_grows_is_kept_for_the_next_piece():
    pytest.importorskip("psutil", reason="without it Loky does not look at the memory")
    with workers(2) as lent:
        processes = set(lent(process_after_growth, [(1,), (1,), (310_000_000,), (310_000_000,), (1,), (1,)]))

    assert len(processes) <= 2


def test_a_cluster_gives_the_same_as_one_process():
    with (
        local_cluster() as address,
        workers(1, address) as lent,
    ):
        assert sorted(lent(product, CALLS)) == PRODUCTS
        assert list(lent(product, CALLS, in_order=True)) == PRODUCTS


def test_a_cluster_without_workers_is_refused():
    with (
        local_cluster(n_workers=0) as address,
        pytest.raises(ValueError, match="a Dask cluster with workers"),
        workers(1, address),
    ):
        pass


def test_an_invalid_address_is_refused():
    pytest.importorskip("distributed", reason="Dask is not installed (extra cluster)")
    with pytest.raises(ValueError, match="address of a Dask scheduler"), workers(1, "tcp://here:there"):
        pass


@pytest.mark.parametrize(("thread", "is_told"), [("_ExecutorManagerThread", False), ("Thread", True)])
def test_only_errors_of_lokys_own_thread_are_silenced_while_work_is_dropped(
    thread: str, is_told: bool, monkeypatch: pytest.MonkeyPatch
):
    errors = list[threading.ExceptHookArgs]()
    monkeypatch.setattr(threading, "excepthook", errors.append)
    with lost_work_ignored():
        tripping = type(thread, (threading.Thread,), {})(target=lambda: {}[1])
        tripping.start()
        tripping.join()
    assert bool(errors) == is_told
    assert threading.excepthook == errors.append
