import { describe, expect, it } from "vitest";
import { momentText } from "./times";

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

  it("in the future are dates too", () => {
    expect(momentText(new Date(2026, 10, 22, 1, 0), NOW, "en")).toBe("22 November 2026");
  });
});
