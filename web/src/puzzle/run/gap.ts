/** The gap that is being filled: which tile lies in which space, and how it is turned. */
import type { GapView } from "../../generated/protocol";
import { TILE_EDGES } from "../../generated/tile-edges";
import { clashes, facingAt, type LaidTile } from "../../tiles/golden-rule";
import { type Cell, isSameCell } from "../../tiles/hexes";
import { parsePlacement } from "../../tiles/placement";

export interface Gap {
  readonly view: GapView;
  readonly laid: readonly LaidTile[];
  /** The tiles of the player in their spaces. */
  readonly placed: readonly LaidTile[];
  /** The tile of the tray that the player chose; null for none: the first of the tray is next. */
  readonly chosen: number | null;
}

export function beginGap(view: GapView): Gap {
  return { view, laid: view.laid.flatMap(readTile), placed: [], chosen: null };
}

function readTile(text: string): LaidTile[] {
  const found = parsePlacement(text);
  return found ? [{ tile: found.tile, ...found.cell, rotation: found.rotation }] : [];
}

/** Return the tiles that are still in the tray. */
export function trayTiles(gap: Gap): number[] {
  return gap.view.tiles.filter((tile) => !gap.placed.some((one) => one.tile === tile));
}

/** Return the tile that goes into the next free space that is pressed. */
export function nextTile(gap: Gap): number | null {
  return gap.chosen ?? trayTiles(gap)[0] ?? null;
}

/** Press a space: a chosen tile goes there, also in place of another; else the tile that lies there is turned. */
export function press(gap: Gap, cell: Cell): Gap {
  const lies = gap.placed.some((one) => isSameCell(one, cell));
  const tile = lies ? gap.chosen : nextTile(gap);
  return tile === null ? turn(gap, cell) : place(gap, tile, cell);
}

/** Put a tile into a space; a tile that was there goes back to the tray. */
export function place(gap: Gap, tile: number, cell: Cell): Gap {
  const others = gap.placed.filter((one) => one.tile !== tile && !isSameCell(one, cell));
  const rotation = gap.placed.find((one) => one.tile === tile)?.rotation ?? 0;
  return { ...gap, placed: [...others, { tile, q: cell.q, r: cell.r, rotation }], chosen: null };
}

/** Turn the tile in a space by one sixth. */
export function turn(gap: Gap, cell: Cell): Gap {
  const placed = gap.placed.map((one) => (isSameCell(one, cell) ? { ...one, rotation: (one.rotation + 1) % 6 } : one));
  return { ...gap, placed };
}

/** Take a tile back into the tray. */
export function takeBack(gap: Gap, tile: number): Gap {
  return { ...gap, placed: gap.placed.filter((one) => one.tile !== tile) };
}

/** Take the last placed tile back. */
export function undoPlacement(gap: Gap): Gap {
  const last = gap.placed.at(-1);
  return last ? { ...gap, placed: gap.placed.slice(0, -1), chosen: null } : gap;
}

/** Return the edges on which a tile differs from its neighbours. */
export function clashesOf(gap: Gap, one: LaidTile): number[] {
  const all = [...gap.laid, ...gap.placed.filter((other) => other.tile !== one.tile)];
  const facing = facingAt(
    one,
    (cell) => all.find((other) => isSameCell(other, cell)),
    (tile) => TILE_EDGES[tile - 1] ?? "",
  );
  return clashes(TILE_EDGES[one.tile - 1] ?? "", one.rotation, facing);
}

/** Return whether every space has a tile and all colours match: then the answer is sent. */
export function isFilled(gap: Gap): boolean {
  return gap.placed.length === gap.view.spaces.length && gap.placed.every((one) => clashesOf(gap, one).length === 0);
}
