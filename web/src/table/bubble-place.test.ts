import { expect, test } from "vitest";
import { bubblePlace } from "./bubble-place";

const BUBBLE = { width: 300, height: 170 };

test("a bubble is on the side of its cell that has more room, and leaves the cell free", () => {
  const board = { width: 390, height: 437 };

  const above = bubblePlace({ x: 195, y: 300, half: 50 }, BUBBLE, board);
  const below = bubblePlace({ x: 195, y: 100, half: 50 }, BUBBLE, board);

  expect([above.isBelow, above.isAfloat]).toEqual([false, false]);
  expect(above.top + BUBBLE.height).toBeLessThanOrEqual(250);
  expect([below.isBelow, below.isAfloat]).toEqual([true, false]);
  expect(below.top).toBeGreaterThanOrEqual(150);
});

test("a remark is on the side away from the middle, where both have room", () => {
  const board = { width: 900, height: 700 };
  const cell = { x: 400, y: 400, half: 50 };

  expect(bubblePlace(cell, BUBBLE, board, true).isBelow).toBe(true);
  expect(bubblePlace({ ...cell, y: 300 }, BUBBLE, board, true).isBelow).toBe(false);
  expect(bubblePlace({ ...cell, y: 600 }, BUBBLE, board, true).isBelow).toBe(false);
  expect(bubblePlace(cell, BUBBLE, board).isBelow).toBe(false);
});

test("a bubble stays on a board that is too small for it and its cell", () => {
  const board = { width: 360, height: 200 };

  const { top, isAfloat } = bubblePlace({ x: 180, y: 100, half: 40 }, BUBBLE, board);

  expect(isAfloat).toBe(true);
  expect(top).toBeGreaterThanOrEqual(8);
  expect(top + BUBBLE.height).toBeLessThanOrEqual(192);
});
