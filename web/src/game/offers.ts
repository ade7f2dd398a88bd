/**
 * The bar of open offers with their answers, of seats that may be claimed because a player is away, and of the pause.
 * It never takes the focus; new entries are announced to screen readers.
 */
import "../page/time/countdown";
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { AwayView, OfferView, SeatView } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { startsAtMs } from "../page/time/left";
import {
  claimAtMs,
  claimable,
  hasOthers,
  isAsked,
  isOwn,
  mayChoose,
  mayOffer,
  mayReturn,
  mySeats,
  type OfferedKind,
} from "../table/actions";
import { leftSentence, seatName } from "../table/sentences";
import { isOver, isReviewing, type TableState } from "../table/state";

export interface OffersListener {
  offer(kind: OfferedKind): void;
  reply(kind: OfferView["kind"], accept: boolean): void;
  claim(seat: number, how: "robot" | "end"): void;
  comeBack(seat: number): void;
  /** A countdown has ended, so other buttons apply. */
  redraw(): void;
}

/** Render the bar; nothing if it is empty. */
export function offersBar(state: TableState, listener: OffersListener): TemplateResult | typeof nothing {
  const isCountdown = isCountingDown(state);
  const away = isCountdown ? [] : claimable(state);
  const returning = mySeats(state).filter((seat) => mayReturn(state, seat));
  const isPaused = state.pauseEndsAtMs !== null;
  // At the end its own panel offers the rematch.
  const offers = state.offers.filter(
    ({ kind }) => kind !== "rematch" || (isReviewing(state) && !state.game.tournament),
  );
  if (offers.length + away.length + returning.length === 0 && !isPaused && !isCountdown) return nothing;
  return html`<section class="offers" aria-label=${t("Offers")} @reached=${() => listener.redraw()}>
    ${isCountdown ? countdownRow(state) : nothing}
    ${state.left !== null ? leftRow(state, state.left, listener) : isPaused ? pauseRow(state, listener) : nothing}
    ${repeat(
      offers,
      (offer) => `${offer.kind} ${offer.by}`,
      (offer) => offerRow(state, offer, listener),
    )}
    ${repeat(
      away,
      ({ seat }) => seat,
      (one) => awayRow(state, one, listener),
    )}
    ${returning.map((seat) => returnRow(state, seat, listener))}
  </section>`;
}

/** Say what is offered, by whom, and for which placement. */
export function offerSentence(state: TableState, offer: OfferView): string {
  const name = seatName(state.game, offer.by);
  if (isOwn(state, offer)) return ownSentence(state, offer);
  switch (offer.kind) {
    case "draw":
      return t("{name} offers a draw.", { name });
    case "takeback":
      return t("{name} asks to take back {what}.", { name, what: takenBackText(state, offer) });
    case "pause":
      return t("{name} asks for a pause.", { name });
    case "resume":
      return t("{name} asks to resume the game.", { name });
    case "rematch":
      return t("{name} would like a rematch.", { name });
    case "end":
      return t("{name} wants to end the game, as {absent} is away.", {
        name,
        absent: seatName(state.game, offer.seat ?? 0),
      });
  }
}

/** Say how long a player has been away, and what to do about it. */
export function awaySentence(state: TableState, { seat, n_absences }: AwayView): string {
  const name = seatName(state.game, seat);
  const before =
    n_absences > 0 ? ` ${tn("It happened {n} time before.", "It happened {n} times before.", n_absences)}` : "";
  return `${t("{name} is away.", { name })}${before}`;
}

function ownSentence(state: TableState, offer: OfferView): string {
  const names = offer.missing.map((seat) => seatName(state.game, seat)).join(", ");
  switch (offer.kind) {
    case "draw":
      return t("You offered a draw. Waiting for {names}.", { names });
    case "takeback":
      return t("You asked to take back {what}. Waiting for {names}.", { what: takenBackText(state, offer), names });
    case "pause":
      return t("You asked for a pause. Waiting for {names}.", { names });
    case "resume":
      return t("You asked to resume. Waiting for {names}.", { names });
    case "rematch":
      return t("You asked for a rematch. Waiting for {names}.", { names });
    case "end":
      return t("You asked to end the game. Waiting for {names}.", { names });
  }
}

/** List the placements that would be taken back. */
function takenBackText(state: TableState, offer: OfferView): string {
  const gone = state.laid.slice(offer.ply ?? state.laid.length);
  const own = gone.filter((one) => one.seat === offer.by).map((one) => `${one.tile}@${one.q},${one.r}`);
  const n = gone.length - own.length;
  const what = own.join(", ");
  return n === 0 ? what : tn("{what} and {n} tile after it", "{what} and {n} tiles after it", n, { what });
}

function offerRow(state: TableState, offer: OfferView, listener: OffersListener): TemplateResult {
  const sentence = offerSentence(state, offer);
  const reply = (accept: boolean) => () => listener.reply(offer.kind, accept);
  const buttons = isAsked(state, offer)
    ? html`<button type="button" class="primary" @click=${reply(true)}>${t("Accept")}</button>
        <button type="button" @click=${reply(false)}>${t("Decline")}</button>`
    : isOwn(state, offer)
      ? html`<button type="button" @click=${reply(false)}>${t("Withdraw")}</button>`
      : nothing;
  return row(sentence, buttons, `offer offer-${offer.kind}`);
}

function awayRow(state: TableState, one: AwayView, listener: OffersListener): TemplateResult {
  const at = claimAtMs(state, one);
  const sentence = awaySentence(state, one);
  if (at > performance.now()) {
    return row(
      html`${sentence} ${t("You can go on without them in")} <tantrix-countdown .until=${at}></tantrix-countdown>`,
      nothing,
      "absence",
    );
  }
  const isProposed = state.offers.some((offer) => offer.kind === "end" && offer.seat === one.seat);
  const claim = (how: "robot" | "end") => () => listener.claim(one.seat, how);
  return row(
    sentence,
    html`<button type="button" class="primary" @click=${claim("robot")}>${t("Let a robot play on")}</button>
      ${isProposed ? nothing : html`<button type="button" @click=${claim("end")}>${t("End the game")}</button>`}`,
    "absence",
  );
}

/** Return whether no clock runs yet, because not everybody has come to a game of a tournament. */
function isCountingDown(state: TableState): boolean {
  return state.clock !== null && !isOver(state) && startsAtMs(state.clock) > performance.now();
}

function countdownRow({ clock }: TableState): TemplateResult {
  const until = clock ? startsAtMs(clock) : 0;
  return row(
    html`${t("The clocks start as soon as everybody is here, at the latest in")} <tantrix-countdown .until=${until}></tantrix-countdown>`,
    nothing,
    "beginning",
  );
}

function pauseRow(state: TableState, listener: OffersListener): TemplateResult {
  const label = hasOthers(state) ? t("Ask to resume") : t("Go on");
  return row(
    html`${t("The game is paused. It resumes automatically in")} <tantrix-countdown .until=${state.pauseEndsAtMs}></tantrix-countdown>`,
    mayOffer(state, "resume")
      ? html`<button type="button" class="primary" @click=${() => listener.offer("resume")}>${label}</button>`
      : nothing,
    "pause",
  );
}

/** Let the side that stayed choose, once the other one has left a game of a tournament; who left may go. */
function leftRow(state: TableState, seat: number, listener: OffersListener): TemplateResult {
  const sentence = leftSentence(state.game, seat);
  if (state.game.seats[seat]?.is_mine) {
    const way = html`<a class="button primary" href=${state.game.tournament}>${t("To the tournament")}</a>`;
    return row(sentence, way, "absence");
  }
  const ends = html`${t("The game ends in")} <tantrix-countdown .until=${state.pauseEndsAtMs}></tantrix-countdown>`;
  if (!mayChoose(state, seat)) return row(html`${sentence} ${ends}`, nothing, "absence");
  const claim = (how: "robot" | "end") => () => listener.claim(seat, how);
  return row(
    html`${sentence} ${t("You get at least 15 points, even if you play on.")} ${ends}`,
    html`<button type="button" class="primary" @click=${claim("end")}>${t("End the game")}</button>
      <button type="button" @click=${claim("robot")}>${t("Let a robot play on")}</button>
      <a class="button" href=${`${state.game.tournament}#chat`}>${t("Ask the controllers")}</a>`,
    "absence",
  );
}

function returnRow(state: TableState, seat: SeatView, listener: OffersListener): TemplateResult {
  const sentence = t("A robot plays on for {name}.", { name: seatName(state.game, seat.seat) });
  return row(
    sentence,
    html`<button type="button" class="primary" @click=${() => listener.comeBack(seat.seat)}>${t("Take my seat back")}</button>`,
    "return",
  );
}

function row(
  sentence: string | TemplateResult,
  buttons: TemplateResult | typeof nothing,
  name: string,
): TemplateResult {
  return html`<div class="offer-row ${name}">
    <p>${sentence}</p>
    ${buttons === nothing ? nothing : html`<div class="offer-buttons">${buttons}</div>`}
  </div>`;
}

/** Return announcements of new offers and of players who have left. */
export function newSentences(before: TableState, after: TableState): string[] {
  const isNew = (offer: OfferView) =>
    !before.offers.some((one) => one.kind === offer.kind && one.by === offer.by && one.ply === offer.ply);
  const wasAway = new Set(before.away.views.map(({ seat }) => seat));
  const away = claimable(after).filter(({ seat }) => !wasAway.has(seat));
  return [
    ...after.offers.filter(isNew).map((offer) => offerSentence(after, offer)),
    ...away.map((one) => awaySentence(after, one)),
  ];
}

/** Return which of the player's offers were declined: they are gone although the game has not moved on. */
export function declinedSentences(before: TableState, after: TableState): string[] {
  if (before.version !== after.version || after.rematch !== null) return [];
  const isThere = (kind: string) => after.offers.some((offer) => offer.kind === kind);
  return before.offers
    .filter((offer) => isOwn(before, offer) && !isThere(offer.kind))
    .map((offer) => declinedSentence(offer));
}

function declinedSentence({ kind }: OfferView): string {
  const sentences: Record<OfferView["kind"], string> = {
    draw: t("The draw was declined."),
    takeback: t("Your tile stays: the takeback was declined."),
    pause: t("The pause was declined."),
    resume: t("The game stays paused."),
    rematch: t("The rematch was declined."),
    end: t("The others play on."),
  };
  return sentences[kind];
}
