/** The lines that a finished game shows: the winner's, then the other players'. */
import type { LineView } from "../../generated/protocol";
import type { DrawnLine } from "../../table/board";
import { isReviewing, type TableState } from "../../table/state";

const STEP_MS = 70;
const MAX_LINE_MS = 2_200;

/** Return the lines to draw at the end, the winner's first; none if the game was not played to its end, or under review. */
export function winningLines(state: TableState): DrawnLine[] {
  const { outcome, lines } = state.position;
  if (outcome?.termination !== "played-out" || isReviewing(state)) return [];
  return state.game.seats
    .flatMap((seat) => lines.filter((line) => line.colour === seat.colour && line.cells.length > 0))
    .map((line) => ({ line, isWinner: rankOf(state, line) === 1, stepMs: stepMs(line) }))
    .sort((a, b) => Number(b.isWinner) - Number(a.isWinner));
}

/** Return the time between two tiles of a line that draws itself, so that all of it takes at most 2.2 seconds. */
export function stepMs(line: LineView): number {
  return Math.min(STEP_MS, MAX_LINE_MS / Math.max(1, line.cells.length));
}

function rankOf(state: TableState, line: LineView): number {
  const seat = state.game.seats.find((one) => one.colour === line.colour);
  return state.position.outcome?.ranks[seat?.seat ?? 0] ?? 1;
}
