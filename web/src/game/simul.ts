/** The host of a simul goes from board to board: the header says how many wait, and leads to the next. */
import type { TournamentBoards } from "../generated/protocol";
import { fetchData } from "../page/data";
import { t, tn } from "../page/i18n";
import { showNext, waitingBoards } from "./next-board";

const POLL_MS = 2_000;

/** Keep the link in the header up to date, and follow it by itself while the host is `idle` at this board. */
export function goRound(tournament: string, isIdle: () => boolean): void {
  const poll = async () => {
    if (document.hidden) return;
    const found = await fetchData<TournamentBoards>(`/api${tournament}/boards`);
    if (!found) return;
    const waiting = waitingBoards(found.boards, location.pathname);
    const n = waiting.length;
    showNext(waiting, n, tournament, n > 0 ? tn("{n} board waits", "{n} boards wait", n) : t("No boards waiting"));
    if (waiting[0] && isIdle()) location.assign(waiting[0].url);
  };
  void poll();
  window.setInterval(() => void poll(), POLL_MS);
}
