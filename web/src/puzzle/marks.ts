/**
 * What is not yet right on the table of a puzzle, for those who want to see it: touching edges that differ,
 * holes, loops that closed too early. Whether a puzzle is solved, the server says.
 */
import type { ColourLetter, PuzzleView } from "../generated/protocol";
import * as goldenRule from "../tiles/golden-rule";
import { around, beside, type Cell, cellText } from "../tiles/hexes";
import { groupOf, type Laid, type Piece, pieceAt } from "./state";

/** An edge of a cell, 0 to 2, seen from the tile to its west. */
export interface Seam {
  cell: Cell;
  edge: number;
}

/** A loop that is closed and may not be. */
export interface EarlyLoop {
  colour: ColourLetter;
  pieces: Laid;
}

export interface Marks {
  mismatches: readonly Seam[];
  holes: readonly Cell[];
  early: readonly EarlyLoop[];
}

export const NO_MARKS: Marks = { mismatches: [], holes: [], early: [] };

/** Return the letter that a piece shows on an edge. */
export function letterAt(puzzle: PuzzleView, piece: Piece, edge: number): string {
  return goldenRule.letterAt(lettersIn(puzzle, piece.tile), piece.rotation, edge);
}

/** Return the six letters of a tile of the puzzle, clockwise from east before it is turned. */
export function lettersIn(puzzle: PuzzleView, tile: number): string {
  return puzzle.edges[puzzle.tiles.indexOf(tile)] ?? "";
}

/** Return the letters that face a cell, clockwise from east; "." where no tile lies. */
export function facingAt(puzzle: PuzzleView, laid: Laid, cell: Cell): string {
  return goldenRule.facingAt(
    cell,
    (one) => pieceAt(laid, one),
    (tile) => lettersIn(puzzle, tile),
  );
}

export function marksOf(puzzle: PuzzleView, laid: Laid): Marks {
  const holes = puzzle.holes === 0 ? holesIn(laid) : [];
  return { mismatches: mismatches(puzzle, laid), holes, early: earlyLoops(puzzle, laid) };
}

/** Find the edges on which two touching tiles differ. */
export function mismatches(puzzle: PuzzleView, laid: Laid): Seam[] {
  return laid.flatMap((piece) =>
    [0, 1, 2]
      .filter((edge) => {
        const other = pieceAt(laid, beside(piece, edge));
        return other && letterAt(puzzle, piece, edge) !== letterAt(puzzle, other, edge + 3);
      })
      .map((edge) => ({ cell: { q: piece.q, r: piece.r }, edge })),
  );
}

/** Tell whether all tiles are down in one piece with no edge wrong, so that it is worth asking the judge. */
export function looksDone(puzzle: PuzzleView, laid: Laid): boolean {
  const [first] = laid;
  if (!first || laid.length < puzzle.n_to_lay) return false;
  return groupOf(laid, first).length === laid.length && mismatches(puzzle, laid).length === 0;
}

/** Find the empty cells from which there is no way out. */
export function holesIn(laid: Laid): Cell[] {
  const taken = new Set(laid.map(cellText));
  const [qs, rs] = [laid.map((piece) => piece.q), laid.map((piece) => piece.r)];
  const isOutside = ({ q, r }: Cell) =>
    q < Math.min(...qs) || q > Math.max(...qs) || r < Math.min(...rs) || r > Math.max(...rs);
  const known = new Map<string, boolean>();
  const holes: Cell[] = [];
  for (const start of laid.flatMap(around)) {
    if (taken.has(cellText(start)) || known.has(cellText(start))) continue;
    const region = [start];
    const seen = new Set([cellText(start)]);
    let isOpen = false;
    for (const cell of region) {
      if (isOutside(cell)) {
        isOpen = true;
        continue;
      }
      for (const next of around(cell)) {
        if (taken.has(cellText(next)) || seen.has(cellText(next))) continue;
        seen.add(cellText(next));
        region.push(next);
      }
    }
    for (const cell of region) known.set(cellText(cell), isOpen);
    if (!isOpen) holes.push(...region);
  }
  return holes;
}

/** Find closed loops in the colours of the puzzle that leave out tiles they should run through. */
export function earlyLoops(puzzle: PuzzleView, laid: Laid): EarlyLoop[] {
  return puzzle.strands.flatMap(({ colour, is_loop, is_of_all }) => {
    const carriers = puzzle.edges.filter((letters) => letters.includes(colour)).length;
    const wanted = is_of_all ? puzzle.n_to_lay : carriers;
    return loops(puzzle, laid, colour)
      .filter((pieces) => !is_loop || pieces.length < wanted)
      .map((pieces) => ({ colour, pieces }));
  });
}

function loops(puzzle: PuzzleView, laid: Laid, colour: ColourLetter): Laid[] {
  const left = new Set(laid);
  const found: Laid[] = [];
  for (const start of laid) {
    if (!left.has(start)) continue;
    const chain = follow(puzzle, laid, start, colour);
    for (const piece of chain.pieces) left.delete(piece);
    if (chain.isClosed) found.push(chain.pieces);
  }
  return found;
}

/** Follow a line from a tile one of two ways until it ends or comes back. */
export function follow(puzzle: PuzzleView, laid: Laid, start: Piece, colour: ColourLetter, way: 0 | 1 = 0) {
  const pieces = [start];
  let piece = start;
  let leaving = ends(puzzle, start, colour)[way];
  while (leaving !== undefined) {
    const next = pieceAt(laid, beside(piece, leaving));
    const entered = (leaving + 3) % 6;
    if (!next || letterAt(puzzle, next, entered) !== colour) break;
    if (next === start) return { pieces, isClosed: true };
    pieces.push(next);
    leaving = ends(puzzle, next, colour).find((edge) => edge !== entered);
    piece = next;
  }
  return { pieces, isClosed: false };
}

function ends(puzzle: PuzzleView, piece: Piece, colour: ColourLetter): number[] {
  return [0, 1, 2, 3, 4, 5].filter((edge) => letterAt(puzzle, piece, edge) === colour);
}
