"""What the server itself says about a tournament, in the language of the reader."""

from dataclasses import replace

import pytest

from tantrix.competition.events.actions import AcceptTime, ExtendDeadline, LogEntry, ProposeTime
from tantrix.server.tournaments.log_rows import log_rows
from tantrix.server.tournaments.wording import after_withdrawal, reason_in_words
from tests.server.support.tournaments.stored import evening


@pytest.mark.parametrize(("language", "words"), [("pl", "za mało uczestników"), ("en", "too few entrants")])
def test_the_reason_of_the_server_is_in_the_language_of_the_reader(language: str, words: str) -> None:
    assert reason_in_words("too few entrants", language) == words


def test_the_reason_of_a_person_stays_as_it_was_written() -> None:
    assert reason_in_words("Draw", "pl") == "Draw"


@pytest.mark.parametrize(
    ("preset", "n_entrants", "words"),
    [
        ("open", 9, "Your results stay"),
        ("all-play-all", 3, "struck out"),
        ("knock-out", 4, "lose your match"),
    ],
)
def test_a_withdrawal_names_what_follows(preset: str, n_entrants: int, words: str) -> None:
    now = evening(preset, n_entrants, n_games=0).now

    assert words in after_withdrawal(now, "en")


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
    entries = (*found.entries, LogEntry(100, 0, None, ExtendDeadline(paired.name, AT_MS)))

    rows = log_rows(replace(found, entries=entries), lambda _: None, "pl")

    about = [row.about for row in rows if row.what == "Skojarzono rundę"]
    assert about[:2] == ["System szwajcarski, runda 1", "System szwajcarski, runda 2"]
    assert rows[-1].about == "System szwajcarski, runda 1 · 14 lis 2023, 22:13 UTC"
