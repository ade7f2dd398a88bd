/** Elements that show a time: they are drawn again by themselves. */
import { LightElement } from "./light-element";

export abstract class TickingElement extends LightElement {
  #timer = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#timer);
  }

  /** Tick in a while, and not when it was planned before; null stands still. */
  protected tickIn(ms: number | null): void {
    window.clearTimeout(this.#timer);
    if (ms !== null) this.#timer = window.setTimeout(() => this.tick(), ms);
  }

  protected tick(): void {
    this.requestUpdate();
  }
}
