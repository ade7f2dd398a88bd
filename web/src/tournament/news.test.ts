import { expect, test } from "vitest";
import type { TournamentChanged } from "../generated/protocol";
import { isBehind, parseNews } from "./news";

const NEWS: TournamentChanged = {
  type: "tournament_changed",
  id: "abcdefghijkm",
  version: 10,
  n_games: 4,
  n_over: 2,
  n_watching: 1,
};

test("the last line counts, and empty ones do not", () => {
  const first = JSON.stringify({ ...NEWS, version: 9 });

  expect(parseNews(`${first}\n\n${JSON.stringify(NEWS)}\n\n`)).toEqual(NEWS);
  expect(parseNews("\n\n")).toBeUndefined();
});

test("a page is behind if any number of the news is higher", () => {
  expect(isBehind("9 4 2", NEWS)).toBe(true);
  expect(isBehind("10 3 2", NEWS)).toBe(true);
  expect(isBehind("10 4 1", NEWS)).toBe(true);
  expect(isBehind("", NEWS)).toBe(true);
});

test("a page that shows more than the news is not behind", () => {
  expect(isBehind("10 4 2", NEWS)).toBe(false);
  expect(isBehind("12 4 3", NEWS)).toBe(false);
});
