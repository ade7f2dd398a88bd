import { expect, it, vi } from "vitest";
import { toLocal, toUtc } from "./times";

it("local times and UTC are inverse", () => {
  for (const at of ["2026-11-22T20:00", "2026-07-01T00:30", "2027-01-01T00:00"]) expect(toLocal(toUtc(at))).toBe(at);
});

it("an hour that summer time skips is the one after it, and of an hour that comes twice it is the first", () => {
  vi.stubEnv("TZ", "Europe/Berlin");
  expect(toUtc("2026-03-29T02:30")).toBe("2026-03-29T01:30");
  expect(toLocal("2026-03-29T01:30")).toBe("2026-03-29T03:30");
  expect(toUtc("2026-10-25T02:30")).toBe("2026-10-25T00:30");
  vi.unstubAllEnvs();
});
