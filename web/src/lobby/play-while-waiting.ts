/** The offer to play a computer until somebody comes. */
import { html, type TemplateResult } from "lit";
import type { Lobby } from "../generated/protocol";
import { t } from "../page/i18n";
import { face } from "../page/players/face";
import { saveJson } from "../page/storage";

/** Whether this tab keeps its player's place in the lobby (`standby.ts`). */
export const STANDBY_KEY = "tantrix.standby";

/** Return whether the viewer waits for somebody: in a pool, or with their own challenge. */
export function isWaiting(lobby: Lobby): boolean {
  return lobby.seek !== null || lobby.challenges.some((one) => one.role === "owner" || one.role === "seated");
}

/** Render the offer to play a computer while waiting; that game's page says when somebody comes. */
export function standby(lobby: Lobby): TemplateResult {
  const waits = isWaiting(lobby);
  return html`<form class="door standby" method="post" action="/games" @submit=${() => saveJson(STANDBY_KEY, waits, () => sessionStorage)}>
    <input type="hidden" name="seats" value="2"><input type="hidden" name="kind_0" value="me"><input type="hidden" name="kind_1" value="robot:club">
    <p>${face("", "club")}<span><b>${waits ? t("Play Otto while you wait") : t("Play Otto")}</b><span>${
      waits ? t("We'll let you know when someone joins.") : t("No waiting needed.")
    }</span></span></p>
    <button type="submit">${waits ? t("Play while you wait") : t("Play the computer")}</button>
  </form>`;
}
