/** The puzzle of the day: the streak of days on which it was solved, and the result to share. */

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

export function streakSentence(n: number): string {
  return n > 0 ? tn("{n} day in a row", "{n} days in a row", n) : "";
}

/** Write a result to share, without spoilers. */
export function resultText(title: string, ms: number, days: number, address: string): string {
  const rows = [
    `Tantrix · ${title}`,
    t("Solved in {time}!", { time: printDuration(ms) }),
    streakSentence(days),
    address,
  ];
  return rows.filter((row) => row !== "").join("\n");
}
