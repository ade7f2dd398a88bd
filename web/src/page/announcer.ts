/**
 * Announces sentences to screen readers through a polite live region of the page, several at once if they come
 * quickly.
 */

const GAP_MS = 150;

export class Announcer {
  #waiting: string[] = [];
  #timer: number | undefined;

  constructor(private readonly region: () => Element | null) {}

  announce(sentence: string): void {
    this.#waiting.push(sentence);
    this.#timer ??= window.setTimeout(() => this.#flush(), GAP_MS);
  }

  #flush(): void {
    this.#timer = undefined;
    const region = this.region();
    if (region) region.textContent = this.#waiting.join(" ");
    this.#waiting = [];
  }
}
