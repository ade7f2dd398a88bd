import { describe, expect, test } from "vitest";
import { NO_PROGRESS } from "../saved-progress";
import { restarted, withResult, withSolution } from "./changes";

const DAY = "2026-11-21";

describe("a puzzle that is solved", () => {
  test("keeps the best time and the first day", () => {
    const first = withSolution({ ...NO_PROGRESS, ms: 5000 }, DAY);
    const again = withSolution({ ...first, ms: 3000 }, "2026-11-22");
    const slowly = withSolution({ ...again, ms: 9000 }, "2026-11-23");

    expect(first).toMatchObject({ bestMs: 5000, solvedOn: DAY });
    expect(again).toMatchObject({ bestMs: 3000, solvedOn: DAY });
    expect(slowly).toMatchObject({ ms: 9000, bestMs: 3000, solvedOn: DAY });
  });

  test("takes at least a second", () => {
    expect(withSolution(NO_PROGRESS, DAY)).toMatchObject({ ms: 1000, bestMs: 1000 });
  });

  test("with hints counts neither for the best time nor for the day", () => {
    expect(withSolution({ ...NO_PROGRESS, ms: 5000, help: "tile", helpedBy: "solution" }, DAY)).toMatchObject({
      ms: 5000,
      bestMs: null,
      solvedOn: null,
      helpedBy: "tile",
      helpedOn: DAY,
    });
  });

  test("keeps its results when it is restarted", () => {
    const solved = withSolution({ ...NO_PROGRESS, ms: 5000 }, DAY);

    expect(restarted({ ...solved, help: "tile" })).toEqual({ ...solved, ms: 0, help: null });
  });
});

describe("a solitaire at its end", () => {
  test("keeps the best result", () => {
    const first = withResult(NO_PROGRESS, 7);

    expect(first?.best).toBe(7);
    expect(withResult({ ...NO_PROGRESS, best: 9 }, 7)?.best).toBe(9);
  });

  test("without a result, or with hints, does not count", () => {
    expect(withResult(NO_PROGRESS, null)).toBeNull();
    expect(withResult({ ...NO_PROGRESS, help: "tile" }, 7)).toBeNull();
  });
});
