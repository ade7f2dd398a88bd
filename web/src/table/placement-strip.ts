/** The strip of placements: each tile laid, small, with a bar in its player's colour. */
import { html, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import type { LaidView } from "../generated/protocol";
import { t } from "../page/i18n";
import { tilePicture } from "../tiles/draw";
import type { Cell } from "../tiles/hexes";
import { laidSentence } from "./sentences";
import type { TableState } from "./state";

export interface StripListener {
  /** Show the position after a ply. */
  show(ply: number): void;
  /** Point out the tile of a placement on the board; null for none. */
  point(cell: Cell | null): void;
}

/** Render the strip of the first `n` placements, with the draw pile beside its heading. */
export function placementStrip(
  state: TableState,
  pile: TemplateResult,
  listener: StripListener,
  n = state.laid.length,
): TemplateResult {
  const current = state.reviewPly ?? state.laid.length;
  return html`<section class="placements" aria-label=${t("Moves")}>
    <div class="placements-head"><h2 class="strip-label">${t("Moves")}</h2>${pile}</div>
    <ol class="placement-list" @pointerleave=${() => listener.point(null)}>${state.laid
      .slice(0, n)
      .map((laid, k) =>
        guard([laid, k + 1 === current], () => placement(state, laid, k + 1, k + 1 === current, listener)),
      )}</ol>
  </section>`;
}

function placement(
  state: TableState,
  laid: LaidView,
  ply: number,
  isShown: boolean,
  listener: StripListener,
): TemplateResult {
  const colour = laid.seat === null ? null : state.game.seats[laid.seat]?.colour;
  const words = laidSentence(state.game, laid);
  return html`<li><button type="button" class="placement" title=${words} aria-label="${ply}. ${words}" aria-current=${isShown ? "step" : "false"}
      @click=${() => listener.show(ply)} @pointerenter=${() => listener.point(laid)}
      @focus=${() => listener.point(laid)} @blur=${() => listener.point(null)}>
    ${tilePicture(laid.tile, laid.rotation)}<i class=${colour ? `bar-${colour}` : ""}></i></button></li>`;
}

/** Scroll the list so that the current placement is in view, without moving the page. */
export function followPlacements(page: Element): void {
  const list = page.querySelector<HTMLElement>(".placement-list");
  const shown = list?.querySelector<HTMLElement>('[aria-current="step"]')?.parentElement;
  if (!list || !shown) return;
  list.scrollTo({ left: shown.offsetLeft - list.clientWidth / 2, top: shown.offsetTop - list.clientHeight / 2 });
}
