/**
 * Times of a tournament in the reader's time zone, and the time left until them.
 *
 * The server writes and reads times in UTC; without this script the page and its forms say so.
 */
import { DAY_MS, exactText, printDuration } from "../page/time/text";

/** Rewrite all moments, and the labels of fields for times, which are the reader's from now on. */
export function showTimes(): void {
  const language = document.documentElement.lang;
  for (const time of document.querySelectorAll<HTMLTimeElement>("time.exact-time"))
    time.textContent = exactText(new Date(time.dateTime), language);
  for (const label of document.querySelectorAll<HTMLElement>("[data-local]")) {
    label.textContent = label.dataset.local ?? "";
    const input = label.parentElement?.querySelector<HTMLInputElement>("input[type=datetime-local]");
    if (input?.value) input.value = toLocal(input.value);
    label.removeAttribute("data-local");
  }
  showCountdowns();
}

/**
 * Write the time left until each moment; nothing for moments that have passed or are more than a day away.
 *
 * What there is only from a moment on, or only until then, appears or disappears.
 */
export function showCountdowns(): void {
  for (const part of document.querySelectorAll<HTMLElement>("[data-from], [data-to]"))
    part.hidden = isPast(part.dataset.from ?? part.dataset.to) !== "from" in part.dataset;
  for (const place of document.querySelectorAll<HTMLElement>("[data-until]")) {
    const leftMs = Date.parse(place.dataset.until ?? "") - Date.now();
    place.hidden = leftMs <= 0 || leftMs > DAY_MS;
    if (!place.hidden) place.textContent = printDuration(leftMs);
  }
}

function isPast(at: string | undefined): boolean {
  return Date.parse(at ?? "") <= Date.now();
}

/** Send the times of forms in UTC. */
export function watchForms(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    for (const input of form.querySelectorAll<HTMLInputElement>("input[type=datetime-local]"))
      if (input.value) input.value = toUtc(input.value);
  });
}

/** Turn a local time such as `2026-11-22T20:00` into UTC. */
export function toUtc(local: string): string {
  return new Date(local).toISOString().slice(0, 16);
}

/** Turn a time in UTC such as `2026-11-22T19:00` into the reader's. */
export function toLocal(utc: string): string {
  const at = new Date(`${utc.slice(0, 16)}Z`);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
