import { expect, test } from "vitest";
import { barMarks, barsOf, fasterShare, printShare, readTimes } from "./spread";

const TIMES = readTimes("10000,20000,30000,40000,900000");

test("the share of slower people is told, of equal times none", () => {
  expect(fasterShare(TIMES, 20_000)).toBe(0.6);
  expect(fasterShare(TIMES, 5_000)).toBe(1);
  expect(printShare(0.714, "en")).toBe("71%");
});

test("every time has its bar, and the slowest share the last", () => {
  const { counts, mine } = barsOf(TIMES, 40_000);

  expect(counts.reduce((total, n) => total + n, 0)).toBe(5);
  expect(mine).toBe(15);
  expect(counts[15]).toBe(2);
  expect(counts[0]).toBe(1);
});

test("one bar is mine, also where nobody else is", () => {
  expect(barMarks(TIMES, 1_000).match(/class="mine"/g)).toHaveLength(1);
});

test("few people have no times", () => {
  expect(readTimes("")).toEqual([]);
});
