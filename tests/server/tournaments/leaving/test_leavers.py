"""Events with people who resign, leave or do not come: it never pays, and never costs who stayed.

`pytest -m "long or not long" -rP` on this file prints what each of the 30 events gave to those who went away
and to those who stayed.
"""

import time
from dataclasses import dataclass, field
from random import Random

import pytest
from starlette.testclient import TestClient

from tantrix.clock import MINUTE_MS
from tantrix.server.admin.tournaments import check_tournaments
from tantrix.server.settings import Settings
from tests.server.support.clients import rows
from tests.server.support.manual_clock import ManualClock
from tests.server.support.table import Json
from tests.server.support.tournament_players import EventPeople

NAMES = ("Ann", "Bea", "Cyd", "Dan")
PRESETS = ("open", "all-play-all", "knock-out")
HABITS = ("stays", "resigns", "leaves", "is absent")
MAX_MINUTES = 300  # of an event
LOOK_S = 0.1  # a minute of the event: the server looks at what is due every second


@dataclass(slots=True)
class LivelyEvent:
    """An event whose people have habits; `left`: who went away from which game by resigning or leaving."""

    people: EventPeople
    clock: ManualClock
    rng: Random
    habits: dict[str, str]
    left: dict[str, str] = field(default_factory=dict)

    def run(self) -> Json:
        """Play until the event is over: time passes only when nobody acts, slowly enough for the server."""
        for _ in range(MAX_MINUTES):
            view = self.people.look()
            if view["state"] == "over":
                return view
            if not any([self._acts(game) for game in self.people.games_in_play(view)]):
                self.clock.now_ms += MINUTE_MS
                time.sleep(LOOK_S)
        games = [self.people.client.get(f"/api/games/{game}").json() for game in self.people.games_in_play()]
        raise AssertionError(f"after {MAX_MINUTES} minutes: {self.habits} {games}")

    def _acts(self, game: str) -> bool:
        """Let people play until one of them goes away or the game is over; return whether anybody did."""
        before = ""
        self._come(game)
        while True:
            view = self.people.client.get(f"/api/games/{game}").json()
            now = f"{view['position']['ply']} {view['left']}"
            if now == before or view["position"]["phase"] == "over":
                return bool(before)
            if not (self._decides(game, view) if view["left"] is not None else self._moves(game, view)):
                return bool(before)
            before = now

    def _come(self, game: str) -> None:
        """Let all but the absent open the page of a game."""
        for seat in self.people.client.get(f"/api/games/{game}").json()["game"]["seats"]:
            if self.habits[seat["name"]] != "is absent":
                self.people.become(seat["name"]).get(f"/games/{game}")

    def _decides(self, game: str, view: Json) -> bool:
        """Let the one who stayed choose an end, a robot, or nothing, after which the game ends by itself."""
        left, how = view["left"], self.rng.choice(("end", "robot", "nothing"))
        name = view["game"]["seats"][1 - left]["name"]
        self.left.setdefault(game, view["game"]["seats"][left]["name"])
        if self.habits[name] == "is absent" or how == "nothing":
            return False
        body = {"type": "claim", "id": f"choice-{how}", "seat": left, "how": how}
        return self.people.become(name).post(f"/api/games/{game}/commands", json=body).status_code == 200

    def _moves(self, game: str, view: Json) -> bool:
        seats, position = view["game"]["seats"], view["position"]
        seat = seats[position["to_play"]]
        is_watched = any(each["stand_in"] is not None for each in seats)
        if seat["stand_in"] is not None:
            self.people.play(game, position["ply"] + 1)
            return True
        habit = "stays" if is_watched else self.habits[seat["name"]]
        if habit == "is absent" or (habit == "leaves" and position["ply"] >= 9):
            return False
        if habit == "resigns" and position["ply"] >= 7:
            self.left[game] = seat["name"]
            self.people.resign(game, seat["name"])
        else:
            self.people.play(game, position["ply"] + 1)
        return True


def _check_seed(seed: int, n_people: int, client: TestClient, clock: ManualClock, settings: Settings) -> None:
    rng = Random(seed)
    people = EventPeople.gather(client, *(f"{name}{seed}" for name in NAMES[:n_people]))
    names = list(people.cookies)
    habits = {name: rng.choice(HABITS) for name in names[1:]} | {names[0]: "stays"}
    people.create(names[0], preset=rng.choice(PRESETS), control="5", n_games=1, no_show_minutes=3)
    for name in names:
        people.do(name, "enter")
    people.do(names[0], "start")
    people.wait(lambda view: bool(people.games_in_play(view)))
    event = LivelyEvent(people, clock, rng, habits)

    view = event.run()

    name_of = {each["id"]: each["name"] for each in view["entrants"]}
    points: dict[str, list[int]] = {"away": [], "stayed": []}
    for match in (m for s in view["sections"] for r in s["rounds"] for m in r["matches"]):
        for game in match["games"]:
            sides = name_of[match["first"]], name_of[match["second"]]
            tenths = dict(zip(sides, game["tenths"], strict=True))
            away = _check_game(event, tenths, game, settings)
            for name in tenths if away else ():
                points["away" if name in away else "stayed"].append(tenths[name])
    [checked] = check_tournaments(settings.data_dir, people.id)
    assert checked.problems == []
    print(f"event {seed}: {view['preset']}, tenths {points}, " + ", ".join(habits.values()))


def _check_game(event: LivelyEvent, tenths: dict[str, int], game: Json, settings: Settings) -> set[str]:
    """Check that nobody who went away, or did not come, has more of a game than 5 of the 20 points.

    Return who they are.

    A game whose other player was out before there was a table says nothing about who would have come.
    """
    game_id = (game["url"] or "").removeprefix("/games/")
    absent = {name for name in tenths if game_id and event.habits[name] == "is absent"}
    away = absent | {event.left[game_id]} if game_id in event.left else absent
    for name, points in tenths.items():
        [other] = tenths.keys() - {name}
        if name in away:
            assert points <= 50, (name, tenths, game)
        elif other in away:
            assert points >= 150, (name, tenths, game)
    if absent:
        assert not game["is_played"]
    seats = "SELECT name, rank, is_rated FROM result_seats JOIN results USING (game_id)"
    for name, rank, is_rated in rows(settings, f"{seats} WHERE game_id = '{game_id}'"):
        assert not (is_rated and absent), (name, game)
        assert rank == (2 if name in away else 1) or not away or absent, (name, game)
    return away


@pytest.mark.parametrize(
    "seed", [*range(2), *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 30))]
)
def test_nobody_gains_by_leaving_an_event(
    seed: int, client: TestClient, clock: ManualClock, settings: Settings
) -> None:
    _check_seed(seed, 3 + (seed > 1), client, clock, settings)
