import { expect, test } from "vitest";
import type { TournamentChanged } from "../generated/protocol";
import { isBehind, parseChange } from "./changes";

const CHANGE: TournamentChanged = {
  type: "tournament_changed",
  id: "abcdefghijkm",
  version: 10,
  n_games: 4,
  n_over: 2,
  n_messages: 3,
  n_watching: 1,
  is_passing: false,
};

test("the last line counts, and empty ones do not", () => {
  const first = JSON.stringify({ ...CHANGE, version: 9 });

  expect(parseChange(`${first}\n\n${JSON.stringify(CHANGE)}\n\n`)).toEqual(CHANGE);
  expect(parseChange("\n\n")).toBeUndefined();
});

test("a page is behind if any number of the change is higher", () => {
  expect(isBehind("9 4 2 3", false, CHANGE)).toBe(true);
  expect(isBehind("10 3 2 3", false, CHANGE)).toBe(true);
  expect(isBehind("10 4 1 3", false, CHANGE)).toBe(true);
  expect(isBehind("10 4 2 2", false, CHANGE)).toBe(true);
  expect(isBehind("", false, CHANGE)).toBe(true);
});

test("a page that shows more than the change is not behind", () => {
  expect(isBehind("10 4 2 3", false, CHANGE)).toBe(false);
  expect(isBehind("12 4 3 5", false, CHANGE)).toBe(false);
});

test("a page that does not say that the organiser is away, or still says so, is behind", () => {
  expect(isBehind("10 4 2 3", false, { ...CHANGE, is_passing: true })).toBe(true);
  expect(isBehind("10 4 2 3", true, CHANGE)).toBe(true);
  expect(isBehind("10 4 2 3", true, { ...CHANGE, is_passing: true })).toBe(false);
});
