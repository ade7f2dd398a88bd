/** The page of a tournament updates itself whenever something changes; without this script it is still complete. */

import type { TournamentChanged } from "../generated/protocol";
import { followCopyButtons } from "../page/clipboard";
import { opensFirst } from "../page/event-table";
import { loadLanguage } from "../page/i18n";
import { refreshBoards } from "./boards";
import { bracketPlaces, showBrackets } from "./bracket";
import { isBehind, parseChange } from "./changes";
import { watchKind } from "./kind-options";
import { watchLineUp } from "./line-up";
import { showCountdowns, showTimes, watchForms } from "./times";

const RETRY_MS = 5_000;
const SPREAD_MS = 2_000; // for participants, so that they do not all ask at the same moment
const EACH_MS = 50; // for each other reader, so that thousands of them cause no load
const SEATS_MS = 10_000; // between two looks at who has come to the table, while a countdown runs
const SILENCE_MS = 30_000; // the server sends something every ten seconds; otherwise the connection is dead

let latest: TournamentChanged | undefined; // the latest change that the server has announced
let isCatchingUp = false;

/** Return whether somebody is filling in a form of the tournament. */
function isWriting(shown: HTMLElement): boolean {
  return shown.contains(document.activeElement?.closest("input, select, textarea") ?? null);
}

/**
 * Replace the tournament with the server's current version, unless somebody is filling in one of its forms.
 *
 * In an arena the reader's next game opens at once, in a Gobble cup the next table.
 */
async function renew(): Promise<void> {
  const shown = document.getElementById("tournament");
  if (!shown) return;
  const answer = await fetch(location.pathname + location.search);
  if (!answer.ok) return;
  const next = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("tournament");
  if (!next) return;
  openTable(next);
  if (isWriting(shown)) return;
  const places = bracketPlaces();
  const open = [...shown.querySelectorAll("details")].map((details) => details.open);
  shown.replaceChildren(...next.childNodes);
  shown.dataset.stamp = next.dataset.stamp;
  shown.dataset.passing = latest?.is_passing ? "yes" : ""; // another server may have made the page
  showTimes();
  showBrackets(places);
  if (open.length === shown.querySelectorAll("details").length)
    shown.querySelectorAll("details").forEach((details, at) => {
      details.open = open[at] ?? details.open;
    });
}

/** Open the reader's game in an arena or table in a cup, but only once, so that they can come back and stay. */
function openTable(shown: HTMLElement | null): void {
  const table = shown?.dataset.table;
  if (table && opensFirst(table)) location.assign(table);
}

/** Return the longest time that a reader waits before asking for a change. */
function spreadMs(change: TournamentChanged): number {
  const takesPart = document.getElementById("tournament")?.dataset.mine;
  return takesPart ? SPREAD_MS : Math.max(SPREAD_MS, change.n_watching * EACH_MS);
}

/** Return whether the page is older than the latest change of the server. */
function isOld(): boolean {
  const shown = document.getElementById("tournament")?.dataset;
  return shown?.stamp !== undefined && latest !== undefined && isBehind(shown.stamp, !!shown.passing, latest);
}

/** Update the page until it shows the latest change; a request may fail, and a form may be in use. */
async function catchUp(): Promise<void> {
  if (isCatchingUp) return;
  isCatchingUp = true;
  try {
    for (let waitMs = latest ? spreadMs(latest) : 0; isOld(); waitMs = 2 * RETRY_MS) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * waitMs));
      await renew().catch(() => undefined);
    }
  } finally {
    isCatchingUp = false;
  }
}

/** Return what a stream's reader receives within `SILENCE_MS`; nothing if there is silence, or the stream has ended. */
async function readSoon(reader: ReadableStreamDefaultReader<string>): Promise<string | undefined> {
  let timer = 0;
  const silence = new Promise<undefined>((resolve) => {
    timer = window.setTimeout(() => resolve(undefined), SILENCE_MS);
  });
  const read = await Promise.race([reader.read(), silence]).finally(() => window.clearTimeout(timer));
  return read?.value;
}

/** Follow the changes until the stream ends; its first line has the tournament's current version. */
async function follow(address: string): Promise<void> {
  const stop = new AbortController();
  const answer = await fetch(address, { signal: stop.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let text = reader && (await readSoon(reader)); reader && text !== undefined; text = await readSoon(reader)) {
    const end = (rest + text).lastIndexOf("\n") + 1;
    latest = parseChange((rest + text).slice(0, end)) ?? latest;
    rest = (rest + text).slice(end);
    void catchUp();
  }
  stop.abort();
}

async function followForever(address: string): Promise<never> {
  for (;;) {
    await follow(address).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

loadLanguage(document);
followCopyButtons();
openTable(document.getElementById("tournament"));
showTimes();
watchForms();
watchKind();
watchLineUp();
refreshBoards();
showBrackets();
window.setInterval(showCountdowns, 1_000);
window.setInterval(() => {
  if (document.querySelector(".unseated")) void renew().catch(() => undefined);
}, SEATS_MS);
document.addEventListener("focusout", () => void catchUp());
const address = document.getElementById("tournament")?.dataset.events;
if (address) void followForever(address);
