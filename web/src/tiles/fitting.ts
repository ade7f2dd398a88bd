/** Where a tile fits by colour: what can be known of a placement before its turn has come. Nothing else is judged. */

import type { PositionView } from "../generated/protocol";
import { TILE_EDGES } from "../generated/tile-edges";
import type { Cell } from "./hexes";
import { spaceAt } from "./legal";

const ROTATIONS = [0, 1, 2, 3, 4, 5];

/** Return the spaces where the tile fits in some rotation. */
export function fittingCells(position: PositionView, tile: number): Cell[] {
  return position.spaces.filter(({ facing }) => ROTATIONS.some((rotation) => matches(tile, rotation, facing)));
}

/** Return the rotations in which the tile fits a space, ascending; none where there is no space. */
export function fittingRotations(position: PositionView, tile: number, cell: Cell): number[] {
  const space = spaceAt(position, cell);
  return space ? ROTATIONS.filter((rotation) => matches(tile, rotation, space.facing)) : [];
}

/** Tell whether a tile shows the colours that face a space, "." being any. */
function matches(tile: number, rotation: number, facing: string): boolean {
  const edges = TILE_EDGES[tile - 1] ?? "";
  return [...facing].every((colour, edge) => colour === "." || colour === edges[(edge - rotation + 6) % 6]);
}
