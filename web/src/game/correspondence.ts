/** Correspondence: the header says how many other games wait, and after a turn the page goes on to the next. */
import type { CorrespondenceGames } from "../generated/protocol";
import { fetchData } from "../page/data";
import { t, tn } from "../page/i18n";
import { showNext, waitingBoards } from "./next-board";

const N_ASKED = 20; // the most urgent ones
const POLL_MS = 60_000;
const OPEN_NEXT_MS = 1_500; // so that the placement is seen first
const ACTIVITY_EVENTS = ["pointerdown", "keydown", "input"] as const; // the player is still busy here

/** The other correspondence games of the player. */
export class CorrespondenceFollower {
  #timer = 0;

  constructor() {
    void this.#poll();
    window.setInterval(() => void this.#poll(), POLL_MS);
    document.addEventListener("visibilitychange", () => void this.#poll());
  }

  /** The turn has passed: go on to the next game that waits, unless the player does something here meanwhile. */
  async openNextGame(): Promise<void> {
    const next = await this.#poll();
    if (!next) return;
    const stop = () => {
      window.clearTimeout(this.#timer);
      for (const activity of ACTIVITY_EVENTS) document.removeEventListener(activity, stop, true);
    };
    stop();
    for (const activity of ACTIVITY_EVENTS) document.addEventListener(activity, stop, true);
    this.#timer = window.setTimeout(() => location.assign(next), OPEN_NEXT_MS);
  }

  /** Bring the link up to date; return the address of the next game, null if none waits. */
  async #poll(): Promise<string | null> {
    if (document.hidden) return null;
    const found = await fetchData<CorrespondenceGames>(`/api/account/correspondence?limit=${N_ASKED}`);
    if (!found) return null;
    // The games that wait are sorted by the time that is left: the first is the most urgent.
    const waiting = waitingBoards(found.games, "").filter((game) => game.url !== location.pathname);
    const isListed = found.games.some((game) => game.is_my_turn && game.url === location.pathname);
    const n = found.n_waiting - Number(isListed);
    showNext(waiting, n, "/games", n > 0 ? tn("{n} game waits", "{n} games wait", n) : t("No games waiting"));
    return waiting[0]?.url ?? null;
  }
}
