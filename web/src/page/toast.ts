/** Short confirmations: one at a time, gone after a few seconds. */
import { html, nothing, render } from "lit";
import { icon } from "./icons";

const LASTS_MS = 4000;
let timer: number | undefined;

/** Show a note at the bottom of the page, for screen readers too. */
export function showToast(sentence: string): void {
  window.clearTimeout(timer);
  const place = toastPlace();
  render(html`<p class="toast">${icon("check")}<span>${sentence}</span></p>`, place);
  timer = window.setTimeout(() => render(nothing, place), LASTS_MS);
}

function toastPlace(): HTMLElement {
  const known = document.querySelector<HTMLElement>(".toast-place");
  if (known) return known;
  const place = document.createElement("div");
  place.className = "toast-place";
  place.setAttribute("role", "status");
  document.body.append(place);
  return place;
}
