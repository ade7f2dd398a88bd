/** The end of a rush as one field in the winner's colour: who won, the ranks, the best moment, and what to do next. */
import { html, nothing, type TemplateResult } from "lit";
import type { RushOutcomeView, RushRoomView, RushSeatView, SeatRating } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { icon } from "../page/icons";
import { printDuration } from "../page/time/text";
import { faceColour, medal, seatFace } from "./players";
import { endingSentence, leaversSentence, rushOutcomeSentence } from "./text";

export interface RanksListener {
  rematch(withHandicap: boolean): void;
  watch(): void;
  close(): void;
}

/** Figures of a rush: the Gobbles of each seat, the rating changes, and which seats have left. */
export interface Figures {
  left: readonly number[];
  gobbles: readonly number[];
  ratings: readonly SeatRating[];
}

/** What comes of asking for a rematch: its room is opening, or `refusal` says why it is not. */
export interface RematchState {
  isOpening: boolean;
  refusal: string;
}

export function ranksCard(
  room: RushRoomView,
  outcome: RushOutcomeView,
  figures: Figures,
  rematch: RematchState,
  listener: RanksListener,
): TemplateResult {
  const rank = (seat: RushSeatView) => outcome.ranks[seat.seat] ?? 0;
  const seats = [...room.seats].sort((a, b) => rank(a) - rank(b) || a.seat - b.seat);
  const winners = seats.filter((seat) => rank(seat) === 1);
  const [first] = winners;
  return html`<section class="ranks-card field-${first ? faceColour(first) : "R"}" aria-labelledby="ranks-heading">
    <div class="ranks-body">
      <p class="ranks-faces">${winners.slice(0, 3).map(seatFace)}</p>
      <h2 id="ranks-heading">${rushOutcomeSentence(room, outcome, figures.left)}</h2>
      ${leaversSentence(room, figures.left) ? html`<p class="ranks-why">${leaversSentence(room, figures.left)}</p>` : nothing}
      ${why(outcome, first) ? html`<p class="ranks-why">${why(outcome, first)}</p>` : nothing}
      ${room.seats.length > 1 ? html`<ol class="ranks">${seats.map((seat) => rankRow(seat, outcome, figures))}</ol>` : nothing}
      ${clip(room)}
      ${buttons(room, rematch, listener)}
      ${next(room, rematch, listener)}
    </div>
    <button type="button" class="ranks-close" aria-label=${t("View the table")} title=${t("View the table")} @click=${() => listener.close()}>${icon("close")}</button>
  </section>`;
}

/** Say how the rush ended, or how fast the winner was; a rush alone has said so in its heading. */
function why(outcome: RushOutcomeView, first: RushSeatView | undefined): string {
  const out = first && outcome.ranks.length > 1 ? outcome.out_ms[first.seat] : null;
  return out == null ? endingSentence(outcome) : t("All tiles placed in {time}!", { time: printDuration(out) });
}

function rankRow(seat: RushSeatView, outcome: RushOutcomeView, figures: Figures): TemplateResult {
  const rank = outcome.ranks[seat.seat] ?? 0;
  const out = outcome.out_ms[seat.seat];
  const nLeft = outcome.n_left[seat.seat] ?? 0;
  const nGobbles = figures.gobbles[seat.seat] ?? 0;
  return html`<li class="rank rank-${rank} ${seat.is_mine ? "mine" : ""}">
    ${medal(rank)}
    ${seatFace(seat)}<span class="rush-name">${seat.name}${seat.is_mine ? html`<span class="you"> (${t("you")})</span>` : nothing}</span>
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

/** Render the best moment, which is a picture to keep. */
function clip({ id }: RushRoomView): TemplateResult {
  return html`<a class="clip" href=${`/gobble/${id}/highlight.gif`} download="gobble.gif">
    <img src=${`/gobble/${id}/picture.svg`} alt="" width="104" height="78">
    <b>${t("Best ten seconds (GIF)")}</b>${icon("download")}</a>`;
}

function mayRematch(room: RushRoomView): boolean {
  return room.seats.some((seat) => seat.is_mine) && !room.rematch && !room.tournament;
}

/** Render what most do next; it stays in view. */
function next(room: RushRoomView, rematch: RematchState, listener: RanksListener): TemplateResult {
  const event = room.tournament;
  return html`<div class="outcome-buttons ranks-next">
    ${rematch.refusal ? html`<p class="ranks-why">${rematch.refusal}</p>` : nothing}
    ${event ? html`<a class="button primary" href=${event}>${t("To the tournament")}</a>` : nothing}
    ${room.rematch ? rematchLink(room.rematch) : nothing}
    ${mayRematch(room) ? html`<button type="button" class="primary play" ?disabled=${rematch.isOpening} @click=${() => listener.rematch(false)}>${rematch.isOpening ? t("Opening the room …") : room.seats.length === 1 ? t("Once more") : t("Rematch")}</button>` : nothing}
  </div>`;
}

function buttons(room: RushRoomView, rematch: RematchState, listener: RanksListener): TemplateResult {
  return html`<div class="outcome-buttons">
    ${mayRematch(room) && room.seats.length > 1 ? html`<button type="button" ?disabled=${rematch.isOpening} @click=${() => listener.rematch(true)} title=${t("The better ones get more tiles, the others fewer")}>${t("Rematch with handicap")}</button>` : nothing}
    <button type="button" @click=${() => listener.watch()}>${t("Watch the rush again")}</button>
    <a class="button" href="/gobble">${t("New room")}</a>
  </div>`;
}

export function rematchLink(id: string): TemplateResult {
  return html`<a class="button primary play" href=${`/gobble/${id}`}>${t("To the rematch")}</a>`;
}
