/** Progress as it goes to the server and comes from it. */
import type { PuzzleProgress } from "../../generated/protocol";
import { NO_PROGRESS, type Progress } from "./merge";

const MOST_MS = 315_360_000_000;
const MOST_RESULT = 1000;

export function keyOf({ puzzle, query }: PuzzleProgress): string {
  return puzzle + query;
}

export function fromWire(told: PuzzleProgress): Progress {
  return {
    laid: told.laid,
    ms: told.ms,
    help: told.help,
    leftMs: told.left_ms,
    bestMs: told.best_ms,
    solvedOn: told.solved_on,
    helpedBy: told.helped_by,
    helpedOn: told.helped_on,
    best: told.best,
  };
}

/** Write progress as the server takes it: what a browser has kept may be out of its bounds. */
export function toWire(key: string, progress: Progress): PuzzleProgress {
  const at = key.indexOf("?");
  return {
    puzzle: at < 0 ? key : key.slice(0, at),
    query: at < 0 ? "" : key.slice(at),
    best_ms: bounded(progress.bestMs, MOST_MS),
    solved_on: progress.solvedOn,
    helped_by: progress.helpedBy,
    helped_on: progress.helpedOn,
    best: bounded(progress.best, MOST_RESULT),
    laid: progress.laid,
    ms: bounded(progress.ms, MOST_MS) ?? NO_PROGRESS.ms,
    help: progress.help,
    left_ms: bounded(progress.leftMs, Number.MAX_SAFE_INTEGER) ?? NO_PROGRESS.leftMs,
  };
}

function bounded(value: number | null, most: number): number | null {
  return value === null ? null : Math.round(Math.min(Math.max(value, 0), most));
}
