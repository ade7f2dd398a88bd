/** `<tantrix-countdown>`: the time left until a moment. It updates itself and dispatches `reached` at zero. */
import { html, type TemplateResult } from "lit";
import { printDuration, spokenDuration } from "./text";
import { TickingElement } from "./ticking-element";

const SECOND_MS = 1_000;

export class TantrixCountdown extends TickingElement {
  static override properties = { until: { type: Number } };

  /** The moment, on the clock of `performance.now()`. */
  declare until: number;

  override render(): TemplateResult {
    const leftMs = Math.max(0, this.until - performance.now());
    this.tickIn(leftMs > 0 ? leftMs % SECOND_MS || SECOND_MS : null);
    const shownMs = SECOND_MS * Math.ceil(leftMs / SECOND_MS);
    return html`<span class="countdown" role="timer" aria-label=${spokenDuration(shownMs)}>${printDuration(shownMs)}</span>`;
  }

  protected override tick(): void {
    super.tick();
    if (this.until <= performance.now()) this.emit("reached");
  }
}

customElements.define("tantrix-countdown", TantrixCountdown);
