import { expect, test } from "vitest";
import type { PuzzleView } from "../generated/protocol";
import { correctSentence, hintSentence, tilesOf, toldCorrect } from "./hints";
import { emptyTable } from "./state";

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

test("a tile that a hint has laid is told by its number, its place and its colours", () => {
  const laid = [{ tile: 5, q: 1, r: -2, rotation: 3 }];
  const puzzle = { tiles: [5], edges: ["RRGGYY"] } as unknown as PuzzleView;

  expect(toldCorrect(emptyTable(puzzle, laid), laid)).toBe(
    "Tile 5 is now correct. Tile 5 at 1,-2: green yellow yellow red red green.",
  );
});

test("a tile without a number is named by its ring", () => {
  expect(correctSentence([{ tile: 5, q: 1, r: -2, rotation: 3 }])).toBe("The ringed tile is now correct.");
});
