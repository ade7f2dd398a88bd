/** `<tantrix-countdown>`: the time until a moment of the page's own time. It counts by itself, and tells by `reached` when it is there. */
import { html, LitElement, type TemplateResult } from "lit";

const SECOND_MS = 1_000;

export class TantrixCountdown extends LitElement {
  static override properties = { until: { type: Number } };

  /** The moment, as `performance.now()` counts. */
  declare until: number;
  #timer = 0;

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#timer);
  }

  override render(): TemplateResult {
    const leftMs = Math.max(0, this.until - performance.now());
    window.clearTimeout(this.#timer);
    if (leftMs > 0) this.#timer = window.setTimeout(() => this.#tick(), leftMs % SECOND_MS || SECOND_MS);
    return html`<span class="countdown">${countText(leftMs)}</span>`;
  }

  #tick(): void {
    this.requestUpdate();
    if (this.until <= performance.now()) this.dispatchEvent(new CustomEvent("reached", { bubbles: true }));
  }
}

/** Write a time to wait in whole seconds, those begun included: `4:05`. */
export function countText(leftMs: number): string {
  const seconds = Math.ceil(leftMs / SECOND_MS);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

customElements.define("tantrix-countdown", TantrixCountdown);
