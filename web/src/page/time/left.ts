/** The time that a seat has left on a clock, computed from what the server sent, and how it is told in words. */
import type { ClockView } from "../../generated/protocol";
import { t } from "../i18n";
import { spokenDuration } from "./text";

const LOW_MS = [30_000, 10_000];
const LOW_DAYS_MS = [2 * 3_600_000, 10 * 60_000];

/** A clock as the server sent it, and the moment it was valid, on the clock of `performance.now()`. */
export interface ReceivedClock {
  view: ClockView;
  receivedAtMs: number;
}

/** Return the times at which a clock counts as low, the longer first; in correspondence games these are hours. */
export function lowTimesMs(control: string | null): readonly number[] {
  return control?.endsWith("days") ? LOW_DAYS_MS : LOW_MS;
}

/** Return the shortest low time that a clock has reached; null if it is not low, or has run out. */
export function warningMs(leftMs: number, lowMs: readonly number[]): number | null {
  if (leftMs <= 0) return null;
  return lowMs.filter((time) => leftMs <= time).at(-1) ?? null;
}

/** Return when the time of the seat to play starts to run, on the clock of `performance.now()`. */
export function startsAtMs(clock: ReceivedClock): number {
  return clock.receivedAtMs + (clock.view.starts_in_ms ?? 0);
}

/** Return the time a seat has left now. */
export function leftMs(clock: ReceivedClock, seat: number, nowMs: number): number {
  const left = clock.view.left_ms[seat] ?? 0;
  return clock.view.running === seat ? left - Math.max(0, nowMs - startsAtMs(clock)) : left;
}

/** Return how much of the time left is in the bank, which is used last; 0 in games without a bank. */
export function bankMs(clock: ReceivedClock, seat: number, left: number): number {
  return Math.max(0, Math.min(clock.view.bank_ms?.[seat] ?? 0, left));
}

/** Say how much time is left, and of that in the bank, or by how much it was overstepped. */
export function timeLeftSentence(left: number, bank: number): string {
  const time = spokenDuration(Math.abs(left));
  if (left < 0) return t("Over time: {time}", { time });
  if (bank <= 0) return t("Time left: {time}", { time });
  return t("Time left: {time}, of which in the bank: {bank}", { time, bank: spokenDuration(bank) });
}
