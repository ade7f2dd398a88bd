import { describe, expect, test } from "vitest";
import { bankMs, leftMs, lowTimesMs, timeLeftSentence, warningMs } from "./left";

describe("a clock", () => {
  test.each([
    [30_001, null],
    [30_000, 30_000],
    [10_000, 10_000],
    [1, 10_000],
    [0, null],
  ])("with %d ms left warns of %s", (left, warning) => {
    expect(warningMs(left, lowTimesMs("5+3"))).toBe(warning);
  });

  test("is low for hours in correspondence games", () => {
    expect(warningMs(3_600_000, lowTimesMs("2 days"))).toBe(7_200_000);
  });

  test("uses the bank after the time for the turn", () => {
    const view = {
      left_ms: [9_000, 9_000],
      running: 0,
      penalties: [0, 0],
      points: null,
      bank_ms: [7_000, 7_000],
      starts_in_ms: null,
    };
    const clock = { view, receivedAtMs: 0 };

    expect([1_000, 5_000, 10_000].map((now) => bankMs(clock, 0, leftMs(clock, 0, now)))).toEqual([7_000, 4_000, 0]);
  });

  test("counts down for the seat to play, and no other", () => {
    const clock = {
      view: { left_ms: [5_000, 7_000], running: 1, penalties: [0, 0], points: null, bank_ms: null, starts_in_ms: null },
      receivedAtMs: 100,
    };

    expect([leftMs(clock, 0, 1_100), leftMs(clock, 1, 1_100)]).toEqual([5_000, 6_000]);
  });

  test("stands still in the countdown to a tournament game", () => {
    const view = { left_ms: [5_000, 7_000], running: 1, penalties: [0, 0], points: null, bank_ms: null };
    const clock = { view: { ...view, starts_in_ms: 2_000 }, receivedAtMs: 100 };

    expect([100, 2_100, 3_100].map((now) => leftMs(clock, 1, now))).toEqual([7_000, 7_000, 6_000]);
  });

  test("is told in words, with its bank, and with how much it was overstepped", () => {
    expect(timeLeftSentence(295_900, 0)).toBe("Time left: 4 minutes 55 seconds");
    expect(timeLeftSentence(90_000, 60_000)).toBe("Time left: 1 minute 30 seconds, of which in the bank: 1 minute");
    expect(timeLeftSentence(-61_000, 0)).toBe("Over time: 1 minute 1 second");
  });
});
