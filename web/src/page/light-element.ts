/** Elements that render into the light DOM, where the page's styles and forms reach them. */
import { LitElement } from "lit";

export abstract class LightElement extends LitElement {
  #leaving = new AbortController();

  /** Aborted when the element leaves the page: for listeners on the document and the window. */
  protected get untilRemoved(): AbortSignal {
    return this.#leaving.signal;
  }

  /** Dispatch an event that bubbles. */
  protected emit(name: string, detail?: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#leaving.signal.aborted) this.#leaving = new AbortController();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leaving.abort();
  }
}
