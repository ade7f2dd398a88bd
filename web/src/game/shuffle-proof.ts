/** How anybody can verify that the bag was shuffled fairly. */
import { html, type TemplateResult } from "lit";
import { t } from "../page/i18n";
import type { TableState } from "../table/state";

export function shuffleProof(state: TableState): TemplateResult {
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
