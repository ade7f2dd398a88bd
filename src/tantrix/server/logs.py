"""The log: lines for people on a terminal, one JSON object a line elsewhere, both to stderr.

Whatever the standard library and other packages log, and the warnings of Python, go the same way.
"""

import logging
import sys
import threading

import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import Processor

_LOG = structlog.get_logger()

_LOGGER = "tantrix"  # ours; all others are heard from WARNING on


def set_up_logs() -> None:
    """Log to stderr from now on: ours from INFO on, but on a terminal only what has gone wrong."""
    is_terminal = sys.stderr.isatty()
    shared: list[Processor] = [structlog.processors.add_log_level, structlog.processors.TimeStamper("iso")]
    structlog.configure(
        processors=[*shared, ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING if is_terminal else logging.INFO),
        logger_factory=_logger,
    )
    handler = logging.StreamHandler(sys.stderr)
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


_LINES: list[Processor] = [structlog.dev.ConsoleRenderer()]
_JSON: list[Processor] = [
    structlog.processors.format_exc_info,
    structlog.processors.JSONRenderer(ensure_ascii=False),
]


def _logger(*_names: object) -> logging.Logger:
    return logging.getLogger(_LOGGER)


def _log_thread(died: threading.ExceptHookArgs) -> None:
    if died.exc_value is not None:
        _LOG.error("thread died", thread=died.thread and died.thread.name, exc_info=died.exc_value)
