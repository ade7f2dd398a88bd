/** Moments of a page or of a part of it, rewritten in the reader's time zone. */
import { exactText, momentText } from "./text";

/** Rewrite all moments in a part of the page; dates without a time stay as they are. */
export function showMoments(part: ParentNode, now = new Date()): void {
  const language = document.documentElement.lang;
  for (const time of part.querySelectorAll<HTMLTimeElement>("time[datetime*='T']")) {
    const at = new Date(time.dateTime);
    time.textContent = momentText(at, now, language);
    time.title = exactText(at, language);
  }
}
