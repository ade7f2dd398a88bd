/** The panel at the end of a game: the outcome, and what to do next. */
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../page/i18n";
import { mayOffer } from "../table/actions";
import "./rating-change";
import { outcomeSentence } from "../table/sentences";
import { isReviewing, type TableState } from "../table/state";

export interface EndListener {
  toggleAnalysis(): void;
  offer(kind: "rematch"): void;
}

export function endPanel(
  state: TableState,
  isAnalysisOpen: boolean,
  listener: EndListener,
): TemplateResult | typeof nothing {
  const { outcome } = state.position;
  if (!outcome || isReviewing(state)) return nothing;
  return html`<div class="outcome"><h2>${outcomeSentence(state.game, outcome)}</h2>
    ${state.game.is_rated ? html`<tantrix-rating-news .game=${state.game}></tantrix-rating-news>` : nothing}
    <div class="outcome-buttons">
      ${rematchButton(state, listener)}
      ${isAnalysisOpen ? nothing : html`<button type="button" @click=${() => listener.toggleAnalysis()}>${t("Analyse")}</button>`}
      ${state.game.tournament ? html`<a class="button primary" href=${state.game.tournament}>${t("To the tournament")}</a>` : html`<a class="button" href="/">${t("New game")}</a>`}
    </div></div>`;
}

/** Render the button that offers a rematch, or leads to the one agreed on. */
function rematchButton(state: TableState, listener: EndListener): TemplateResult | typeof nothing {
  if (state.rematch !== null) return html`<a class="button primary" href=${state.rematch}>${t("To the rematch")}</a>`;
  if (!mayOffer(state, "rematch")) return nothing;
  return html`<button type="button" class="primary" @click=${() => listener.offer("rematch")}>${t("Rematch")}</button>`;
}
