/** The table that an event opened for its player in this tab, and the event's page, to which it links back. */
import { loadJson, saveJson } from "./storage";

interface EventTable {
  table: string;
  event: string;
}

const KEY = "tantrix.event";
const NOWHERE: EventTable = { table: "", event: "" };

/** Note that an event opens a table; return whether it had not opened this one before. */
export function opensFirst(table: string, event: string): boolean {
  const isFirst = loadJson(KEY, NOWHERE, () => sessionStorage).table !== table;
  saveJson(KEY, { table, event }, () => sessionStorage);
  return isFirst;
}

/** Return the page of the event that opened a table; null for any other table. */
export function eventOf(table: string): string | null {
  const known = loadJson(KEY, NOWHERE, () => sessionStorage);
  return known.table === table ? known.event : null;
}
