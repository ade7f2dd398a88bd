import { expect, test } from "vitest";
import { limitSentence, turnTo } from "./solutions";

test("stepping through the solutions wraps around", () => {
  expect(turnTo({ index: 0, nListed: 4, count: 4 }, "previous")).toBe(3);
  expect(turnTo({ index: 3, nListed: 4, count: 4 }, "next")).toBe(0);
  expect(turnTo({ index: 2, nListed: 4, count: 4 }, "first")).toBe(0);
  expect(turnTo({ index: 0, nListed: 4, count: 4 }, "last")).toBe(3);
});

test("a limit is mentioned only where there is one", () => {
  expect(limitSentence({ index: 0, nListed: 84, count: 84 })).toBe("");
  expect(limitSentence({ index: 0, nListed: 1000, count: null })).not.toBe("");
  expect(limitSentence({ index: 0, nListed: 1000, count: 8808 })).not.toBe("");
});
