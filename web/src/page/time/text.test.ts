import { describe, expect, it, vi } from "vitest";
import { momentText, printClock, printDuration } from "./text";

const NOW = new Date(2026, 10, 21, 20, 15);

describe("moments", () => {
  it("of today and yesterday have the time", () => {
    expect(momentText(new Date(2026, 10, 21, 0, 5), NOW, "en")).toBe("today 00:05");
    expect(momentText(new Date(2026, 10, 20, 23, 59), NOW, "en")).toBe("yesterday 23:59");
    expect(momentText(new Date(2026, 10, 20, 9, 5), NOW, "pl")).toBe("wczoraj 09:05");
  });

  it("before that are dates, the day first in every language", () => {
    const at = new Date(2026, 10, 19, 23, 59);

    expect(momentText(at, NOW, "en")).toBe("19 November 2026");
    expect(momentText(at, NOW, "pl")).toBe("19 listopada 2026");
    expect(momentText(at, NOW, "ru")).toContain("19 ноября 2026");
  });

  it("to come have their time, and from the day after tomorrow on its zone", () => {
    vi.stubEnv("TZ", "Europe/Berlin");
    expect(momentText(new Date(2026, 10, 22, 1, 0), NOW, "en")).toBe("tomorrow 01:00");
    expect(momentText(new Date(2026, 10, 23, 20, 0), NOW, "en")).toBe("23 Nov 2026, 20:00 CET");
    expect(momentText(new Date(2026, 6, 23, 20, 0), new Date(2026, 6, 1), "de")).toBe("23. Juli 2026, 20:00 MESZ");
    vi.unstubAllEnvs();
  });
});

describe("a duration", () => {
  it("has hours only when there are any", () => {
    expect([29_595_000, 276_999, 9_000, -1].map(printDuration)).toEqual(["8:13:15", "4:36", "0:09", "0:00"]);
  });
});

describe("a clock", () => {
  it.each([
    [900_000, "15:00"],
    [65_999, "1:05"],
    [9_499, "9.4"],
    [0, "0.0"],
    [-61_000, "\u22121:01"],
    [3_723_000, "1:02:03"],
    [183_600_000, "2 d 03 h"],
  ])("shows %d ms as %s", (ms, text) => {
    expect(printClock(ms)).toBe(text);
  });
});
