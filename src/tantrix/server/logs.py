"""Logging to stderr: readable lines on a terminal, one JSON object per line elsewhere.

Log records of the standard library and other packages, and Python warnings, are written the same way.
"""

import logging
import sys
import threading

import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import Processor

_LOG = structlog.get_logger()

_LOGGER = "tantrix"  # our own logger; all others are logged from WARNING up


def set_up_logs() -> None:
    """Log to stderr from now on: our own logger from INFO up, but on a terminal only from WARNING up."""
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
