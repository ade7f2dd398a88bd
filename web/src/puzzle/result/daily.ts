/** The puzzle of the day: the streak of days on which it was solved, and the result to share. */

import type { ColourLetter } from "../../generated/protocol";
import { t, tn } from "../../page/i18n";
import { DAY_MS, printDuration } from "../../page/time/text";
import type { Progress } from "../saved-progress";

/** Return the day of a moment, in UTC as on the server. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Count the consecutive days, up to today or yesterday, whose puzzles were solved on the day itself. */
export function streak(all: Readonly<Record<string, Progress>>, today: string): number {
  const isDone = (day: string) => all[`daily-${day}`]?.solvedOn === day;
  let ms = Date.parse(today);
  if (!isDone(today)) ms -= DAY_MS;
  let n = 0;
  for (; isDone(dayOf(ms)); ms -= DAY_MS) n++;
  return n;
}

/** Return an address with a result in it. */
export function addressOfResult(address: string, result: ResultToShare): string {
  return `${address}${address.includes("?") ? "&" : "?"}result=${resultWord(result)}`;
}

/** Write a result as the server reads it in addresses: `47-13-0001000000`. */
function resultWord({ ms, days, tries, nTiles }: ResultToShare): string {
  return `${Math.min(Math.floor(ms / 1000), 359_999)}-${Math.min(days, 9999)}-${tries || "0".repeat(nTiles)}`;
}

/** Return a sign for each tile, in rows; none if it is not known how the puzzle was solved. */
function signRows({ tries, colour }: ResultToShare): string[] {
  const signs = [...tries].map((digit) => (digit === "1" ? TAKEN_BACK : colour ? SIGNS[colour] : "⚫"));
  const nRows = Math.ceil(signs.length / MAX_ROW);
  const width = Math.ceil(signs.length / Math.max(1, nRows));
  return Array.from({ length: nRows }, (_, row) => signs.slice(row * width, (row + 1) * width).join(""));
}

export function streakSentence(n: number): string {
  return n > 0 ? tn("{n} day in a row", "{n} days in a row", n) : "";
}

/** What is shared of a solution, and nothing of how it looks. */
export interface ResultToShare {
  title: string;
  ms: number;
  /** Days in a row; 0 for a puzzle that is not of the day. */
  days: number;
  /** A digit for each tile in the order of laying, 1 if it was taken back; empty if that is not known. */
  tries: string;
  nTiles: number;
  /** The colour of the line; null for a puzzle without one. */
  colour: ColourLetter | null;
  /** The address of the puzzle. */
  address: string;
}

const SIGNS: Record<ColourLetter, string> = { R: "🔴", Y: "🟡", G: "🟢", B: "🔵" };
const TAKEN_BACK = "↩️"; // another form, for those who do not tell the colours apart
const MAX_ROW = 10;

/** Write a result to share, without spoilers. */
export function resultText(result: ResultToShare): string {
  const rows = [
    `Tantrix · ${result.title}`,
    t("Solved in {time}!", { time: printDuration(result.ms) }),
    ...signRows(result),
    streakSentence(result.days),
    addressOfResult(result.address, result),
  ];
  return rows.filter((row) => row !== "").join("\n");
}
