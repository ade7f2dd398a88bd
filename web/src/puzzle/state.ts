/**
 * The table of a puzzle as one value, and the actions on it. Pure functions: state in, state out.
 *
 * Tiles can lie on any cells. Tiles that touch form a group, which can be moved and turned as a whole. If a puzzle has
 * a tile more than once, each copy has its own number: that of the tile plus 64 for each copy before it.
 */
import type { PuzzleView } from "../generated/protocol";
import type { LaidTile } from "../tiles/golden-rule";
import { around, type Cell, cellText, isSameCell } from "../tiles/hexes";

export type Laid = readonly LaidTile[];

/** What is held: a tile, or a group with the tile it was picked up by. */
export interface Held {
  /** The first is the one picked up; the cells of the others are relative to it. */
  tiles: Laid;
  /** Where the first is held; null if over no cell. */
  cell: Cell | null;
  /** Whether it lies there and waits for confirmation. */
  isSet: boolean;
}

export interface PuzzleState {
  puzzle: PuzzleView;
  laid: Laid;
  past: readonly Laid[];
  future: readonly Laid[];
  /** The rotations of the tiles in the tray; 0 where absent. */
  turns: Readonly<Record<number, number>>;
  held: Held | null;
  /** The cells where the held tile may be laid, in a solitaire; null for every free cell. */
  legal: readonly Cell[] | null;
}

const COPY = 64;

/** Give every copy of a tile a distinct number. */
export function withCopies(puzzle: PuzzleView): PuzzleView {
  const seen = new Map<number, number>();
  const tiles = puzzle.tiles.map((tile) => {
    const n = seen.get(tile) ?? 0;
    seen.set(tile, n + 1);
    return tile + COPY * n;
  });
  return { ...puzzle, tiles };
}

/** Return the printed number of a tile, whichever copy it is. */
export function printed(tile: number): number {
  return ((tile - 1) % COPY) + 1;
}

/** Return which copy a number stands for, 1 for the first. */
export function copyOf(tile: number): number {
  return Math.floor((tile - 1) / COPY) + 1;
}

/** Return whether the puzzle has a tile more than once. */
export function hasTwins(state: PuzzleState): boolean {
  return state.puzzle.tiles.some((tile) => tile > COPY);
}

export function emptyTable(puzzle: PuzzleView, laid: Laid = []): PuzzleState {
  return { puzzle, laid, past: [], future: [], turns: {}, held: null, legal: null };
}

export function tileAt(laid: Laid, cell: Cell): LaidTile | undefined {
  return laid.find((placed) => isSameCell(placed, cell));
}

export function laidTile(laid: Laid, tile: number): LaidTile | undefined {
  return laid.find((placed) => placed.tile === tile);
}

/** Return the tiles that are not on the table. */
export function trayOf(state: PuzzleState): number[] {
  return state.puzzle.tiles.filter((tile) => !laidTile(state.laid, tile));
}

/** Return a tile and all that are joined to it, the tile first. */
export function groupOf(laid: Laid, placed: LaidTile): LaidTile[] {
  const group = [placed];
  for (const one of group) {
    const joined = laid.filter(
      (other) => !group.includes(other) && around(one).some((cell) => isSameCell(cell, other)),
    );
    group.push(...joined);
  }
  return group;
}

/** Pick up a tile from the tray, or from the table with or without its group. */
export function pickUp(state: PuzzleState, tile: number, withGroup: boolean): PuzzleState {
  const placed = laidTile(state.laid, tile);
  if (!placed) {
    const tiles = [{ tile, q: 0, r: 0, rotation: state.turns[tile] ?? 0 }];
    return { ...state, held: { tiles, cell: null, isSet: false } };
  }
  const group = withGroup ? groupOf(state.laid, placed) : [placed];
  const tiles = group.map((one) => ({ ...one, q: one.q - placed.q, r: one.r - placed.r }));
  return { ...state, held: { tiles, cell: { q: placed.q, r: placed.r }, isSet: false } };
}

/** Hold the held tiles over a cell, or over none. */
export function dragOver(state: PuzzleState, cell: Cell | null): PuzzleState {
  if (!state.held || state.held.cell === cell || isSameCell(state.held.cell, cell)) return state;
  return { ...state, held: { ...state.held, cell, isSet: false } };
}

/** Let the held tiles wait for confirmation where they are held. */
export function setHeld(state: PuzzleState): PuzzleState {
  return state.held ? { ...state, held: { ...state.held, isSet: true } } : state;
}

/** Return the held tiles as they would lie with the first on a cell. */
export function heldAt(held: Held, cell: Cell): LaidTile[] {
  return held.tiles.map((placed) => ({ ...placed, q: placed.q + cell.q, r: placed.r + cell.r }));
}

/** Return whether the held tiles can be laid with the first on a cell. */
export function canDrop(state: PuzzleState, cell: Cell): boolean {
  const { held, laid } = state;
  if (!held) return false;
  if (state.legal && !state.legal.some((one) => isSameCell(one, cell))) return false;
  const others = without(laid, held.tiles);
  const isOfShape = (cell: Cell) => state.puzzle.shape?.some((one) => isSameCell(one, cell)) ?? true;
  return heldAt(held, cell).every((placed) => isOfShape(placed) && !tileAt(others, placed));
}

/** Drop the held tiles on the cell they are held over, if there is room. */
export function drop(state: PuzzleState): PuzzleState {
  const { held, laid } = state;
  if (!held?.cell || !canDrop(state, held.cell)) return { ...state, held: null };
  return changed({ ...state, held: null }, [...without(laid, held.tiles), ...heldAt(held, held.cell)]);
}

/** Put the held tiles back into the tray. */
export function putBack(state: PuzzleState): PuzzleState {
  const { held, laid } = state;
  if (!held) return state;
  const turns = { ...state.turns, ...Object.fromEntries(held.tiles.map((placed) => [placed.tile, placed.rotation])) };
  return changed({ ...state, held: null, turns }, without(laid, held.tiles));
}

/** Turn the held tiles around the one picked up. */
export function rotateHeld(state: PuzzleState, step: 1 | -1): PuzzleState {
  const { held } = state;
  if (!held) return state;
  const tiles = held.tiles.map((placed) => turned(placed, step));
  const [first] = tiles;
  const turns = tiles.length === 1 && first ? { ...state.turns, [first.tile]: first.rotation } : state.turns;
  return { ...state, turns, held: { ...held, tiles } };
}

/** Turn a tile on the table, with or without its group; the same state if there is no room. */
export function turnOnTable(state: PuzzleState, tile: number, step: 1 | -1, withGroup: boolean): PuzzleState {
  const before = { ...state, held: null };
  const after = rotateHeld(pickUp(before, tile, withGroup), step);
  return after.held?.cell && canDrop(after, after.held.cell) ? drop(after) : before;
}

/** Lay the given tiles; those in their way go to the tray. */
export function layAll(state: PuzzleState, tiles: Laid): PuzzleState {
  const left = without(state.laid, tiles).filter((placed) => !tileAt(tiles, placed));
  return changed({ ...state, held: null }, [...left, ...tiles]);
}

export function undo(state: PuzzleState): PuzzleState {
  const laid = state.past.at(-1);
  if (!laid) return state;
  return { ...state, held: null, laid, past: state.past.slice(0, -1), future: [state.laid, ...state.future] };
}

export function redo(state: PuzzleState): PuzzleState {
  const [laid, ...future] = state.future;
  if (!laid) return state;
  return { ...state, held: null, laid, past: [...state.past, state.laid], future };
}

/** Write the tiles on the table: `1@0,0^2;5@1,0^3`. */
export function printLaid(laid: Laid): string {
  const ordered = [...laid].sort((a, b) => a.tile - b.tile);
  return ordered.map((placed) => `${printed(placed.tile)}@${cellText(placed)}^${placed.rotation}`).join(";");
}

/** Write the tiles on the table in the puzzle's order, which is the order in which a stack was laid. */
export function printInOrder(puzzle: PuzzleView, laid: Laid): string[] {
  const tiles = puzzle.tiles.flatMap((tile) => laidTile(laid, tile) ?? []);
  return tiles.map((placed) => `${printed(placed.tile)}@${cellText(placed)}^${placed.rotation}`);
}

/** Parse what `printLaid` writes; tiles that are not in the puzzle, or overlap, are left out. */
export function parseLaid(puzzle: PuzzleView, text: string): Laid {
  const laid: LaidTile[] = [];
  for (const word of text.split(";")) {
    const found = /^(\d{1,2})@(-?\d{1,2}),(-?\d{1,2})\^([0-5])$/.exec(word.trim());
    if (!found) continue;
    const [number, q, r, rotation] = found.slice(1).map(Number) as [number, number, number, number];
    const tile = puzzle.tiles.find((one) => printed(one) === number && !laidTile(laid, one));
    if (tile !== undefined && !tileAt(laid, { q, r })) laid.push({ tile, q, r, rotation });
  }
  return laid;
}

function changed(state: PuzzleState, laid: Laid): PuzzleState {
  if (printLaid(laid) === printLaid(state.laid)) return { ...state, laid };
  return { ...state, laid, past: [...state.past, state.laid], future: [] };
}

function without(laid: Laid, taken: Laid): LaidTile[] {
  return laid.filter((placed) => !laidTile(taken, placed.tile));
}

function turned(placed: LaidTile, step: 1 | -1): LaidTile {
  const { q, r } = placed;
  const cell = step > 0 ? { q: -r, r: q + r } : { q: q + r, r: -q };
  return { tile: placed.tile, rotation: (placed.rotation + step + 6) % 6, q: cell.q + 0, r: cell.r + 0 };
}
