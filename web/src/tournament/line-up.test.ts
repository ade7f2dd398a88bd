import { expect, test } from "vitest";
import { withSwapped } from "./line-up";

test("a member who moves to another board changes places with who was there", () => {
  expect(withSwapped(["Ann", "Bea", "Cyd"], 2, "Ann")).toEqual(["Cyd", "Bea", "Ann"]);
});

test("a reserve takes the place of the member at the board", () => {
  expect(withSwapped(["Ann", "Bea"], 1, "Dan")).toEqual(["Ann", "Dan"]);
});
