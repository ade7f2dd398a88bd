/** What keys mean on the page of a puzzle. Pure: an event's key in, a command out. */
import { type Command, commandOf, type Key, latinKey } from "../tiles/keys";

export type PuzzleKey =
  | Exclude<Command, { name: "next-space" }>
  | { name: "undo" }
  | { name: "redo" }
  | { name: "remove" }
  | { name: "groups" };

const LETTERS: Record<string, PuzzleKey> = {
  u: { name: "undo" },
  U: { name: "redo" },
  g: { name: "groups" },
  G: { name: "groups" },
};

/**
 * Return what a key asks for; null if nothing. Keys of one letter need `withLetters`, which people may switch off;
 * space does not.
 */
export function puzzleKeyOf(event: Key, withLetters: boolean): PuzzleKey | null {
  const sign = latinKey(event);
  const key = sign.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") return { name: event.shiftKey ? "redo" : "undo" };
    if (key === "y") return { name: "redo" };
  }
  if (key === " ") return { name: "place" };
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  if (key === "delete" || key === "backspace") return { name: "remove" };
  if (withLetters && LETTERS[sign]) return LETTERS[sign] ?? null;
  const command = commandOf(event, withLetters);
  return command === null || command.name === "next-space" ? null : command;
}
