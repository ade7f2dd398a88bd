/** How the game ended, and what one may do next. */
import { html, nothing, type TemplateResult } from "lit";
import { t } from "./i18n";
import { isReviewing, type TableState } from "./state";
import { outcomeSentence } from "./words";

export interface EndListener {
  toggleAnalysis(): void;
}

export function endPanel(
  state: TableState,
  isAnalysisOpen: boolean,
  listener: EndListener,
): TemplateResult | typeof nothing {
  const { outcome } = state.position;
  if (!outcome || isReviewing(state)) return nothing;
  return html`<div class="outcome"><h2>${outcomeSentence(state.game, outcome)}</h2>
    <div class="outcome-buttons">
      <button type="submit" form="rematch" class="primary">${t("Rematch")}</button>
      ${isAnalysisOpen ? nothing : html`<button type="button" @click=${() => listener.toggleAnalysis()}>${t("Analyse")}</button>`}
      <a class="button" href="/">${t("New game")}</a>
    </div></div>`;
}
