import { expect, it } from "vitest";
import { printTimeLeft, toLocal, toUtc } from "./times";

it("local times and UTC are inverse", () => {
  for (const at of ["2026-11-22T20:00", "2026-07-01T00:30", "2027-01-01T00:00"]) expect(toLocal(toUtc(at))).toBe(at);
});

it("the time left has hours only when there are any", () => {
  expect([29_595_000, 276_999, 9_000].map(printTimeLeft)).toEqual(["8:13:15", "4:36", "0:09"]);
});
