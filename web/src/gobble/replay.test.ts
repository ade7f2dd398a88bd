import { expect, test } from "vitest";
import type { RushMoment, RushReplay } from "../generated/protocol";
import { begun, holding, rushLaid, rushWelcome, tile } from "./fixture";
import { rushKeyOf } from "./keyboard";
import { frameAt, framesOf, rushOfFrame } from "./replay";

const SEVEN = tile(7);
const MOMENTS: RushMoment[] = [
  {
    at_ms: 1000,
    seat: 0,
    events: [{ kind: "turned", seat: 0, tile: SEVEN }],
    holdings: [holding(0, { n_stock: 3, has_turned: true })],
  },
  {
    at_ms: 2000,
    seat: 0,
    events: [{ kind: "put-aside", seat: 0, tile: SEVEN }],
    holdings: [holding(0, { n_stock: 3, pile: [1] })],
  },
  {
    at_ms: 3000,
    seat: 0,
    events: [
      { kind: "laid", seat: 0, laid: rushLaid("7@1,-1^4", 0), source: "pile", n_sides: 3, gobble: 1, spaces: [] },
    ],
    holdings: [holding(0, { n_stock: 3, dues: [8000] })],
  },
];
const REPLAY: RushReplay = {
  id: "abcdefghjkmn",
  rules: "2 tiles=4,4",
  seats: rushWelcome().room.seats,
  core: rushWelcome().laid,
  stocks: [[SEVEN, tile(56), tile(3), tile(49)], []],
  moments: MOMENTS,
  outcome: { ending: "stalled", at_ms: 3000, ranks: [1, 1], n_left: [3, 0], out_ms: [null, null] },
  secret: "0".repeat(64),
  record: "",
};
const FRAMES = framesOf(REPLAY, rushWelcome().room);

test("every command has a frame, the deal is the first", () => {
  expect(FRAMES.map(({ atMs }) => atMs)).toEqual([0, 1000, 2000, 3000]);
  expect(FRAMES[0]?.holdings.map((one) => one.n_stock)).toEqual([4, 0]);
});

test("a moment shows the last frame before it", () => {
  expect(frameAt(FRAMES, 0).atMs).toBe(0);
  expect(frameAt(FRAMES, 1999).open[0]).toEqual({ turned: 7, pile: [] });
  expect(frameAt(FRAMES, 2000).open[0]).toEqual({ turned: null, pile: [7] });
  expect(frameAt(FRAMES, 1e9).laid).toHaveLength(9);
});

test("a Gobble is described with its tile", () => {
  expect(FRAMES[3]?.sentence).toBe("Ann placed tile 7 at 1,-1. Gobble!");
  expect(FRAMES[3]?.open[0]).toEqual({ turned: null, pile: [] });
});

test("a frame is a rush for a spectator", () => {
  const rush = rushOfFrame(frameAt(FRAMES, 3000), begun());

  expect(rush.seat).toBeNull();
  expect(rush.laid).toHaveLength(9);
});

const PLAIN = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };

test("space, numbers and letters have meanings in a rush", () => {
  expect(rushKeyOf({ ...PLAIN, key: " " }, false)).toEqual({ name: "turn-up" });
  expect(rushKeyOf({ ...PLAIN, key: "8" }, false)).toEqual({ name: "number", n: 8 });
  expect(rushKeyOf({ ...PLAIN, key: "x" }, true)).toEqual({ name: "aside" });
  expect(rushKeyOf({ ...PLAIN, key: "x" }, false)).toBeNull();
  expect(rushKeyOf({ ...PLAIN, key: "ArrowLeft" }, false)).toEqual({ name: "go", direction: "left" });
  expect(rushKeyOf({ ...PLAIN, key: "Home" }, true)).toBeNull();
  expect(rushKeyOf({ ...PLAIN, key: " ", ctrlKey: true }, true)).toBeNull();
});
