"""Run the server from a terminal."""

import errno
import gc
import os
import signal
import socket
import sys
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import FrameType

import platformdirs
import structlog
import uvicorn
from fastapi import FastAPI

from tantrix._tools.languages import gettext as _
from tantrix._tools.server_options import ServerOptions
from tantrix.server.admin.unusable_data import UNUSABLE, explain, reason_of
from tantrix.server.app import create_app
from tantrix.server.background import start_timer
from tantrix.server.cluster.cluster import make_bus, open_database
from tantrix.server.cluster.uptime import HEARTBEAT_FILE
from tantrix.server.database.damage import check_file
from tantrix.server.database.engine import shown
from tantrix.server.database.replica import check_replica
from tantrix.server.http.bounded_protocol import protocols
from tantrix.server.http.gate import ANY, Gate, bounds_of, check_proxy, proxies_of, raise_file_limit
from tantrix.server.http.networks import lan_address
from tantrix.server.http.origins import check_pattern, own_hosts
from tantrix.server.logs import set_up_logs
from tantrix.server.services import Services
from tantrix.server.settings import Settings, ignore
from tantrix.server.workers import Supervisor, this_worker

_LOG = structlog.get_logger()

SWITCH_S = 0.001  # how long a thread may keep the event loop waiting for the interpreter

MAX_FRAME = 16 * 1024
STOP_S = 5  # how long open requests may take after a stop signal
FORCE_S = 7  # after this long the process ends, even if work is running: what was acknowledged is on disk
LEAVE_S = 1  # how long to wait for running work once everything is closed
VISITOR_PAGE_MS = 1000  # how old a page for visitors without a cookie may be
PING_S = 10  # interval of pings, and how long a connection may take to answer one


class StoppingServer(uvicorn.Server):
    """A server that stops in bounded time after a stop signal.

    It closes event streams, which would never end, and does not wait for a request or thread that never
    ends.
    """

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._app = app
        self._was_signalled = False  # started by a signal, so the process must end with the server

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        self._was_signalled = True
        start_timer(FORCE_S, _end_by_force)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        services: Services = self._app.state.services
        services.streams.close()
        await super().shutdown(sockets)
        if self._was_signalled:
            gc.freeze()  # Python would look through all objects once more
            # It would also wait for threads that are no longer needed.
            start_timer(LEAVE_S, lambda: os._exit(0))


def run(
    host: str,
    port: int,
    options: ServerOptions,
    open_browser: bool,
    make_app: Callable[[Settings], FastAPI] = create_app,
) -> int:
    """Serve until stopped; return the exit status, 2 if the address or the data cannot be used."""
    settings, proxies = settings_of(options), [check_proxy(each) for each in options.proxy or ()]
    sys.setswitchinterval(SWITCH_S)
    worker = this_worker()
    try:
        listener = _listen(host, port) if worker is None else worker.listener
    except OSError as error:
        refusal = _("cannot serve at {address}: {reason}; try another {option}")
        option = "--host" if _is_about_host(error) else "--port"
        return _refuse(refusal.format(address=f"{host}:{port}", reason=reason_of(error), option=option))
    with listener:
        refused = _prepare(settings) if worker is None else None  # the supervisor has prepared it
        if refused is not None:
            return _refuse(refused)
        port = listener.getsockname()[1]
        settings = replace(settings, lan_url=_lan_url(host, port))
        set_up_logs(None if worker is None else worker.number)
        if worker is None:
            _welcome(_address(host, port), settings, open_browser)
        else:
            settings = replace(
                settings, worker=worker.number, report=_report if worker.number == 1 else ignore
            )
        # Once everything is closed, Uvicorn re-raises the signal that stopped it; a requested stop is not a
        # failure.
        signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(0))
        try:
            if worker is None and options.workers > 1:
                work = Supervisor(options.workers, listener).run
            else:
                work = partial(_serve, make_app(settings), settings, listener, proxies)
            _until_stopped(work, ends_at_once=options.workers > 1)
        except KeyboardInterrupt:
            _report(_("stopped"))
    return 0


def settings_of(options: ServerOptions) -> Settings:
    """Return the settings of a server with a process of its own. Raises ValueError for a wrong host name."""
    return Settings(
        options.data or Path(platformdirs.user_data_dir("tantrix")),
        database=options.database,
        bus=options.bus,
        address=options.address,
        mail_command=options.mail_command,
        smtp=options.smtp,
        mail_from=options.mail_from,
        hosts=tuple(map(check_pattern, options.allow_host or ())) or own_hosts(options.address),
        known_networks=tuple(check_proxy(each) for each in options.known_network or ()),
        rename_days=options.rename_days,
        replica=options.replica,
        replica_s=options.replica_every,
        has_own_series=options.series,
        has_exhibition=options.exhibition,
        visitor_page_ms=VISITOR_PAGE_MS,
        report=_report,
        has_own_process=True,
    )


def _serve(app: FastAPI, settings: Settings, listener: socket.socket, proxies: Sequence[str]) -> None:
    config = uvicorn.Config(
        app,
        ws_max_size=MAX_FRAME,
        ws_per_message_deflate=False,  # sockets negotiate it themselves, without windows for each client
        ws_ping_interval=PING_S,
        ws_ping_timeout=PING_S,
        timeout_graceful_shutdown=STOP_S,
        server_header=False,
        access_log=False,
        log_config=None,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=ANY if ANY in proxies else list(proxies),
        **protocols(Gate(bounds_of(raise_file_limit()), proxies_of([*proxies, *settings.known_networks]))),
    )
    StoppingServer(config, app).run([listener])


def _until_stopped(work: Callable[[], None], ends_at_once: bool) -> None:
    """Serve, or supervise workers, until a stop is requested; then everything is saved and closed."""
    try:
        work()
    except SystemExit as stop:
        if ends_at_once and stop.code == 0:
            _end_at_once()
        raise


def _end_at_once() -> None:
    """End this process without tidying up its memory, which takes longer than closing on a busy machine."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # nobody reads it any more
            stream.flush()
    os._exit(0)


def _end_by_force() -> None:
    _LOG.warning("stopped by force", after_s=FORCE_S)
    os._exit(0)


def _welcome(address: str, settings: Settings, open_browser: bool) -> None:
    location = settings.data_dir if settings.database is None else shown(settings.database)
    sentence = _("Tantrix is at {address} - the games are kept in {folder} - stop with Ctrl+C")
    _report(sentence.format(address=address, folder=location))
    if settings.lan_url is not None:
        _report(_("Others in your network open {address}").format(address=settings.lan_url))
    _LOG.info("serving", address=address, folder=str(location))
    if open_browser:
        start_timer(0.5, lambda: webbrowser.open(address))


def _listen(host: str, port: int) -> socket.socket:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return socket.create_server(address[:2], family=family, backlog=2048)


def _prepare(settings: Settings) -> str | None:
    """Migrate the data to the current version; return an error message if they cannot be used."""
    folder, database = settings.data_dir, None
    try:
        if settings.database is None:
            check_file(folder, was_used=(folder / HEARTBEAT_FILE).exists())
            check_replica(folder, settings.replica)
        if settings.bus is not None:
            make_bus(settings, "")
        database = open_database(settings)
        database.migrate(lambda: _print(_("waiting while another server upgrades the database")))
    except ValueError as error:
        return str(error)
    except UNUSABLE as error:
        return explain(settings, error)
    finally:
        if database is not None:
            database.close()
    return None


def _is_about_host(error: OSError) -> bool:
    return isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def _lan_url(host: str, port: int) -> str | None:
    """Return the address for other machines in the local network, if the server listens there."""
    lan = lan_address() if host in ("0.0.0.0", "::") else None
    return None if lan is None else f"http://{lan}:{port}/"


def _print(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _report(line: str) -> None:
    """Print a line if stderr is a terminal; otherwise the log contains the same information."""
    if sys.stderr.isatty():
        _print(line)


def _refuse(sentence: str) -> int:
    _print(f"tantrix: {sentence}")
    return 2
