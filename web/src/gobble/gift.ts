/** The choice after a Gobble: who gets a tile, and which one. Time is short, so it never covers the table. */
import { html, nothing, type TemplateResult } from "lit";
import { tilePicture } from "../tiles/draw";
import { badge } from "./players";
import { myHolding, nTiles, type Rush, recipients, rotationOf, withPendingApplied } from "./state";
import "./countdown";
import type { RushRoomView } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { backPicture } from "../tiles/pile";
import { penaltyTile, playerName } from "./text";

export interface GiftListener {
  give(to: number): void;
  /** Choose the tile to give: one of the pile, or null for the top of the stock. */
  choose(tile: number | null): void;
}

/** Return how many tiles the player owes. */
export function nOwed(rush: Rush): number {
  return myHolding(rush)?.dues.length ?? 0;
}

/** Return the tile to give: the chosen one, else the oldest of the pile, else null for the stock's. */
export function giftTile(rush: Rush, chosen: number | null | undefined): number | null {
  const { pile } = withPendingApplied(rush).own;
  const hasStock = (myHolding(rush)?.n_stock ?? 0) > 0;
  if (chosen !== undefined && (chosen === null ? hasStock : pile.includes(chosen))) return chosen;
  return pile[0] ?? null;
}

/** Return whether there is nothing to choose: one opponent, and one possible tile. */
export function isForcedGift(rush: Rush): boolean {
  const nKinds = withPendingApplied(rush).own.pile.length + ((myHolding(rush)?.n_stock ?? 0) > 0 ? 1 : 0);
  return recipients(rush).length === 1 && nKinds === 1;
}

export function giftChooser(
  room: RushRoomView,
  rush: Rush,
  zeroAt: number,
  chosen: number | null | undefined,
  listener: GiftListener,
): TemplateResult | typeof nothing {
  const mine = myHolding(rush);
  const due = mine?.dues[0];
  if (!mine || due === undefined) return nothing;
  const n = mine.dues.length;
  return html`<section class="gift" aria-label=${t("Give a tile away")}>
    <header><h2>${n > 1 ? tn("Gobble! {n} tile to give", "Gobble! {n} tiles to give", n) : t("Gobble! Give a tile to…")}</h2>
      <tantrix-fuse .until=${zeroAt + due} .lasts=${1000 * room.settings.choose_s}></tantrix-fuse></header>
    <div class="gift-recipients">${recipients(rush).map((seat) => recipient(room, rush, seat, listener))}</div>
    ${tiles(rush, giftTile(rush, chosen), listener)}
  </section>`;
}

function recipient(room: RushRoomView, rush: Rush, seat: number, listener: GiftListener): TemplateResult {
  const holding = withPendingApplied(rush).holdings[seat];
  const n = holding ? nTiles(holding) : 0;
  const name = playerName(room, seat);
  const label = tn("Give to {name}, who has {n} tile", "Give to {name}, who has {n} tiles", n, { name });
  return html`<button type="button" class="recipient edge-seat-${seat + 1}" data-to=${seat} aria-label=${label} title=${`${name} (${seat + 1})`}
    @click=${() => listener.give(seat)}>${badge(seat)}<span class="rush-name">${name}</span><b>${n}</b></button>`;
}

function tiles(rush: Rush, chosen: number | null, listener: GiftListener): TemplateResult | typeof nothing {
  const { pile } = withPendingApplied(rush).own;
  if (pile.length === 0) return nothing;
  const hasStock = (myHolding(rush)?.n_stock ?? 0) > 0;
  const pressed = (tile: number | null) => (chosen === tile ? "true" : "false");
  return html`<div class="gift-tiles" role="group" aria-label=${t("Which tile?")}>
    ${pile.map((tile) => html`<button type="button" class="slot" data-gift=${tile} aria-label=${penaltyTile(rush, tile)} aria-pressed=${pressed(tile)} @click=${() => listener.choose(tile)}>${tilePicture(tile, rotationOf(rush, tile))}</button>`)}
    ${hasStock ? html`<button type="button" class="slot" data-gift="stock" aria-label=${t("The top of your stock, unseen")} aria-pressed=${pressed(null)} @click=${() => listener.choose(null)}>${backPicture()}</button>` : nothing}
  </div>`;
}
