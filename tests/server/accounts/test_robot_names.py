"""The names of robots in all languages: known before anybody asks, and read from the disk."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tantrix.server.accounts.robot_names import is_robot_name, robot_skeletons
from tests.server.support.starts import words_of_two_starts

PROGRAM = """
import sys
from tantrix.server.accounts.robot_names import robot_skeletons
from tantrix.server.wording.catalogues import catalogue
print(*sorted(robot_skeletons()), "confusable_homoglyphs" in sys.modules, catalogue.cache_info().currsize)
"""


@pytest.mark.parametrize("name", ["Otto", "otto 2", "Отто", "0tt0", "MARO", "Maro", "calm", "Спокойный 3"])
def test_a_name_of_a_robot_in_any_language_is_recognised(name: str) -> None:
    assert is_robot_name(name)


@pytest.mark.parametrize("name", ["Ottoline", "Ann", "Анна", "2"])
def test_other_names_are_not_those_of_robots(name: str) -> None:
    assert not is_robot_name(name)


def test_a_second_start_reads_the_names_without_the_tables_of_letters_and_keeps_no_catalogue(
    tmp_path: Path,
) -> None:
    first, second = words_of_two_starts(PROGRAM, tmp_path)

    assert first[:-2] == second[:-2]
    assert (first[-2:], second[-2:]) == (["True", "0"], ["False", "0"])


def test_a_server_reads_the_names_before_anybody_needs_them(client: TestClient) -> None:
    while not robot_skeletons.cache_info().currsize:
        client.get("/healthz")

    assert "otto" in robot_skeletons()


@pytest.fixture(autouse=True)
def forgotten() -> None:
    """Forget the names that other tests have read."""
    robot_skeletons.cache_clear()
