/** Confirmation dialogs for resigning and aborting. */
import { html, type TemplateResult } from "lit";
import type { Close } from "../page/dialog";
import { t } from "../page/i18n";
import { isAlone } from "../table/actions";
import { dockedSeat, type TableState } from "../table/state";

/** Render the confirmation for resigning. */
export function resignBody(state: TableState, close: Close, resign: (seat: number) => void): TemplateResult {
  const seat = dockedSeat(state);
  return html`<p>${isAlone(state) ? t("The game ends and you lose.") : t("The game ends and {name} loses.", { name: seat?.name ?? "" })}</p>
    <div class="dialog-buttons">
      <button type="button" @click=${() => close("resign")}>${t("Play on")}</button>
      <button type="button" class="danger" @click=${() => seat && resign(seat.seat)}>${t("Resign")}</button>
    </div>`;
}

/** Render the confirmation for aborting. */
export function abortBody(close: Close, abort: () => void): TemplateResult {
  return html`<p>${t("The game ends without a result.")}</p>
    <div class="dialog-buttons">
      <button type="button" @click=${() => close("abort")}>${t("Play on")}</button>
      <button type="button" class="danger" @click=${() => abort()}>${t("Abort the game")}</button>
    </div>`;
}
