/** How a game of two turned, in a sentence. Pure functions of its analysis. */
import type { AnalysisView } from "../../generated/protocol";
import { t } from "../../page/i18n";
import { isAlone, mySeats } from "../../table/actions";
import type { TableState } from "../../table/state";

/** The expected margin from which somebody is ahead, and the first ply at which that means something. */
const AHEAD = 2;
const FIRST_PLY = 8;

/** Say until when the loser was ahead; empty if the winner always was, and where that is not told. */
export function storyOf(analysis: AnalysisView, state: TableState): string {
  const { outcome } = state.position;
  const [me] = mySeats(state);
  if (!outcome || !me || !isAlone(state) || state.game.seats.length !== 2) return "";
  const [mine = 0, theirs = 0] = [outcome.ranks[me.seat], outcome.ranks[1 - me.seat]];
  if (mine === theirs) return "";
  const hasWon = mine < theirs;
  const n = lastAhead(analysis, hasWon ? 1 - me.seat : me.seat);
  if (n === null) return "";
  return hasWon ? t("You were behind until move {n}.", { n }) : t("You were ahead until move {n}.", { n });
}

/** Return after how many tiles a seat was ahead for the last time; null if that was never or at the start. */
export function lastAhead(analysis: AnalysisView, seat: number): number | null {
  const track = analysis.tracks.find((one) => one.seat === 0);
  const sign = seat === 0 ? 1 : -1;
  const last = track?.points.findLast(([, margin = 0]) => sign * margin >= AHEAD)?.[0] ?? 0;
  return last >= FIRST_PLY && last < analysis.n_plies ? last : null;
}
