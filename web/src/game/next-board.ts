/** The link in the header that counts the other games waiting for the player and leads to the next. */

/** A game as it appears in the list of the player's games. */
export interface ListedGame {
  url: string;
  is_my_turn: boolean;
}

/** Return the games that wait for the player, the next ones after the game at `here` first. */
export function waitingBoards<Game extends ListedGame>(games: readonly Game[], here: string): Game[] {
  const at = games.findIndex((game) => game.url === here);
  const around = [...games.slice(at + 1), ...games.slice(0, Math.max(at, 0))];
  return around.filter((game) => game.is_my_turn);
}

/** Show in the header where to go on: to the first of the `n` games that wait, or to the list of all. */
export function showNext(waiting: readonly ListedGame[], n: number, list: string, words: string): void {
  const link = document.querySelector<HTMLAnchorElement>("#next-board");
  if (!link) return;
  link.href = waiting[0]?.url ?? list;
  link.textContent = words;
  link.dataset.n = n > 0 ? String(n) : ""; // all that a phone has room for
}
