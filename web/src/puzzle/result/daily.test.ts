import { expect, test } from "vitest";
import { NO_PROGRESS, type Progress } from "../saved-progress";
import { dayOf, type ResultToShare, resultText, streak } from "./daily";

function solved(...days: [string, string][]): Record<string, Progress> {
  return Object.fromEntries(days.map(([day, solvedOn]) => [`daily-${day}`, { ...NO_PROGRESS, bestMs: 1, solvedOn }]));
}

test("a streak counts days whose puzzle was solved on the day", () => {
  const all = solved(["2026-03-01", "2026-03-01"], ["2026-02-28", "2026-02-28"], ["2026-02-26", "2026-02-26"]);

  expect(streak(all, "2026-03-01")).toBe(2);
  expect(streak(all, "2026-03-02")).toBe(2);
  expect(streak(all, "2026-03-03")).toBe(0);
});

test("a puzzle solved later does not count for a streak", () => {
  expect(streak(solved(["2026-03-01", "2026-03-02"]), "2026-03-02")).toBe(0);
});

test("days are those of the server, not of the time zone", () => {
  expect(dayOf(Date.UTC(2026, 10, 21, 23, 59))).toBe("2026-11-21");
});

const RESULT: ResultToShare = {
  title: "Puzzle of the day",
  ms: 65_000,
  days: 3,
  tries: "001000000000",
  nTiles: 12,
  colour: "R",
  address: "https://example.org/puzzles/daily-2026-11-21",
};

test("a result contains the time and no spoilers", () => {
  expect(resultText(RESULT).split("\n")).toEqual([
    "Tantrix · Puzzle of the day",
    "Solved in 1:05!",
    "🔴🔴↩️🔴🔴🔴",
    "🔴🔴🔴🔴🔴🔴",
    "3 days in a row",
    "https://example.org/puzzles/daily-2026-11-21?result=65-3-001000000000",
  ]);
});

test("how a puzzle was solved is left out where it is not known", () => {
  const text = resultText({ ...RESULT, tries: "", days: 0, nTiles: 4, address: "https://example.org/?goal=1-4" });

  expect(text.split("\n").slice(2)).toEqual(["https://example.org/?goal=1-4&result=65-0-0000"]);
});
