/**
 * Which part of the plane a board shows: the point in the middle, and a scale in pixels per unit.
 *
 * Pure arithmetic; `Camera` calls it for gestures and keys.
 */
import { APOTHEM, type Cell, CIRCUMRADIUS, centre, type Point } from "./hexes";

export interface Viewport {
  /** The point of the plane in the middle of the screen. */
  x: number;
  y: number;
  /** Pixels per unit of the plane. */
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

/** How far one can zoom out; a view of everything goes as far as it must. */
export const MIN_SCALE = 0.12;
export const MAX_SCALE = 2.4;
const FITTED_MAX_SCALE = 1.4;

/** Return the view that shows all the cells, with a margin of `rim` units. */
export function fitted(cells: readonly Cell[], size: Size, rim: number): Viewport {
  const points = cells.length > 0 ? cells.map(centre) : [{ x: 0, y: 0 }];
  const [left, right] = extent(points.map((point) => point.x));
  const [top, bottom] = extent(points.map((point) => point.y));
  const width = right - left + 2 * (APOTHEM + rim);
  const height = bottom - top + 2 * (CIRCUMRADIUS + rim);
  const scale = Math.min(size.width / width, size.height / height, FITTED_MAX_SCALE);
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale };
}

/** Zoom by `factor` so that the point under `at` (pixels from the corner) stays in place. */
export function zoomed(view: Viewport, size: Size, factor: number, at: Point): Viewport {
  const scale = clamp(view.scale * factor, Math.min(MIN_SCALE, view.scale), MAX_SCALE);
  const fixed = toPlane(view, size, at);
  const [dx, dy] = [at.x - size.width / 2, at.y - size.height / 2];
  return { x: fixed.x - dx / scale, y: fixed.y - dy / scale, scale };
}

/** Move the plane by pixels. */
export function panned(view: Viewport, dx: number, dy: number): Viewport {
  return { ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale };
}

/** Move as little as needed to show a whole cell, `margin` pixels inside the screen. */
export function revealing(view: Viewport, size: Size, cell: Cell, margin: number): Viewport {
  const { x, y } = centre(cell);
  const halfWidth = Math.max(0, (size.width / 2 - margin) / view.scale - APOTHEM);
  const halfHeight = Math.max(0, (size.height / 2 - margin) / view.scale - CIRCUMRADIUS);
  return { ...view, x: clamp(view.x, x - halfWidth, x + halfWidth), y: clamp(view.y, y - halfHeight, y + halfHeight) };
}

export function toPlane(view: Viewport, size: Size, at: Point): Point {
  return { x: view.x + (at.x - size.width / 2) / view.scale, y: view.y + (at.y - size.height / 2) / view.scale };
}

export function toScreen(view: Viewport, size: Size, point: Point): Point {
  return { x: (point.x - view.x) * view.scale + size.width / 2, y: (point.y - view.y) * view.scale + size.height / 2 };
}

export function viewBox(view: Viewport, size: Size): string {
  const [width, height] = [size.width / view.scale, size.height / view.scale];
  return [view.x - width / 2, view.y - height / 2, width, height].map((n) => n.toFixed(2)).join(" ");
}

/** How a picture of one view is laid over the screen to look like another: scaled from the corner, then moved. */
export interface Overlay {
  scale: number;
  x: number;
  y: number;
}

/** Return how a picture of `drawn` has to be laid to look like `view`. */
export function overlayOf(view: Viewport, drawn: Viewport, size: Size): Overlay {
  const corner = toScreen(view, size, toPlane(drawn, size, { x: 0, y: 0 }));
  return { scale: view.scale / drawn.scale, ...corner };
}

/** Return the view that a picture of `drawn` looks like under an overlay: the inverse of `overlayOf`. */
export function overlaid(overlay: Overlay, drawn: Viewport, size: Size): Viewport {
  const middle = {
    x: (size.width / 2 - overlay.x) / overlay.scale,
    y: (size.height / 2 - overlay.y) / overlay.scale,
  };
  return { ...toPlane(drawn, size, middle), scale: drawn.scale * overlay.scale };
}

/** Return whether all the cells are on the screen. */
export function isShowing(view: Viewport, size: Size, cells: readonly Cell[]): boolean {
  return cells.every((cell) => {
    const { x, y } = toScreen(view, size, centre(cell));
    const half = APOTHEM * view.scale;
    return x >= half && y >= half && x <= size.width - half && y <= size.height - half;
  });
}

function extent(values: readonly number[]): [number, number] {
  return [Math.min(...values), Math.max(...values)];
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
