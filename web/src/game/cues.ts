/** Which sound the page of a game plays for a message from the server. */
import type { ServerMessage } from "../generated/protocol";
import type { Cue } from "../page/sounds";
import { isMyTurn, type TableState } from "../table/state";

/** Return the sound for a message that led from one state to the next; null for none. */
export function cueOf(before: TableState, after: TableState, message: ServerMessage): Cue | null {
  const isNew = after.version === before.version + 1;
  switch (message.type) {
    case "placed":
      if (!isNew || after.position.phase === "over") return null;
      return isMyTurn(after) && !isMyTurn(before) ? "turn" : "placement";
    case "over":
      return isNew ? "over" : null;
    case "offers":
      return isAsked(after) && !isAsked(before) ? "offer" : null;
    case "taken_back":
    case "paused":
    case "resumed":
      return isNew ? "offer" : null;
    default:
      return null;
  }
}

/** Return whether an offer waits for an answer from this browser. */
function isAsked(state: TableState): boolean {
  return state.offers.some(({ missing }) => missing.some((seat) => state.game.seats[seat]?.is_mine));
}
