import { describe, expect, test } from "vitest";
import { boxAfterKey, drawnBox, usualBox } from "./box";
import type { SeenTile } from "./module";

const SIZE = { width: 400, height: 300 };

function tile(apothem: number): SeenTile {
  return { x: 0, y: 0, matrix: [apothem, 0, 0, apothem], group: 0, q: 0, r: 0, isWhole: true };
}

describe("the box around a missed tile", () => {
  test("is in the middle and as large as most tiles first", () => {
    expect(usualBox(SIZE, [tile(40), tile(10), tile(20)])).toEqual({ x: 200, y: 150, reach: 22 });
    expect(usualBox(SIZE, []).reach).toBe(24);
  });

  test("goes from corner to corner, whichever is first", () => {
    expect(drawnBox({ x: 100, y: 60 }, { x: 40, y: 100 }, 20)).toEqual({ x: 70, y: 80, reach: 30 });
  });

  test("has its usual size around a tap, which may tremble", () => {
    expect(drawnBox({ x: 100, y: 60 }, { x: 104, y: 57 }, 20)).toEqual({ x: 104, y: 57, reach: 20 });
  });

  test("is moved and sized by keys, and stays in the picture", () => {
    const box = { x: 395, y: 150, reach: 40 };

    expect(boxAfterKey(box, "ArrowRight", SIZE)).toEqual({ x: 400, y: 150, reach: 40 });
    expect(boxAfterKey(box, "ArrowUp", SIZE)).toEqual({ x: 395, y: 140, reach: 40 });
    expect(boxAfterKey(box, "+", SIZE)?.reach).toBeCloseTo(46);
    expect(boxAfterKey({ ...box, reach: 9 }, "-", SIZE)?.reach).toBe(8);
    expect(boxAfterKey(box, "a", SIZE)).toBeNull();
  });
});
