/** The home of the puzzles works without this script; it shows what is solved, goes on with a puzzle, and searches. */

import type { PuzzleView } from "../generated/protocol";
import { loadLanguage, tn } from "../page/i18n";
import { printDuration } from "../page/time/text";
import { type ResultToShare, streak, streakSentence } from "./result/daily";
import { showSolvedDay } from "./result/solved-day";
import { keptTries } from "./result/tries";
import { loadAll, NO_PROGRESS, type Progress } from "./saved-progress";

loadLanguage(document);
const progress = loadAll();

function all(selector: string, within: ParentNode = document): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(selector)];
}

for (const card of all("[data-puzzle]")) {
  const { bestMs, helpedBy } = progress[card.dataset.puzzle ?? ""] ?? NO_PROGRESS;
  // A solution that was shown does not count as solved.
  const isHelped = bestMs === null && helpedBy === "tile";
  card.classList.toggle("solved", bestMs !== null);
  card.classList.toggle("helped", isHelped);
  card.querySelector(".solved-sign")?.toggleAttribute("hidden", bestMs === null && !isHelped);
  const words = card.querySelector<HTMLElement>("[data-helped]");
  if (words && isHelped) words.textContent = words.dataset.helped ?? "";
}
for (const pack of all(".pack")) {
  const n = pack.querySelectorAll(".puzzle-card:is(.solved, .helped)").length;
  pack.querySelector(".progress-line rect")?.setAttribute("width", String(n));
  const count = pack.querySelector(".n-solved");
  if (count) count.textContent = String(n);
}
showStreak();
showToday();
showUnfinished();
followSearch();

function showStreak(): void {
  const count = document.querySelector<HTMLElement>(".streak-count");
  if (count) {
    const n = streak(progress, count.dataset.today ?? "");
    count.textContent = String(n);
    if (count.parentElement) count.parentElement.hidden = n === 0;
    const words = streakSentence(n);
    if (words && count.nextElementSibling) count.nextElementSibling.textContent = words.replace(/^\d+\s*/, "");
    return;
  }
  const row = document.querySelector<HTMLElement>("[data-today]");
  if (!row) return;
  row.textContent = streakSentence(streak(progress, row.dataset.today ?? ""));
  row.hidden = row.textContent === "";
}

/** Show that today's puzzle is solved, and let its result be shared. */
function showToday(): void {
  const solved = showSolvedDay();
  const [block, button] = [
    document.querySelector<HTMLElement>(".solved-day"),
    document.querySelector<HTMLElement>(".share-result"),
  ];
  if (!solved || !block || !button) return;
  if (solved.bestMs === null) button.hidden = true;
  button.addEventListener("click", async () => {
    const { shareResult } = await import("./result/share");
    await shareResult(resultOf(block, solved.bestMs ?? 0), block.dataset.picture ?? "");
  });
}

function resultOf(block: HTMLElement, ms: number): ResultToShare {
  const { name, title, strands, n_to_lay } = JSON.parse(
    document.getElementById("puzzle")?.textContent ?? "null",
  ) as PuzzleView;
  return {
    title,
    ms,
    days: streak(progress, block.dataset.day ?? ""),
    tries: keptTries(name),
    nTiles: n_to_lay,
    colour: strands[0]?.colour ?? null,
    address: `${location.origin}/puzzles/${name}`,
  };
}

/** Offer the puzzle of this page whose table was left last, unless it is solved. */
function showUnfinished(): void {
  const [name, left] = Object.entries(progress)
    .filter(([, one]) => one.laid !== "" && one.bestMs === null && one.helpedBy === null)
    .sort(([, a], [, b]) => b.leftMs - a.leftMs)[0] ?? [null, null];
  const card = name === null ? null : document.querySelector<HTMLElement>(`.packs [data-puzzle="${CSS.escape(name)}"]`);
  const place = document.querySelector<HTMLElement>(".go-on");
  if (card && left && place) fillUnfinished(place, card, left);
}

function fillUnfinished(place: HTMLElement, card: HTMLElement, left: Progress): void {
  const picture = card.querySelector(".goal-picture")?.cloneNode(true);
  if (picture) place.querySelector(".go-on-picture")?.append(picture);
  const [title, facts] = [place.querySelector("b"), place.querySelector(".go-on-facts")];
  const nLaid = left.laid.split(";").length;
  if (title) title.textContent = card.querySelector(".visually-hidden, .puzzle-title")?.textContent ?? "";
  if (facts) facts.textContent = `${tn("{n} tile placed", "{n} tiles placed", nLaid)} · ${printDuration(left.ms)}`;
  place.querySelector("a")?.setAttribute("href", card.getAttribute("href") ?? "");
  place.hidden = false;
}

/** Show only what has the chosen level and the words of the search; a search unfolds the packs. */
function followSearch(): void {
  const [field, levels] = [document.querySelector<HTMLInputElement>(".find-puzzle input"), all(".levels input")];
  const filter = () => {
    const words = (field?.value ?? "").trim().toLowerCase();
    const level = document.querySelector<HTMLInputElement>(".levels input:checked")?.value ?? "";
    let nShown = 0;
    for (const pack of all(".pack")) {
      const heading = (pack.querySelector("b")?.textContent ?? "").toLowerCase();
      const cards = all("[data-puzzle]", pack);
      const fitting = cards.filter(
        (card) => isFitting(card, words, level) || (heading.includes(words) && isFitting(card, "", level)),
      );
      for (const card of cards) card.closest("li")?.toggleAttribute("hidden", !fitting.includes(card));
      pack.hidden = fitting.length === 0;
      if (words) pack.toggleAttribute("open", fitting.length > 0);
      nShown += fitting.length;
    }
    document.querySelector(".none-found")?.toggleAttribute("hidden", nShown > 0);
  };
  for (const one of [field, ...levels]) one?.addEventListener("input", filter);
}

function isFitting(card: HTMLElement, words: string, level: string): boolean {
  const title = (card.querySelector(".visually-hidden, .puzzle-title")?.textContent ?? "").toLowerCase();
  return title.includes(words) && (level === "" || card.dataset.level === level);
}
