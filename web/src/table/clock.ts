/** `<tantrix-clock>`: the time a seat has left. It counts down between messages from the server. */
import { html, nothing, type TemplateResult } from "lit";
import { t, tn } from "../page/i18n";
import { bankMs, leftMs, lowTimesMs, type ReceivedClock, startsAtMs, timeLeftSentence } from "../page/time/left";
import { DAY_MS, printClock, printDays } from "../page/time/text";
import { TickingElement } from "../page/time/ticking-element";

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
  const label = timeLeftSentence(left, bank);
  const names = [
    "clock",
    isRunning && "running",
    isOver && "over",
    !isOver && isLow && "low",
    (text.length > 6 || bank > 0) && "long",
  ].filter(Boolean);
  return html`<span class=${names.join(" ")} role="timer" data-length=${text.length} aria-label=${label} title=${bank > 0 ? label : nothing}>${text}${
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
