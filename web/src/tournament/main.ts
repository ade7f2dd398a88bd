/** The page of a tournament renews itself whenever something changes; without this script it is complete too. */

import type { TournamentChanged } from "../generated/protocol";
import { loadJson, saveJson } from "../page/storage";
import { refreshBoards } from "./boards";
import { showCountdowns, showTimes, watchForms } from "./times";

const OPENED_KEY = "tantrix.arena";
const RETRY_MS = 5_000;
const SPREAD_MS = 2_000; // of readers who take part: they do not all ask in the same moment
const EACH_MS = 50; // for each other reader, so that thousands of them are no load

/**
 * Replace the tournament by what the server shows now, unless somebody is filling in a form of it.
 *
 * In an arena the reader's next game opens at once.
 */
async function renew(): Promise<void> {
  const shown = document.getElementById("tournament");
  if (!shown) return;
  const answer = await fetch(location.pathname);
  if (!answer.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("tournament");
  if (!next) return;
  openTable(next);
  if (shown.contains(document.activeElement?.closest("input, select, textarea") ?? null)) return;
  const open = [...shown.querySelectorAll("details")].map((details) => details.open);
  shown.replaceChildren(...next.childNodes);
  shown.dataset.stamp = next.dataset.stamp;
  showTimes();
  if (open.length === shown.querySelectorAll("details").length)
    shown.querySelectorAll("details").forEach((details, at) => {
      details.open = open[at] ?? details.open;
    });
}

/** Open the reader's game in an arena, once: who comes back from it may stay. */
function openTable(shown: HTMLElement | null): void {
  const table = shown?.dataset.table;
  if (!table || loadJson<string>(OPENED_KEY, "", () => sessionStorage) === table) return;
  saveJson(OPENED_KEY, table, () => sessionStorage);
  location.assign(table);
}

/** Return the last of these lines that names a state which the page does not show yet. */
function newsIn(lines: string): TournamentChanged | undefined {
  const shown = document.getElementById("tournament")?.dataset.stamp;
  return lines
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line) as TournamentChanged)
    .findLast((news) => `${news.version} ${news.n_games} ${news.n_over}` !== shown);
}

/** Return for how long a reader may wait before they ask for the news. */
function spreadMs(news: TournamentChanged): number {
  const takesPart = document.getElementById("tournament")?.dataset.mine;
  return takesPart ? SPREAD_MS : Math.max(SPREAD_MS, news.n_watching * EACH_MS);
}

/** Follow the changes until the stream ends; the first line says how far the tournament is now. */
async function follow(address: string): Promise<void> {
  const answer = await fetch(address);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  while (reader) {
    const { done, value } = await reader.read();
    if (done) return;
    const end = (rest + value).lastIndexOf("\n") + 1;
    const lines = (rest + value).slice(0, end);
    rest = (rest + value).slice(end);
    const news = newsIn(lines);
    if (!news) continue;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * spreadMs(news)));
    await renew();
  }
}

async function followForever(address: string): Promise<never> {
  for (;;) {
    await follow(address).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

openTable(document.getElementById("tournament"));
showTimes();
watchForms();
refreshBoards();
window.setInterval(showCountdowns, 1_000);
const address = document.getElementById("tournament")?.dataset.events;
if (address) void followForever(address);
