"""A player on the page of a game: lays tiles by mouse, touch, keys and text, and waits for the page.

Legal placements are read from the public API; everything seen and done goes through the page.
"""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any

from playwright.sync_api import APIRequestContext, CDPSession, Locator, Page, expect

from tantrix.placement import Placement
from tantrix.tiles import Colour, edges

Json = dict[str, Any]
Pick = Callable[[list[str]], str]
ACTIVE_RACK = ".rack.to-play .slot"
EDGES = ("east", "south-east", "south-west", "west", "north-west", "north-east")
NAMES = {colour.letter: colour.name.lower() for colour in Colour}


def person(colour: str, name: str = "") -> Json:
    return {"colour": colour, "kind": "person", "name": name}


def robot(colour: str, name: str = "greedy") -> Json:
    return {"colour": colour, "kind": "robot", "robot": name}


PEOPLE = (person("R", "Ann"), person("B", "Bob"))
ME_AND_ROBOT = (person("R", "Ann"), robot("B"))


def begin(request: APIRequestContext, *seats: Json, **options: Any) -> str:
    """Start a game by the API; return its id."""
    answer = request.post("/api/games", data={"seats": list(seats or PEOPLE), **options})
    assert answer.status == 201, answer.text()
    id: str = answer.json()["id"]
    return id


def play_on(request: APIRequestContext, id: str, n_plies: int, pick: Pick) -> None:
    """Lay tiles by the API until this many have been laid or the game is over."""
    for _ in range(n_plies):
        position: Json = request.get(f"/api/games/{id}").json()["position"]
        if position["outcome"]:
            return
        body = {"id": f"ply-{position['ply']}", "ply": position["ply"]}
        answer = request.post(
            f"/api/games/{id}/placements", data={**body, "placement": pick(position["placements"])}
        )
        assert answer.status == 200, answer.text()


@dataclass(frozen=True, slots=True)
class Person:
    """A player on the page of a game."""

    page: Page

    @classmethod
    def start(
        cls, page: Page, *seats: Json, n_plies: int = 0, pick: Pick = itemgetter(0), **options: Any
    ) -> "Person":
        """Start a game by the API with this page's session, lay so many tiles as `play` does, and open it."""
        id = begin(page.request, *seats, **options)
        play_on(page.request, id, n_plies, pick)
        page.goto(f"/games/{id}")
        return cls(page)

    # What the server reports.

    @property
    def id(self) -> str:
        found = re.search(r"/games/(\w+)", self.page.url)
        assert found, f"expected the page of a game, got {self.page.url}"
        return found[1]

    def look(self) -> Json:
        welcome: Json = self.page.request.get(f"/api/games/{self.id}").json()
        return welcome

    def position(self) -> Json:
        position: Json = self.look()["position"]
        return position

    def play(self, n_plies: int, pick: Pick = itemgetter(0)) -> None:
        """Lay tiles by the API for people at all seats, without pauses; stop when the game ends."""
        play_on(self.page.request, self.id, n_plies, pick)

    # What the page shows.

    def settle(self) -> Json:
        """Wait until a player on this page is to play, or the game is over; return the position."""
        self.page.locator(f"{ACTIVE_RACK}, .outcome").first.wait_for()
        position = self.position()
        self.sees(position["ply"])
        return position

    def sees(self, ply: int) -> None:
        """Wait until the page shows this many tiles, none of them moving."""
        expect(self.page.locator(".cell.laid:not(.in-flight)")).to_have_count(ply)
        expect(self.page.locator(".flyer")).to_have_count(0)

    def tile(self, tile: int) -> Locator:
        return self.page.locator(f'.rack [data-tile="{tile}"]')

    def cell(self, placement: Placement) -> Locator:
        return self.page.locator(f'[data-cell="{placement.cell.q},{placement.cell.r}"]')

    @property
    def preview(self) -> Locator:
        return self.page.locator(".preview > .tile")

    @property
    def lay_it(self) -> Locator:
        return self.page.locator("button.confirm")

    # What a person does.

    def drag(self, placement: Placement) -> None:
        """Drag with the mouse, turn with the R key, let go."""
        mouse = self.page.mouse
        self.tile(placement.tile).hover()
        mouse.down()
        self.cell(placement).hover()
        self.turn_to(placement.rotation, lambda: self.page.keyboard.press("r"))
        mouse.up()

    def click(self, placement: Placement) -> None:
        """Click the tile, point at the space, turn with the R key, click the space."""
        self.tile(placement.tile).click()
        self.point_at(placement)
        self.turn_to(placement.rotation, lambda: self.page.keyboard.press("r"))
        self.cell(placement).click()

    def point_at(self, placement: Placement) -> None:
        """Move the mouse to a space, again if no tile hovers there: the board may be drawn anew below it."""
        self.cell(placement).hover()
        for _ in range(10):
            if self.preview.count() > 0:
                return
            self.page.mouse.move(1, 1)
            self.cell(placement).hover()

    def type(self, placement: Placement) -> None:
        """Choose the tile, the space and the rotation by keys, and lay it with Enter."""
        keyboard = self.page.keyboard
        self.take_up(placement.tile)
        self.go_to(placement)
        self.turn_to(placement.rotation, lambda: keyboard.press("r"))
        keyboard.press("Enter")
        while self.preview.count() > 0:  # until it is laid, if not by the first Enter, then by a second one
            if self.lay_it.is_visible():
                keyboard.press("Enter")
                return
            self.page.wait_for_timeout(20)

    def tap(self, placement: Placement) -> None:
        """Tap the tile and the space with a finger, turn by the button, confirm."""
        self.tile(placement.tile).tap()
        self.cell(placement).tap()
        self.turn_to(placement.rotation, self.page.get_by_role("button", name="Turn the tile").tap)
        self.lay_it.tap()

    def say(self, line: str) -> None:
        """Enter a command on the text board."""
        self.page.get_by_label("Command").fill(line)
        self.page.get_by_label("Command").press("Enter")

    def take_up(self, tile: int) -> None:
        """Press the number of the slot that holds a tile, once the rack is drawn."""
        self.tile(tile).wait_for()
        slots: Sequence[str | None] = [
            slot.get_attribute("data-tile") for slot in self.page.locator(".rack .slot").all()
        ]
        self.page.keyboard.press(str(slots.index(str(tile)) + 1))
        expect(self.tile(tile)).to_have_attribute("aria-pressed", "true")

    def go_to(self, placement: Placement) -> None:
        """Press N until the focus is on the space, once the board is drawn."""
        self.cell(placement).wait_for()
        for _ in range(self.page.locator(".space").count() + 1):
            if self.focused_cell() == f"{placement.cell.q},{placement.cell.r}":
                break
            self.page.keyboard.press("n")
        expect(self.cell(placement)).to_be_focused()

    def focused_cell(self) -> str | None:
        cell: str | None = self.page.evaluate("document.activeElement?.dataset?.cell ?? null")
        return cell

    def turn_to(self, rotation: int, turn: Callable[[], object]) -> None:
        """Turn the tile that hovers over or lies on the board until it has the rotation."""
        for _ in range(6):
            shown = self.preview.get_attribute("class") or ""
            if shown.endswith(f"turn-{rotation}"):
                return
            turn()
            expect(self.preview).not_to_have_class(shown)
        expect(self.preview).to_have_class(f"tile turn-{rotation}")


@dataclass(frozen=True, slots=True)
class Fingers:
    """Fingers on a touch screen, by Chromium's own events."""

    session: CDPSession

    @classmethod
    def on(cls, page: Page) -> "Fingers":
        return cls(page.context.new_cdp_session(page))

    def down(self, *points: tuple[float, float]) -> None:
        self._send("touchStart", points)

    def move(self, *points: tuple[float, float]) -> None:
        self._send("touchMove", points)

    def up(self) -> None:
        self._send("touchEnd", ())

    def _send(self, kind: str, points: Sequence[tuple[float, float]]) -> None:
        touches = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def middle(locator: Locator) -> tuple[float, float]:
    """Return the middle of an element on the screen."""
    box = locator.bounding_box()
    assert box, f"expected {locator} on the screen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def colours(tile: int, rotation: int = 0) -> str:
    """Return the colours of a turned tile in the words of the pages, clockwise from east."""
    return " ".join(NAMES[letter] for letter in edges(tile, rotation))


def sides(facing: str) -> str:
    """Return the colours that face a space, six letters clockwise from east, in the words of the pages."""
    found = zip(EDGES, facing, strict=True)
    return ", ".join(f"{edge} {NAMES[letter]}" for edge, letter in found if letter != ".")


def choose(position: Json, rng: random.Random) -> Placement:
    """Choose one of the legal placements."""
    return Placement.parse(rng.choice(position["placements"]))
