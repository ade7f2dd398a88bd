import { expect, test } from "vitest";
import { answer } from "../src/text-commands";
import { position, state, welcome } from "./fixture";

test("place makes a legal placement", () => {
  expect(answer(state(), "place 12 1,0 4").place).toEqual({ tile: 12, cell: { q: 1, r: 0 }, rotation: 4 });
});

test("place takes the notation of records too", () => {
  expect(answer(state(), "Place 12@1,0^4").place).toEqual({ tile: 12, cell: { q: 1, r: 0 }, rotation: 4 });
});

test("place needs no rotation where only one is legal", () => {
  expect(answer(state(), "place 12 0,1").place?.rotation).toBe(2);
});

test("place without rotation lists them where several are legal", () => {
  const { place, lines } = answer(state(), "place 12 1,0");

  expect(place).toBeNull();
  expect(lines).toEqual(["Here its rotation may be 0, 4."]);
});

test.each([
  ["place 3 1,0 1", "This space is controlled by a forced space."],
  ["place 3 -1,1 0", "The colours of touching edges do not match."],
  ["place 5 0,1 0", "This tile is not in the hand of the player whose turn it is."],
  ["place 3 0,0 0", "There is a tile on this cell already."],
  ["place 3 9,9 0", "A tile must touch the Tantrix; the first one goes to the middle."],
  ["place", "Write it like this: place 12 3,-1 4"],
])("%s is refused with its reason", (line, reason) => {
  expect(answer(state(), line)).toEqual({ place: null, lines: [reason] });
});

test("while another is to play a tile is queued in any rotation that fits", () => {
  const { place, lines } = answer(state({ position: position({ to_play: 1 }) }), "place 12 1,0 5");

  expect(place).toEqual({ tile: 12, cell: { q: 1, r: 0 }, rotation: 5 });
  expect(lines).toEqual(["Queueing 12@1,0^5."]);
});

test("who only watches is told whose turn it is", () => {
  const watched = welcome().game.seats.map((seat) => ({ ...seat, is_mine: false }));
  const watching = state({ game: { ...welcome().game, seats: watched }, position: position({ to_play: 1 }) });

  expect(answer(watching, "place 12 1,0 4")).toEqual({ place: null, lines: ["Greedy to play."] });
});

test("back takes the queued tile off", () => {
  const queued = state({ wish: { tile: 12, cell: { q: 1, r: 0 }, rotation: 4, seat: 0 } });

  expect(answer(queued, "back").takesBack).toBe(true);
  expect(answer(state(), "back")).toEqual({ place: null, lines: ["No tile is queued."] });
});

test("legal lists cells with rotations", () => {
  expect(answer(state(), "legal 12").lines).toEqual(["1,0: rotation 0, 4", "0,1: rotation 2"]);
});

test("forced lists forced spaces with holders and unseen tiles", () => {
  const { lines } = answer(state(), "forced");

  expect(lines).toEqual(["Space -1,1. Forced space: Greedy can fill it by colour. 2 unseen tiles fit. ......"]);
});

test.each(["hand", "score", "last", "bag", "turn", "spaces", "help", "at 0,0"])("%s answers", (line) => {
  expect(answer(state(), line).lines.join("")).not.toBe("");
});

test.each(["constructor", "", "__proto__", "frobnicate"])("the unknown command %j is told so", (line) => {
  expect(answer(state(), line).lines[0]).toContain("There is no command");
});
