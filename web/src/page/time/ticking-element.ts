/** Elements that show a time and update themselves. */
import { LightElement } from "../light-element";

export abstract class TickingElement extends LightElement {
  #timer = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearTimeout(this.#timer);
  }

  /** Schedule the next tick in place of the one scheduled before; null for none. */
  protected tickIn(ms: number | null): void {
    window.clearTimeout(this.#timer);
    if (ms !== null) this.#timer = window.setTimeout(() => this.tick(), ms);
  }

  protected tick(): void {
    this.requestUpdate();
  }
}
