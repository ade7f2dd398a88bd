import { expect, test } from "vitest";
import { arrow } from "./hint-tiles";

test("an arrow ends before the middle of the better tile, with its head there", () => {
  const { shaft, head } = arrow({ x: 0, y: 0 }, { x: 200, y: 0 });

  expect(shaft).toMatch(/^M34\.0 0\.0Q100\.0 -40\.0 166\.0 0\.0$/);
  expect(head).toContain("L166.0 0.0L");
});
