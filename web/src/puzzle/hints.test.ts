import { expect, test } from "vitest";
import { hintSentence, piecesOf } from "./hints";

test("whether a puzzle can be solved is said, the rest is shown on the table", () => {
  expect(hintSentence("possible", { status: "solved" })).toContain("Yes");
  expect(hintSentence("solvable", { status: "solved" })).toContain("Yes");
  for (const name of ["pair", "tile", "solution"] as const) expect(hintSentence(name, { status: "solved" })).toBeNull();
});

test("whatever was asked, it is said if there is no way or no time", () => {
  for (const name of ["possible", "solvable", "pair", "tile", "solution"] as const) {
    expect(hintSentence(name, { status: "none" })).not.toBeNull();
    expect(hintSentence(name, { status: "unknown" })).not.toBeNull();
  }
});

test("a hint lays its tiles as it says", () => {
  expect(piecesOf({ placements: ["5@1,-2^3", "12@0,0^0"] })).toEqual([
    { tile: 5, q: 1, r: -2, rotation: 3 },
    { tile: 12, q: 0, r: 0, rotation: 0 },
  ]);
});
