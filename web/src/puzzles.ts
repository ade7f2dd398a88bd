/** The list of puzzles works without this; it only shows which ones this browser has solved. */
import { loadAll } from "./puzzle-progress";

const progress = loadAll();
for (const card of document.querySelectorAll<HTMLElement>("[data-puzzle]")) {
  const isSolved = typeof progress[card.dataset.puzzle ?? ""]?.bestMs === "number";
  card.classList.toggle("solved", isSolved);
  card.querySelector(".solved-sign")?.toggleAttribute("hidden", !isSolved);
}
