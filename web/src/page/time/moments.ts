/**
 * The moments on a page, rewritten in the reader's time zone.
 *
 * The server writes the date in UTC, so the page is complete without this.
 */
import { exactText, momentText } from "./text";

/** Rewrite all moments of a page; dates without a time stay as they are. */
function showMoments(page: Document, now: Date): void {
  const language = page.documentElement.lang;
  for (const time of page.querySelectorAll<HTMLTimeElement>("time[datetime*='T']")) {
    const at = new Date(time.dateTime);
    time.textContent = momentText(at, now, language);
    time.title = exactText(at, language, "long");
  }
}

showMoments(document, new Date());
