/** A long list that a page renders a part at a time, each part after a frame of its own, so that no task is long. */
import type { LitElement } from "lit";
import { nextFrame } from "./after-frame";

const PART = 20;

export class GradualList {
  #n = 0;
  #isGrowing = false;
  #isWhole = false;
  #finish: () => void = () => undefined;

  /** Resolves once the whole list has been rendered; from then on it always is. */
  readonly finished = new Promise<void>((finish) => {
    this.#finish = finish;
  });

  constructor(private readonly page: LitElement) {}

  /** Return how many of `n` items to render now; the page updates itself for the others. */
  shown(n: number): number {
    if (!this.#isWhole && !this.#isGrowing) void this.#grow(n);
    return this.#isWhole ? n : Math.min(this.#n, n);
  }

  async #grow(n: number): Promise<void> {
    this.#isGrowing = true;
    await this.page.updateComplete;
    await nextFrame();
    this.#isGrowing = false;
    this.#n += PART;
    this.#isWhole = this.#n >= n;
    if (this.#isWhole) this.#finish();
    this.page.requestUpdate();
  }
}
