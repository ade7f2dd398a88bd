/** The list of puzzles works without this; it only shows which ones this browser has solved. */
import { speakAsThePage } from "./i18n";
import { streak, streakSentence } from "./puzzle-daily";
import { loadAll } from "./puzzle-progress";

speakAsThePage(document);
const progress = loadAll();
for (const card of document.querySelectorAll<HTMLElement>("[data-puzzle]")) {
  const isSolved = typeof progress[card.dataset.puzzle ?? ""]?.bestMs === "number";
  card.classList.toggle("solved", isSolved);
  card.querySelector(".solved-sign")?.toggleAttribute("hidden", !isSolved);
}
const row = document.querySelector<HTMLElement>("[data-today]");
if (row) {
  row.textContent = streakSentence(streak(progress, row.dataset.today ?? ""));
  row.hidden = row.textContent === "";
}
