/** Moments and durations as text, in the language and the time zone of the reader. */
import { decimal, type Unit, withUnit } from "../i18n";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Return a moment relative to `now`, in a language: "today 18:43", "tomorrow 9:05", else the date; of one to come also the time. */
export function momentText(at: Date, now: Date, language: string): string {
  const days = Math.round((dayNumber(at) - dayNumber(now)) / DAY_MS);
  if (days > 1) return exactText(at, language);
  if (days < -1) return format(at, language, { dateStyle: "long" });
  const day = new Intl.RelativeTimeFormat(locale(language), { numeric: "auto" }).format(days, "day");
  return `${day} ${format(at, language, { timeStyle: "short" })}`;
}

/** Return the date and the time of a moment, with the reader's time zone. */
export function exactText(at: Date, language: string): string {
  const time = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;
  return format(at, language, { year: "numeric", month: "short", day: "numeric", ...time });
}

/** Return the day of a moment in short: "3 Dec". */
export function dayText(at: Date, language: string): string {
  return format(at, language, { day: "numeric", month: "short" });
}

/** Write a duration in whole seconds, rounded down, with hours if there are any: `1:05`, `2:01:05`. */
export function printDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first, ...rest] = parts[0] ? parts : parts.slice(1);
  return [first, ...rest.map(twoDigits)].join(":");
}

/** Write the time on a clock: `2 d 03 h`, `1:02:03`, `4:05`, `9.4`; with a minus sign once it has run out. */
export function printClock(ms: number): string {
  if (ms < 0) return `\u2212${printDuration(-ms)}`;
  if (ms >= 2 * DAY_MS) return `${printDays(ms)} ${twoDigits(Math.floor((ms % DAY_MS) / HOUR_MS))} h`;
  return ms < 10 * SECOND_MS ? decimal(Math.floor(ms / 100) / 10) : printDuration(ms);
}

/**
 * Write a duration in words, for labels, as a screen reader takes `4:55` for a time of day: "4 minutes 55 seconds".
 *
 * From two days on it is told in days and hours, as on a clock.
 */
export function spokenDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND_MS));
  const hours = Math.floor(seconds / 3600);
  const parts: [number, Unit][] =
    ms < 2 * DAY_MS
      ? [
          [hours, "hour"],
          [Math.floor(seconds / 60) % 60, "minute"],
          [seconds % 60, "second"],
        ]
      : [
          [Math.floor(hours / 24), "day"],
          [hours % 24, "hour"],
        ];
  const told = parts.filter(([n]) => n > 0);
  return told.length > 0 ? told.map(([n, unit]) => withUnit(n, unit)).join(" ") : withUnit(0, "second");
}

/** Write a duration in whole days: `7 d`. */
export function printDays(ms: number): string {
  return `${Math.floor(ms / DAY_MS)} d`;
}

/** Return the day number of a moment, unaffected by daylight saving time. */
function dayNumber(at: Date): number {
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());
}

function format(at: Date, language: string, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(language), style).format(at);
}

/** Return the locale of a language; English on these pages is British. */
function locale(language: string): string {
  return language === "en" ? "en-GB" : language;
}

function twoDigits(n: number): string {
  return String(n).padStart(2, "0");
}
