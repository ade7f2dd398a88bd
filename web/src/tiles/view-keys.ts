/** Keys pressed anywhere on a page: which are meant for its table, and those that move the view of any table. */
import type { Direction } from "./keys";

type ViewKey = { name: "pan"; direction: Direction } | { name: "zoom"; factor: number } | { name: "fit" };

interface View {
  pan(direction: Direction): void;
  zoom(factor: number): void;
  fit(): void;
}

/**
 * Execute the command of a key that was pressed anywhere on a page, if the key is meant for its table. On a button,
 * Enter presses the button. `execute` returns whether there was anything to do.
 */
export function useKey<K extends { name: string }>(
  event: KeyboardEvent,
  key: K | null,
  execute: (key: K, target: Element) => boolean,
): void {
  if (!key || !isForTable(event)) return;
  if ((key.name === "place" || key.name === "turn-up") && isOn(event, "button, a, summary")) return;
  if (execute(key, event.target as Element)) event.preventDefault();
}

/** Return whether a key is meant for the table: no field or dialog has the focus, and nothing else handled it. */
export function isForTable(event: KeyboardEvent): boolean {
  return !event.defaultPrevented && !isOn(event, "input, select, textarea, dialog[open]");
}

/** Return whether a key was pressed within an element that matches a selector. */
export function isOn(event: KeyboardEvent, selector: string): boolean {
  return (event.target as Element).closest(selector) !== null;
}

export function isViewKey<K extends { name: string }>(key: K): key is Extract<K, ViewKey> {
  return key.name === "pan" || key.name === "zoom" || key.name === "fit";
}

/** Move the view as a key asks. Returns true: the key was used. */
export function moveView(view: View, key: ViewKey): true {
  if (key.name === "pan") view.pan(key.direction);
  else if (key.name === "zoom") view.zoom(key.factor);
  else view.fit();
  return true;
}
