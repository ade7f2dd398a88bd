import { expect, test } from "vitest";
import { steppedPly } from "./ply-steps";
import { askedPly } from "./replay";

test("steps stay within the game", () => {
  expect(steppedPly("previous", 0, 9)).toBe(0);
  expect(steppedPly("next", 9, 9)).toBe(9);
  expect(steppedPly("last", 2, 9)).toBe(9);
});

test.each([
  ["?ply=3", 3],
  ["?ply=0", 0],
  ["?ply=10", null],
  ["?ply=-1", null],
  ["?ply=x", null],
  ["", null],
])("the address %j asks for ply %j of 9", (search, ply) => {
  expect(askedPly(search, 9)).toBe(ply);
});
