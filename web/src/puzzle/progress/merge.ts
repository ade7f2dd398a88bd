/** How far somebody has come with a puzzle. Two such values are merged into the best of both, as the server does it. */

/** What a hint laid: a tile at a time, or the whole solution. */
export type Help = "tile" | "solution";

export interface Progress {
  /** What lies on the table, as `printLaid` writes it. */
  laid: string;
  /** The time spent on what lies there. */
  ms: number;
  /** The strongest help that what lies there had; null if it had none. */
  help: Help | null;
  /** When a tile was moved there last; 0 if that is not known. */
  leftMs: number;
  /** The shortest time of a solution without such help; null if there was none. */
  bestMs: number | null;
  /** The day (UTC, `2026-11-21`) on which it was first solved without help; null if it was not. */
  solvedOn: string | null;
  /** The least help that a solution had; null if there was none with help. */
  helpedBy: Help | null;
  /** The day on which it was first solved with help. */
  helpedOn: string | null;
  /** The best result of a solitaire; null if there was none. */
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

/** Return the best of both: of results the best one counts, of tables the one that was left last. */
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

/** Return the lesser of two helps that there were. */
export function weakest(one: Help | null, other: Help | null): Help | null {
  if (one === null || other === null) return one ?? other;
  return one === "tile" ? one : other;
}

/** Return the greater of two helps, of which there need not have been any. */
export function strongest(one: Help | null, other: Help | null): Help | null {
  return STRENGTHS.indexOf(one) > STRENGTHS.indexOf(other) ? one : other;
}

export function isSame(one: Progress, other: Progress): boolean {
  return (Object.keys(NO_PROGRESS) as (keyof Progress)[]).every((name) => one[name] === other[name]);
}

/** Read what a browser has kept, by an earlier version too, which knew only whether there was help. */
export function readProgress(kept: unknown): Progress {
  const found = (kept ?? {}) as Partial<Progress> & { isHelped?: boolean };
  const read = Object.entries(NO_PROGRESS).map(([name, none]) => [name, found[name as keyof Progress] ?? none]);
  return { ...(Object.fromEntries(read) as Progress), help: found.help ?? (found.isHelped ? "tile" : null) };
}

function lesser<T extends number | string>(one: T | null, other: T | null): T | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** Order tables by when they were left; of those left at once it does not matter which one stays. */
function isLater(one: Progress, other: Progress): boolean {
  if (one.leftMs !== other.leftMs) return one.leftMs > other.leftMs;
  if (one.laid !== other.laid) return one.laid > other.laid;
  if (one.ms !== other.ms) return one.ms > other.ms;
  return STRENGTHS.indexOf(one.help) > STRENGTHS.indexOf(other.help);
}
