/**
 * What every page does: it shows moments in the reader's time zone, which the server writes in UTC, brings the
 * answer to a form into view, and keeps what is saved for offline use fresh.
 */
import { refreshSaved } from "../offline/saving";
import { showMoments } from "./shown";

/** Saving waits until the page has all that it needs itself. */
const SETTLED_MS = 5_000;

showMoments(document);
showAnswer();
window.setTimeout(() => void refreshSaved().catch(() => undefined), SETTLED_MS);

/** Bring what a page answers to a form into view: the wrong field and its error, or the confirmation. */
function showAnswer(): void {
  const field = document.querySelector<HTMLElement>("[autofocus][aria-invalid=true]");
  const answer = document.getElementById("answer") ?? field;
  (field ?? answer)?.focus({ preventScroll: true });
  answer?.scrollIntoView({ block: "center" });
}
