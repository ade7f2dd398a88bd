/** Drawings shared by boards, racks and dialogs. The tiles are `<symbol>`s that the server put into the page. */
import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import type { ColourLetter } from "../generated/protocol";
import { tileText } from "./text";

/** Render a tile at the origin, 100 wide. */
export function tileShape(tile: number, rotation: number): SVGTemplateResult {
  return svg`<use class="tile turn-${rotation}" href="#tile-${tile}" x="-60" y="-60" width="120" height="120"></use>`;
}

/** Render a tile as a picture, with a label for screen readers unless something around it has one. */
export function tilePicture(tile: number, rotation = 0, isNamed = false): TemplateResult {
  return isNamed
    ? html`<svg class="tile-picture" viewBox="-52 -59 104 118" role="img" aria-label=${tileText(tile, rotation)}>${tileShape(tile, rotation)}</svg>`
    : html`<svg class="tile-picture" viewBox="-52 -59 104 118" aria-hidden="true">${tileShape(tile, rotation)}</svg>`;
}

/** Return the SVG path of the link of a colour on a tile, from the page's symbol; empty if it has none. */
export function linkPath(tile: number, colour: ColourLetter): string {
  return document.querySelector(`#tile-${tile} .link-${colour}`)?.getAttribute("d") ?? "";
}
