/** The dock below the board: a hint, the rack, and buttons for the tile that is selected there. */
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../page/i18n";
import { icon } from "../page/icons";
import type { TablePage } from "./page";
import { largeRack } from "./rack";
import { hintFor, laidSentence, promptSentence } from "./sentences";
import type { TableState } from "./state";
import * as table from "./state";
import type { TurnInput } from "./turn-input";

/** Render the hint: what to do now, or what the cell under the pointer is. */
export function hintLine(page: TablePage): TemplateResult {
  return html`<p class="hint ${page.message ? "problem" : ""}">${page.message ?? hint(page)}</p>`;
}

/** Render the player's rack, in which a lesson may ring a tile, and the buttons for the selected tile. */
export function dockRow(state: TableState, input: TurnInput, ringed: number | null = null): TemplateResult {
  const docked = table.dockedSeat(state);
  const rack =
    docked && !hasNothingToShow(state, docked.seat)
      ? largeRack(
          state,
          docked,
          { choose: (tile) => input.tapRack(tile), grab: (tile, event) => input.grab(tile, event) },
          ringed,
        )
      : nothing;
  return html`<div class="dock-row">${rack}${draftButtons(state, input)}</div>`;
}

function hint({ table: state, pointed, notice }: TablePage): string {
  const found = pointed ? hintFor(state, pointed) : null;
  if (found && !state.draft?.isSet) return found;
  if (!table.isReviewing(state)) {
    const ask = state.position.outcome ? "" : `${watching(state)}${promptSentence(state)}`;
    return notice && notice !== ask ? `${notice} ${ask}` : ask;
  }
  if (notice) return notice;
  const laid = state.laid[(state.reviewPly ?? 0) - 1];
  return laid ? laidSentence(state.game, laid) : t("The start of the game.");
}

/** Say that the reader has no seat, as whoever followed the link to a table that is full. */
function watching({ game }: TableState): string {
  return game.seats.some((seat) => seat.is_mine) ? "" : `${t("You are watching.")} `;
}

/** Return whether the game ended with this hand empty, so that there is no rack. */
function hasNothingToShow(state: TableState, seat: number): boolean {
  const position = table.shownPosition(state);
  return position.phase === "over" && position.hands[seat]?.length === 0;
}

function draftButtons(state: TableState, input: TurnInput): TemplateResult | typeof nothing {
  const { draft, queued, pending } = state;
  if (!draft && queued && !table.isReviewing(state)) return queuedButton(input);
  if (!draft || draft.isSet || pending) return nothing;
  return html`<div class="draft-buttons">
    <button type="button" class="round" aria-label=${t("Turn the tile")} title=${t("Turn the tile (R)")} @click=${() => input.turn(1)}>${icon("turn")}</button>
    <button type="button" class="round" aria-label=${t("Put the tile back")} title=${t("Put the tile back (Esc)")} @click=${() => input.cancel()}>${icon("close")}</button>
  </div>`;
}

function queuedButton(input: TurnInput): TemplateResult {
  return html`<div class="draft-buttons">
    <button type="button" title=${t("Take the queued tile back (Esc)")} @click=${() => input.takeOff()}>${icon("close")} ${t("Take it back")}</button>
  </div>`;
}
