/** Dialogs over the board. */
import { html, type TemplateResult } from "lit";
import { t } from "./i18n";
import { icon } from "./icons";

export type DialogName =
  | "settings"
  | "unseen"
  | "fairness"
  | "resign"
  | "abort"
  | "keys"
  | "notes"
  | "give-up"
  | "leave";
export type Close = (name: DialogName) => void;

/** Render a dialog; `showModal` opens it. */
export function dialog(name: DialogName, heading: string, body: TemplateResult, close: Close): TemplateResult {
  return html`<dialog id=${`dialog-${name}`} aria-labelledby=${`heading-${name}`}>
    <header>
      <h2 id=${`heading-${name}`}>${heading}</h2>
      <button type="button" class="round" aria-label=${t("Close")} @click=${() => close(name)}>${icon("close")}</button>
    </header>
    <div class="dialog-body">${body}</div>
  </dialog>`;
}
