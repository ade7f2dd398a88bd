import { describe, expect, test } from "vitest";
import { adviceOf, hasMoved } from "./advice";
import type { SeenTile } from "./module";

function grey(value: number): Uint8ClampedArray {
  return new Uint8ClampedArray(4 * 320 * 240).fill(value);
}

function tile(across: number, down: number, isWhole = true): SeenTile {
  return { x: 0, y: 0, matrix: [across, 0, 0, down], group: 0, q: 0, r: 0, isWhole };
}

describe("while the camera runs", () => {
  test("a picture that changes a little is still, one that changes much has moved", () => {
    expect(hasMoved(grey(100), grey(103))).toBe(false);
    expect(hasMoved(grey(100), grey(120))).toBe(true);
    expect(hasMoved(grey(100), grey(100).slice(4))).toBe(true);
  });

  test("the most useful advice comes first", () => {
    expect(adviceOf(grey(20), [])).toBe("dark");
    expect(adviceOf(grey(120), [])).toBe("point");
    expect(adviceOf(grey(120), [tile(20, 20), tile(4, 4, false)])).toBe("cut");
    expect(adviceOf(grey(120), [tile(5, 5), tile(5, 5), tile(20, 20)])).toBe("closer");
    expect(adviceOf(grey(120), [tile(20, 8), tile(20, 8)])).toBe("above");
    expect(adviceOf(grey(120), [tile(20, 16), tile(20, 16)])).toBe("good");
  });
});
