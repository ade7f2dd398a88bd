/** Time in a rush: the clock, the countdown before the start, and the fuse of a choice. They update themselves. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t } from "../page/i18n";
import { printDuration, spokenDuration } from "../page/time/text";
import { TickingElement } from "../page/time/ticking-element";

const LAST_MS = 60_000;

/** `<tantrix-rush-clock>`: the time since the start or, in the last minute of a limit, the time left. */
export class TantrixRushClock extends TickingElement {
  static override properties = {
    zeroAt: { attribute: false },
    limitMs: { attribute: false },
    stoppedMs: { attribute: false },
  };

  /** When the rush began, on the clock of `performance.now()`. */
  declare zeroAt: number;
  /** 0 for no limit. */
  declare limitMs: number;
  /** The time at which the clock stopped; null while it runs. */
  declare stoppedMs: number | null;

  override render(): TemplateResult {
    const ms = Math.max(0, this.stoppedMs ?? performance.now() - this.zeroAt);
    this.tickIn(this.stoppedMs === null ? 1000 - (ms % 1000) + 5 : null);
    const isCountingDown = this.limitMs > 0 && this.stoppedMs === null && this.limitMs - ms < LAST_MS;
    const shown = isCountingDown ? Math.max(0, this.limitMs - ms + 999) : ms;
    const label = isCountingDown
      ? t("Time left: {time}", { time: spokenDuration(shown) })
      : t("Time: {time}", { time: spokenDuration(shown) });
    return html`<span class="rush-clock ${isCountingDown ? "low" : ""}" role="timer" aria-label=${label}>${printDuration(shown)}</span>`;
  }
}

/** `<tantrix-rush-countdown>`: three, two, one; then nothing. Dispatches `count` {n} at each number, 0 at the start. */
export class TantrixRushCountdown extends TickingElement {
  static override properties = { zeroAt: { attribute: false } };

  declare zeroAt: number;
  #shown: number | null = null;

  override updated(): void {
    const left = this.zeroAt - performance.now();
    this.tickIn(left > 0 ? (left % 1000) + 5 : null);
    const n = Math.max(0, Math.ceil(left / 1000));
    if (n === this.#shown) return;
    this.#shown = n;
    this.emit("count", { n });
  }

  override render(): TemplateResult | typeof nothing {
    const n = Math.ceil((this.zeroAt - performance.now()) / 1000);
    return n > 0 ? html`<span class="count count-${n % 2}">${n}</span>` : nothing;
  }
}

/** `<tantrix-fuse>`: burns down until a choice is made automatically. */
export class TantrixFuse extends TickingElement {
  static override properties = { until: { attribute: false }, lasts: { attribute: false } };

  /** When it ends, on the clock of `performance.now()`. */
  declare until: number;
  /** How long it lasts in total, in milliseconds. */
  declare lasts: number;

  override updated(changed: PropertyValues): void {
    const left = Math.max(0, this.until - performance.now());
    this.tickIn(left > 0 ? (left % 1000) + 5 : null);
    const bar = changed.has("until") ? this.querySelector(".fuse-bar") : null;
    for (const old of bar?.getAnimations() ?? []) old.cancel();
    const share = Math.min(1, left / Math.max(1, this.lasts));
    bar?.animate([{ transform: `scaleX(${share})` }, { transform: "scaleX(0)" }], { duration: left, fill: "forwards" });
  }

  override render(): TemplateResult {
    const seconds = Math.max(0, Math.ceil((this.until - performance.now()) / 1000));
    return html`<span class="fuse" aria-hidden="true"><span class="fuse-bar"></span></span><span class="fuse-seconds" aria-hidden="true">${seconds}</span>`;
  }
}

customElements.define("tantrix-rush-clock", TantrixRushClock);
customElements.define("tantrix-rush-countdown", TantrixRushCountdown);
customElements.define("tantrix-fuse", TantrixFuse);
