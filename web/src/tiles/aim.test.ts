import { expect, test } from "vitest";
import { aimedCell, FINGER_LIFT_PX, tilePoint } from "./aim";
import { centre } from "./hexes";

const CELL = { q: 1, r: -1 };
const BESIDE = { q: 2, r: -1 };

test("a tile is in the middle of a mouse and above a finger", () => {
  expect(tilePoint({ x: 50, y: 300 }, false, 800)).toEqual({ x: 50, y: 300 });
  expect(tilePoint({ x: 50, y: 300 }, true, 800)).toEqual({ x: 50, y: 300 - FINGER_LIFT_PX });
});

test("a tile moves down with the finger, to the foot of the window", () => {
  const heights = Array.from({ length: 401 }, (_, y) => tilePoint({ x: 0, y }, true, 400).y);

  expect(heights.every((y, n) => n === 0 || y > (heights[n - 1] as number))).toBe(true);
  expect(heights[400]).toBeGreaterThan(390);
});

test("a tile aims at the cell under its middle, else at the nearest where it may lie", () => {
  const { x, y } = centre(CELL);

  expect(aimedCell([CELL, BESIDE], { x: x + 49, y })).toEqual(CELL);
  expect(aimedCell([CELL, BESIDE], { x: x + 51, y })).toEqual(BESIDE);
  expect(aimedCell([CELL], { x: x + 60, y })).toEqual(CELL);
});

test("a tile over the middle of a cell where it may not lie aims at nothing", () => {
  expect(aimedCell([CELL], centre(BESIDE))).toBeNull();
});
