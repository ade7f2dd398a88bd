/** Where the buttons of a tile that waits to be placed go: beside it, never over it, on the side with free table. */
import type { Point } from "../../tiles/hexes";
import type { Size } from "../../tiles/viewport";
import type { CellPlace } from "../bubble-place";

export type Side = "below" | "above" | "right" | "left";

export interface ButtonsPlace {
  left: number;
  top: number;
  side: Side;
}

/** The middle of another cell, and how bad it is to cover it. */
export interface Neighbour extends Point {
  weight: number;
}

interface Box extends Size {
  left: number;
  top: number;
}

/** How far the buttons are from the tile, and from the edge of what is free. */
const GAP_PX = 8;
const EDGE_PX = 4;
/** A place that leaves the board costs more than one that covers tiles. */
const OUTSIDE = 1_000;
/** A half of a pointy-topped hexagon's width, in halves of its height. */
const HALF_WIDTH = Math.sqrt(3) / 2;

/**
 * Place the buttons at a tile: in a row below it or above it, or in a column right or left of it.
 *
 * All is in pixels from the corner of the board; `screen` is the window, which they never leave, and `tiles` are what
 * they had better leave free.
 */
export function buttonsPlace(
  cell: CellPlace,
  row: Size,
  column: Size,
  board: Size,
  screen: Box,
  tiles: readonly Neighbour[],
): ButtonsPlace {
  const whole = { left: 0, top: 0, ...board };
  const covered = (at: Box) =>
    tiles.filter((tile) => covers(at, tile, cell)).reduce((sum, { weight }) => sum + weight, 0);
  const cost = (at: Box) => (isInside(at, whole) ? 0 : OUTSIDE) + covered(at);
  const ways = [...rows(cell, row, whole), ...columns(cell, column, whole)].map((way) => kept(way, screen));
  const open = ways.filter((way) => isInside(way, screen));
  const [found] = (open.length > 0 ? open : ways).sort((a, b) => cost(a) - cost(b));
  const { left, top, side } = found as Box & ButtonsPlace;
  return { left, top, side };
}

function rows(cell: CellPlace, { width, height }: Size, board: Box): (Box & ButtonsPlace)[] {
  const left = within(cell.x - width / 2, board.left, board.width - width);
  const reach = cell.half + GAP_PX;
  return [
    { side: "below", left, top: cell.y + reach, width, height },
    { side: "above", left, top: cell.y - reach - height, width, height },
  ];
}

function columns(cell: CellPlace, { width, height }: Size, board: Box): (Box & ButtonsPlace)[] {
  const top = within(cell.y - height / 2, board.top, board.height - height);
  const reach = cell.half * HALF_WIDTH + GAP_PX;
  return [
    { side: "right", left: cell.x + reach, top, width, height },
    { side: "left", left: cell.x - reach - width, top, width, height },
  ];
}

/** Move a place along its side of the tile until it is in the window. */
function kept<T extends Box & ButtonsPlace>(way: T, screen: Box): T {
  return way.side === "below" || way.side === "above"
    ? { ...way, left: within(way.left, screen.left, screen.width - way.width) }
    : { ...way, top: within(way.top, screen.top, screen.height - way.height) };
}

function within(value: number, start: number, room: number): number {
  return Math.max(start + EDGE_PX, Math.min(value, start + room - EDGE_PX));
}

function isInside(inner: Box, outer: Box): boolean {
  return (
    inner.left >= outer.left &&
    inner.top >= outer.top &&
    inner.left + inner.width <= outer.left + outer.width &&
    inner.top + inner.height <= outer.top + outer.height
  );
}

/** Return whether a box lies over much of the tile with its middle at a point. */
function covers(box: Box, { x, y }: Point, { half }: CellPlace): boolean {
  const reach = half / 2;
  return (
    x + reach > box.left && x - reach < box.left + box.width && y + reach > box.top && y - reach < box.top + box.height
  );
}
