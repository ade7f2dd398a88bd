/** Progress in a puzzle. Two values are merged into the best of both, in the same way as on the server. */

/** The strongest kind of hint: a tile at a time, or the whole solution. */
export type Help = "tile" | "solution";

export interface Progress {
  /** The tiles on the table, as `printLaid` writes them. */
  laid: string;
  /** The time spent on them. */
  ms: number;
  /** The strongest hint used for them; null for none. */
  help: Help | null;
  /** When a tile was last moved; 0 if unknown. */
  leftMs: number;
  /** The best time of a solution without hints; null if there is none. */
  bestMs: number | null;
  /** The day (UTC, `2026-11-21`) of the first solution without hints; null if there is none. */
  solvedOn: string | null;
  /** The weakest hint used for a solution; null if there is no solution with hints. */
  helpedBy: Help | null;
  /** The day of the first solution with hints. */
  helpedOn: string | null;
  /** The best result of a solitaire; null if there is none. */
  best: number | null;
}

export const NO_PROGRESS: Progress = {
  laid: "",
  ms: 0,
  help: null,
  leftMs: 0,
  bestMs: null,
  solvedOn: null,
  helpedBy: null,
  helpedOn: null,
  best: null,
};

const STRENGTHS: readonly (Help | null)[] = [null, "tile", "solution"];

/** Return the best of both: the better results, and the table that was left last. */
export function merged(one: Progress, other: Progress): Progress {
  const { laid, ms, help, leftMs } = isLater(one, other) ? one : other;
  return {
    laid,
    ms,
    help,
    leftMs,
    bestMs: lesser(one.bestMs, other.bestMs),
    solvedOn: lesser(one.solvedOn, other.solvedOn),
    helpedBy: weakest(one.helpedBy, other.helpedBy),
    helpedOn: lesser(one.helpedOn, other.helpedOn),
    best: one.best === null || other.best === null ? (one.best ?? other.best) : Math.max(one.best, other.best),
  };
}

/** Return the weaker of two hints; null only if both are. */
export function weakest(one: Help | null, other: Help | null): Help | null {
  if (one === null || other === null) return one ?? other;
  return one === "tile" ? one : other;
}

/** Return the stronger of two hints; null only if both are. */
export function strongest(one: Help | null, other: Help | null): Help | null {
  return STRENGTHS.indexOf(one) > STRENGTHS.indexOf(other) ? one : other;
}

export function isSame(one: Progress, other: Progress): boolean {
  return (Object.keys(NO_PROGRESS) as (keyof Progress)[]).every((name) => one[name] === other[name]);
}

/** Read what a browser has stored; anything unreadable counts as none. */
export function readProgress(stored: unknown): Progress {
  const found = (stored ?? {}) as Partial<Progress>;
  const read = Object.entries(NO_PROGRESS).map(([name, none]) => [name, found[name as keyof Progress] ?? none]);
  return Object.fromEntries(read) as Progress;
}

function lesser<T extends number | string>(one: T | null, other: T | null): T | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** Return whether a table was left later; the order of simultaneous ones is arbitrary but fixed. */
function isLater(one: Progress, other: Progress): boolean {
  if (one.leftMs !== other.leftMs) return one.leftMs > other.leftMs;
  if (one.laid !== other.laid) return one.laid > other.laid;
  if (one.ms !== other.ms) return one.ms > other.ms;
  return STRENGTHS.indexOf(one.help) > STRENGTHS.indexOf(other.help);
}
