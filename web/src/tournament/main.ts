/** The page of a tournament renews itself whenever something changes; without this script it is complete too. */

import type { TournamentChanged } from "../generated/protocol";

const RETRY_MS = 5_000;
const SPREAD_MS = 2_000; // so that all readers do not ask in the same moment

/** Replace the tournament by what the server shows now, unless somebody is filling in a form of it. */
async function renew(): Promise<void> {
  const shown = document.getElementById("tournament");
  if (!shown || shown.contains(document.activeElement?.closest("input, select, textarea") ?? null)) return;
  const answer = await fetch(location.pathname);
  if (!answer.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("tournament");
  if (!next) return;
  const open = [...shown.querySelectorAll("details")].map((details) => details.open);
  shown.replaceChildren(...next.childNodes);
  shown.dataset.stamp = next.dataset.stamp;
  if (open.length === shown.querySelectorAll("details").length)
    shown.querySelectorAll("details").forEach((details, at) => {
      details.open = open[at] ?? details.open;
    });
}

/** Return whether any of these lines names a state that the page does not show yet. */
function isNews(lines: string): boolean {
  const stamps = lines
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => JSON.parse(line) as TournamentChanged)
    .map((news) => `${news.version} ${news.n_games} ${news.n_over}`);
  const shown = document.getElementById("tournament")?.dataset.stamp;
  return stamps.some((stamp) => stamp !== shown);
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
    if (!isNews(lines)) continue;
    await new Promise((resolve) => setTimeout(resolve, Math.random() * SPREAD_MS));
    await renew();
  }
}

async function followForever(address: string): Promise<never> {
  for (;;) {
    await follow(address).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

const address = document.getElementById("tournament")?.dataset.events;
if (address) void followForever(address);
