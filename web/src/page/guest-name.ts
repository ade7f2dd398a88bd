/** The name under which a guest plays Gobble and is listed with the results of the day, kept in this browser. */
import { keepText, keptText } from "./storage";

const KEY = "tantrix.gobble-name";

export function keptName(): string {
  return keptText(KEY) ?? "";
}

export function keepName(name: string): void {
  keepText(KEY, name);
}
