/** `<tantrix-clock>`: the time a seat has left. It counts down between messages from the server. */
import { html, nothing, type TemplateResult } from "lit";
import type { ClockView } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { DAY_MS, printClock, printDays } from "../page/time/text";
import { TickingElement } from "../page/time/ticking-element";

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

/** Write what is in a bank, in whole days while these are enough to know: `7 d`. */
function bankText(ms: number): string {
  return ms >= 2 * DAY_MS ? printDays(ms) : printClock(ms);
}

/**
 * Render a clock; once it has run out, how much it was overstepped, and the penalty.
 *
 * With a bank, the time for the turn comes first, then the bank; once only the bank is left, the clock shows that.
 */
export function shownClock(
  left: number,
  penalty: number,
  isRunning: boolean,
  isLow: boolean,
  bank = 0,
): TemplateResult {
  const isOver = left < 0;
  const text = isOver ? `+${printClock(-left)}` : printClock(left > bank ? left - bank : left);
  const label = isOver
    ? t("Over time: {time}", { time: text.slice(1) })
    : bank > 0
      ? t("Time left: {time}, of which in the bank: {bank}", { time: printClock(left), bank: printClock(bank) })
      : t("Time left: {time}", { time: text });
  const names = [
    "clock",
    isRunning && "running",
    isOver && "over",
    !isOver && isLow && "low",
    (text.length > 6 || bank > 0) && "long",
  ].filter(Boolean);
  return html`<span class=${names.join(" ")} role="timer" aria-label=${label} title=${bank > 0 ? label : nothing}>${text}${
    bank > 0 ? html` <small class="bank">${left > bank ? `+${bankText(bank)}` : t("bank")}</small>` : ""
  }${
    penalty > 0
      ? html` <b class="penalty" title=${tn("{n} penalty point", "{n} penalty points", penalty)}>\u2212${penalty}</b>`
      : ""
  }</span>`;
}

export class TantrixClock extends TickingElement {
  static override properties = {
    clock: { attribute: false },
    seat: { type: Number },
    control: { attribute: false },
  };

  declare clock: ReceivedClock;
  declare seat: number;
  declare control: string | null;

  override render(): TemplateResult {
    const left = leftMs(this.clock, this.seat, performance.now());
    const waitMs = Math.max(0, startsAtMs(this.clock) - performance.now());
    const isToPlay = this.clock.view.running === this.seat;
    const isRunning = isToPlay && waitMs === 0;
    const isClose = left > -1_000 && left < 10_500;
    this.tickIn(isToPlay ? waitMs || (isClose ? 100 : 250) : null);
    const penalty = this.clock.view.penalties[this.seat] ?? 0;
    const isLow = left <= (lowTimesMs(this.control)[0] ?? 0);
    return shownClock(left, penalty, isRunning, isLow, bankMs(this.clock, this.seat, left));
  }
}

customElements.define("tantrix-clock", TantrixClock);
