/** Translucent tiles on the board where a robot would lay them, or where somebody did, each with a label; an arrow. */
import { type SVGTemplateResult, svg } from "lit";
import { tileShape } from "./draw";
import { APOTHEM, cellText, centre, distance, hexagonPoints, type Point } from "./hexes";
import type { Placement } from "./placement";

export interface HintTile {
  placement: Placement;
  /** The label: a rank or a symbol. */
  label: string;
  kind: "best" | "other" | "played";
  /** What the board says about it in a bubble. */
  words?: string;
}

/** How much of a tile at either end of an arrow stays free, the length of its barbs, and of the shortest shaft. */
const [FREE, HEAD, SHORTEST] = [34, 26, 60];
const RING = hexagonPoints(APOTHEM - 4);

/** Render the tiles, one per cell. The list beside the board says the same in words. */
export function hintTiles(hints: readonly HintTile[]): SVGTemplateResult[] {
  const seen = new Set<string>();
  const shown = hints.filter(({ placement }) => {
    const cell = cellText(placement.cell);
    return !seen.has(cell) && seen.add(cell);
  });
  const tiles = shown.map(({ placement, label, kind }) => {
    const { x, y } = centre(placement.cell);
    return svg`<g class="hint-tile ${kind}" aria-hidden="true" transform="translate(${x.toFixed(2)} ${y.toFixed(2)})">
      <g class="hint-shape">${tileShape(placement.tile, placement.rotation)}</g>
      <polygon points=${RING}></polygon>
      <g class="hint-label"><circle cy="-36" r="18"></circle><text y="-29" text-anchor="middle">${label}</text></g>
    </g>`;
  });
  return [...tiles, ...arrowToBest(shown)];
}

/** Draw an arrow from the placement that was played to the better one. */
function arrowToBest(hints: readonly HintTile[]): SVGTemplateResult[] {
  const played = hints.find(({ kind }) => kind === "played");
  const best = hints.find(({ kind }) => kind === "best");
  if (!played || !best) return [];
  const { shaft, head } = arrow(centre(played.placement.cell), centre(best.placement.cell));
  return [svg`<g class="hint-arrow" aria-hidden="true"><path d=${shaft}></path><path d=${head}></path></g>`];
}

/** Return the paths of a bent arrow between two tiles, which leaves the middle of both free. */
export function arrow(from: Point, to: Point): { shaft: string; head: string } {
  const length = distance(from, to);
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const place = (share: number, aside: number) => ({
    x: from.x + along.x * share - along.y * aside,
    y: from.y + along.y * share + along.x * aside,
  });
  // Between neighbours the arrow is straight and reaches further into both tiles, so that it is longer than its head.
  const free = Math.min(FREE, (length - SHORTEST) / 2);
  const bend = free < FREE ? 0 : Math.min(60, length / 5);
  const [start, middle, end] = [place(free, 0), place(length / 2, -bend), place(length - free, 0)];
  const towards = Math.atan2(end.y - middle.y, end.x - middle.x);
  const barb = (turn: number) => ({
    x: end.x - HEAD * Math.cos(towards + turn),
    y: end.y - HEAD * Math.sin(towards + turn),
  });
  return {
    shaft: `M${text(start)}Q${text(middle)} ${text(end)}`,
    head: `M${text(barb(0.6))}L${text(end)}L${text(barb(-0.6))}`,
  };
}

function text({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}
