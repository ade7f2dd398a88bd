/** Placements in notation, as on the wire: `12@3,-1^4` is tile, cell, rotation. */
import type { Cell } from "./hexes";

export interface Placement {
  tile: number;
  cell: Cell;
  rotation: number;
}

const TEXT = /^(\d{1,2})@(-?\d{1,3}),(-?\d{1,3})\^([0-5])$/;

export function printPlacement({ tile, cell, rotation }: Placement): string {
  return `${tile}@${cell.q},${cell.r}^${rotation}`;
}

/** Parse a placement; null if the text is not one. */
export function parsePlacement(text: string): Placement | null {
  const found = TEXT.exec(text);
  if (!found) return null;
  const [tile, q, r, rotation] = found.slice(1).map(Number) as [number, number, number, number];
  return { tile, cell: { q, r }, rotation };
}
