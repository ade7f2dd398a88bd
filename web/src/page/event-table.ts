/** The table that an event opened for its player in this tab. */
import { loadJson, saveJson } from "./storage";

const KEY = "tantrix.event";

/** Note that an event opens a table; return whether it had not opened this one before. */
export function opensFirst(table: string): boolean {
  const isFirst = loadJson(KEY, { table: "" }, () => sessionStorage).table !== table;
  saveJson(KEY, { table }, () => sessionStorage);
  return isFirst;
}
