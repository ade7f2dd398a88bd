import { describe, expect, test } from "vitest";
import type { AnalysisView } from "../generated/protocol";
import { welcome } from "../table/fixture";
import { signed } from "./grades";
import { chartOf, curveSentence, marginAt, plyAt, xOf, yOf } from "./margin-curve";

const analysis: AnalysisView = {
  rules: "RB 56 draw-keep",
  robot: "expert",
  seed: 0,
  n_plies: 40,
  is_complete: true,
  margins: [-12, 12],
  thresholds: [],
  seats: [],
  steps: [],
  tracks: [
    {
      seat: 0,
      points: [
        [0, 0],
        [10, 4],
        [30, -12],
        [40, -12],
      ],
    },
  ],
};

describe("the curve", () => {
  test("converts between points and plies at any width", () => {
    for (const width of [200, 343, 900]) {
      const sheet = chartOf(analysis, width);
      for (let ply = 0; ply <= 40; ply++) expect(plyAt(sheet, xOf(sheet, ply))).toBe(ply);
      expect(plyAt(sheet, -50)).toBe(0);
      expect(plyAt(sheet, 5000)).toBe(40);
    }
  });

  test("shows every margin within the chart, the first seat's at the top", () => {
    const sheet = chartOf(analysis, 400);

    expect(sheet.reach).toBe(15);
    expect(yOf(sheet, 4)).toBeLessThan(yOf(sheet, 0));
    expect(yOf(sheet, -12)).toBeLessThan(132);
  });

  test("is straight between its points", () => {
    const [track] = analysis.tracks;

    expect(track && marginAt(track, 5)).toBe(2);
    expect(track && marginAt(track, 20)).toBe(-4);
    expect(track && marginAt(track, 40)).toBe(-12);
  });
});

test("points have a true minus, and no sign where they round to nothing", () => {
  globalThis.document = { documentElement: { lang: "en" } } as unknown as Document;

  expect([signed(-2.34), signed(0.04), signed(-0.04), signed(12)]).toEqual(["−2.3", "0.0", "0.0", "+12.0"]);
  expect(curveSentence(analysis, welcome().game, 10)).toBe("10 tiles: Ann +4.0");
});
