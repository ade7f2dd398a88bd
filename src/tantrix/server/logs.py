"""Logging to stderr: readable lines on a terminal, one JSON object per line elsewhere.

Log records of the standard library and other packages, and Python warnings, are written the same way. If a
client makes an event occur very often, it is counted instead of logged each time.
"""

import logging
import sys
import threading
from collections import Counter
from collections.abc import Callable

import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import Processor

from tantrix.server.background import start_timer

_LOG = structlog.get_logger()

_LOGGER = "tantrix"  # our own logger; all others are logged from WARNING up
MAX_WARNINGS, MAX_INFOS = 20, 600  # lines per event and WINDOW_S; the rest is counted
WINDOW_S = 60.0
MAX_TEXT = 200  # characters of an event that its summary repeats


def set_up_logs(worker: int | None = None) -> None:
    """Log to stderr: our own logger from INFO up, but on a terminal only from WARNING up.

    `worker`: the number of this process if there are several, which every line then has.
    """
    is_terminal = sys.stderr.isatty()
    shared: list[Processor] = [structlog.processors.add_log_level, structlog.processors.TimeStamper("iso")]
    if worker is not None:
        shared.append(lambda _logger, _method, event: {**event, "worker": worker})
    structlog.configure(
        processors=[*shared, ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING if is_terminal else logging.INFO),
        logger_factory=_logger,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(RepeatFilter())
    last = _LINES if is_terminal else _JSON
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=shared, processors=[ProcessorFormatter.remove_processors_meta, *last]
        )
    )
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger(_LOGGER).setLevel(logging.INFO)
    logging.captureWarnings(True)
    threading.excepthook = _log_thread


class RepeatFilter:
    """A filter that drops an event after its first lines in a window, and logs their number at its end.

    `at_end_of_window` starts a window, and calls its argument when the window is over.
    """

    def __init__(self, at_end_of_window: Callable[[Callable[[], None]], object] | None = None) -> None:
        self._at_end_of_window = at_end_of_window or _start_window
        self._lock = threading.Lock()
        self._seen: Counter[tuple[int, str]] = Counter()
        self._first: dict[tuple[int, str], str] = {}  # the text of each, as it was first

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record should be logged.

        An event of ours is recognised by its text, not by its fields; one of another package by the line of
        code that logs it, because its text may contain what a client has sent.
        """
        is_ours = isinstance(record.msg, dict)
        text = str(record.msg.get("event") if isinstance(record.msg, dict) else record.msg)
        key = record.levelno, text if is_ours else f"{record.pathname}:{record.lineno}"
        with self._lock:
            if not self._seen:
                self._at_end_of_window(self._summarise)
            self._first.setdefault(key, text[:MAX_TEXT])
            self._seen[key] += 1
            return self._seen[key] <= _max_lines(record.levelno)

    def _summarise(self) -> None:
        with self._lock:
            seen, self._seen = self._seen, Counter()
            first, self._first = self._first, {}
        for key, n in seen.items():
            level, _source = key
            if n > _max_lines(level):
                _LOG.warning("repeated", of=first[key].strip(), n_dropped=n - _max_lines(level))


def _start_window(act: Callable[[], None]) -> None:
    start_timer(WINDOW_S, act)


def _max_lines(level: int) -> int:
    return MAX_WARNINGS if level >= logging.WARNING else MAX_INFOS


# Rich's traceback with colours and variables would block the event loop for two seconds.
_LINES: list[Processor] = [structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)]
_JSON: list[Processor] = [
    structlog.processors.format_exc_info,
    structlog.processors.JSONRenderer(ensure_ascii=False),
]


def _logger(*_names: object) -> logging.Logger:
    return logging.getLogger(_LOGGER)


def _log_thread(died: threading.ExceptHookArgs) -> None:
    if died.exc_value is not None:
        _LOG.error("thread died", thread=died.thread and died.thread.name, exc_info=died.exc_value)
