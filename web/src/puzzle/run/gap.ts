/** The gap that is being filled: which tile lies in which space, and how it is turned. */
import type { GapView } from "../../generated/protocol";
import { TILE_EDGES } from "../../generated/tile-edges";
import { clashes, facingAt, fittingRotations, type LaidTile, letterAt } from "../../tiles/golden-rule";
import { beside, type Cell, isSameCell } from "../../tiles/hexes";
import { parsePlacement } from "../../tiles/placement";

export interface Gap {
  readonly view: GapView;
  readonly laid: readonly LaidTile[];
  /** The tiles of the player in their spaces. */
  readonly placed: readonly LaidTile[];
  /** The tile of the tray that the player chose; null for none: the first of the tray is next. */
  readonly chosen: number | null;
  /** How many times a tile was turned in a space. */
  readonly nTurned: number;
}

const MAX_TURNS = 5; // for each space: so many turn the tile that belongs there as it has to lie

export function beginGap(view: GapView): Gap {
  return { view, laid: view.laid.flatMap(readTile), placed: [], chosen: null, nTurned: 0 };
}

/** Read a placement; nothing for a text that is none. */
export function readTile(text: string): LaidTile[] {
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

/** Return how many times tiles can still be turned: trying all of them one after the other is no solving. */
export function turnsLeft(gap: Gap): number {
  return MAX_TURNS * gap.view.spaces.length - gap.nTurned;
}

/** Turn the tile in a space by one sixth, if there are turns left. */
export function turn(gap: Gap, cell: Cell): Gap {
  if (turnsLeft(gap) <= 0) return gap;
  const placed = gap.placed.map((one) => (isSameCell(one, cell) ? { ...one, rotation: (one.rotation + 1) % 6 } : one));
  return { ...gap, placed, nTurned: gap.nTurned + 1 };
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
  const facing = facingAt(one, (cell) => all.find((other) => isSameCell(other, cell)), lettersOf);
  return clashes(lettersOf(one.tile), one.rotation, facing);
}

/** Return whether every space has a tile, so that the table can be sent as the answer. */
export function isFilled(gap: Gap): boolean {
  return gap.placed.length === gap.view.spaces.length;
}

/** Return whether the line of the colour is closed, right or with a clash beside it: then the answer is sent. */
export function isClosed(gap: Gap): boolean {
  const all = [...gap.laid, ...gap.placed];
  return isFilled(gap) && all.every((one) => isJoined(one, all, gap.view.colour));
}

/** Find how the gap closes: tiles in all spaces that match, and the line through all tiles; null if it does not. */
export function solutionOf(gap: Gap): readonly LaidTile[] | null {
  return filled({ ...gap, placed: [] })?.placed ?? null;
}

/** Return the tiles of a closed loop in its order, from a tile that lay there. */
export function loopOf(gap: Gap): readonly LaidTile[] {
  const all = [...gap.laid, ...gap.placed];
  const loop: LaidTile[] = [];
  let here = all[0];
  while (here && !loop.includes(here)) {
    const { tile, rotation } = here;
    const ways = [0, 1, 2, 3, 4, 5].filter((edge) => letterAt(lettersOf(tile), rotation, edge) === gap.view.colour);
    const cells = ways.map((edge) => beside(here as LaidTile, edge));
    loop.push(here);
    here = all.find((one) => !loop.includes(one) && cells.some((cell) => isSameCell(cell, one)));
  }
  return loop;
}

function filled(gap: Gap): Gap | null {
  const space = gap.view.spaces[gap.placed.length];
  if (!space) return isClosed(gap) ? gap : null;
  const all = [...gap.laid, ...gap.placed];
  const facing = facingAt(space, (cell) => all.find((other) => isSameCell(other, cell)), lettersOf);
  for (const tile of trayTiles(gap))
    for (const rotation of fittingRotations(lettersOf(tile), facing)) {
      const found = filled({ ...gap, placed: [...gap.placed, { tile, q: space.q, r: space.r, rotation }] });
      if (found) return found;
    }
  return null;
}

/** Return whether a tile's line of a colour goes on at both ends. */
function isJoined(one: LaidTile, all: readonly LaidTile[], colour: string): boolean {
  const facing = facingAt(one, (cell) => all.find((other) => isSameCell(other, cell)), lettersOf);
  return [...facing].every(
    (letter, edge) => letterAt(lettersOf(one.tile), one.rotation, edge) !== colour || letter === colour,
  );
}

function lettersOf(tile: number): string {
  return TILE_EDGES[tile - 1] ?? "";
}
