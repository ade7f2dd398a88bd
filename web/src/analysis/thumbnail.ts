/** A small picture of a placement on the table as it was, and of the tiles that are expected after it. */
import { nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import type { LaidView } from "../generated/protocol";
import { tileShape } from "../tiles/draw";
import { APOTHEM, cellText, centre, distance, hexagonPoints, type Point } from "../tiles/hexes";
import { type Placement, parsePlacement } from "../tiles/placement";

const RING = hexagonPoints(APOTHEM - 4);
/** The size of the picture in units of the plane: about five tiles by four. */
const [WIDTH, HEIGHT] = [520, 390];
const MAX_STEPS = 6;

export interface Scene {
  first: Placement;
  /** The tiles after the first that are inside the picture, in their order. */
  rest: readonly Placement[];
  /** The tiles that are already there. */
  laid: readonly LaidView[];
  middle: Point;
}

/** Return what a picture of a continuation shows; null without a readable placement. */
export function sceneOf(line: readonly string[], laid: readonly LaidView[]): Scene | null {
  const [first, ...others] = line.slice(0, MAX_STEPS).flatMap((text) => parsePlacement(text) ?? []);
  if (!first) return null;
  const near = others.filter(({ cell }) => distance(centre(cell), centre(first.cell)) < WIDTH * 0.75);
  const points = [first, ...near].map(({ cell }) => centre(cell));
  const middle = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
  const isInside = (point: Point, slack: number) =>
    Math.abs(point.x - middle.x) < WIDTH / 2 + slack && Math.abs(point.y - middle.y) < HEIGHT / 2 + slack;
  return {
    first,
    rest: near.filter(({ cell }) => isInside(centre(cell), 0)),
    laid: laid.filter((one) => isInside(centre(one), APOTHEM)),
    middle,
  };
}

/** Render the picture; the class `playing` on something around it lets the tiles after the first appear in turn. */
export function thumbnail({ first, rest, laid, middle }: Scene): TemplateResult {
  const box = `${middle.x - WIDTH / 2} ${middle.y - HEIGHT / 2} ${WIDTH} ${HEIGHT}`;
  return svg`<svg class="thumbnail" viewBox=${box} aria-hidden="true">
    ${laid.map((one) => svg`<g class="was-laid" transform=${moved(one)}>${tileShape(one.tile, one.rotation)}</g>`)}
    ${rest.map((one, n) => tile(one, `later later-${n + 1}`, nothing))}
    ${tile(first, "first", svg`<polygon points=${RING}></polygon>`)}
  </svg>` as unknown as TemplateResult;
}

function tile(one: Placement, name: string, ring: SVGTemplateResult | typeof nothing): SVGTemplateResult {
  return svg`<g class=${name} data-at=${cellText(one.cell)} transform=${moved(one.cell)}>${tileShape(one.tile, one.rotation)}${ring}</g>`;
}

function moved(cell: { q: number; r: number }): string {
  const { x, y } = centre(cell);
  return `translate(${x.toFixed(1)} ${y.toFixed(1)})`;
}

function mean(values: readonly number[]): number {
  return (Math.min(...values) + Math.max(...values)) / 2;
}
