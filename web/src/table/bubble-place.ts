/** Where a text on the board goes: above its cell or below it. */
import type { Size } from "../tiles/viewport";

/** How far a bubble is from its cell, and from the edge of the board, in pixels. */
const BEAK_PX = 14;
const EDGE_PX = 8;

/** The middle of a cell in its board, and half of its height, in pixels. */
export interface CellPlace {
  x: number;
  y: number;
  half: number;
}

export interface BubblePlace {
  left: number;
  top: number;
  isBelow: boolean;
  /** Whether it could not be beside its cell, so that it points nowhere. */
  isAfloat: boolean;
}

/**
 * Place a bubble on the side of its cell that has more room, if both have enough above it, or `outside`: away from the
 * middle of the board; always on the board.
 */
export function bubblePlace(cell: CellPlace, bubble: Size, board: Size, outside = false): BubblePlace {
  const { above, below } = missing(cell, bubble, board);
  const isBelow = outside && Math.max(above, below) <= 0 ? cell.y > board.height / 2 : above > 0 && below < above;
  const reach = cell.half + BEAK_PX;
  const wanted = isBelow ? cell.y + reach : cell.y - reach - bubble.height;
  const top = between(wanted, board.height - bubble.height - EDGE_PX);
  const left = between(cell.x - bubble.width / 2, board.width - bubble.width - EDGE_PX);
  return { left, top, isBelow, isAfloat: top !== wanted };
}

/** Return how many pixels a bubble lacks above its cell and below it. */
function missing({ y, half }: CellPlace, { height }: Size, board: Size): { above: number; below: number } {
  const needed = half + BEAK_PX + height + EDGE_PX;
  return { above: needed - y, below: y + needed - board.height };
}

function between(value: number, most: number): number {
  return Math.max(EDGE_PX, Math.min(value, most));
}
