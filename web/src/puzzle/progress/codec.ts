/** Conversion of progress to and from its message. */
import type { PuzzleProgress } from "../../generated/protocol";
import { NO_PROGRESS, type Progress } from "./merge";

const MAX_MS = 315_360_000_000;
const MAX_RESULT = 1000;

export function keyOf({ puzzle, query }: PuzzleProgress): string {
  return puzzle + query;
}

export function fromWire(view: PuzzleProgress): Progress {
  return {
    laid: view.laid,
    ms: view.ms,
    help: view.help,
    leftMs: view.left_ms,
    bestMs: view.best_ms,
    solvedOn: view.solved_on,
    helpedBy: view.helped_by,
    helpedOn: view.helped_on,
    best: view.best,
  };
}

/** Convert progress to its message; what a browser stored may exceed the server's limits. */
export function toWire(key: string, progress: Progress): PuzzleProgress {
  const at = key.indexOf("?");
  return {
    puzzle: at < 0 ? key : key.slice(0, at),
    query: at < 0 ? "" : key.slice(at),
    best_ms: bounded(progress.bestMs, MAX_MS),
    solved_on: progress.solvedOn,
    helped_by: progress.helpedBy,
    helped_on: progress.helpedOn,
    best: bounded(progress.best, MAX_RESULT),
    laid: progress.laid,
    ms: bounded(progress.ms, MAX_MS) ?? NO_PROGRESS.ms,
    help: progress.help,
    left_ms: bounded(progress.leftMs, Number.MAX_SAFE_INTEGER) ?? NO_PROGRESS.leftMs,
  };
}

function bounded(value: number | null, most: number): number | null {
  return value === null ? null : Math.round(Math.min(Math.max(value, 0), most));
}
