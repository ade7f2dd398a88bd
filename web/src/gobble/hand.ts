/** The player's tiles in a rush: the penalty pile face up, the turned tile, the stock face down. */
import { html, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import { t, tn } from "../page/i18n";
import { icon } from "../page/icons";
import { tilePicture } from "../tiles/draw";
import { backPicture, stackPicture } from "../tiles/pile";
import { tileColours } from "../tiles/text";
import {
  fittingSpaces,
  type HelpLevel,
  handTile,
  isTurning,
  mayPutAside,
  mayTurn,
  myHolding,
  type Rush,
  rotationOf,
  withPendingApplied,
} from "./state";
import { penaltyTile } from "./text";

export interface HandListener {
  turnUp(): void;
  /** An open tile was selected by a tap or a key. */
  choose(tile: number): void;
  /** The pointer was pressed on an open tile: a drag may begin. */
  grab(tile: number, event: PointerEvent): void;
  rotate(): void;
  putAside(): void;
}

/** Render the hand; `isIdle` (before the start, after the end) no tile can be turned. */
export function hand(rush: Rush, help: HelpLevel, isIdle: boolean, listener: HandListener): TemplateResult {
  return html`<div class="hand" role="group" aria-label=${t("Your tiles")}>
    ${pile(rush, help, listener)}
    ${turned(rush, listener)}
    ${stock(rush, isIdle, listener)}
  </div>`;
}

function pile(rush: Rush, help: HelpLevel, listener: HandListener): TemplateResult {
  const { own } = withPendingApplied(rush);
  const size = own.pile.length > 12 ? "many" : own.pile.length > 5 ? "some" : "few";
  return html`<div class="penalty-pile ${size}" role="group" aria-label=${t("Penalty pile")} data-count=${own.pile.length}
      @click=${(event: MouseEvent) => isOnPile(event) && listener.putAside()}>
    ${repeat(
      own.pile,
      (tile) => tile,
      (tile, n) => pileTile(rush, tile, n, help, listener),
    )}
    ${own.pile.length === 0 ? html`<span class="pile-note">${t("Penalty pile")}</span>` : nothing}
  </div>`;
}

/** Return whether the pile itself was pressed, not one of its tiles. */
function isOnPile({ target }: MouseEvent): boolean {
  return !(target as Element).closest("button");
}

function pileTile(rush: Rush, tile: number, n: number, help: HelpLevel, listener: HandListener): TemplateResult {
  const isChosen = handTile(rush) === tile;
  const isUseful = help === "show" && fittingSpaces(rush, tile).length > 0;
  const name = penaltyTile(rush, tile);
  const label = isUseful ? t("{name}, fits a space", { name }) : name;
  const title = t("Penalty tile {tile}", { tile });
  return html`<button type="button" class="slot ${isChosen ? "chosen" : ""} ${isUseful ? "fits" : ""}" data-tile=${tile} aria-label=${label}
      aria-pressed=${isChosen ? "true" : "false"} title=${n < 9 ? `${title} (${n + 1})` : title}
      @click=${() => listener.choose(tile)} @pointerdown=${(event: PointerEvent) => listener.grab(tile, event)}>
    ${tilePicture(tile, rotationOf(rush, tile))}</button>`;
}

function turned(rush: Rush, listener: HandListener): TemplateResult {
  const { own } = withPendingApplied(rush);
  const tile = own.turned;
  const isAsideAllowed = mayPutAside(rush);
  return html`<div class="turned-place">
    ${tile === null ? emptyPlace(rush) : keyed(tile, openTile(rush, tile, listener))}
    <div class="turned-buttons">
      <button type="button" class="round" aria-label=${t("Rotate")} title=${t("Rotate (R)")} aria-disabled=${handTile(rush) === null ? "true" : "false"}
        @click=${() => listener.rotate()}>${icon("turn")}</button>
      <button type="button" class="round aside-button" aria-label=${t("Put aside")} title=${t("Put aside (X)")} aria-disabled=${isAsideAllowed ? "false" : "true"}
        @click=${() => listener.putAside()}>${icon("aside")}</button>
    </div></div>`;
}

function emptyPlace(rush: Rush): TemplateResult {
  return html`<div class="slot turned-slot empty">${isTurning(rush) ? html`<span class="coming">${backPicture()}</span>` : nothing}</div>`;
}

function openTile(rush: Rush, tile: number, listener: HandListener): TemplateResult {
  const isUp = handTile(rush) === tile;
  return html`<button type="button" class="slot turned-slot ${isUp ? "chosen" : ""} ${isUp && rush.over ? "away" : ""}" data-tile=${tile}
      aria-label=${t("Flipped tile {tile}: {colours}", { tile, colours: tileColours(tile, rotationOf(rush, tile)) })} aria-pressed=${isUp ? "true" : "false"}
      @click=${() => listener.choose(tile)} @pointerdown=${(event: PointerEvent) => listener.grab(tile, event)}>
    <span class="turning-up">${tilePicture(tile, rotationOf(rush, tile))}</span></button>`;
}

function stock(rush: Rush, isIdle: boolean, listener: HandListener): TemplateResult {
  const n = myHolding(rush)?.n_stock ?? 0;
  const isReady = !isIdle && mayTurn(rush);
  const label = tn("Flip a tile from your stock: {n} left", "Flip a tile from your stock: {n} left", n);
  return html`<button type="button" class="stock ${isReady ? "ready" : ""}" aria-label=${label} title=${t("Flip a tile (Space)")}
      aria-disabled=${isReady ? "false" : "true"} data-count=${n} @click=${() => listener.turnUp()}>
    ${stackPicture(n)}<b class="stock-count">${n}</b></button>`;
}
