/** The name that a guest uses in Gobble and in the results of the day, stored in this browser. */
import { loadText, saveText } from "../storage";

const KEY = "tantrix.gobble-name";

export function loadName(): string {
  return loadText(KEY) ?? "";
}

export function saveName(name: string): void {
  saveText(KEY, name);
}
