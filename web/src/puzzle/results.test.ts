import { describe, expect, test } from "vitest";
import { begunAnew, withResult, withSolution } from "./results";
import { NO_PROGRESS } from "./saved-progress";

const DAY = "2026-11-21";

describe("a puzzle that is solved", () => {
  test("the shortest time and the first day are remembered", () => {
    const first = withSolution({ ...NO_PROGRESS, ms: 5000 }, DAY);
    const again = withSolution({ ...first, ms: 3000 }, "2026-11-22");
    const slowly = withSolution({ ...again, ms: 9000 }, "2026-11-23");

    expect(first).toMatchObject({ bestMs: 5000, solvedOn: DAY });
    expect(again).toMatchObject({ bestMs: 3000, solvedOn: DAY });
    expect(slowly).toMatchObject({ ms: 9000, bestMs: 3000, solvedOn: DAY });
  });

  test("it takes a second at least", () => {
    expect(withSolution(NO_PROGRESS, DAY)).toMatchObject({ ms: 1000, bestMs: 1000 });
  });

  test("with help it is no best time and not of the day", () => {
    expect(withSolution({ ...NO_PROGRESS, ms: 5000, help: "tile", helpedBy: "solution" }, DAY)).toMatchObject({
      ms: 5000,
      bestMs: null,
      solvedOn: null,
      helpedBy: "tile",
      helpedOn: DAY,
    });
  });

  test("begun anew it keeps what was reached", () => {
    const solved = withSolution({ ...NO_PROGRESS, ms: 5000 }, DAY);

    expect(begunAnew({ ...solved, help: "tile" })).toEqual({ ...solved, ms: 0, help: null });
  });
});

describe("a solitaire at its end", () => {
  test("the best result is remembered", () => {
    const first = withResult(NO_PROGRESS, 7);

    expect(first?.best).toBe(7);
    expect(withResult({ ...NO_PROGRESS, best: 9 }, 7)?.best).toBe(9);
  });

  test("without a result, or with help, it counts for nothing", () => {
    expect(withResult(NO_PROGRESS, null)).toBeNull();
    expect(withResult({ ...NO_PROGRESS, help: "tile" }, 7)).toBeNull();
  });
});
