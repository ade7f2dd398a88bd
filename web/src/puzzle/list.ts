/** The list of puzzles works without this script; it only shows which ones are solved. */
import { loadLanguage } from "../page/i18n";
import { streak, streakSentence } from "./daily";
import { loadAll, NO_PROGRESS } from "./saved-progress";

loadLanguage(document);
const progress = loadAll();
for (const card of document.querySelectorAll<HTMLElement>("[data-puzzle]")) {
  const { bestMs, helpedBy } = progress[card.dataset.puzzle ?? ""] ?? NO_PROGRESS;
  // A solution that was shown does not count as solved.
  const isHelped = bestMs === null && helpedBy === "tile";
  card.classList.toggle("solved", bestMs !== null);
  card.classList.toggle("helped", isHelped);
  card.querySelector(".solved-sign")?.toggleAttribute("hidden", bestMs === null && !isHelped);
  const words = card.querySelector<HTMLElement>("[data-helped]");
  if (words && isHelped) words.textContent = words.dataset.helped ?? "";
}
const row = document.querySelector<HTMLElement>("[data-today]");
if (row) {
  row.textContent = streakSentence(streak(progress, row.dataset.today ?? ""));
  row.hidden = row.textContent === "";
}
