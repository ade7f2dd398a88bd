/** Quick pairing: press a card to play the next person who presses it. */
import { html, nothing, type TemplateResult } from "lit";
import type { Lobby, PoolView } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { poolsOf } from "./state";
import { type Controls, controlText, playersText, shortControl } from "./text";

export interface QuickActions {
  seek(pool: PoolView): void;
  stop(): void;
  rate(isRated: boolean): void;
}

export function quickPairing(
  lobby: Lobby,
  isRated: boolean,
  controls: Controls,
  actions: QuickActions,
): TemplateResult {
  const choice = (value: boolean, label: string) =>
    html`<label class="choice"><input type="radio" name="stakes" .checked=${isRated === value} ?disabled=${value && lobby.me.account === null} @change=${() => actions.rate(value)}><span>${label}</span></label>`;
  return html`<section class="quick" aria-labelledby="quick-title">
    <div class="quick-head"><h2 id="quick-title">${t("Quick pairing")}</h2>
      <fieldset class="segments quick-stakes" aria-label=${t("Rated or casual")}>${choice(true, t("Rated"))}${choice(false, t("Casual"))}</fieldset></div>
    <div class="pools">${poolsOf(lobby, isRated).map((pool) => poolButton(pool, lobby.seek === pool.name, controls, actions))}</div>
    ${lobby.me.account === null ? html`<p class="quiet"><a href="/sign-in?next=/lobby">${t("Sign in to play for a rating.")}</a></p>` : nothing}
  </section>`;
}

function poolButton(pool: PoolView, isMine: boolean, controls: Controls, actions: QuickActions): TemplateResult {
  const waiting = tn("{n} waiting", "{n} waiting", pool.n_waiting);
  const words = `${playersText(pool.n_seats)}, ${controlText(pool.control, controls)}`;
  return html`<button type="button" class="pool${isMine ? " seeking" : ""}${pool.n_waiting > 0 ? " awaited" : ""}" data-pool=${pool.name} aria-pressed=${isMine}
      title=${isMine ? t("Press again to stop") : words} aria-label="${words}${pool.n_waiting > 0 ? `, ${waiting}` : ""}" @click=${() => (isMine ? actions.stop() : actions.seek(pool))}>
    <b>${shortControl(pool.control)}</b>
    <span>${playersText(pool.n_seats)}<br>${controlText(pool.control, controls)}</span>
    <span class="pool-note">${isMine ? t("looking …") : pool.n_waiting > 0 ? html`<i aria-hidden="true"></i>${waiting}` : t("be the first")}</span>
  </button>`;
}
