/** The picture with what was read drawn over it: outlines, edges that do not match, and the lines of the result. */
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import type { ColourLetter } from "../generated/protocol";
import { linkPath, tileShape } from "../tiles/draw";
import { APOTHEM } from "../tiles/hexes";
import type { EyeLine, SeenTile } from "./module";
import type { Photograph } from "./photograph";
import { brokenContacts, markOf, placeAt, type Scan, tileAsRead } from "./state";

export interface TracedLine {
  colour: ColourLetter;
  line: EyeLine;
  isBest: boolean;
}

/** Render the picture with the outline of each tile that was read or only glimpsed, or with lines over a darker one. */
export function picture(
  photo: Photograph,
  found: Scan | readonly SeenTile[],
  chosen: number | null,
  lines: readonly TracedLine[],
  label: string,
  choose: (place: number) => void,
): TemplateResult {
  const { width, height, url } = photo;
  const scan = "seen" in found ? found : null;
  return html`<svg class="scan-picture ${lines.length ? "with-lines" : ""}" viewBox="0 0 ${width} ${height}" role="img" aria-label=${label}>
    <image href=${url} width=${width} height=${height}></image>
    ${"seen" in found ? found.seen.tiles.map((_, place) => outline(found, place, place === chosen, choose)) : found.map(glimpsed)}
    ${scan ? lines.map((one) => drawnLine(scan, one)) : nothing}
    ${scan ? brokenContacts(scan).map(({ place, edge }) => clash(placeAt(scan, place).seen, edge)) : nothing}
  </svg>`;
}

/** Render the part of the picture around a tile. */
export function cutOut({ url, width, height }: Photograph, { x, y, matrix }: SeenTile): TemplateResult {
  const reach = 1.5 * Math.max(Math.hypot(matrix[0], matrix[1]), Math.hypot(matrix[2], matrix[3]));
  return html`<svg class="scan-cut-out" viewBox="${x - reach} ${y - reach} ${2 * reach} ${2 * reach}" aria-hidden="true">
    <image href=${url} width=${width} height=${height}></image>
  </svg>`;
}

/** Render a reading as the tile lies in the picture. */
export function asItLies({ matrix }: SeenTile, tile: number, rotation: number): TemplateResult {
  const angle = (Math.atan2(matrix[1], matrix[0]) * 180) / Math.PI;
  return html`<svg class="tile-picture" viewBox="-60 -60 120 120" aria-hidden="true">
    <g transform="rotate(${angle.toFixed(1)})">${tileShape(tile, rotation)}</g>
  </svg>`;
}

function glimpsed(tile: SeenTile): SVGTemplateResult {
  const points = cornersOf(tile);
  return svg`<g class="outline cut" pointer-events="none"><polygon class="case" points=${points}></polygon><polygon class="pen" points=${points}></polygon></g>`;
}

function outline(
  scan: Scan,
  place: number,
  isChosen: boolean,
  choose: (place: number) => void,
): SVGTemplateResult | typeof nothing {
  const mark = markOf(scan, place);
  if (!mark) return nothing;
  const points = cornersOf(placeAt(scan, place).seen);
  return svg`<g class="outline ${mark} ${isChosen ? "chosen" : ""}" @click=${() => choose(place)}>
    <polygon class="case" points=${points}></polygon><polygon class="pen" points=${points}></polygon>
  </g>`;
}

function clash(tile: SeenTile, edge: number): SVGTemplateResult {
  const [x1, y1] = at(tile, edge + 5).split(",");
  const [x2, y2] = at(tile, edge).split(",");
  return svg`<line class="clash" x1=${x1 ?? 0} y1=${y1 ?? 0} x2=${x2 ?? 0} y2=${y2 ?? 0}></line>`;
}

/** Return the corners of a tile in the picture, as the points of a polygon. */
export function cornersOf(tile: SeenTile): string {
  return [0, 1, 2, 3, 4, 5].map((corner) => at(tile, corner)).join(" ");
}

/** Return the corner after an edge of a tile. */
function at({ x, y, matrix }: SeenTile, corner: number): string {
  const angle = ((corner + 0.5) * Math.PI) / 3;
  const [east, south] = [(2 / Math.sqrt(3)) * Math.cos(angle), (2 / Math.sqrt(3)) * Math.sin(angle)];
  const [xx, yx, xy, yy] = matrix;
  return `${(x + xx * east + xy * south).toFixed(1)},${(y + yx * east + yy * south).toFixed(1)}`;
}

function drawnLine(scan: Scan, { colour, line, isBest }: TracedLine): SVGTemplateResult {
  const links = line.tiles.map((place) => {
    const { x, y, matrix } = placeAt(scan, place).seen;
    const { tile, rotation } = tileAsRead(scan, place);
    const frame = matrix.map((part) => part / APOTHEM).join(" ");
    return { d: linkPath(tile, colour), transform: `matrix(${frame} ${x} ${y}) rotate(${60 * rotation})` };
  });
  const stroke = (kind: string) =>
    links.map(({ d, transform }) => svg`<path class="drawn-line ${kind}" d=${d} transform=${transform}></path>`);
  return svg`<g class="line-${colour} ${isBest ? "best" : ""}">${stroke("case")}${stroke("body")}${isBest ? stroke("core") : nothing}</g>`;
}
