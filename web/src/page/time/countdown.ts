/**
 * `<tantrix-countdown>`: the time left until a moment, with a bar if it knows how much there was. It updates itself and
 * dispatches `reached` at zero.
 */
import { html, nothing, type TemplateResult } from "lit";
import { printDuration, spokenDuration } from "./text";
import { TickingElement } from "./ticking-element";

const SECOND_MS = 1_000;

export class TantrixCountdown extends TickingElement {
  static override properties = { until: { type: Number }, allMs: { type: Number } };

  /** The moment, on the clock of `performance.now()`. */
  declare until: number;
  declare allMs: number | undefined;

  override render(): TemplateResult {
    const leftMs = Math.max(0, this.until - performance.now());
    this.tickIn(leftMs > 0 ? leftMs % SECOND_MS || SECOND_MS : null);
    const shownMs = SECOND_MS * Math.ceil(leftMs / SECOND_MS);
    const bar = this.allMs
      ? html`<svg class="time-left" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect height="10" width=${(100 * Math.min(shownMs, this.allMs)) / this.allMs}></rect></svg>`
      : nothing;
    return html`${bar}<span class="countdown" role="timer" aria-label=${spokenDuration(shownMs)}>${printDuration(shownMs)}</span>`;
  }

  protected override tick(): void {
    super.tick();
    if (this.until <= performance.now()) this.emit("reached");
  }
}

customElements.define("tantrix-countdown", TantrixCountdown);
