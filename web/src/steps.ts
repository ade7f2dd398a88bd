/** Steps through the plies of a game. */

export type Step = "first" | "previous" | "next" | "last";

/** Return the ply that a step leads to. */
export function steppedPly(step: Step, ply: number, nPlies: number): number {
  const to = { first: 0, previous: ply - 1, next: ply + 1, last: nPlies }[step];
  return Math.min(Math.max(to, 0), nPlies);
}
