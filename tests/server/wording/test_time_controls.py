"""Time controls in words."""

import pytest

from tantrix.clock import parse_control
from tantrix.server.wording.time_controls import control_label


@pytest.mark.parametrize(
    ("control", "language", "label"),
    [
        ("1 days", "en", "1 day per turn"),
        ("3 days", "en", "3 days per turn"),
        ("2+7 days", "en", "2 days per turn, 7 days in the bank"),
        ("2+1 days", "ru", "2 дня на ход, 1 день в запасе"),
        ("1+7 days", "pl", "1 dzień na ruch, 7 dni w zapasie"),
        ("1 days", "pl", "1 dzień na ruch"),
        ("3 days", "ru", "3 дня на ход"),
        ("3+2", "en", "3 min + 2 s per turn"),
        ("15 tournament", "en", "15 min, then −1 point per minute"),
    ],
)
def test_a_time_control_reads_as_players_say_it(control: str, language: str, label: str) -> None:
    assert control_label(parse_control(control), language) == label
