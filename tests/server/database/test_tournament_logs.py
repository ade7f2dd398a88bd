"""The stored log of tournaments: today's format is read for ever, and a damaged line is refused."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from tantrix.competition.events.actions import Action, LogEntry, Undo
from tantrix.competition.events.checking import problems
from tantrix.competition.events.match_states import final_places, match_status
from tantrix.competition.events.outcomes import GameKey
from tantrix.competition.events.terms import StageForm
from tantrix.competition.events.tournament import Tournament, replay
from tantrix.competition.race import RaceResult
from tantrix.server.tournaments.stored_text import (
    parse_action,
    parse_outcome,
    print_action,
    print_outcome,
)
from tests.support.tournaments import section_table

# Written on 28 November 2026, before the forms became modules, from simulated tournaments of every preset,
# with every action, and with what that program made of them. A new format gets a further file: categories.
LOGS = Path(__file__).parents[2] / "data" / "tournaments"
FILES = ("logs_2026_11.jsonl", "logs_2026_11_29.jsonl")
STORED: list[dict[str, Any]] = [
    json.loads(line) for name in FILES for line in (LOGS / name).read_text("utf-8").splitlines()
]


def _entries(stored: dict[str, Any]) -> list[LogEntry]:
    return [LogEntry(number, at_ms, by, parse_action(text)) for number, at_ms, by, text in stored["log"]]


def _replayed(stored: dict[str, Any]) -> Tournament:
    return replay(
        _entries(stored),
        stored["secret"],
        {
            GameKey(*key): parse_outcome(json.dumps(found, ensure_ascii=False))
            for *key, found in stored["outcomes"]
        },
        {GameKey(*key): game for *key, game in stored["begun"]},
        {GameKey(*key): ms for *key, ms in stored["ended_ms"]},
        {table: tuple(ranks) for table, ranks in stored["table_ranks"].items()},
        tuple(RaceResult(**each) for each in stored["race"]),
        {GameKey(*key): ms for *key, ms in stored["begun_ms"]},
    )


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: stored["name"])
def test_a_stored_tournament_is_read_and_ends_as_it_did(stored: dict[str, Any]) -> None:
    tournament, expected = _replayed(stored), stored["expected"]

    assert problems(_entries(stored), tournament) == []
    assert tournament.state == expected["state"]
    assert sorted(tournament.withdrawn) == expected["withdrawn"]
    assert sorted(tournament.paused) == expected["paused"]
    assert list(final_places(tournament)) == expected["places"]
    for name, rows in expected["tables"].items():
        stage, section = name.split("-")
        table = section_table(tournament, int(stage), section)
        assert [[row.entrant, row.place, row.tenths] for row in table.rows] == rows
    statuses = {
        match.id: match_status(tournament, paired, match) for paired, match in tournament.matches.values()
    }
    assert {
        match: [*status.tenths, status.is_over, status.winner, len(status.games)]
        for match, status in statuses.items()
    } == expected["matches"]


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: stored["name"])
def test_what_is_read_is_written_as_it_was(stored: dict[str, Any]) -> None:
    assert [print_action(entry.action) for entry in _entries(stored)] == [text for *_, text in stored["log"]]
    for *_, found in stored["outcomes"]:
        text = json.dumps(found)
        assert print_outcome(parse_outcome(text)) == text


def test_the_stored_logs_have_every_action_and_every_form() -> None:
    entries = [entry for stored in STORED for entry in _entries(stored)]
    assert {type(entry.action) for entry in entries} == {*get_args(Action)}
    assert {stage.terms.form for stored in STORED for stage in _replayed(stored).stages} == {*StageForm}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{}", "expected an action"),
        ("[]", "expected an action"),
        ('{"do":"Fly"}', "expected an action"),
        ('{"do":["Undo"],"sequence":3}', "expected an action"),
        ("not json", "Expecting value"),
        ('{"do":"Withdraw"}', "damaged Withdraw: entrant: Field required"),
        (
            '{"do":"Undo","sequence":"x","reason":7}',
            "damaged Undo: sequence: Input should be a valid int",
        ),
        ('{"do":"Undo","sequence":3,"reason":7}', "damaged Undo: reason: Input should be a valid string"),
        ('{"do":"Undo","sequence":true}', "damaged Undo: sequence"),
        ('{"do":"Undo","sequence":3,"by":"me"}', "damaged Undo: by: Unexpected keyword"),
        (
            '{"do":"Enter","entrant":{"id":"1","name":"A","members":[{"name":5}]}}',
            r"damaged Enter: entrant\.members\.0\.name: Input should be a valid string",
        ),
    ],
)
def test_a_damaged_line_is_refused_with_the_field_that_is_wrong(text: str, expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        parse_action(text)


def test_a_field_that_is_younger_than_the_log_has_its_default() -> None:
    assert parse_action('{"do":"Undo","sequence":3}') == Undo(3, "")
