/**
 * The rules of a puzzle. On a small screen they are a sheet over the table, closed once rules of this kind were read.
 */
import type { PuzzleView } from "../generated/protocol";
import { loadPreference, savePreference } from "../page/preferences/store";

const READ = "rules/";

type Mode = PuzzleView["mode"];

export class TaskSheet {
  #details = document.querySelector<HTMLDetailsElement>("details.task");
  #summary = this.#details?.querySelector("summary");

  constructor(private readonly mode: Mode) {}

  /** Close the rules if they were read before or tiles are laid already; else when the player begins. */
  begin(isKnown: boolean, signal: AbortSignal): void {
    if (isKnown || loadPreference(READ + this.mode) !== null) this.fold();
    const details = this.#details;
    details?.querySelector(".task-close")?.addEventListener("click", () => this.#leave(), { signal });
    details?.addEventListener("toggle", () => details.open || this.#remember(), { signal });
    details?.addEventListener("keydown", (event) => event.key === "Escape" && this.#leave(), { signal });
    document.addEventListener("pointerdown", (event) => this.#pointed(event.target as Node), { signal });
  }

  /** Close the rules to make room for the table; on wide screens they always stay open. */
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
    savePreference(READ + this.mode, "read");
  }
}
