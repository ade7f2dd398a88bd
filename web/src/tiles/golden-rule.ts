/**
 * The golden rule: where two tiles touch, they show the same colour. Nothing else is checked here.
 *
 * A tile is given by its six letters, clockwise from east before it is turned. `facing` is what the
 * neighbours of a cell show to it: six letters, clockwise from east, "." where there is no tile.
 */
import type { PositionView } from "../generated/protocol";
import { TILE_EDGES } from "../generated/tile-edges";
import { around, type Cell } from "./hexes";
import { spaceAt } from "./legal-placements";

/** A tile on a table. */
export interface LaidTile extends Cell {
  tile: number;
  rotation: number;
}

/** A space with this many sides is forced. */
export const FORCED_SIDES = 3;

const SIX = [0, 1, 2, 3, 4, 5];

/** Return the letter that a turned tile shows on an edge. */
export function letterAt(letters: string, rotation: number, edge: number): string {
  return letters[(edge - rotation + 12) % 6] ?? "";
}

/** Return the edges on which a turned tile differs from its neighbours. */
export function clashes(letters: string, rotation: number, facing: string): number[] {
  return SIX.filter((edge) => facing[edge] !== "." && facing[edge] !== letterAt(letters, rotation, edge));
}

export function fits(letters: string, rotation: number, facing: string): boolean {
  return clashes(letters, rotation, facing).length === 0;
}

/** Return the rotations in which a tile fits, ascending. */
export function fittingRotations(letters: string, facing: string): number[] {
  return SIX.filter((rotation) => fits(letters, rotation, facing));
}

/** Return what the neighbours of a cell show to it. */
export function facingAt(
  cell: Cell,
  tileAt: (cell: Cell) => LaidTile | undefined,
  lettersOf: (tile: number) => string,
): string {
  return around(cell)
    .map((one, edge) => {
      const other = tileAt(one);
      return other ? letterAt(lettersOf(other.tile), other.rotation, edge + 3) : ".";
    })
    .join("");
}

/** Return how many neighbours a cell has. */
export function sidesOf(facing: string): number {
  return [...facing].filter((letter) => letter !== ".").length;
}

/** Return the spaces of a position where a tile of the game fits in some rotation. */
export function cellsByColour(position: PositionView, tile: number): Cell[] {
  return position.spaces.filter(({ facing }) => fittingRotations(lettersOf(tile), facing).length > 0);
}

/** Return the rotations in which a tile of the game fits a space of a position; none where there is no space. */
export function rotationsByColour(position: PositionView, tile: number, cell: Cell): number[] {
  const space = spaceAt(position, cell);
  return space ? fittingRotations(lettersOf(tile), space.facing) : [];
}

function lettersOf(tile: number): string {
  return TILE_EDGES[tile - 1] ?? "";
}
