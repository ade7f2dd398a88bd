/** How progress changes as a puzzle is begun, solved, or ended. Pure functions: progress in, progress out. */
import { NO_PROGRESS, type Progress, weakest } from "./merge";

/** The time is counted in seconds. */
export const TICK_MS = 1000;

/** Return the progress for a new start: results stay, time and hints do not. */
export function restarted(progress: Progress): Progress {
  return { ...progress, ms: NO_PROGRESS.ms, help: NO_PROGRESS.help };
}

/** Return the progress after solving on a day; the time is at least a second. */
export function withSolution(progress: Progress, day: string): Progress {
  const ms = Math.max(progress.ms, TICK_MS);
  if (progress.help !== null) {
    const helpedBy = weakest(progress.help, progress.helpedBy);
    return { ...progress, ms, helpedBy, helpedOn: progress.helpedOn ?? day };
  }
  return { ...progress, ms, bestMs: Math.min(ms, progress.bestMs ?? ms), solvedOn: progress.solvedOn ?? day };
}

/** Return the progress after the end of a solitaire; null if the result does not count. */
export function withResult(progress: Progress, result: number | null): Progress | null {
  if (result === null || progress.help !== null) return null;
  return { ...progress, best: Math.max(result, progress.best ?? 0) };
}
