/** How a puzzle was solved: the tiles in the order in which they were laid, and those that were taken back. */

import { loadJson, saveJson } from "../../page/storage";
import { isSameCell } from "../../tiles/hexes";
import type { Laid } from "../state";

export interface Tries {
  readonly order: readonly number[];
  readonly back: readonly number[];
}

export const NO_TRIES: Tries = { order: [], back: [] };

/** What this browser knows of puzzles that it has seen solved. */
interface Kept {
  /** By puzzle, 1 for each tile that was taken back. */
  tries: Record<string, string>;
  /** The puzzle of the day that was solved last, with its tiles. */
  day?: { name: string; laid: string };
}

const KEY = "tantrix.solved";

/** Return the tries after a change: a tile that leaves its place alone, or leaves the table, is taken back. */
export function tried(tries: Tries, before: Laid, after: Laid): Tries {
  const known = new Set([...tries.order, ...before.map((one) => one.tile)]);
  const fresh = after.map((one) => one.tile).filter((tile) => !known.has(tile));
  const left = before.filter((one) => {
    const now = after.find((other) => other.tile === one.tile);
    return !now || !isSameCell(now, one);
  });
  const isGroup = left.length > 1 && left.every((one) => after.some((other) => other.tile === one.tile));
  const back = isGroup ? [] : left.map((one) => one.tile).filter((tile) => !tries.back.includes(tile));
  return { order: [...tries.order, ...fresh], back: [...tries.back, ...back] };
}

/** Write a digit for each tile of a solution in the order of laying, 1 if it was taken back; empty if that is not known. */
export function printTries(tries: Tries, laid: Laid): string {
  const order = tries.order.filter((tile) => laid.some((one) => one.tile === tile));
  return order.length === laid.length ? order.map((tile) => (tries.back.includes(tile) ? "1" : "0")).join("") : "";
}

export function keptTries(key: string): string {
  return kept().tries[key] ?? "";
}

/** Return the tiles of a puzzle of the day as this browser has seen them solved; empty if it has not. */
export function keptSolution(name: string): string {
  const { day } = kept();
  return day?.name === name ? day.laid : "";
}

/** Keep how a puzzle was solved; of a puzzle of the day also its tiles. */
export function keepSolution(key: string, tries: string, dayLaid: string | null): void {
  const before = kept();
  const day = dayLaid === null ? before.day : { name: key, laid: dayLaid };
  saveJson(KEY, { tries: tries ? { ...before.tries, [key]: tries } : before.tries, ...(day && { day }) });
}

function kept(): Kept {
  return { ...loadJson<Partial<Kept>>(KEY, {}), tries: loadJson<Partial<Kept>>(KEY, {}).tries ?? {} };
}
