import { expect, test } from "vitest";
import { NO_PROGRESS, type Progress } from "../saved-progress";
import { dayOf, resultText, streak } from "./daily";

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

test("a result contains the time and no spoilers", () => {
  const text = resultText("Puzzle of the day", 65_000, 0, "https://example.org/puzzles/daily-2026-11-21");

  expect(text.split("\n")).toEqual([
    "Tantrix · Puzzle of the day",
    "Solved in 1:05!",
    "https://example.org/puzzles/daily-2026-11-21",
  ]);
});
