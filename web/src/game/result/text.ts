/** The result of a game in the reader's own terms. Pure functions of the state. */
import { listed, t, tn } from "../../page/i18n";
import { isAlone, mySeats } from "../../table/actions";
import { outcomeSentence } from "../../table/sentences";
import type { TableState } from "../../table/state";

/** Return the title of the result: "You win by 6", "Anna won", "A draw, line for line". */
export function resultTitle(state: TableState): string {
  const { outcome } = state.position;
  if (!outcome) return "";
  if (outcome.termination === "aborted") return state.game.tournament ? t("Decided by ruling") : t("Game aborted");
  const winners = winnersOf(state);
  const names = listed([...new Set(winners.map((seat) => seat.name))]);
  if (isDraw(state) && winners.length < state.game.seats.length) return t("{names} share first place", { names });
  if (isDraw(state)) return outcome.termination === "played-out" ? t("A draw, line for line") : t("A draw");
  const mine = mySeats(state);
  const isMine = mine.length > 0 && mine.length < state.game.seats.length && winners.some((seat) => seat.is_mine);
  const lead = leadOf(state);
  if (isMine) return lead === null ? t("You win") : tn("You win by {n}", "You win by {n}", lead);
  return lead === null ? t("{names} won", { names }) : tn("{names} won by {n}", "{names} won by {n}", lead, { names });
}

/** Return the text below the title: how the game ended, unless it was played to the end. */
export function resultReason(state: TableState): string {
  const { outcome } = state.position;
  if (!outcome || outcome.termination === "played-out") return "";
  return lossSentence(state, outcome.termination) ?? outcomeSentence(state.game, outcome);
}

/** Say how the loser lost, as the title names the winner; null if the game did not end so. */
function lossSentence(state: TableState, termination: string): string | null {
  const [loser, ...others] = state.game.seats.filter((seat) => state.position.outcome?.ranks[seat.seat] !== 1);
  const isMe = loser?.is_mine && isAlone(state);
  const name = loser?.name ?? "";
  const [mine, another, several] =
    {
      resignation: [t("You resigned."), t("{name} resigned.", { name }), t("By resignation.")],
      time: [t("You ran out of time."), t("{name} ran out of time.", { name }), t("Time was up.")],
      abandoned: [t("You left the game."), t("{name} has left.", { name }), t("A player left the game.")],
    }[termination] ?? [];
  return (others.length > 0 ? several : isMe ? mine : another) ?? null;
}

/** Return whether the score tells the result: it does not after a resignation, on time, or without a result. */
export function isByScore(state: TableState): boolean {
  return ["played-out", "deadlock", "agreement"].includes(state.position.outcome?.termination ?? "");
}

/** Return the colour of the winner; null for a draw, or if there is none. */
export function winningColour(state: TableState): string | null {
  if (isDraw(state) || state.position.outcome?.termination === "aborted") return null;
  return winnersOf(state)[0]?.colour ?? null;
}

/** Return the colours of those who are level in a draw, by seat. */
export function drawnColours(state: TableState): readonly string[] {
  return winnersOf(state).map(({ colour }) => colour);
}

function winnersOf(state: TableState) {
  return state.game.seats.filter((seat) => state.position.outcome?.ranks[seat.seat] === 1);
}

function isDraw(state: TableState): boolean {
  const winners = winnersOf(state);
  const termination = state.position.outcome?.termination;
  const isShared = winners.length > 1 && !(state.game.is_teams && winners.length < state.game.seats.length);
  return isShared || termination === "deadlock" || termination === "agreement";
}

/** Return by how much the winner leads; null if the score does not decide, or for teams. */
function leadOf(state: TableState): number | null {
  const { outcome } = state.position;
  if (outcome?.termination !== "played-out" || state.game.is_teams) return null;
  const [first = 0, second = 0] = [...outcome.scores].sort((a, b) => b - a);
  return first > second ? first - second : null;
}
