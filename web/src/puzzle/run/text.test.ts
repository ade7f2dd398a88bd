import { expect, test } from "vitest";
import { beginGap, place, turn, undoPlacement } from "./gap";
import { changeSentence, gapCellSentence, taskSentences, wayOn } from "./text";

const SPACE = { q: 0, r: 0 };
const GAP = beginGap({
  level: 1,
  colour: "R",
  laid: ["8@0,1^0", "9@-1,1^2", "13@-1,0^3", "21@-1,2^2"],
  spaces: [SPACE],
  tiles: [37, 4],
});

test("a puzzle of a run is told: the loop, what faces each space, and the tiles", () => {
  expect(taskSentences(GAP)).toBe(
    "Close the red loop. Empty place 0,0: south-east red, south-west blue, west red. " +
      "Tile 37: blue blue green red green red. Tile 4: yellow red blue red yellow blue.",
  );
});

test("a tile that was laid is told, and if it is not right its mismatches and what Enter does", () => {
  const laid = place(GAP, 37, SPACE);

  expect(changeSentence(GAP, laid)).toBe(
    "Tile 37 at 0,0: blue blue green red green red. Mismatch of tile 37, south-east: blue beside red of tile 8. " +
      "Mismatch of tile 37, south-west: green beside blue of tile 9. Something is not right yet. " +
      "Press Enter again to turn it. 5 turns left.",
  );
  expect(changeSentence(laid, turn(laid, SPACE))).toContain("Tile 37 at 0,0: red blue blue green red green.");
  expect(changeSentence(GAP, place(GAP, 4, SPACE))).toBe("Tile 4 at 0,0: yellow red blue red yellow blue.");
});

test("a tile that is taken back is told, and no change is not", () => {
  const laid = place(GAP, 37, SPACE);

  expect(changeSentence(laid, undoPlacement(laid))).toBe("2 tiles are left.");
  expect(changeSentence(GAP, GAP)).toBe("");
});

test("a tile of the loop tells of a mismatch with one that was laid", () => {
  expect(gapCellSentence(place(GAP, 37, SPACE), { q: 0, r: 1 })).toBe(
    "Tile 8 at 0,1: blue blue red yellow red yellow. Mismatch of tile 8, north-west: red beside blue of tile 37.",
  );
});

test("without a turn left, nobody is told to turn", () => {
  const laid = place(GAP, 37, SPACE);

  expect(wayOn(laid)).toContain("press again to turn. 5 turns left.");
  expect(wayOn({ ...laid, nTurned: 5 })).toBe("No turns left. Try another tile, or go on.");
});
