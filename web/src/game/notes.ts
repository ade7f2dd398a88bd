/** `<tantrix-notes>`: what a player notes about a game. The server keeps it, and nobody else can read it. */
import { html, type TemplateResult } from "lit";
import type { GameNote } from "../generated/protocol";
import { t } from "../page/i18n";
import { LightElement } from "../page/light-element";
import { RequestError, request } from "../page/request";
import type { TableState } from "../table/state";

const MAX_LENGTH = 4000;
const SAVE_MS = 800; // after the last key

/** Return whether the player may take notes: an account that plays here. */
export function mayNote({ game }: TableState): boolean {
  return game.seats.some((seat) => seat.is_mine && seat.account !== null);
}

export class TantrixNotes extends LightElement {
  static override properties = { game: {}, text: { state: true }, status: { state: true } };

  declare game: string;
  /** The text as it was read; null before that. */
  declare text: string | null;
  declare status: string;

  #saved = "";
  #timer = 0;

  constructor() {
    super();
    this.text = null;
    this.status = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#read();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    void this.#save();
  }

  override render(): TemplateResult {
    return html`<p class="small">${t("Only you can read this, even after the game.")}</p>
      <textarea rows="10" maxlength=${MAX_LENGTH} aria-label=${t("My notes")} .value=${this.text ?? ""} ?disabled=${this.text === null}
        @input=${() => this.#wait()} @change=${() => void this.#save()}></textarea>
      <p class="small" role="status">${this.status}</p>`;
  }

  async #read(): Promise<void> {
    try {
      this.#saved = ((await request("GET", this.#address)) as GameNote).text;
      this.text = this.#saved;
    } catch (error) {
      this.#fail(error);
    }
  }

  #wait(): void {
    this.status = "";
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#save(), SAVE_MS);
  }

  async #save(): Promise<void> {
    window.clearTimeout(this.#timer);
    const text = this.querySelector("textarea")?.value;
    if (text === undefined || this.text === null || text === this.#saved) return;
    try {
      await request("PUT", this.#address, { text });
      this.#saved = text;
      this.status = t("Saved.");
    } catch (error) {
      this.#fail(error);
    }
  }

  get #address(): string {
    return `/api/games/${this.game}/note`;
  }

  #fail(error: unknown): void {
    if (!(error instanceof RequestError)) throw error;
    this.status = error.message;
  }
}

customElements.define("tantrix-notes", TantrixNotes);
