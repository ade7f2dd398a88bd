/** Translucent tiles on the board where a robot would lay them, or where somebody did, each with a label. */
import { type SVGTemplateResult, svg } from "lit";
import { tileShape } from "./draw";
import { APOTHEM, cellText, centre, hexagonPoints } from "./hexes";
import type { Placement } from "./placement";

export interface HintTile {
  placement: Placement;
  /** The label: a rank or a symbol. */
  label: string;
  kind: "best" | "other" | "played";
}

const RING = hexagonPoints(APOTHEM - 4);

/** Render the tiles, one per cell. The list beside the board says the same in words. */
export function hintTiles(hints: readonly HintTile[]): SVGTemplateResult[] {
  const seen = new Set<string>();
  const shown = hints.filter(({ placement }) => {
    const cell = cellText(placement.cell);
    return !seen.has(cell) && seen.add(cell);
  });
  return shown.map(({ placement, label, kind }) => {
    const { x, y } = centre(placement.cell);
    return svg`<g class="hint-tile ${kind}" aria-hidden="true" transform="translate(${x.toFixed(2)} ${y.toFixed(2)})">
      <g class="hint-shape">${tileShape(placement.tile, placement.rotation)}</g>
      <polygon points=${RING}></polygon>
      <circle r="21"></circle><text y="7.5" text-anchor="middle">${label}</text>
    </g>`;
  });
}
