import { expect, it } from "vitest";
import { toLocal, toUtc } from "./times";

it("local times and UTC are inverse", () => {
  for (const at of ["2026-11-22T20:00", "2026-07-01T00:30", "2027-01-01T00:00"]) expect(toLocal(toUtc(at))).toBe(at);
});
