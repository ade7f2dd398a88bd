/** `<tantrix-shuffle-proof>`: how anybody can verify that the bag was shuffled fairly. Loaded when it is opened. */
import { html, type TemplateResult } from "lit";
import { t } from "../page/i18n";
import { LightElement } from "../page/light-element";
import type { TableState } from "../table/state";

export class TantrixShuffleProof extends LightElement {
  static override properties = {
    state: { attribute: false },
  };

  declare state: TableState;

  override render(): TemplateResult {
    const { state } = this;
    const { commitment, id } = state.game;
    if (!commitment)
      return html`<p>${t("This game was imported, and its record does not say how the bag was shuffled.")}</p>`;
    return html`
    <p>${t("The bag was shuffled before the first tile from a secret number. This is its SHA-256, shown from the start; the secret itself follows at the end, so nobody can have changed the bag in between.")}</p>
    <dl>
      <dt>${t("SHA-256 of the secret")}</dt><dd><code>${commitment}</code></dd>
      <dt>${t("The secret")}</dt><dd>${state.secret ? html`<code>${state.secret}</code>` : t("is shown when the game is over.")}</dd>
    </dl>
    ${state.secret ? html`<p>${t("Download the record and run:")}</p><p><code>tantrix verify tantrix-${id}.tantrix</code></p>` : ""}`;
  }
}

customElements.define("tantrix-shuffle-proof", TantrixShuffleProof);
