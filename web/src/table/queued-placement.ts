/** A placement queued during another player's turn, and what becomes of it. Pure functions of the state. */
import type { VerdictName } from "../generated/protocol";
import { rotationsByColour } from "../tiles/golden-rule";
import { isSameCell } from "../tiles/hexes";
import { isLegal, spaceAt } from "../tiles/legal-placements";
import { type Placement, printPlacement } from "../tiles/placement";
import { aimRotations, canQueue, dockedSeat, isMyTurn, isOver, type QueuedPlacement, type TableState } from "./state";

/** What to do with the queued placement: wait, send it, or drop it for a reason (null: the game is over). */
export type QueueAction =
  | { name: "wait" }
  | { name: "send"; placement: Placement }
  | { name: "drop"; reason: VerdictName | null };

/** Queue a placement for the player's seat, in place of any other. */
export function queue(state: TableState, placement: Placement): TableState {
  const seat = dockedSeat(state)?.seat;
  const fits = aimRotations(state, placement.tile, placement.cell).includes(placement.rotation);
  if (seat === undefined || !canQueue(state) || !fits) return state;
  return { ...state, draft: null, queued: { ...placement, seat } };
}

/** Remove the queued placement. */
export function unqueue(state: TableState): TableState {
  return state.queued ? { ...state, queued: null } : state;
}

/** Return what to do with the queued placement in the current position; null if none is queued. */
export function queueAction(state: TableState): QueueAction | null {
  const { queued, position } = state;
  if (!queued) return null;
  if (isOver(state)) return { name: "drop", reason: null };
  if (position.to_play === queued.seat && isMyTurn(state) && state.pending === null) return actionNow(state, queued);
  const reason = faultOf(state);
  return reason ? { name: "drop", reason } : { name: "wait" };
}

/** Return the forced placement of the seat to play if it is the only one. */
export function onlyForced(state: TableState): string | null {
  const { phase, placements } = state.position;
  const isForced = phase === "fill" || phase === "refill";
  return isForced && placements.length === 1 && isMyTurn(state) && state.pending === null
    ? (placements[0] ?? null)
    : null;
}

function actionNow(state: TableState, { tile, cell, rotation }: QueuedPlacement): QueueAction {
  const placement = { tile, cell, rotation };
  if (isLegal(state.position, placement)) return { name: "send", placement };
  const text = printPlacement(placement);
  const refused = Object.entries(state.position.refused).find(([, texts]) => texts.includes(text));
  return { name: "drop", reason: (refused?.[0] as VerdictName | undefined) ?? faultOf(state) ?? "MISMATCH" };
}

/** Return why the queued placement can never be legal any more; null if it still can. */
function faultOf({ queued, laid, position }: TableState): VerdictName | null {
  if (!queued) return null;
  const { tile, cell, rotation, seat } = queued;
  if (!position.hands[seat]?.includes(tile)) return "NOT_IN_HAND";
  if (laid.some((one) => isSameCell(one, cell))) return "OCCUPIED";
  if (!spaceAt(position, cell)) return "DETACHED";
  return rotationsByColour(position, tile, cell).includes(rotation) ? null : "MISMATCH";
}
