/** Pictures of face-down tiles, for Gobble and the solitaires. */
import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { hexagonPoints } from "./hexes";

const BACK = hexagonPoints(49);
const INNER = hexagonPoints(37);
const MAX_DRAWN = 5;
const RISE = 6;
const DOTS = ["R", "Y", "B", "G"] as const;

/** Render a face-down stack, up to a few tiles high; an outline if it is empty. */
export function stackPicture(n: number): TemplateResult {
  const heights = Array.from({ length: Math.min(n, MAX_DRAWN) }, (_, k) => k);
  return html`<svg class="tile-picture stack-picture" viewBox="-52 -85 104 144" aria-hidden="true">${
    n === 0 ? svg`<polygon class="no-tile" points=${BACK}></polygon>` : heights.map(tileBack)
  }</svg>`;
}

/** Render one tile face down. */
export function backPicture(): TemplateResult {
  return html`<svg class="tile-picture" viewBox="-52 -59 104 118" aria-hidden="true">${tileBack(0)}</svg>`;
}

function tileBack(height: number): SVGTemplateResult {
  return svg`<g class="tile-back" transform=${`translate(0 ${-RISE * height})`}>
    <polygon class="back" points=${BACK}></polygon><polygon class="back-rim" points=${INNER}></polygon>
    ${DOTS.map((letter, n) => svg`<circle class=${`fill-${letter}`} r="9" cx=${n % 2 === 0 ? -13 : 13} cy=${n < 2 ? -13 : 13}></circle>`)}
  </g>`;
}
