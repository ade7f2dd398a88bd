/** Versions of a tournament: the one that the page shows, and the newest one that the server reported. */

import type { TournamentChanged } from "../generated/protocol";

/** Return the latest change in some lines; empty lines only keep the connection alive. */
export function parseChange(lines: string): TournamentChanged | undefined {
  const last = lines
    .split("\n")
    .filter((line) => line.trim())
    .at(-1);
  return last === undefined ? undefined : (JSON.parse(last) as TournamentChanged);
}

/**
 * Return whether a page with this stamp, `version games games-over messages`, is older than a change.
 *
 * `isPassing`: the page says that somebody else will become the organiser.
 */
export function isBehind(stamp: string, isPassing: boolean, change: TournamentChanged): boolean {
  const [version = 0, nGames = 0, nOver = 0, nMessages = 0] = stamp.split(" ").map(Number);
  const hasNewGames = nGames < change.n_games || nOver < change.n_over;
  return version < change.version || hasNewGames || nMessages < change.n_messages || isPassing !== change.is_passing;
}
