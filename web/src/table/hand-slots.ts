/** Where the tiles of a hand are in its rack: each stays in its slot, and a drawn tile takes that of the one just laid. */
import type { LaidView } from "../generated/protocol";
import { shownLaid, shownPosition, type TableState } from "./state";

/** Return a seat's tiles in the slots of its rack; null is a slot that stays empty, since nothing is left to draw. */
export function handSlots(state: TableState, seat: number): (number | null)[] {
  const hand = shownPosition(state).hands[seat] ?? [];
  const laid = shownLaid(state).filter((one) => one.seat === seat);
  const slots: (number | null)[] = firstHand(hand, laid);
  for (const { tile, draw } of laid) slots[slots.indexOf(tile)] = draw;
  return slots.filter((tile) => tile === null || hand.includes(tile));
}

/** Return the tiles that a seat held first, in the order of their numbers, which no later placement changes. */
function firstHand(hand: readonly number[], laid: readonly LaidView[]): number[] {
  const drawn = laid.map(({ draw }) => draw);
  const held = new Set([...hand, ...laid.map(({ tile }) => tile)]);
  return [...held].filter((tile) => !drawn.includes(tile)).sort((a, b) => a - b);
}
