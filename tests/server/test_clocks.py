"""The two clocks of a server: dates follow the clock of the system, games do not."""

import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyotp
import pytest
from starlette.testclient import TestClient

import tantrix.server
from tantrix.server.app import create_app
from tantrix.server.settings import Settings
from tests.server.support.manual_clock import ManualClock
from tests.server.support.table import Table

SERVER = Path(tantrix.server.__file__).parent
HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
PASSWORD = "correct horse battery"
OF_GAMES = ("games", "gobble", "rooms", "lobby", "cluster")
CALENDAR = re.compile(r"settings\)?\.now_ms|Settings\)\.now_ms")


def shift_system_clock(monkeypatch: pytest.MonkeyPatch, ms: int) -> None:
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + ms * 1_000_000)


def clock_check(client: TestClient) -> dict[str, Any]:
    return next(each for each in client.get("/readyz").json()["checks"] if each["name"] == "clock")


@pytest.mark.parametrize("step_ms", [8 * HOUR_MS, -8 * HOUR_MS])
def test_the_calendar_follows_the_system_and_games_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step_ms: int
) -> None:
    settings = Settings(tmp_path)
    before_ms, played_ms = settings.now_ms(), settings.play_ms()

    shift_system_clock(monkeypatch, step_ms)

    assert abs(settings.now_ms() - before_ms - step_ms) < HOUR_MS
    assert abs(settings.play_ms() - played_ms) < HOUR_MS
    assert abs(settings.ahead_ms - step_ms) < HOUR_MS


def test_readiness_tells_how_far_the_system_clock_was_set(settings: Settings) -> None:
    system, games = ManualClock(), ManualClock()
    system.now_ms += 8 * HOUR_MS
    with TestClient(create_app(replace(settings, now_ms=system, play_clock=games))) as client:
        check = clock_check(client)

    assert check["status"] == "warn"
    assert "+28800 s" in check["detail"]


def test_the_puzzle_of_the_day_is_that_of_the_corrected_day(settings: Settings) -> None:
    system, games = ManualClock(), ManualClock()
    with TestClient(
        create_app(replace(settings, now_ms=system, play_clock=games)), follow_redirects=False
    ) as client:
        before = client.get("/puzzles/daily").headers["location"]
        system.now_ms += DAY_MS
        after = client.get("/puzzles/daily").headers["location"]

    assert (before, after) == ("/puzzles/daily-2023-11-14", "/puzzles/daily-2023-11-15")


def test_a_code_of_the_corrected_time_signs_in(settings: Settings) -> None:
    system, games = ManualClock(), ManualClock()
    app = create_app(replace(settings, now_ms=system, play_clock=games))
    with TestClient(app, follow_redirects=False) as client:
        client.post("/sign-up", data={"name": "Anna", "password": PASSWORD})
        page = client.get("/account/second-factor").text
        secret = re.findall(r'name="secret" value="([A-Z2-7]{32})"', page)[0]
        code = pyotp.TOTP(secret).at(system.now_ms // 1000)
        client.post("/account/second-factor", data={"secret": secret, "code": code, "password": PASSWORD})
        system.now_ms += 8 * HOUR_MS
        client.cookies.clear()
        client.post("/sign-in", data={"name": "Anna", "password": PASSWORD})

        answer = client.post("/sign-in/code", data={"code": pyotp.TOTP(secret).at(system.now_ms // 1000)})

    assert answer.status_code == 303


def test_a_corrected_clock_takes_no_time_from_a_player(settings: Settings) -> None:
    system, games = ManualClock(), ManualClock()
    with TestClient(create_app(replace(settings, now_ms=system, play_clock=games))) as client:
        table = Table.open(client, control="5")
        before = table.look()["clock"]
        system.now_ms += 8 * HOUR_MS
        after = table.look()["clock"]
        outcome = table.look()["position"]["outcome"]

    assert after == before
    assert outcome is None


def test_what_players_have_a_limited_time_for_never_asks_the_calendar() -> None:
    found = {
        path.relative_to(SERVER).as_posix()
        for folder in OF_GAMES
        for path in (SERVER / folder).rglob("*.py")
        if CALENDAR.search(path.read_text("utf-8"))
    }

    assert found == set()
