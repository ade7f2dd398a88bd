/** What keys mean in a rush. Pure: an event's key in, a command out. */
import { commandOf, type Direction, type Key, latinKey } from "../tiles/keys";

export type RushKey =
  | { name: "go"; direction: Direction }
  | { name: "pan"; direction: Direction }
  | { name: "turn-up" }
  | { name: "rotate" | "next-space"; step: 1 | -1 }
  | { name: "place" }
  | { name: "aside" }
  | { name: "number"; n: number }
  | { name: "cancel" }
  | { name: "zoom"; factor: number }
  | { name: "fit" }
  | { name: "hear" }
  | { name: "keys" };

/**
 * Return what a key asks for; null if nothing. Keys of one letter need `withLetters`, which people may switch off;
 * space and the numbers do not.
 */
export function rushKeyOf(event: Key, withLetters: boolean): RushKey | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  if (event.key === " ") return { name: "turn-up" };
  if (/^[1-9]$/.test(event.key)) return { name: "number", n: Number(event.key) };
  const letter = latinKey(event).toLowerCase();
  if (withLetters && letter === "x") return { name: "aside" };
  if (withLetters && letter === "t") return { name: "hear" };
  const command = commandOf(event, withLetters);
  return command === null || command.name === "choose" || command.name === "review" ? null : (command as RushKey);
}
