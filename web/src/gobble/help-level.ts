/** How much the page helps in a rush: everybody's own choice, kept in this browser. */
import { html, type TemplateResult } from "lit";
import { t } from "../page/i18n";
import { keepText, keptText } from "../page/storage";
import type { Help } from "./state";

const KEY = "tantrix.gobble-help";
const ALL: readonly Help[] = ["none", "turn", "show"];

export function loadHelp(): Help {
  return ALL.find((help) => help === keptText(KEY)) ?? "turn";
}

export function saveHelp(help: Help): void {
  keepText(KEY, help);
}

/** Draw the choice. */
export function helpRow(help: Help, change: (help: Help) => void): TemplateResult {
  const names: Record<Help, string> = {
    none: t("none"),
    turn: t("turn the tile so that it fits"),
    show: t("show where it fits, too"),
  };
  return html`<label class="setting"><span>${t("Help in Gobble")}</span>
    <select name="help" @change=${(event: Event) => change((event.target as HTMLSelectElement).value as Help)}>
      ${ALL.map((one) => html`<option value=${one} ?selected=${one === help}>${names[one]}</option>`)}
    </select></label>`;
}
