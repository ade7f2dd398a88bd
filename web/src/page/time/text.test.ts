import { describe, expect, it, vi } from "vitest";
import { setLanguage } from "../i18n";
import { momentText, printClock, printDuration, spokenDuration } from "./text";

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

describe("a duration by ear", () => {
  it.each([
    ["en", "3 minutes 20 seconds", "1 second"],
    ["de", "3 Minuten 20 Sekunden", "1 Sekunde"],
    ["es", "3 minutos 20 segundos", "1 segundo"],
    ["fr", "3 minutes 20 secondes", "1 seconde"],
    ["hu", "3 perc 20 másodperc", "1 másodperc"],
    ["nl", "3 minuten 20 seconden", "1 seconde"],
    ["pl", "3 minuty 20 sekund", "1 sekunda"],
    ["ru", "3 минуты 20 секунд", "1 секунда"],
    ["sv", "3 minuter 20 sekunder", "1 sekund"],
  ])("has its units in words of %s", (language, long, short) => {
    setLanguage(language, {});
    const told = [200_999, 1_000].map((ms) => spokenDuration(ms).replace(/\u00a0/g, " "));
    setLanguage("en", {});

    expect(told).toEqual([long, short]);
  });

  it.each([
    [0, "0 seconds"],
    [-5, "0 seconds"],
    [60_000, "1 minute"],
    [3_603_000, "1 hour 3 seconds"],
    [172_799_999, "47 hours 59 minutes 59 seconds"],
    [183_600_000, "2 days 3 hours"],
  ])("of %d ms leaves out what there is none of", (ms, text) => {
    expect(spokenDuration(ms)).toBe(text);
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
