/**
 * Times of a tournament in the reader's time zone, and the time left until them.
 *
 * The server writes and reads times in UTC; without this script the page and its forms say so.
 */

const DAY_MS = 86_400_000;

/** Rewrite all moments, and the labels of fields for times, which are the reader's from now on. */
export function showTimes(): void {
  const language = document.documentElement.lang;
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  for (const time of document.querySelectorAll<HTMLTimeElement>("time.exact-time"))
    time.textContent = format.format(new Date(time.dateTime));
  for (const label of document.querySelectorAll<HTMLElement>("[data-local]")) {
    label.textContent = label.dataset.local ?? "";
    const input = label.parentElement?.querySelector<HTMLInputElement>("input[type=datetime-local]");
    if (input?.value) input.value = toLocal(input.value);
    label.removeAttribute("data-local");
  }
  showCountdowns();
}

/** Write the time left until each moment; nothing for moments that have passed or are more than a day away. */
export function showCountdowns(): void {
  for (const place of document.querySelectorAll<HTMLElement>("[data-until]")) {
    const leftMs = Date.parse(place.dataset.until ?? "") - Date.now();
    place.hidden = leftMs <= 0 || leftMs > DAY_MS;
    if (!place.hidden) place.textContent = printTimeLeft(leftMs);
  }
}

/** Write a time of less than a day: `8:13:15`, `4:36`. */
export function printTimeLeft(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, at) => (at ? String(part).padStart(2, "0") : String(part))).join(":");
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
