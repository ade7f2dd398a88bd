/** Racks: the player's own, whose tiles can be selected, and the small ones of the others. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { SeatView } from "../generated/protocol";
import { t } from "../page/i18n";
import { tilePicture } from "../tiles/draw";
import { hexagonPoints } from "../tiles/hexes";
import { tileText } from "../tiles/text";
import { handSlots } from "./hand-slots";
import { handSentence } from "./sentences";
import { canAim, canPlay, shownPosition, type TableState } from "./state";

const RING = hexagonPoints(54);
/** A slot that stays empty. */
const GAP = html`<span class="gap"></span>`;

export interface RackListener {
  /** A tile was selected by a tap or a key. */
  choose(tile: number): void;
  /** The pointer was pressed on a tile: a drag may begin. */
  grab(tile: number, event: PointerEvent): void;
}

/** Render the player's own rack. */
export function largeRack(
  state: TableState,
  seat: SeatView,
  listener: RackListener,
  ringed: number | null = null,
): TemplateResult {
  const position = shownPosition(state);
  const isActive = canAim(state);
  const hand = position.hands[seat.seat] ?? [];
  const slots = handSlots(state, seat.seat);
  return html`<div class="rack ${canPlay(state) ? "to-play" : ""}" role="group" aria-label=${t("Hand of {name}", { name: seat.name })} data-seat=${seat.seat}>
    ${repeat(slots, slotKey, (tile) => (tile === null ? GAP : rackTile(state, tile, isActive, listener, tile === ringed)))}
    ${hand.length === 0 ? html`<p class="empty-rack">${t("No tiles left.")}</p>` : nothing}
  </div>`;
}

/** Render a small rack without actions. */
export function smallRack(state: TableState, seat: number): TemplateResult {
  const position = shownPosition(state);
  const label = t("Tiles {tiles}", { tiles: handSentence(position, seat) });
  return html`<div class="small-rack" role="img" aria-label=${label} data-seat=${seat}>
    ${repeat(handSlots(state, seat), slotKey, (tile) =>
      tile === null
        ? GAP
        : html`<span class="slot ${isForced(state, seat, tile) ? "fits" : ""}" data-tile=${tile}>${tilePicture(tile)}</span>`,
    )}
  </div>`;
}

function rackTile(
  state: TableState,
  tile: number,
  isActive: boolean,
  listener: RackListener,
  isRinged: boolean,
): TemplateResult {
  const draft = state.draft?.tile === tile ? state.draft : null;
  const isQueued = state.queued?.tile === tile;
  const fits = canPlay(state) && shownPosition(state).forced_tiles.includes(tile);
  const names = `slot ${isRinged ? "ringed" : ""} ${draft ? "chosen" : ""} ${draft?.cell || isQueued ? "away" : ""} ${fits ? "fits" : ""}`;
  const rotation = draft?.rotation ?? (isQueued ? state.queued?.rotation : 0) ?? 0;
  const name = tileText(tile, rotation);
  const plain = fits ? t("{name}, fits a forced space", { name }) : isQueued ? t("{name}, queued", { name }) : name;
  const label = isRinged ? `${t("The ringed tile.")} ${plain}` : plain;
  return html`<button type="button" class=${names} data-tile=${tile} aria-label=${label} aria-pressed=${draft ? "true" : "false"}
      aria-disabled=${isActive ? "false" : "true"}
      @click=${() => isActive && listener.choose(tile)}
      @pointerdown=${(event: PointerEvent) => isActive && listener.grab(tile, event)}>
    ${tilePicture(tile, rotation)}
    ${isRinged ? html`<svg class="tile-ring" viewBox="-52 -59 104 118" aria-hidden="true"><polygon points=${RING}></polygon></svg>` : nothing}
    ${fits ? html`<svg class="fits-arrow" viewBox="0 0 12 12" aria-hidden="true"><path d="M6 0v8M2 5l4 5 4-5"></path></svg>` : nothing}
  </button>`;
}

function isForced(state: TableState, seat: number, tile: number): boolean {
  const position = shownPosition(state);
  return seat === position.to_play && position.forced_tiles.includes(tile);
}

function slotKey(tile: number | null, n: number): number {
  return tile ?? -n - 1;
}
