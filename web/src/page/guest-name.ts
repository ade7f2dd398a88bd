/** The name under which a guest plays Gobble and is listed with the results of the day, kept in this browser. */
import { loadText, saveText } from "./storage";

const KEY = "tantrix.gobble-name";

export function loadName(): string {
  return loadText(KEY) ?? "";
}

export function saveName(name: string): void {
  saveText(KEY, name);
}
