/** The next tournament match of a signed-in player: a bar, and on every page the call to a live game. */
import type { NextMatch, NextMatchAnswer } from "../generated/protocol";
import { BELL_EVENT } from "../page/bell-event";
import { fetchData } from "../page/data";
import { faceBefore } from "../page/players/prepended-faces";
import { enableSounds, play } from "../page/sounds";
import { loadJson, saveJson } from "../page/storage";
import { exactText } from "../page/time/text";
import { loadSettings, loudness } from "../settings/preferences";

const POLL_MS = 20_000;
const BEGIN_MS = 1_500; // from the notice of a round to the beginning of its games
const CALLED_KEY = "tantrix.called";
const CLOSED_KEY = "tantrix.call-closed"; // the sentence of the call that the player has closed

const place = document.querySelector<HTMLElement>("#next-match");
const words = place?.dataset;

async function poll(): Promise<void> {
  const next = await fetchData<NextMatchAnswer>("/api/account/match");
  if (!next) return;
  showBar(showCall(next.match) ? null : next.match);
}

/** Show the match, while no call does, as a bar on pages to read, except on those of tournament and match. */
function showBar(match: NextMatch | null): void {
  document.querySelector(".match-bar")?.remove();
  const isReading = document.querySelector("body.reading #notices") !== null;
  if (!match || !isReading || [match.tournament_url, match.url].includes(location.pathname)) return;
  const bar = document.createElement("a");
  bar.className = "match-bar";
  bar.href = match.url;
  const name = document.createElement("b");
  name.textContent = (words?.match ?? "{name}").replace("{name}", match.opponent);
  const about = document.createElement("span");
  about.textContent = match.at
    ? `${match.tournament} · ${exactText(new Date(match.at), document.documentElement.lang)}`
    : match.tournament;
  const way = document.createElement("span");
  way.className = "match-way";
  way.textContent = (match.is_in_play ? words?.table : words?.arrange) ?? "";
  bar.append(name, about, way);
  void faceBefore(bar, match.opponent, match.face);
  document.querySelector("main")?.prepend(bar);
}

/**
 * Call the player to a live game, with a sound the first time, until they have come to its table; return whether
 * the call is shown.
 *
 * Not on the pages of game and tournament, which say the same, nor once they have closed this call.
 */
function showCall(match: NextMatch | null): boolean {
  const until = match?.called_until;
  const isElsewhere = match && ![match.url, match.tournament_url].includes(location.pathname);
  const card = place?.querySelector<HTMLElement>(".notice");
  const sentence = isElsewhere && until ? callSentence(match, until) : "";
  const isCalled = isElsewhere && until && loadJson(CLOSED_KEY, "", () => sessionStorage) !== sentence;
  if (!isCalled || card?.firstChild?.textContent !== sentence) card?.remove();
  if (!isCalled) return false;
  if (card?.firstChild?.textContent === sentence) return true;
  place?.append(callTo(match, sentence));
  const known = loadJson<string[]>(CALLED_KEY, [], () => localStorage);
  if (known.includes(match.url)) return true; // another tab has sounded
  saveJson(CALLED_KEY, [...known.slice(-20), match.url], () => localStorage);
  play("offer");
  return true;
}

/** Say when the clock of a game starts or, once it runs, when the game is forfeited. */
function callSentence({ opponent, clock_at: clockAt }: NextMatch, until: string): string {
  const second = clockAt ? ({ second: "2-digit" } as const) : {};
  const format = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...second } as const;
  const time = new Date(clockAt ?? until).toLocaleTimeString(document.documentElement.lang, format);
  return ((clockAt ? words?.soon : words?.call) ?? "").replace("{name}", opponent).replace("{time}", time);
}

function callTo(match: NextMatch, sentence: string): HTMLElement {
  const card = document.createElement("div");
  card.className = "card notice";
  const line = document.createElement("p");
  line.textContent = sentence;
  const way = document.createElement("a");
  way.className = "button primary";
  way.href = match.url;
  way.textContent = words?.table ?? "";
  const later = document.createElement("button");
  later.type = "button";
  later.textContent = words?.later ?? "";
  later.addEventListener("click", () => {
    saveJson(CLOSED_KEY, sentence, () => sessionStorage);
    card.remove();
    showBar(match);
  });
  card.append(line, way, later);
  return card;
}

if (place) {
  enableSounds(() => loudness(loadSettings()), new AbortController().signal);
  void poll();
  window.setInterval(() => void poll(), POLL_MS);
  document.addEventListener(BELL_EVENT, () => void setTimeout(() => void poll(), BEGIN_MS));
  document.addEventListener("visibilitychange", () => void poll());
}
