import { expect, test } from "vitest";
import type { AnalysisView } from "../../generated/protocol";
import { lastAhead } from "./story";

const game = (...points: [number, number][]) =>
  ({ n_plies: 56, tracks: [{ seat: 0, points }] }) as unknown as AnalysisView;

test("a story tells until which move the loser was ahead", () => {
  const swung = game([0, 0], [12, 5], [30, 2.5], [31, -1], [56, -8]);

  expect(lastAhead(swung, 0)).toBe(30);
  expect(lastAhead(swung, 1)).toBeNull();
});

test("the second seat is ahead where the curve of the first is below zero", () => {
  expect(lastAhead(game([0, 0], [20, -4], [40, 6], [56, 9]), 1)).toBe(20);
});

test("who was ahead only at the start, or by less than two points, has no story", () => {
  expect(lastAhead(game([3, 6], [20, -4], [56, -9]), 0)).toBeNull();
  expect(lastAhead(game([20, 1.9], [56, -9]), 0)).toBeNull();
});
