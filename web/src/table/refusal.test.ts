import { expect, test } from "vitest";
import { position, space, state } from "./fixture";
import { causesOf, closestRotation, refusedAt } from "./refusal";
import { choose } from "./state";

test("a refused tile is shown in the rotation in which the fewest edges clash", () => {
  // Tile 12 shows red red yellow blue yellow blue.
  expect(closestRotation(12, 0, "R.....")).toBe(0);
  expect(closestRotation(12, 0, "B.....")).toBe(1);
  expect(closestRotation(12, 2, "G.....")).toBe(2);
});

test("colours that clash are named, and their edges glow", () => {
  // Tile 3 shows red red blue blue yellow yellow.
  const spaces = [space(-1, 1, { facing: "G....." })];
  const refused = refusedAt(choose(state({ position: position({ spaces }) }), 3), { q: -1, r: 1 });

  expect(refused?.sentence).toBe("That doesn't fit: red would touch green.");
  expect(refused?.edges).toEqual([0]);
  expect(refused?.causes).toEqual([]);
});

test("a tile on another says that there is one already", () => {
  expect(refusedAt(choose(state(), 3), { q: 0, r: 0 })?.sentence).toBe("There is already a tile here.");
});

test("a tile that may lie there, and a cell far away, are not refused", () => {
  expect(refusedAt(choose(state(), 12), { q: 1, r: 0 })).toBeNull();
  expect(refusedAt(choose(state(), 12), { q: 7, r: 7 })).toBeNull();
  expect(refusedAt(state(), { q: 1, r: 0 })).toBeNull();
});

test("the forced spaces that must be filled first are the cause", () => {
  const forced = space(2, 0, { is_forced: true });
  const spaces = [forced, space(5, 0, { is_forced: true }), space(1, 0)];
  const table = position({ spaces, placements: ["12@2,0^3"] });

  expect(causesOf(table, "FORCED_FIRST", { q: 1, r: 0 })).toEqual([forced]);
});

test("a controlled space leads along its row to the forced space", () => {
  const forced = space(3, 0, { is_forced: true });
  const spaces = [forced, space(1, 0, { is_controlled: true }), space(2, 0, { is_controlled: true }), space(0, 1)];

  expect(causesOf(position({ spaces }), "CONTROLLED", { q: 1, r: 0 })).toEqual([forced]);
});

test("a fourth side and a triple point to the spaces beside the cell", () => {
  const forced = space(1, 0, { is_forced: true });
  const pair = space(0, 1, { facing: "RR...." });
  const spaces = [forced, pair, space(-1, 0, { facing: "RB...." })];

  expect(causesOf(position({ spaces }), "FOURTH_SIDE", { q: 0, r: 0 })).toEqual([forced]);
  expect(causesOf(position({ spaces }), "TRIPLE", { q: 0, r: 0 })).toEqual([pair]);
});
