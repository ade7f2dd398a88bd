/** The results of a rush: ranks, times, and what to do next. */
import { html, nothing, type TemplateResult } from "lit";
import type { RushOutcomeView, RushRoomView, RushSeatView, SeatRating } from "../generated/protocol";
import { eventOf } from "../page/event-table";
import { t, tn } from "../page/i18n";
import { icon } from "../page/icons";
import { face } from "../page/players/face";
import { printDuration } from "../page/time/text";
import { badge, medal } from "./players";
import { endingSentence, rushOutcomeSentence } from "./text";

export interface RanksListener {
  rematch(withHandicap: boolean): void;
  watch(): void;
  close(): void;
}

/** Figures of a rush: the Gobbles of each seat, and the rating changes. */
export interface Figures {
  gobbles: readonly number[];
  ratings: readonly SeatRating[];
}

export function ranksCard(
  room: RushRoomView,
  outcome: RushOutcomeView,
  figures: Figures,
  listener: RanksListener,
): TemplateResult {
  const seats = [...room.seats].sort(
    (a, b) => (outcome.ranks[a.seat] ?? 0) - (outcome.ranks[b.seat] ?? 0) || a.seat - b.seat,
  );
  const why = endingSentence(outcome);
  return html`<section class="ranks-card" aria-labelledby="ranks-heading">
    <h2 id="ranks-heading">${rushOutcomeSentence(room, outcome)}</h2>
    ${why ? html`<p class="quiet">${why}</p>` : nothing}
    ${room.seats.length > 1 ? html`<ol class="ranks">${seats.map((seat) => rankRow(seat, outcome, figures))}</ol>` : nothing}
    ${buttons(room, listener)}
  </section>`;
}

function rankRow(seat: RushSeatView, outcome: RushOutcomeView, figures: Figures): TemplateResult {
  const rank = outcome.ranks[seat.seat] ?? 0;
  const out = outcome.out_ms[seat.seat];
  const nLeft = outcome.n_left[seat.seat] ?? 0;
  const nGobbles = figures.gobbles[seat.seat] ?? 0;
  return html`<li class="rank rank-${rank} ${seat.is_mine ? "mine" : ""}">
    ${medal(rank)}
    ${badge(seat.seat)}${face(seat.account ?? seat.name, null, seat.face)}<span class="rush-name">${seat.name}${seat.is_mine ? html`<span class="you"> (${t("you")})</span>` : nothing}</span>
    <span class="rank-facts">${nGobbles > 0 ? html`<span class="rank-gobbles">${tn("{n} Gobble", "{n} Gobbles", nGobbles)}</span>` : nothing}
      ${rating(figures.ratings.find((one) => one.seat === seat.seat))}
      <span>${out == null ? tn("{n} tile left", "{n} tiles left", nLeft) : printDuration(out)}</span></span></li>`;
}

function rating(change: SeatRating | undefined): TemplateResult | typeof nothing {
  if (!change) return nothing;
  const { before, after } = change;
  const label = t("Rating {before}, now {after}", { before, after });
  return html`<span class="rank-rating" role="img" aria-label=${label}>${before} → ${after}</span>`;
}

function buttons(room: RushRoomView, listener: RanksListener): TemplateResult {
  const isPlayer = room.seats.some((seat) => seat.is_mine);
  const isSolo = room.seats.length === 1;
  const event = isPlayer ? eventOf(location.pathname) : null;
  return html`<div class="outcome-buttons">
    ${event ? html`<a class="button primary" href=${event}>${t("To the tournament")}</a>` : nothing}
    ${room.rematch ? html`<a class="button primary" href=${`/gobble/${room.rematch}`}>${t("To the rematch")}</a>` : nothing}
    ${
      isPlayer && !room.rematch && !event
        ? html`<button type="button" class="primary" @click=${() => listener.rematch(false)}>${isSolo ? t("Once more") : t("Rematch")}</button>
      ${isSolo ? nothing : html`<button type="button" @click=${() => listener.rematch(true)} title=${t("The better ones get more tiles, the others fewer")}>${t("Rematch with handicap")}</button>`}`
        : nothing
    }
    <button type="button" @click=${() => listener.watch()}>${t("Watch the rush again")}</button>
    <a class="button" href=${`/gobble/${room.id}/highlight.gif`} download="gobble.gif">${icon("download")} ${t("Best ten seconds (GIF)")}</a>
    <a class="button" href="/gobble">${t("New room")}</a>
    <button type="button" class="quiet-button" @click=${() => listener.close()}>${t("View the table")}</button>
  </div>`;
}
