/**
 * `<tantrix-solitaire-results>`: today's best results of the solitaire in `data-game`; finished games are entered.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { SolitairePlayed, SolitaireTable } from "../../generated/protocol";
import { guestName } from "../../page/data";
import { loadLanguage, t, tn } from "../../page/i18n";
import { LightElement } from "../../page/light-element";
import { loadName } from "../../page/players/guest-name";
import { RequestError, request } from "../../page/request";

export class TantrixSolitaireResults extends LightElement {
  static override properties = { table: { state: true }, problem: { state: true } };

  declare table: SolitaireTable | null;
  declare problem: string;

  constructor() {
    super();
    this.table = null;
    this.problem = "";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const ended = (event: Event) => void this.#enter((event as CustomEvent).detail.placements);
    document.addEventListener("solitaire-ended", ended, { signal: this.untilRemoved });
    void this.#ask();
  }

  async #enter(placements: string[]): Promise<void> {
    await this.#ask({ placements, name: loadName() });
  }

  async #ask(played?: SolitairePlayed): Promise<void> {
    const address = `/api/solitaire/${this.dataset.game ?? "daily"}`;
    try {
      this.table = (await request(played ? "POST" : "GET", address, played)) as SolitaireTable;
      this.problem = "";
    } catch (error) {
      this.problem = error instanceof RequestError ? error.message : t("No connection.");
    }
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.table) return this.problem ? html`<p role="status">${this.problem}</p>` : nothing;
    const { rows } = this.table;
    // On a small screen the list stays closed until the player has a result.
    const isOpen = this.table.mine !== null || matchMedia("(min-width: 56rem)").matches;
    return html`<details class="day-table" ?open=${isOpen}><summary>${t("Today's best")}</summary>
      <p role="status">${this.problem || mineSentence(this.table)}</p>
      <ol class="day-results" tabindex="0" aria-label=${t("Today's best")}>${rows.map(
        (row) =>
          html`<li class=${row.is_mine ? "mine" : ""}><span>${guestName(row.name)}${row.is_guest && !row.is_mine ? html` <span class="quiet">(${t("guest")})</span>` : nothing}</span><b>${row.result}</b></li>`,
      )}</ol>
      <p><a href="/solitaire/days">${t("Best results of past days")}</a></p></details>`;
  }
}

function mineSentence({ game, mine }: SolitaireTable): string {
  if (game === "stack")
    return mine === null
      ? t("Everybody has the same stack today. Your first try counts.")
      : tn("Your first try: {n} tile.", "Your first try: {n} tiles.", mine);
  return mine === null
    ? t("Your best table of the day counts.")
    : tn("Your best today: {n} point.", "Your best today: {n} points.", mine);
}

loadLanguage(document);
customElements.define("tantrix-solitaire-results", TantrixSolitaireResults);
