/** Stepping through the plies of a game. */
import type { Direction } from "../tiles/keys";

export type Step = "first" | "previous" | "next" | "last";

/** Return the step of an arrow key; null for up and down. */
export function stepOf(direction: Direction): Step | null {
  if (direction === "left") return "previous";
  return direction === "right" ? "next" : null;
}

/** Return the ply that a step leads to. */
export function steppedPly(step: Step, ply: number, nPlies: number): number {
  const to = { first: 0, previous: ply - 1, next: ply + 1, last: nPlies }[step];
  return Math.min(Math.max(to, 0), nPlies);
}
