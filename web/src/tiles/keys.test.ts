import { expect, test } from "vitest";
import type { Cell } from "./hexes";
import { commandOf, cycled, type Direction, latinKey, neighbourIn } from "./keys";

const PLAIN = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
const FIELD: Cell[] = [-2, -1, 0, 1, 2].flatMap((q) => [-2, -1, 0, 1, 2].map((r) => ({ q, r })));

test("left and right stay in the row", () => {
  expect(neighbourIn(FIELD, { q: 0, r: 0 }, "right")).toEqual({ q: 1, r: 0 });
  expect(neighbourIn(FIELD, { q: 0, r: 0 }, "left")).toEqual({ q: -1, r: 0 });
});

test("up and down change the row", () => {
  expect(neighbourIn(FIELD, { q: 0, r: 0 }, "up").r).toBe(-1);
  expect(neighbourIn(FIELD, { q: 0, r: 0 }, "down").r).toBe(1);
});

test("a gap is crossed", () => {
  const cells = [
    { q: 0, r: 0 },
    { q: 5, r: 0 },
  ];

  expect(neighbourIn(cells, { q: 0, r: 0 }, "right")).toEqual({ q: 5, r: 0 });
});

test("at the border nothing moves", () => {
  expect(neighbourIn([{ q: 0, r: 0 }], { q: 0, r: 0 }, "up")).toEqual({ q: 0, r: 0 });
});

test("arrows reach every cell of a connected group from any other", () => {
  const reached = new Set(["0,0"]);
  const waiting: Cell[] = [{ q: 0, r: 0 }];
  for (let cell = waiting.pop(); cell; cell = waiting.pop()) {
    for (const direction of ["left", "right", "up", "down"] as Direction[]) {
      const next = neighbourIn(FIELD, cell, direction);
      if (!reached.has(`${next.q},${next.r}`)) waiting.push(next);
      reached.add(`${next.q},${next.r}`);
    }
  }

  expect(reached.size).toBe(FIELD.length);
});

test("keys with Control belong to the browser", () => {
  expect(commandOf({ ...PLAIN, key: "r", ctrlKey: true }, true)).toBeNull();
});

test("single-letter keys can be switched off, others cannot", () => {
  expect(commandOf({ ...PLAIN, key: "r" }, false)).toBeNull();
  expect(commandOf({ ...PLAIN, key: "Escape" }, false)).toEqual({ name: "cancel" });
});

test("digits select a slot of the rack", () => {
  expect(commandOf({ ...PLAIN, key: "6" }, true)).toEqual({ name: "choose", slot: 5 });
  expect(commandOf({ ...PLAIN, key: "7" }, true)).toBeNull();
});

test("a layout without Latin letters has the keys in the same places", () => {
  expect(commandOf({ ...PLAIN, key: "к", code: "KeyR" }, true)).toEqual({ name: "rotate", step: 1 });
  expect(commandOf({ ...PLAIN, key: "К", code: "KeyR", shiftKey: true }, true)).toEqual({ name: "rotate", step: -1 });
  expect(commandOf({ ...PLAIN, key: "х", code: "BracketLeft" }, true)).toEqual({ name: "review", to: "previous" });
  expect(commandOf({ ...PLAIN, key: "й", code: "KeyQ" }, true)).toBeNull();
  expect(latinKey({ ...PLAIN, key: "z", code: "KeyY" })).toBe("z");
});

test("a question mark opens the list of keys, if single-letter keys are on", () => {
  expect(commandOf({ ...PLAIN, key: "?", shiftKey: true }, true)).toEqual({ name: "keys" });
  expect(commandOf({ ...PLAIN, key: "?", shiftKey: true }, false)).toBeNull();
});

test("arrows move the cursor, with Shift the board", () => {
  expect(commandOf({ ...PLAIN, key: "ArrowUp" }, true)).toEqual({ name: "go", direction: "up" });
  expect(commandOf({ ...PLAIN, key: "ArrowUp", shiftKey: true }, true)).toEqual({ name: "pan", direction: "up" });
});

test("cycling wraps around and starts at an end", () => {
  expect(cycled([1, 2, 3], (n) => n === 3, 1)).toBe(1);
  expect(cycled([1, 2, 3], (n) => n === 9, -1)).toBe(3);
  expect(cycled([], () => true, 1)).toBeNull();
});
