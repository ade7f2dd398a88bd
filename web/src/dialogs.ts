/** The dialogs over the board. */
import { html, type TemplateResult } from "lit";
import { icon } from "./draw";
import { t } from "./i18n";
import { dockedSeat, type TableState } from "./state";

export type DialogName = "settings" | "unseen" | "fairness" | "resign" | "abort" | "keys";
type Close = (name: DialogName) => void;

/** Draw a dialog, to be opened by `showModal`. */
export function dialog(name: DialogName, heading: string, body: TemplateResult, close: Close): TemplateResult {
  return html`<dialog id=${`dialog-${name}`} aria-labelledby=${`heading-${name}`}>
    <header>
      <h2 id=${`heading-${name}`}>${heading}</h2>
      <button type="button" class="round" aria-label=${t("Close")} @click=${() => close(name)}>${icon("close")}</button>
    </header>
    <div class="dialog-body">${body}</div>
  </dialog>`;
}

/** Draw the question before resigning for the seat in front of the person. */
export function resignBody(state: TableState, close: Close, resign: (seat: number) => void): TemplateResult {
  const seat = dockedSeat(state);
  return html`<p>${t("The game ends and {name} loses it.", { name: seat?.name ?? "" })}</p>
    <div class="dialog-buttons">
      <button type="button" @click=${() => close("resign")}>${t("Play on")}</button>
      <button type="button" class="danger" @click=${() => seat && resign(seat.seat)}>${t("Resign")}</button>
    </div>`;
}

/** Draw the question before aborting. */
export function abortBody(close: Close, abort: () => void): TemplateResult {
  return html`<p>${t("The game ends without a result.")}</p>
    <div class="dialog-buttons">
      <button type="button" @click=${() => close("abort")}>${t("Play on")}</button>
      <button type="button" class="danger" @click=${() => abort()}>${t("Abort the game")}</button>
    </div>`;
}
