/** `<tantrix-next-game>`: leads a player from the end of a tournament game to the next one, as soon as it is there. */
import { html, nothing, type TemplateResult } from "lit";
import type { NextMatchAnswer } from "../../generated/protocol";
import { BELL_EVENT } from "../../page/bell-event";
import { fetchData } from "../../page/data";
import { t } from "../../page/i18n";
import { LightElement } from "../../page/light-element";

const POLL_MS = 5_000;

export class TantrixNextGame extends LightElement {
  static override properties = {
    tournament: { attribute: false },
    game: { attribute: false },
    next: { state: true },
  };

  /** The addresses of the tournament and of the game that is over. */
  declare tournament: string;
  declare game: string;
  declare next: string | null;

  #timer = 0;

  constructor() {
    super();
    this.next = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener(BELL_EVENT, () => void this.#look(), { signal: this.untilRemoved });
    this.#timer = window.setInterval(() => void (document.hidden || this.#look()), POLL_MS);
    void this.#look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const match = (await fetchData<NextMatchAnswer>("/api/account/match"))?.match;
    const isNext = match?.is_in_play && match.tournament_url === this.tournament && match.url !== this.game;
    if (isNext) this.next = match.url;
  }

  override render(): TemplateResult {
    return html`<span role="status">${
      this.next ? html`<a class="button primary" href=${this.next}>${t("Your next game")}</a>` : nothing
    }</span>`;
  }
}

customElements.define("tantrix-next-game", TantrixNextGame);
