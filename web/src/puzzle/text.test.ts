import { expect, test } from "vitest";
import type { PuzzleView } from "../generated/protocol";
import { marksOf, NO_MARKS } from "./marks";
import { emptyTable, pickUp, rotateHeld, withCopies } from "./state";
import { heldSentence, placeSentence, tileLabel, toldSentence } from "./text";

/** A puzzle with two copies of a tile and one more. */
const PUZZLE = withCopies({ tiles: [1, 1, 2], edges: ["YYBRBR", "YYBRBR", "RRGGYY"] } as unknown as PuzzleView);
const LAID = [{ tile: 1, q: 0, r: 0, rotation: 1 }];

test("tiles of the tray are described by their colours, copies also by their number", () => {
  const state = emptyTable(PUZZLE);

  expect(tileLabel(state, 2, 0)).toBe("Tile 2: red red green green yellow yellow");
  expect(tileLabel(state, 65, 1)).toBe("Tile 1, copy 2: red yellow yellow blue red blue");
});

test("the held tile is described as turned", () => {
  expect(heldSentence(rotateHeld(pickUp(emptyTable(PUZZLE), 2, false), 1))).toBe(
    "Tile 2: yellow red red green green yellow.",
  );
});

test("a cell says where it is, what lies there, and what faces it", () => {
  const state = emptyTable(PUZZLE, LAID);

  expect(placeSentence(state, { q: 0, r: 0 }, NO_MARKS)).toBe("Tile 1 at 0,0: red yellow yellow blue red blue.");
  expect(placeSentence(state, { q: 1, r: 0 }, null)).toBe("Empty place 1,0: west red.");
  expect(placeSentence(state, { q: 3, r: 3 }, null)).toBe("Empty place 3,3.");
});

test("a mismatch names both tiles, the edge and the colours, on the cell and after a change", () => {
  const state = emptyTable({ ...PUZZLE, strands: [] }, [...LAID, { tile: 2, q: 1, r: 0, rotation: 0 }]);
  const marks = marksOf(state.puzzle, state.laid);

  expect(placeSentence(state, { q: 1, r: 0 }, marks)).toBe(
    "Tile 2 at 1,0: red red green green yellow yellow. Mismatch of tile 2, west: green beside red of tile 1.",
  );
  expect(placeSentence(state, { q: 1, r: 0 }, NO_MARKS)).not.toContain("Mismatch");
  expect(toldSentence(state, marks)).toContain("Mismatch of tile 1, east: red beside green of tile 2.");
});

test("a cell of the shape to fill says so", () => {
  const puzzle = { ...PUZZLE, shape: [{ q: 2, r: 0 }] };

  expect(placeSentence(emptyTable(puzzle, LAID), { q: 2, r: 0 }, null)).toBe(
    "Empty place 2,0. It belongs to the shape.",
  );
});

test("a cell where the tile is legal says so", () => {
  const state = { ...emptyTable(PUZZLE, LAID), legal: [{ q: 1, r: 0 }] };

  expect(placeSentence(state, { q: 1, r: 0 }, null)).toBe("Empty place 1,0: west red. The tile can go here.");
});
