import { expect, test } from "vitest";
import { bubblePlace, roomToMake } from "./bubble-place";

const BUBBLE = { width: 300, height: 170 };
const places = (width: number, height: number, half: number) =>
  Array.from({ length: height - 2 * half + 1 }, (_, n) => n + half).flatMap((y) =>
    [half, width / 2, width - half].map((x) => ({ x, y, half })),
  );

test.each([
  [390, 437, 70],
  [572, 390, 71],
  [360, 260, 24],
])("on a board of %i x %i a bubble leaves its cell free once the board has made room", (width, height, half) => {
  const board = { width, height };

  for (const cell of places(width, height, half)) {
    const moved = { ...cell, y: cell.y + roomToMake(cell, BUBBLE, board) };
    const { left, top, isBelow, isAfloat } = bubblePlace(moved, BUBBLE, board);

    expect(isAfloat).toBe(false);
    expect(isBelow ? top >= moved.y + half : top + BUBBLE.height <= moved.y - half).toBe(true);
    expect(moved.y - half >= 0 && moved.y + half <= height).toBe(true);
    expect(top >= 0 && top + BUBBLE.height <= height && left >= 0 && left + BUBBLE.width <= width).toBe(true);
  }
});

test("a board that has room does not move", () => {
  const board = { width: 390, height: 437 };

  expect(roomToMake({ x: 195, y: 300, half: 50 }, BUBBLE, board)).toBe(0);
  expect(roomToMake({ x: 195, y: 100, half: 50 }, BUBBLE, board)).toBe(0);
  expect(roomToMake({ x: 195, y: 218, half: 50 }, BUBBLE, board)).not.toBe(0);
});

test("a bubble stays on a board that is too small for it and its cell", () => {
  const board = { width: 360, height: 200 };

  const { top, isAfloat } = bubblePlace({ x: 180, y: 100, half: 40 }, BUBBLE, board);

  expect(isAfloat).toBe(true);
  expect(top).toBeGreaterThanOrEqual(8);
  expect(top + BUBBLE.height).toBeLessThanOrEqual(192);
});
