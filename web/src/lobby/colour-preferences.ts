/** The colours that this browser's person would like at a table, best first; remembered from game to game. */

import type { ColourLetter } from "../generated/protocol";
import { keep, kept } from "../page/storage";

const KEY = "tantrix.wishes";
/** In the order of the seats of a new game. */
export const COLOURS: readonly ColourLetter[] = ["R", "B", "Y", "G"];

export function rememberedWishes(): ColourLetter[] {
  return wishesOf(kept<unknown[]>(KEY, []));
}

export function rememberWishes(wishes: readonly ColourLetter[]): void {
  keep(KEY, wishes);
}

/** Read wishes: letters of colours, each once, two at the most; what is none is passed over. */
export function wishesOf(chosen: readonly unknown[]): ColourLetter[] {
  const letters = chosen.flatMap((one) => COLOURS.filter((letter) => letter === one));
  return [...new Set(letters)].slice(0, 2);
}

/** The wishes once the first or the second of them is chosen anew, null for any colour. */
export function rewished(wishes: readonly ColourLetter[], rank: 0 | 1, chosen: ColourLetter | null): ColourLetter[] {
  if (rank === 0) return chosen === null ? [] : wishesOf([chosen, wishes[1]]);
  return wishesOf([wishes[0], chosen]);
}
