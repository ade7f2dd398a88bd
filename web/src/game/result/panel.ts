/** The result of a game: who won, by how much, the points for it, and what to do next. */
import { html, nothing, type TemplateResult } from "lit";
import type { OfferView } from "../../generated/protocol";
import { t } from "../../page/i18n";
import { face } from "../../page/players/face";
import { isAsked, isOwn, mayAnalyse, mayOffer, mySeats } from "../../table/actions";
import { isReviewing, type TableState } from "../../table/state";
import { offerSentence } from "../offers";
import { drawnColours, isByScore, resultReason, resultTitle, winningColour } from "./text";

export interface EndListener {
  toggleAnalysis(): void;
  learn(): void;
  offer(kind: "rematch"): void;
  reply(kind: "rematch", accept: boolean): void;
}

/** Render the result; nothing while the game goes on or an earlier position is shown. */
export function endPanel(state: TableState, listener: EndListener): TemplateResult | typeof nothing {
  const { outcome } = state.position;
  if (!outcome || isReviewing(state)) return nothing;
  const isPlayed = mayAnalyse(state);
  const reason = resultReason(state);
  return html`<section class="outcome" aria-label=${t("Result")}>
    <header class="result-field field-${winningColour(state) ?? "none"}">
      <h2>${resultTitle(state)}</h2>
      ${reason ? html`<p>${reason}</p>` : nothing}
      ${isByScore(state) ? scoreRow(state) : nothing}
      ${isPlayed && !winningColour(state) ? html`<p class="draw-line" aria-hidden="true">${drawnColours(state).map((colour) => html`<i class="field-${colour}"></i>`)}</p>` : nothing}
    </header>
    <div class="result-body">
      <div class="outcome-buttons">
        ${state.game.tournament ? tournamentButtons(state, state.game.tournament) : rematchButton(state, listener)}
        ${isPlayed ? html`<button type="button" @click=${() => listener.toggleAnalysis()}>${t("Review")}</button>` : nothing}
        ${state.game.tournament ? nothing : html`<a class="button" href="/">${t("New game")}</a>`}
        ${isPlayed || state.offers.some(isRematch) ? html`<p class="rematch-note">${rematchNote(state)}</p>` : nothing}
      </div>
      <tantrix-rating-changes .table=${state} .isByScore=${isByScore(state)}></tantrix-rating-changes>
      ${isPlayed ? html`<tantrix-play-quality .table=${state} @learn=${() => listener.learn()}></tantrix-play-quality>` : nothing}
    </div></section>`;
}

function scoreRow(state: TableState): TemplateResult {
  const { game, position } = state;
  const scores = position.outcome?.scores ?? [];
  return html`<p class="result-score">${game.seats.map(
    (seat, n) =>
      html`${n > 0 ? html`<span aria-hidden="true">:</span>` : nothing}<span class="result-seat">${face(seat.account ?? seat.name, seat.robot, seat.badge?.face, seat.colour)}<span>${seat.name}</span> <b>${scores[seat.seat]}</b></span>`,
  )}</p>`;
}

/** Say what is offered; the good that there is to say of the game has the same place. */
function rematchNote(state: TableState): unknown {
  const offers = state.offers.filter(isRematch).map((offer) => offerSentence(state, offer));
  return offers.length > 0 ? offers : html`<tantrix-best-score .table=${state}></tantrix-best-score>`;
}

/** Render the ways on from a tournament game: for its players their next game, once there is one. */
function tournamentButtons(state: TableState, tournament: string): TemplateResult {
  const next = mySeats(state).length
    ? html`<tantrix-next-game .tournament=${tournament} .game=${`/games/${state.game.id}`}></tantrix-next-game>`
    : nothing;
  return html`${next}<a class="button primary" href=${tournament}>${t("To the tournament")}</a>`;
}

function isRematch({ kind }: OfferView): boolean {
  return kind === "rematch";
}

/** Render the button that offers a rematch, answers the offer in its own place, or leads to the one agreed on. */
function rematchButton(state: TableState, listener: EndListener): TemplateResult | typeof nothing {
  if (state.rematch !== null) return html`<a class="button primary" href=${state.rematch}>${t("To the rematch")}</a>`;
  const reply = (accept: boolean) => () => listener.reply("rematch", accept);
  if (state.offers.some((offer) => isRematch(offer) && isAsked(state, offer)))
    return html`<span class="rematch-reply"><button type="button" class="primary" @click=${reply(true)}>${t("Accept")}</button>
      <button type="button" @click=${reply(false)}>${t("Decline")}</button></span>`;
  if (state.offers.some((offer) => isRematch(offer) && isOwn(state, offer)))
    return html`<span class="rematch-reply"><button type="button" @click=${reply(false)}>${t("Withdraw")}</button></span>`;
  if (!mayOffer(state, "rematch")) return nothing;
  return html`<button type="button" class="primary" @click=${() => listener.offer("rematch")}>${t("Rematch")}</button>`;
}
