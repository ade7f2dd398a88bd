/** What becomes of the progress of a puzzle as it is begun, solved, or ended. Plain functions: progress in, out. */
import { NO_PROGRESS, type Progress, weakest } from "./progress/merge";

/** The time is counted in steps of a second. */
export const TICK_MS = 1000;

/** Return the progress of a table that came by a link: what was reached before stays, time and help do not. */
export function begunAnew(progress: Progress): Progress {
  return { ...progress, ms: NO_PROGRESS.ms, help: NO_PROGRESS.help };
}

/** Return the progress of who has laid the solution on a day; it took a second at least. */
export function withSolution(progress: Progress, day: string): Progress {
  const ms = Math.max(progress.ms, TICK_MS);
  if (progress.help !== null) {
    const helpedBy = weakest(progress.help, progress.helpedBy);
    return { ...progress, ms, helpedBy, helpedOn: progress.helpedOn ?? day };
  }
  return { ...progress, ms, bestMs: Math.min(ms, progress.bestMs ?? ms), solvedOn: progress.solvedOn ?? day };
}

/** Return the progress of who has come to the end of a solitaire; null if it counts for nothing. */
export function withResult(progress: Progress, result: number | null): Progress | null {
  if (result === null || progress.help !== null) return null;
  return { ...progress, best: Math.max(result, progress.best ?? 0) };
}
