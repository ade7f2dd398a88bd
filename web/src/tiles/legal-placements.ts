/**
 * What is legal in a position, read from the lists that the server sent with it. Knows no rule of the game.
 */
import type { PositionView, SpaceView, VerdictName } from "../generated/protocol";
import { type Cell, cellText, isSameCell } from "./hexes";
import { type Placement, parsePlacement, printPlacement } from "./placement";

interface Lists {
  /** Rotations by tile and cell, "12@3,-1". */
  legal: Map<string, number[]>;
  /** Cells by tile. */
  cells: Map<number, Cell[]>;
  /** Verdicts by tile and cell. */
  refused: Map<string, VerdictName>;
}

const known = new WeakMap<PositionView, Lists>();

/** Return the legal rotations of a tile on a cell, ascending. */
export function legalRotations(position: PositionView, tile: number, cell: Cell): number[] {
  return lists(position).legal.get(key(tile, cell)) ?? [];
}

/** Return the cells where a tile is legal in some rotation. */
export function legalCells(position: PositionView, tile: number): Cell[] {
  return lists(position).cells.get(tile) ?? [];
}

export function isLegal(position: PositionView, placement: Placement): boolean {
  return position.placements.includes(printPlacement(placement));
}

/** Return why a tile is illegal on a cell in every rotation; null if it is legal in one. */
export function refusal(position: PositionView, tile: number, cell: Cell): VerdictName | null {
  if (legalRotations(position, tile, cell).length > 0) return null;
  return lists(position).refused.get(key(tile, cell)) ?? "MISMATCH";
}

/** Return the next of some rotations, clockwise for `step` 1; the same one if there is no other. */
export function nextRotation(rotations: readonly number[], from: number, step: 1 | -1): number {
  for (let n = 1; n <= 6; n++) {
    const candidate = (from + step * n + 12) % 6;
    if (rotations.includes(candidate)) return candidate;
  }
  return from;
}

/** Return a rotation if it is among those allowed, else the next clockwise that is. */
export function fittingRotation(rotations: readonly number[], preferred: number): number {
  return rotations.includes(preferred) ? preferred : nextRotation(rotations, preferred, 1);
}

export function spaceAt(position: PositionView, cell: Cell): SpaceView | null {
  return position.spaces.find((space) => isSameCell(space, cell)) ?? null;
}

/** Return the empty cells worth visiting: the spaces, or the origin of an empty table; none once the game is over. */
export function targets(position: PositionView): SpaceView[] {
  if (position.phase === "over") return [];
  if (position.spaces.length > 0 || position.ply > 0) return position.spaces;
  return [{ q: 0, r: 0, facing: "......", is_forced: false, is_controlled: false, holders: [], n_unseen_fitting: 0 }];
}

function lists(position: PositionView): Lists {
  const found = known.get(position) ?? listed(position);
  known.set(position, found);
  return found;
}

/** Parse the texts once per position: there are hundreds, and every render needs them. */
function listed(position: PositionView): Lists {
  const legal = new Map<string, number[]>();
  const cells = new Map<number, Cell[]>();
  for (const placement of position.placements.map(parsePlacement)) {
    if (placement) enter(placement, legal, cells);
  }
  for (const rotations of legal.values()) rotations.sort((a, b) => a - b);
  return { legal, cells, refused: refusedBy(position) };
}

function enter({ tile, cell, rotation }: Placement, legal: Lists["legal"], cells: Lists["cells"]): void {
  const rotations = legal.get(key(tile, cell));
  if (rotations) {
    rotations.push(rotation);
    return;
  }
  legal.set(key(tile, cell), [rotation]);
  const known = cells.get(tile);
  if (known) known.push(cell);
  else cells.set(tile, [cell]);
}

function refusedBy(position: PositionView): Map<string, VerdictName> {
  const refused = new Map<string, VerdictName>();
  for (const [verdict, texts] of Object.entries(position.refused)) {
    for (const text of texts) {
      const placement = parsePlacement(text);
      if (placement) refused.set(key(placement.tile, placement.cell), verdict as VerdictName);
    }
  }
  return refused;
}

function key(tile: number, cell: Cell): string {
  return `${tile}@${cellText(cell)}`;
}
