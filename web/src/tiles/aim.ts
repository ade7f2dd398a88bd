/**
 * What a dragged tile aims at: the cell under the middle of the tile, which a finger does not hide.
 *
 * Every table aims by this: games, lessons, plans, the analysis, puzzles and Gobble, whatever the size of a cell.
 */
import { type Cell, centre, distance, type Point } from "./hexes";

/** How far above the finger the middle of the tile is. */
export const FINGER_LIFT_PX = 80;
/** How fast that shrinks at the foot of the window, so that the lowest row can be reached. */
const LIFT_AT_FOOT_PX = 8;
const LIFT_SLOPE = 0.6;
/** How far from the middle of a cell, in units of the plane, a tile still aims at it, if no other cell is nearer. */
const SNAP_REACH = 72;

/** Return where on the screen the middle of a tile is that a finger or a mouse drags. */
export function tilePoint(pointer: Point, isFinger: boolean, windowHeight: number): Point {
  if (!isFinger) return pointer;
  const room = Math.max(0, windowHeight - pointer.y);
  return { x: pointer.x, y: pointer.y - Math.min(FINGER_LIFT_PX, LIFT_AT_FOOT_PX + LIFT_SLOPE * room) };
}

/** Return the cell that a tile aims at: of those where it may lie, the nearest to its middle; null if none is near. */
export function aimedCell(cells: readonly Cell[], middle: Point): Cell | null {
  const found = nearest(cells, middle);
  return found && distance(centre(found), middle) < SNAP_REACH ? found : null;
}

/** Return the cell whose centre is nearest to a point of the plane; null for no cells. */
export function nearest(cells: readonly Cell[], point: Point): Cell | null {
  const away = (cell: Cell) => distance(centre(cell), point);
  return [...cells].sort((a, b) => away(a) - away(b))[0] ?? null;
}
