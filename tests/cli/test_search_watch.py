"""The progress of a long search: a line that is rewritten in a terminal, a new line every minute in a log."""

from io import StringIO

from tantrix.cli.terminal.search_watch import LOG_SECONDS, SearchWatch
from tantrix.solver import SolveProgress

HALF = SolveProgress(6000, 12, 0.5)


class TerminalText(StringIO):
    def isatty(self) -> bool:
        return True


def shown(out: StringIO, *, with_progress: bool) -> str:
    """Report progress every second of an hour."""
    seconds = 0.0
    watch = SearchWatch(None, with_progress, out, lambda: seconds)
    while seconds < 3600:
        seconds += 1
        watch.on_progress(HALF)
    return out.getvalue()


def test_a_log_gets_a_whole_line_every_minute_even_beside_json():
    lines = shown(StringIO(), with_progress=False).splitlines()

    assert len(lines) == 3600 // LOG_SECONDS
    assert lines[0] == "6,000 nodes, 100 a second, 12 found, 50.0% done, 60 s left"


def test_a_terminal_shows_one_line_and_none_beside_json():
    assert shown(TerminalText(), with_progress=True).startswith("\r\x1b[K6,000 nodes, 6,000 a second")
    assert shown(TerminalText(), with_progress=False) == ""


def test_a_search_stops_at_its_limit_or_when_interrupted():
    seconds = 0.0
    watch = SearchWatch(3.0, False, StringIO(), lambda: seconds)
    assert not watch.should_stop()

    seconds = 3.0

    assert watch.should_stop()
    unlimited = SearchWatch(None, False, StringIO())
    unlimited.interrupt()
    assert unlimited.should_stop()
