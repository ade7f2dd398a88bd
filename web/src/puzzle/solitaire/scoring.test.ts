import { expect, test } from "vitest";
import type { PuzzleView } from "../../generated/protocol";
import { emptyTable, holdOver, parseLaid, printInOrder, takeUp, turnHeld } from "../state";
import {
  bestLine,
  handOf,
  hasEnded,
  isOver,
  isSound,
  legalCells,
  obeying,
  rotationsAt,
  scored,
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

test("a loop counts two points a tile, a line one", () => {
  const { laid } = on(LOOP);

  expect(bestLine(STACK, laid, "Y")).toMatchObject({ isLoop: true, score: 6 });
  expect(bestLine(STACK, laid.slice(0, 2), "Y")).toMatchObject({ isLoop: false, score: 2 });
  expect(sum(tally(STACK, laid))).toBeGreaterThanOrEqual(6);
  expect(bestLine(STACK, [], "G").score).toBe(0);
});

test("a table counts in one piece with no edge wrong", () => {
  expect(isSound(STACK, on(LOOP).laid)).toBe(true);
  expect(isSound(STACK, on("1@0,0^0;2@5,0^0").laid)).toBe(false);
  expect(isSound(STACK, on("1@0,0^0;2@1,0^0").laid)).toBe(false);
  expect(isSound(STACK, [])).toBe(false);
});

test("the top of the stack is taken, in the order of the stack", () => {
  expect(handOf(on(""))).toEqual([2]);
  expect(handOf(on("2@0,0^0"))).toEqual([1]);
});

test("the first tile lies anywhere, the next beside it", () => {
  expect(legalCells(STACK, [], 2)).toBeNull();
  expect(legalCells(STACK, on("2@0,0^0").laid, 1)).toHaveLength(6);
});

test("a space with three sides goes first if the tile fits it", () => {
  const around = parseLaid(STACK, "1@1,0^0;2@1,-1^0;3@0,-1^0").map((piece) => ({ ...piece }));
  const fits = rotationsAt(STACK, around, 4, { q: 0, r: 0 });
  const legal = legalCells(STACK, around, 4) ?? [];

  if (fits.length > 0) expect(legal).toEqual([{ q: 0, r: 0 }]);
  else expect(legal).not.toContainEqual({ q: 0, r: 0 });
});

test("over a space a tile turns on until it fits, either way", () => {
  const state = on("2@0,0^0");
  const over = obeying(holdOver(obeying(takeUp(state, 1, false)), { q: 1, r: 0 }));
  const fitting = rotationsAt(STACK, state.laid, 1, { q: 1, r: 0 });

  expect(fitting).toContain(over.held?.pieces[0]?.rotation);
  const back = obeying(turnHeld(over, -1), -1);
  expect(fitting).toContain(back.held?.pieces[0]?.rotation);
});

test("a stack ends with its last tile", () => {
  expect(isOver(on(""))).toBe(false);
  expect(isOver(on(`${LOOP};4@5,5^0`))).toBe(true);
});

test("a stack is told in the order in which it was laid, whatever a link has made of it", () => {
  expect(printInOrder(STACK, on("1@1,0^0;2@0,0^0").laid)).toEqual(["2@0,0^0", "1@1,0^0"]);
});

test("a stack counts the colour it asks for, a sum counts all, a puzzle none", () => {
  const { laid } = on(LOOP);

  expect(scored(STACK, laid).map(({ colour }) => colour)).toEqual(["Y"]);
  expect(scored({ ...STACK, mode: "sum" }, laid)).toHaveLength(4);
  expect(scored({ ...STACK, mode: "solve" }, laid)).toEqual([]);
});

test("a sum has come to its end when all tiles lie as they may", () => {
  const sum = { ...STACK, mode: "sum" as const, n_to_lay: 3 };

  expect(hasEnded({ ...on(LOOP), puzzle: sum })).toBe(true);
  expect(hasEnded({ ...on("1@0,0^0;2@1,0^2"), puzzle: sum })).toBe(false);
  expect(hasEnded({ ...on("1@0,0^0;2@1,0^2;3@5,5^0"), puzzle: sum })).toBe(false);
});
