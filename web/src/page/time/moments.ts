/**
 * Moments on a page in the reader's time zone: "today 18:43", "yesterday 9:05", else the date.
 *
 * The server writes the date in UTC, so the page is complete without this.
 */

const DAY_MS = 86_400_000;

/** Return a moment in words, relative to `now`, in a language. */
export function momentText(at: Date, now: Date, language: string): string {
  const locale = language === "en" ? "en-GB" : language;
  const days = Math.round((midnight(now) - midnight(at)) / DAY_MS);
  if (days < 0 || days > 1) return new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(at);
  const day = new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(-days, "day");
  return `${day} ${new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(at)}`;
}

/** Return the day of a moment in short: "3 Dec". */
export function dayText(at: Date, language: string): string {
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, { day: "numeric", month: "short" }).format(at);
}

/** Return the number of a moment's day; daylight saving time does not matter. */
function midnight(at: Date): number {
  return Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());
}

/** Rewrite all moments of a page; dates without a time stay as they are. */
export function showMoments(page: Document, now: Date): void {
  const language = page.documentElement.lang;
  for (const time of page.querySelectorAll<HTMLTimeElement>("time[datetime*='T']")) {
    const at = new Date(time.dateTime);
    time.textContent = momentText(at, now, language);
    time.title = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
      dateStyle: "long",
      timeStyle: "short",
    }).format(at);
  }
}

if (globalThis.document) showMoments(document, new Date());
