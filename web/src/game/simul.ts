/** The host of a simul goes from board to board: the header says how many wait, and leads to the next. */
import type { TournamentBoard, TournamentBoards } from "../generated/protocol";
import { parse } from "../page/data";
import { t, tn } from "../page/i18n";

const LOOK_EVERY_MS = 2_000;

/** Return the boards on which the host is to play, the next ones after the board at `here` first. */
export function waitingBoards(boards: readonly TournamentBoard[], here: string): TournamentBoard[] {
  const at = boards.findIndex((board) => board.url === here);
  const around = [...boards.slice(at + 1), ...boards.slice(0, Math.max(at, 0))];
  return around.filter((board) => board.is_my_turn);
}

/** Keep the link in the header up to date, and follow it by itself while the host is `idle` at this board. */
export function goRound(tournament: string, isIdle: () => boolean): void {
  const look = async () => {
    const link = document.querySelector<HTMLAnchorElement>("#next-board");
    if (!link || document.hidden) return;
    const answer = await fetch(`/api${tournament}/boards`).catch(() => null);
    if (!answer?.ok) return;
    const waiting = waitingBoards(parse<TournamentBoards>(await answer.text()).boards, location.pathname);
    const next = waiting[0];
    link.href = next?.url ?? tournament;
    link.textContent = next ? tn("{n} board waits", "{n} boards wait", waiting.length) : t("No board waits");
    if (next && isIdle()) location.assign(next.url);
  };
  void look();
  window.setInterval(() => void look(), LOOK_EVERY_MS);
}
