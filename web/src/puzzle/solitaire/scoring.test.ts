import { expect, test } from "vitest";
import type { PuzzleView } from "../../generated/protocol";
import { dragOver, emptyTable, parseLaid, pickUp, printInOrder, rotateHeld } from "../state";
import {
  bestLine,
  handOf,
  hasEnded,
  isSound,
  isStackOver,
  obeying,
  scored,
  stackCells,
  stackRotations,
  sum,
  tally,
} from "./scoring";

const STACK: PuzzleView = {
  name: "solitaire-yellow-line-1",
  title: "Solitaire",
  goal: "1-4 line:Y holes:allow",
  mode: "stack",
  query: "",
  tiles: [2, 1, 3, 4],
  n_to_lay: 4,
  target: null,
  edges: ["YYBRRB", "YYBRBR", "RRBBYY", "YRBYRB"],
  strands: [{ colour: "Y", is_loop: false, is_of_all: true }],
  shape: null,
  holes: null,
};
// A yellow loop about the corner where the three cells meet.
const LOOP = "1@0,0^0;2@1,0^2;3@0,1^0";

function on(text: string) {
  return emptyTable(STACK, parseLaid(STACK, text));
}

test("a loop scores two points per tile, a line one", () => {
  const { laid } = on(LOOP);

  expect(bestLine(STACK, laid, "Y")).toMatchObject({ isLoop: true, score: 6 });
  expect(bestLine(STACK, laid.slice(0, 2), "Y")).toMatchObject({ isLoop: false, score: 2 });
  expect(sum(tally(STACK, laid))).toBeGreaterThanOrEqual(6);
  expect(bestLine(STACK, [], "G").score).toBe(0);
});

test("a table counts if all tiles are joined and match", () => {
  expect(isSound(STACK, on(LOOP).laid)).toBe(true);
  expect(isSound(STACK, on("1@0,0^0;2@5,0^0").laid)).toBe(false);
  expect(isSound(STACK, on("1@0,0^0;2@1,0^0").laid)).toBe(false);
  expect(isSound(STACK, [])).toBe(false);
});

test("tiles are taken from the top of the stack, in its order", () => {
  expect(handOf(on(""))).toEqual([2]);
  expect(handOf(on("2@0,0^0"))).toEqual([1]);
});

test("the first tile may lie anywhere, the next beside it", () => {
  expect(stackCells(STACK, [], 2)).toBeNull();
  expect(stackCells(STACK, on("2@0,0^0").laid, 1)).toHaveLength(6);
});

test("a forced space comes first if the tile fits it", () => {
  const around = parseLaid(STACK, "1@1,0^0;2@1,-1^0;3@0,-1^0").map((placed) => ({ ...placed }));
  const fits = stackRotations(STACK, around, 4, { q: 0, r: 0 });
  const legal = stackCells(STACK, around, 4) ?? [];

  if (fits.length > 0) expect(legal).toEqual([{ q: 0, r: 0 }]);
  else expect(legal).not.toContainEqual({ q: 0, r: 0 });
});

test("over a space a tile turns until it fits, either way", () => {
  const state = on("2@0,0^0");
  const over = obeying(dragOver(obeying(pickUp(state, 1, false)), { q: 1, r: 0 }));
  const fitting = stackRotations(STACK, state.laid, 1, { q: 1, r: 0 });

  expect(fitting).toContain(over.held?.tiles[0]?.rotation);
  const back = obeying(rotateHeld(over, -1), -1);
  expect(fitting).toContain(back.held?.tiles[0]?.rotation);
});

test("a stack ends with its last tile", () => {
  expect(isStackOver(on(""))).toBe(false);
  expect(isStackOver(on(`${LOOP};4@5,5^0`))).toBe(true);
});

test("a stack is sent in the order in which it was laid, whatever the order in a link", () => {
  expect(printInOrder(STACK, on("1@1,0^0;2@0,0^0").laid)).toEqual(["2@0,0^0", "1@1,0^0"]);
});

test("a stack scores its colour, a sum scores all, a puzzle none", () => {
  const { laid } = on(LOOP);

  expect(scored(STACK, laid).map(({ colour }) => colour)).toEqual(["Y"]);
  expect(scored({ ...STACK, mode: "sum" }, laid)).toHaveLength(4);
  expect(scored({ ...STACK, mode: "solve" }, laid)).toEqual([]);
});

test("a sum has ended when all tiles are laid and match", () => {
  const sum = { ...STACK, mode: "sum" as const, n_to_lay: 3 };

  expect(hasEnded({ ...on(LOOP), puzzle: sum })).toBe(true);
  expect(hasEnded({ ...on("1@0,0^0;2@1,0^2"), puzzle: sum })).toBe(false);
  expect(hasEnded({ ...on("1@0,0^0;2@1,0^2;3@5,5^0"), puzzle: sum })).toBe(false);
});
