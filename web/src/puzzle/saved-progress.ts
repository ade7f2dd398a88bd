/** What is remembered of puzzles, with the account or in this browser: where the tiles lay, times, results. */
import type { PuzzleView } from "../generated/protocol";
import type { Progress } from "./progress/merge";
import { progressOfPage } from "./progress/page";

export { NO_PROGRESS, type Progress } from "./progress/merge";

/** What a puzzle is known by: its name, and its goal where that is not said by the name. */
export type Known = Pick<PuzzleView, "name" | "query">;

/** Read all progress by the names of the puzzles. */
export function loadAll(): Record<string, Progress> {
  return progressOfPage().book.all();
}

export function loadProgress(puzzle: Known): Progress {
  return progressOfPage().book.load(puzzle.name + puzzle.query);
}

/** Return the progress of a puzzle if its tiles were moved at another browser since; null if not. */
export function newerProgress(puzzle: Known): Progress | null {
  return progressOfPage().book.newer(puzzle.name + puzzle.query);
}

/** Keep the progress of a puzzle: with the account, or where there is none in this browser. */
export function saveProgress(puzzle: Known, progress: Progress): void {
  const { book, sync } = progressOfPage();
  book.save(puzzle.name + puzzle.query, progress, Date.now());
  if (book.account !== null) sync.soon();
}

/** Return what the results of a solitaire are kept under, however its stack was shuffled. */
export function solitaireOf(puzzle: PuzzleView): Known {
  return { name: puzzle.mode === "stack" ? puzzle.name.replace(/-\d+$/, "") : puzzle.name, query: "" };
}

/** Write a time as minutes and seconds: `1:05`. */
export function printTime(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
