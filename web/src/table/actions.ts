/** What a player may do apart from laying tiles: offers, claims, abort, resign. Pure functions of the state. */
import type { AwayView, OfferView, SeatView } from "../generated/protocol";
import { dockedSeat, isOver, isPaused, type TableState } from "./state";

export type OfferedKind = "draw" | "takeback" | "pause" | "resume" | "rematch";

/** Return the seats at this browser. */
export function mySeats(state: TableState): SeatView[] {
  return state.game.seats.filter((seat) => seat.is_mine);
}

/** Return whether one person plays one seat at this browser, and so is "you" in sentences. */
export function isAlone(state: TableState): boolean {
  return mySeats(state).length === 1;
}

/** Return whether an offer may be made now; the same one cannot be made twice. */
export function mayOffer(state: TableState, kind: OfferedKind): boolean {
  if (dockedSeat(state) === null || state.offers.some((offer) => offer.kind === kind)) return false;
  if (kind === "rematch") return isOver(state) && state.rematch === null && !state.game.tournament;
  if (isOver(state)) return false;
  switch (kind) {
    case "draw":
      return !state.game.is_rated && hasOthers(state) && !hasRobots(state);
    case "takeback":
      return !state.game.is_rated && !isPaused(state) && hasLaid(state);
    case "pause":
      return !isPaused(state) && state.clock !== null && !isByCorrespondence(state) && !state.game.tournament;
    case "resume":
      return isPaused(state);
  }
}

export function mayAbort(state: TableState): boolean {
  return dockedSeat(state) !== null && !isOver(state) && state.mayAbort;
}

export function mayResign(state: TableState): boolean {
  return dockedSeat(state) !== null && !isOver(state);
}

/** Return whether there is anything to analyse: a finished game that was not aborted. */
export function mayAnalyse(state: TableState): boolean {
  return isOver(state) && state.position.outcome?.termination !== "aborted" && state.laid.length > 1;
}

/** Return whether the player may take a seat back from the robot that stands in. */
export function mayReturn(state: TableState, seat: SeatView): boolean {
  return seat.is_mine && seat.stand_in !== null && !isOver(state) && !state.game.is_rated;
}

/** Return whether the player is on the side that stayed, and may choose how the game goes on. */
export function mayChoose(state: TableState, left: number): boolean {
  return mySeats(state).some(({ seat }) => seat % 2 !== left % 2);
}

/** Return whether the player has to answer an offer. */
export function isAsked(state: TableState, offer: OfferView): boolean {
  return offer.missing.some((seat) => state.game.seats[seat]?.is_mine);
}

/** Return whether the player made an offer, and so may withdraw it. */
export function isOwn(state: TableState, offer: OfferView): boolean {
  return state.game.seats[offer.by]?.is_mine ?? false;
}

/** Return the absent players whose seats this player may claim, now or later. */
export function claimable(state: TableState): AwayView[] {
  if (dockedSeat(state) === null || isOver(state)) return [];
  return state.away.views.filter(({ seat }) => !state.game.seats[seat]?.is_mine);
}

/** Return when a claim is allowed, on the clock of `performance.now()`. */
export function claimAtMs(state: TableState, away: AwayView): number {
  return state.away.receivedAtMs + away.claimable_in_ms;
}

/** Return whether people at other browsers play. */
export function hasOthers(state: TableState): boolean {
  return state.game.seats.some((seat) => !seat.is_mine && seat.kind === "person" && seat.stand_in === null);
}

/** Return whether a robot plays: robots accept no offers. */
function hasRobots(state: TableState): boolean {
  return state.game.seats.some((seat) => seat.kind === "robot" || seat.stand_in !== null);
}

function hasLaid(state: TableState): boolean {
  return state.laid.some((one) => one.seat !== null && state.game.seats[one.seat]?.is_mine);
}

/** Return whether the player may plan replies: in a correspondence game while others are to play. */
export function mayPlan(state: TableState): boolean {
  const mine = mySeats(state);
  const isToPlay = mine.some(({ seat }) => seat === state.position.to_play);
  return isByCorrespondence(state) && state.position.phase !== "over" && mine.length > 0 && !isToPlay;
}

function isByCorrespondence(state: TableState): boolean {
  return state.game.control?.endsWith("days") ?? false;
}
