/** Loads and stores progress in puzzles, with the account or in this browser: tiles, times, results. */
import type { PuzzleView } from "../generated/protocol";
import type { Progress } from "./progress/merge";
import { progressOfPage } from "./progress/page";

export { NO_PROGRESS, type Progress } from "./progress/merge";

/** What identifies a puzzle: its name, and its goal if the name does not say it. */
export type Known = Pick<PuzzleView, "name" | "query">;

/** Load all progress, by puzzle. */
export function loadAll(): Record<string, Progress> {
  return progressOfPage().store.all();
}

export function loadProgress(puzzle: Known): Progress {
  return progressOfPage().store.load(puzzle.name + puzzle.query);
}

/** Return the progress of a puzzle if its tiles were moved in another browser since; else null. */
export function newerProgress(puzzle: Known): Progress | null {
  return progressOfPage().store.newer(puzzle.name + puzzle.query);
}

/** Store the progress of a puzzle: with the account, or for guests in this browser. */
export function saveProgress(puzzle: Known, progress: Progress): void {
  const { store, sync } = progressOfPage();
  store.save(puzzle.name + puzzle.query, progress, Date.now());
  if (store.account !== null) sync.soon();
}

/** Return what identifies the results of a solitaire, whatever the shuffle of its stack. */
export function solitaireOf(puzzle: PuzzleView): Known {
  return { name: puzzle.mode === "stack" ? puzzle.name.replace(/-\d+$/, "") : puzzle.name, query: "" };
}
