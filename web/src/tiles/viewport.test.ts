import { expect, test } from "vitest";
import { APOTHEM, cellAt, centre } from "./hexes";
import {
  fitted,
  isShowing,
  MAX_SCALE,
  MIN_SCALE,
  overlaid,
  overlayOf,
  panned,
  revealing,
  toPlane,
  toScreen,
  viewBox,
  zoomed,
} from "./viewport";

const SIZE = { width: 800, height: 600 };
const VIEW = { x: 30, y: -20, scale: 0.7 };
const LINE = Array.from({ length: 20 }, (_, q) => ({ q, r: 0 }));

test("screen and plane are each other's inverse", () => {
  const there = toScreen(VIEW, SIZE, toPlane(VIEW, SIZE, { x: 123, y: 456 }));

  expect(there.x).toBeCloseTo(123);
  expect(there.y).toBeCloseTo(456);
});

test("any point near the centre of a cell is in that cell", () => {
  for (let q = -7; q <= 7; q++) {
    for (let r = -7; r <= 7; r++) {
      const { x, y } = centre({ q, r });
      expect(cellAt({ x, y })).toEqual({ q, r });
      expect(cellAt({ x: x + APOTHEM * 0.9, y })).toEqual({ q, r });
      expect(cellAt({ x, y: y - APOTHEM * 0.9 })).toEqual({ q, r });
    }
  }
});

test("a fitted view shows all cells", () => {
  expect(isShowing(fitted(LINE, SIZE, 0), SIZE, LINE)).toBe(true);
});

test("a fitted view shows all of the longest row on a small screen", () => {
  const row = Array.from({ length: 56 }, (_, q) => ({ q, r: 0 }));
  const small = { width: 320, height: 200 };

  expect(isShowing(fitted(row, small, 4), small, row)).toBe(true);
});

test("zooming from a view that shows more than its bounds allow never jumps", () => {
  const wide = { ...VIEW, scale: MIN_SCALE / 2 };

  expect(zoomed(wide, SIZE, 0.8, { x: 0, y: 0 }).scale).toBe(wide.scale);
  expect(zoomed(wide, SIZE, 1.25, { x: 0, y: 0 }).scale).toBe(wide.scale * 1.25);
});

test("the first tile and its spaces fill a phone, and a single cell is not magnified", () => {
  const first = Array.from({ length: 3 }, (_, q) => ({ q, r: 0 }));
  expect(fitted(first, { width: 390, height: 360 }, 4).scale * 3 * 100).toBeGreaterThan(370);
  expect(fitted([{ q: 0, r: 0 }], SIZE, 0).scale).toBeLessThan(1.5);
});

test("zooming keeps the point under the finger", () => {
  const at = { x: 700, y: 50 };
  const before = toPlane(VIEW, SIZE, at);
  const after = toPlane(zoomed(VIEW, SIZE, 1.7, at), SIZE, at);

  expect(after.x).toBeCloseTo(before.x);
  expect(after.y).toBeCloseTo(before.y);
});

test("zooming stops at its bounds", () => {
  expect(zoomed(VIEW, SIZE, 1e9, { x: 0, y: 0 }).scale).toBe(MAX_SCALE);
  expect(zoomed(VIEW, SIZE, 1e-9, { x: 0, y: 0 }).scale).toBe(MIN_SCALE);
});

test("panning moves the plane with the finger", () => {
  const point = toPlane(VIEW, SIZE, { x: 100, y: 100 });
  const there = toScreen(panned(VIEW, 40, -15), SIZE, point);

  expect(there.x).toBeCloseTo(140);
  expect(there.y).toBeCloseTo(85);
});

test("revealing a cell that is on the screen moves nothing", () => {
  expect(revealing(VIEW, SIZE, { q: 0, r: 0 }, 8)).toEqual(VIEW);
});

test("revealing a cell far away brings it onto the screen", () => {
  const far = { q: 40, r: -9 };

  expect(isShowing(revealing(VIEW, SIZE, far, 8), SIZE, [far])).toBe(true);
});

test("the view box is the part of the plane on the screen", () => {
  expect(viewBox({ x: 0, y: 0, scale: 2 }, SIZE)).toBe("-200.00 -150.00 400.00 300.00");
});

test("an overlay puts every point of a drawn view where another view has it", () => {
  const drawn = { x: -80, y: 15, scale: 0.4 };
  const { scale, x, y } = overlayOf(VIEW, drawn, SIZE);

  for (const point of [
    { x: 0, y: 0 },
    { x: 310, y: -95 },
  ]) {
    const [pictured, there] = [toScreen(drawn, SIZE, point), toScreen(VIEW, SIZE, point)];
    expect(pictured.x * scale + x).toBeCloseTo(there.x);
    expect(pictured.y * scale + y).toBeCloseTo(there.y);
  }
});

test("the view under an overlay is the one that the overlay was made for", () => {
  const drawn = { x: -80, y: 15, scale: 0.4 };
  const there = overlaid(overlayOf(VIEW, drawn, SIZE), drawn, SIZE);

  expect(there.x).toBeCloseTo(VIEW.x);
  expect(there.y).toBeCloseTo(VIEW.y);
  expect(there.scale).toBeCloseTo(VIEW.scale);
});
