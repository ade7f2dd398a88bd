import { describe, expect, it } from "vitest";
import { isFresh, type Saved } from "./saving";

const NOW: Saved = { day: "2026-11-29", version: "7", language: "en", account: "Ann" };

describe("what is saved for use without a connection", () => {
  it("is renewed each day, if it is everything", () => {
    expect(isFresh({ ...NOW, extent: "all" }, "all", NOW)).toBe(true);
    expect(isFresh({ ...NOW, extent: "all", day: "2026-11-28" }, "all", NOW)).toBe(false);
  });

  it("is renewed every three days, if it is what nobody asked for", () => {
    expect(isFresh({ ...NOW, extent: "basics", day: "2026-11-27" }, "basics", NOW)).toBe(true);
    expect(isFresh({ ...NOW, extent: "basics", day: "2026-11-26" }, "basics", NOW)).toBe(false);
  });

  it("is renewed for another version, language or account", () => {
    for (const other of [{ version: "6" }, { language: "de" }, { account: "" }]) {
      expect(isFresh({ ...NOW, extent: "basics", ...other }, "basics", NOW)).toBe(false);
    }
  });

  it("counts as everything where an older version of the site saved it", () => {
    expect(isFresh(NOW, "all", NOW)).toBe(true);
  });
});
