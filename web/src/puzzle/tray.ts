/** The tray: the tiles of a puzzle that are not on the table yet. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { t, tn } from "../page/i18n";
import { tilePicture } from "../tiles/draw";
import { stackPicture } from "../tiles/pile";
import { handOf } from "./solitaire/scoring";
import { copyOf, laidTile, type PuzzleState, printed } from "./state";
import { tileLabel } from "./text";

export interface TrayListener {
  /** A tile was selected by a tap or a key. */
  choose(tile: number): void;
  /** The pointer was pressed on a tile: a drag may begin. */
  grab(tile: number, event: PointerEvent): void;
}

/** Render the tray; `pair` are tiles that a hint points out. */
export function tray(state: PuzzleState, pair: readonly number[], listener: TrayListener): TemplateResult {
  const tiles = handOf(state);
  const { mode, n_to_lay } = state.puzzle;
  const waiting = mode === "stack" ? n_to_lay - state.laid.length - tiles.length : 0;
  const size = tiles.length > 18 ? "many" : tiles.length > 8 ? "some" : "few";
  return html`<div class="rack tray ${size}" role="group" aria-label=${t("Tray")}>
    ${repeat(
      tiles,
      (tile) => tile,
      (tile) => slot(state, tile, pair.includes(tile), listener),
    )}
    ${waiting > 0 ? html`<span class="stock-pile">${stackPicture(waiting)}</span><p class="stack-left">${tn("{n} more in the stack", "{n} more in the stack", waiting)}</p>` : nothing}
    ${tiles.length === 0 ? html`<p class="empty-rack">${t("The tray is empty.")}</p>` : nothing}
  </div>`;
}

function slot(state: PuzzleState, tile: number, isPointed: boolean, listener: TrayListener): TemplateResult {
  const held = state.held ? laidTile(state.held.tiles, tile) : undefined;
  const names = `slot ${held ? "chosen" : ""} ${held && state.held?.cell ? "away" : ""} ${isPointed ? "pointed" : ""}`;
  const rotation = held?.rotation ?? state.turns[tile] ?? 0;
  return html`<button type="button" class=${names} data-tile=${tile} aria-label=${tileLabel(state, tile, rotation)}
      aria-pressed=${held ? "true" : "false"} @click=${() => listener.choose(tile)}
      @pointerdown=${(event: PointerEvent) => listener.grab(tile, event)}>${tilePicture(printed(tile), rotation)}
      ${copyOf(tile) > 1 ? html`<span class="copy" aria-hidden="true">${copyOf(tile)}</span>` : nothing}</button>`;
}
