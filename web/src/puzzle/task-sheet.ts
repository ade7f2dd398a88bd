/** The rules of a puzzle. On a small screen they are a sheet over the table, which is shut once such rules were read. */
import type { PuzzleView } from "../generated/protocol";
import { loadJson, saveJson } from "../page/storage";

const READ_KEY = "tantrix.rules-read";

type Mode = PuzzleView["mode"];

export class TaskSheet {
  #details = document.querySelector<HTMLDetailsElement>("details.task");
  #summary = this.#details?.querySelector("summary");

  constructor(private readonly mode: Mode) {}

  /** Shut what was read before, or is known as tiles lie already; from now on shut it when the person goes on. */
  begin(isKnown: boolean, signal: AbortSignal): void {
    if (isKnown || this.#read().includes(this.mode)) this.fold();
    const details = this.#details;
    details?.querySelector(".task-close")?.addEventListener("click", () => this.#leave(), { signal });
    details?.addEventListener("toggle", () => details.open || this.#remember(), { signal });
    details?.addEventListener("keydown", (event) => event.key === "Escape" && this.#leave(), { signal });
    document.addEventListener("pointerdown", (event) => this.#pointed(event.target as Node), { signal });
  }

  /** Make room for the table; where there is room for both, nothing shuts the rules and no line of theirs opens them. */
  fold(): void {
    if (this.#summary?.checkVisibility()) this.#details?.removeAttribute("open");
  }

  #leave(): void {
    this.fold();
    this.#summary?.focus();
  }

  #pointed(at: Node): void {
    if (!this.#details?.contains(at)) this.fold();
  }

  #remember(): void {
    saveJson(READ_KEY, [...new Set([...this.#read(), this.mode])]);
  }

  #read(): Mode[] {
    return loadJson<Mode[]>(READ_KEY, []);
  }
}
