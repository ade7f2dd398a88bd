/**
 * The table of a puzzle as one value, and what can be done on it. Plain functions: state in, state out.
 *
 * Tiles lie on any cells. Tiles that touch are a group, which can be moved and turned as a whole. Where a tile is
 * there more than once, its copies are told apart: a copy's number is the tile's and 64 more for each copy before it.
 */
import type { PuzzleView } from "../generated/protocol";
import { around, type Cell, cellText, isSameCell } from "../tiles/hexes";

/** A tile on the table. */
export interface Piece extends Cell {
  /** The tile's number, or that of its copy. */
  tile: number;
  rotation: number;
}

export type Laid = readonly Piece[];

/** What is in the hand: a tile, or a group about the tile it was taken by. */
export interface Held {
  /** The first is the one it was taken by; the cells of the others are seen from it. */
  pieces: Laid;
  /** Where the first would lie; null if nowhere. */
  cell: Cell | null;
}

export interface PuzzleState {
  puzzle: PuzzleView;
  laid: Laid;
  past: readonly Laid[];
  future: readonly Laid[];
  /** How the tiles in the tray are turned; 0 where absent. */
  turns: Readonly<Record<number, number>>;
  held: Held | null;
  /** Where what is in the hand may lie, if a rule says so; null if on every free cell. */
  legal: readonly Cell[] | null;
}

const COPY = 64;

/** Give every copy of a tile a number of its own. */
export function withCopies(puzzle: PuzzleView): PuzzleView {
  const seen = new Map<number, number>();
  const tiles = puzzle.tiles.map((tile) => {
    const n = seen.get(tile) ?? 0;
    seen.set(tile, n + 1);
    return tile + COPY * n;
  });
  return { ...puzzle, tiles };
}

/** Return the number that is printed on a tile, whichever copy it is. */
export function printed(tile: number): number {
  return ((tile - 1) % COPY) + 1;
}

/** Return which copy of its tile a number stands for, 1 for the first. */
export function copyOf(tile: number): number {
  return Math.floor((tile - 1) / COPY) + 1;
}

/** Tell whether a tile is there more than once. */
export function hasTwins(state: PuzzleState): boolean {
  return state.puzzle.tiles.some((tile) => tile > COPY);
}

export function emptyTable(puzzle: PuzzleView, laid: Laid = []): PuzzleState {
  return { puzzle, laid, past: [], future: [], turns: {}, held: null, legal: null };
}

export function pieceAt(laid: Laid, cell: Cell): Piece | undefined {
  return laid.find((piece) => isSameCell(piece, cell));
}

export function pieceOf(laid: Laid, tile: number): Piece | undefined {
  return laid.find((piece) => piece.tile === tile);
}

/** Return the tiles that are not on the table. */
export function trayOf(state: PuzzleState): number[] {
  return state.puzzle.tiles.filter((tile) => !pieceOf(state.laid, tile));
}

/** Return a piece and all that are joined to it, the piece first. */
export function groupOf(laid: Laid, piece: Piece): Piece[] {
  const group = [piece];
  for (const one of group) {
    const joined = laid.filter(
      (other) => !group.includes(other) && around(one).some((cell) => isSameCell(cell, other)),
    );
    group.push(...joined);
  }
  return group;
}

/** Take up a tile from the tray or from the table, there with its group if wished. */
export function takeUp(state: PuzzleState, tile: number, withGroup: boolean): PuzzleState {
  const piece = pieceOf(state.laid, tile);
  if (!piece)
    return { ...state, held: { pieces: [{ tile, q: 0, r: 0, rotation: state.turns[tile] ?? 0 }], cell: null } };
  const group = withGroup ? groupOf(state.laid, piece) : [piece];
  const pieces = group.map((one) => ({ ...one, q: one.q - piece.q, r: one.r - piece.r }));
  return { ...state, held: { pieces, cell: { q: piece.q, r: piece.r } } };
}

/** Hold what is in the hand over a cell, or over none. */
export function holdOver(state: PuzzleState, cell: Cell | null): PuzzleState {
  if (!state.held || state.held.cell === cell || isSameCell(state.held.cell, cell)) return state;
  return { ...state, held: { ...state.held, cell } };
}

/** Return the pieces in the hand as they would lie with the first on a cell. */
export function heldAt(held: Held, cell: Cell): Piece[] {
  return held.pieces.map((piece) => ({ ...piece, q: piece.q + cell.q, r: piece.r + cell.r }));
}

/** Tell whether what is in the hand finds free cells. */
export function canRest(state: PuzzleState, cell: Cell): boolean {
  const { held, laid } = state;
  if (!held) return false;
  if (state.legal && !state.legal.some((one) => isSameCell(one, cell))) return false;
  const others = without(laid, held.pieces);
  return heldAt(held, cell).every((piece) => !pieceAt(others, piece));
}

/** Let go: on the cell it is held over, if there is room. */
export function letGo(state: PuzzleState): PuzzleState {
  const { held, laid } = state;
  if (!held?.cell || !canRest(state, held.cell)) return { ...state, held: null };
  return changed({ ...state, held: null }, [...without(laid, held.pieces), ...heldAt(held, held.cell)]);
}

/** Put what is in the hand back into the tray. */
export function putBack(state: PuzzleState): PuzzleState {
  const { held, laid } = state;
  if (!held) return state;
  const turns = { ...state.turns, ...Object.fromEntries(held.pieces.map((piece) => [piece.tile, piece.rotation])) };
  return changed({ ...state, held: null, turns }, without(laid, held.pieces));
}

/** Turn what is in the hand about the tile it was taken by. */
export function turnHeld(state: PuzzleState, step: 1 | -1): PuzzleState {
  const { held } = state;
  if (!held) return state;
  const pieces = held.pieces.map((piece) => turned(piece, step));
  const [first] = pieces;
  const turns = pieces.length === 1 && first ? { ...state.turns, [first.tile]: first.rotation } : state.turns;
  return { ...state, turns, held: { ...held, pieces } };
}

/** Turn a tile where it lies, with its group if wished; the same state if there is no room. */
export function turnOnTable(state: PuzzleState, tile: number, step: 1 | -1, withGroup: boolean): PuzzleState {
  const before = { ...state, held: null };
  const after = turnHeld(takeUp(before, tile, withGroup), step);
  return after.held?.cell && canRest(after, after.held.cell) ? letGo(after) : before;
}

/** Lay pieces as they are told; tiles that are in their way go to the tray. */
export function layAll(state: PuzzleState, pieces: Laid): PuzzleState {
  const left = without(state.laid, pieces).filter((piece) => !pieceAt(pieces, piece));
  return changed({ ...state, held: null }, [...left, ...pieces]);
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

/** Write what lies on the table: `1@0,0^2;5@1,0^3`. */
export function printLaid(laid: Laid): string {
  const ordered = [...laid].sort((a, b) => a.tile - b.tile);
  return ordered.map((piece) => `${printed(piece.tile)}@${cellText(piece)}^${piece.rotation}`).join(";");
}

/** Write what lies tile by tile, in the order in which the puzzle has the tiles: that in which a stack was laid. */
export function printInOrder(puzzle: PuzzleView, laid: Laid): string[] {
  const pieces = puzzle.tiles.flatMap((tile) => pieceOf(laid, tile) ?? []);
  return pieces.map((piece) => `${printed(piece.tile)}@${cellText(piece)}^${piece.rotation}`);
}

/** Read what `printLaid` writes; whatever is not of the puzzle, or in the way of another, is left out. */
export function parseLaid(puzzle: PuzzleView, text: string): Laid {
  const laid: Piece[] = [];
  for (const word of text.split(";")) {
    const found = /^(\d{1,2})@(-?\d{1,2}),(-?\d{1,2})\^([0-5])$/.exec(word.trim());
    if (!found) continue;
    const [number, q, r, rotation] = found.slice(1).map(Number) as [number, number, number, number];
    const tile = puzzle.tiles.find((one) => printed(one) === number && !pieceOf(laid, one));
    if (tile !== undefined && !pieceAt(laid, { q, r })) laid.push({ tile, q, r, rotation });
  }
  return laid;
}

function changed(state: PuzzleState, laid: Laid): PuzzleState {
  if (printLaid(laid) === printLaid(state.laid)) return { ...state, laid };
  return { ...state, laid, past: [...state.past, state.laid], future: [] };
}

function without(laid: Laid, taken: Laid): Piece[] {
  return laid.filter((piece) => !pieceOf(taken, piece.tile));
}

function turned(piece: Piece, step: 1 | -1): Piece {
  const { q, r } = piece;
  const cell = step > 0 ? { q: -r, r: q + r } : { q: q + r, r: -q };
  return { tile: piece.tile, rotation: (piece.rotation + step + 6) % 6, q: cell.q + 0, r: cell.r + 0 };
}
