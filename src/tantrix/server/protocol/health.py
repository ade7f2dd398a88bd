"""Liveness and readiness of a server."""

from typing import Literal

from tantrix.server.protocol.base import Message


class Health(Message):
    """The process is alive and responds. `worker`: which one it is, of several behind one port."""

    status: Literal["ok"]
    worker: int


class Check(Message):
    """One check of readiness. `detail` says what is wrong; it is empty if nothing is.

    `warn`: the operator should look at it, but the server works.
    """

    name: str
    status: Literal["ok", "warn", "fail"]
    detail: str


class Readiness(Message):
    """Whether the server should get requests, which is the case if no check fails.

    `worker`: which one it is, of several behind one port.
    """

    ready: bool
    worker: int
    checks: list[Check]
