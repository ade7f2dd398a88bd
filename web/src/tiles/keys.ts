/**
 * What keys mean: an event's key in, a command out; and the next cell in a direction. Pure functions.
 */
import { type Cell, centre, isSameCell } from "./hexes";

export type Direction = "left" | "right" | "up" | "down";

export type KeyCommand =
  | { name: "go"; direction: Direction }
  | { name: "pan"; direction: Direction }
  | { name: "choose"; slot: number }
  | { name: "rotate"; step: 1 | -1 }
  | { name: "next-space"; step: 1 | -1 }
  | { name: "place" }
  | { name: "cancel" }
  | { name: "zoom"; factor: number }
  | { name: "fit" }
  | { name: "review"; to: "first" | "previous" | "next" | "last" }
  | { name: "keys" };

export interface Key {
  key: string;
  /** The physical key, whatever the keyboard layout. */
  code?: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

const ARROWS: Record<string, Direction> = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };
const STEPS: Record<Direction, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

const PLAIN: Record<string, KeyCommand> = {
  r: { name: "rotate", step: 1 },
  R: { name: "rotate", step: -1 },
  n: { name: "next-space", step: 1 },
  N: { name: "next-space", step: -1 },
  Enter: { name: "place" },
  Escape: { name: "cancel" },
  "+": { name: "zoom", factor: 1.25 },
  "=": { name: "zoom", factor: 1.25 },
  "-": { name: "zoom", factor: 0.8 },
  "0": { name: "fit" },
  Home: { name: "review", to: "first" },
  "[": { name: "review", to: "previous" },
  "]": { name: "review", to: "next" },
  End: { name: "review", to: "last" },
  "?": { name: "keys" },
};

/** Return the character of a key; on a layout without Latin letters, the one it has on a Latin layout. */
export function latinKey({ key, code = "", shiftKey }: Key): string {
  if (key.length !== 1 || key < "\u0080") return key;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  return { BracketLeft: "[", BracketRight: "]" }[code] ?? key;
}

/** Return the command of a key; null if it has none. Single letters need `withLetters`, which is a setting. */
export function commandOf(event: Key, withLetters: boolean): KeyCommand | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  const direction = ARROWS[event.key];
  if (direction) return { name: event.shiftKey ? "pan" : "go", direction };
  if (event.key.length === 1 && !withLetters) return null;
  if (/^[1-6]$/.test(event.key)) return { name: "choose", slot: Number(event.key) - 1 };
  return PLAIN[latinKey(event)] ?? null;
}

/** Return the nearest cell in a direction, preferring straight ahead; the same cell if there is none. */
export function neighbourIn(cells: readonly Cell[], from: Cell, direction: Direction): Cell {
  const [dx, dy] = STEPS[direction];
  const start = centre(from);
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  for (const cell of cells) {
    if (isSameCell(cell, from)) continue;
    const { x, y } = centre(cell);
    const along = (x - start.x) * dx + (y - start.y) * dy;
    const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
    if (along <= 1 || aside > along * 1.8) continue;
    const cost = along + 1.5 * aside;
    if (cost < least - 0.01) [best, least] = [cell, cost];
  }
  return best;
}

/** Return the next or previous item, wrapping around; the first or last if there is no present one. */
export function cycled<T>(items: readonly T[], isPresent: (item: T) => boolean, step: 1 | -1): T | null {
  if (items.length === 0) return null;
  const at = items.findIndex(isPresent);
  const next = at < 0 ? (step > 0 ? 0 : items.length - 1) : (at + step + items.length) % items.length;
  return items[next] ?? null;
}
