import { expect, test } from "vitest";
import { timeRows } from "./times";

test("a first solution is compared with the usual time", () => {
  const rows = timeRows({ ms: 47_000, bestBeforeMs: null, usualMs: 130_000, isOfPeople: true });

  expect(rows).toEqual([
    ["You, now", 47_000],
    ["Others, usually", 130_000],
  ]);
});

test("a faster solution than before is the best so far", () => {
  const rows = timeRows({ ms: 47_000, bestBeforeMs: 52_000, usualMs: 60_000, isOfPeople: false });

  expect(rows.map(([words]) => words)).toEqual(["You, your best so far", "Your best before", "Usual time, estimated"]);
});

test("without other times there is one row", () => {
  expect(timeRows({ ms: 47_000, bestBeforeMs: 47_000, usualMs: null, isOfPeople: false })).toHaveLength(1);
});
