/** What a page answers to the form that was sent. */

/** Bring what a page answers to a form into view: the wrong field and its error, or the confirmation. */
export function showAnswer(): void {
  const field = document.querySelector<HTMLElement>("[autofocus][aria-invalid=true]");
  const answer = document.getElementById("answer") ?? field;
  (field ?? answer)?.focus({ preventScroll: true });
  answer?.scrollIntoView({ block: "center" });
}
