import { expect, test } from "vitest";
import { correctSentence, hintSentence, tilesOf } from "./hints";

test("some hints are sentences, the others are shown on the table", () => {
  expect(hintSentence("possible", { status: "solved" })).toContain("Yes");
  expect(hintSentence("solvable", { status: "solved" })).toContain("Yes");
  for (const name of ["pair", "tile", "solution"] as const) expect(hintSentence(name, { status: "solved" })).toBeNull();
});

test("every hint has a sentence for no solution and for no time", () => {
  for (const name of ["possible", "solvable", "pair", "tile", "solution"] as const) {
    expect(hintSentence(name, { status: "none" })).not.toBeNull();
    expect(hintSentence(name, { status: "unknown" })).not.toBeNull();
  }
});

test("a hint lays its tiles", () => {
  expect(tilesOf({ placements: ["5@1,-2^3", "12@0,0^0"] })).toEqual([
    { tile: 5, q: 1, r: -2, rotation: 3 },
    { tile: 12, q: 0, r: 0, rotation: 0 },
  ]);
});

test("a tile without a number is named by its ring", () => {
  expect(correctSentence([{ tile: 5, q: 1, r: -2, rotation: 3 }])).toBe("The ringed tile is now correct.");
});
