/** Correspondence: the header says how many other games wait, and after a turn the page goes on to the next. */
import type { Desk } from "../generated/protocol";
import { parse } from "../page/data";
import { t, tn } from "../page/i18n";
import { showNext, waitingBoards } from "./next-board";

const POLL_MS = 60_000;
const GO_ON_MS = 1_500; // so that the own placement is seen
const ACTS = ["pointerdown", "keydown", "input"] as const; // the player is still busy here

/** The other correspondence games of the player. */
export class DeskFollower {
  #timer = 0;

  constructor() {
    void this.#poll();
    window.setInterval(() => void this.#poll(), POLL_MS);
    document.addEventListener("visibilitychange", () => void this.#poll());
  }

  /** The turn has passed: go on to the next game that waits, unless the player does something here meanwhile. */
  async goOn(): Promise<void> {
    const next = await this.#poll();
    if (!next) return;
    const stop = () => {
      window.clearTimeout(this.#timer);
      for (const act of ACTS) document.removeEventListener(act, stop, true);
    };
    stop();
    for (const act of ACTS) document.addEventListener(act, stop, true);
    this.#timer = window.setTimeout(() => location.assign(next), GO_ON_MS);
  }

  /** Bring the link up to date; return the address of the next game, null if none waits. */
  async #poll(): Promise<string | null> {
    if (document.hidden) return null;
    const answer = await fetch("/api/account/desk").catch(() => null);
    if (!answer?.ok) return null;
    // The games that wait are sorted by the time that is left: the first is the most urgent.
    const { games } = parse<Desk>(await answer.text());
    const waiting = waitingBoards(games, "").filter((game) => game.url !== location.pathname);
    const n = waiting.length;
    showNext(waiting, "/games", n > 0 ? tn("{n} game waits", "{n} games wait", n) : t("No game waits"));
    return waiting[0]?.url ?? null;
  }
}
