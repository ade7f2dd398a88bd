"""The log of a tournament in words."""

from dataclasses import replace

from tantrix.competition.events.actions import AcceptTime, Extend, LogEntry, ProposeTime
from tantrix.server.tournaments.log_rows import log_rows
from tests.server.support.tournaments.stored import evening

AT_MS = 1_700_000_000_000  # 2023-11-14 at 22:13:20 UTC


def test_everybody_can_read_proposed_and_agreed_times() -> None:
    found = evening("knock-out", 2, n_games=0)
    match = next(iter(found.now.matches))
    actions = (ProposeTime(match, 1, "1", AT_MS), AcceptTime(match, 1, "2", AT_MS))
    entries = tuple(LogEntry(n, 0, None, action) for n, action in enumerate(actions, 100))

    rows = log_rows(replace(found, entries=entries), lambda _: None, "en")

    assert [row.moment for row in rows] == ["2023-11-14T22:13:20Z"] * 2
    assert [row.what for row in rows] == ["Time proposed", "Time accepted"]


def test_rounds_have_names_in_the_language_of_the_reader() -> None:
    found = evening("open", 8)
    paired = found.now.rounds[0]
    entries = (*found.entries, LogEntry(100, 0, None, Extend(paired.name, AT_MS)))

    rows = log_rows(replace(found, entries=entries), lambda _: None, "pl")

    about = [row.about for row in rows if row.what == "Skojarzono rundę"]
    assert about[:2] == ["System szwajcarski, runda 1", "System szwajcarski, runda 2"]
    assert rows[-1].about == "System szwajcarski, runda 1 → 2023-11-14T22:13:20Z"
