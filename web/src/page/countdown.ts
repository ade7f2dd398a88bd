/** `<tantrix-countdown>`: the time left until a moment. It updates itself and dispatches `reached` at zero. */
import { html, type TemplateResult } from "lit";
import { TickingElement } from "./ticking-element";

const SECOND_MS = 1_000;

export class TantrixCountdown extends TickingElement {
  static override properties = { until: { type: Number } };

  /** The moment, on the clock of `performance.now()`. */
  declare until: number;

  override render(): TemplateResult {
    const leftMs = Math.max(0, this.until - performance.now());
    this.tickIn(leftMs > 0 ? leftMs % SECOND_MS || SECOND_MS : null);
    return html`<span class="countdown">${countText(leftMs)}</span>`;
  }

  protected override tick(): void {
    super.tick();
    if (this.until <= performance.now()) this.emit("reached");
  }
}

/** Write a time to wait, rounded up to whole seconds: `4:05`. */
export function countText(leftMs: number): string {
  const seconds = Math.ceil(leftMs / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

customElements.define("tantrix-countdown", TantrixCountdown);
