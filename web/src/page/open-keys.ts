/** Opens the list of a page's keys, which is loaded only then. */
import type { KeyRow } from "./key-help";

type KeyHelp = typeof import("./key-help");

/** Show the keys that `rowsOf` chooses. Returns true: the key was used. */
export function openKeys(rowsOf: (help: KeyHelp) => readonly KeyRow[]): true {
  void import("./key-help").then((help) => help.showKeys(rowsOf(help)));
  return true;
}
