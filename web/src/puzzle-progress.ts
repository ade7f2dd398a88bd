/** What a browser remembers of its puzzles: where the tiles lay, the time so far, and the best one. */
import type { PuzzleView } from "./protocol";

export interface Progress {
  /** What lies on the table, as `printLaid` writes it. */
  laid: string;
  /** The time spent on what lies there. */
  ms: number;
  /** Tell whether a hint laid a tile of what lies there. */
  isHelped: boolean;
  /** The shortest time of a solution without such help; null if there was none. */
  bestMs: number | null;
  /** The day (UTC, `2026-11-21`) on which it was first solved without help; null if it was not. */
  solvedOn: string | null;
  /** The best result of a solitaire; null if there was none. */
  best: number | null;
}

/** What a puzzle is known by: its name, and its goal where that is not said by the name. */
export type Known = Pick<PuzzleView, "name" | "query">;

export const NO_PROGRESS: Progress = { laid: "", ms: 0, isHelped: false, bestMs: null, solvedOn: null, best: null };

const KEY = "tantrix.puzzles";

/** Read all progress by the names of the puzzles; nothing where it cannot be read. */
export function loadAll(): Record<string, Progress> {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") as unknown;
    return kept !== null && typeof kept === "object" ? (kept as Record<string, Progress>) : {};
  } catch {
    return {};
  }
}

export function loadProgress(puzzle: Known): Progress {
  return { ...NO_PROGRESS, ...loadAll()[puzzle.name + puzzle.query] };
}

/** Keep the progress of a puzzle, where the browser lets us. */
export function saveProgress(puzzle: Known, progress: Progress): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...loadAll(), [puzzle.name + puzzle.query]: progress }));
  } catch {
    // A browser without storage forgets it with the page.
  }
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
