/** Says sentences to screen readers, one after the other, through a polite live region of the page. */

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
