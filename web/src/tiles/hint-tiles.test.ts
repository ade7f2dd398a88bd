import { expect, test } from "vitest";
import { APOTHEM } from "./hexes";
import { arrow } from "./hint-tiles";

test("an arrow ends before the middle of the better tile, with its head there", () => {
  const { shaft, head } = arrow({ x: 0, y: 0 }, { x: 200, y: 0 });

  expect(shaft).toMatch(/^M34\.0 0\.0Q100\.0 -40\.0 166\.0 0\.0$/);
  expect(head).toContain("L166.0 0.0L");
});

test("between neighbouring tiles an arrow is straight and longer than its head", () => {
  const { shaft, head } = arrow({ x: 0, y: 0 }, { x: 2 * APOTHEM, y: 0 });

  const [, start, bend, end] = shaft.match(/^M([-\d.]+) 0\.0Q[-\d.]+ ([-\d.]+) ([-\d.]+) 0\.0$/)?.map(Number) ?? [];
  expect(Math.abs(bend ?? 1)).toBe(0);
  expect((end ?? 0) - (start ?? 0)).toBeGreaterThanOrEqual(50);
  expect(head).toContain(`L${end?.toFixed(1)} 0.0L`);
});
