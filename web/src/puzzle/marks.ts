/**
 * Marks for what is wrong on the table of a puzzle, a setting: touching edges that differ, holes, loops that closed too
 * early. Only the server decides whether a puzzle is solved.
 */
import type { ColourLetter, PuzzleView } from "../generated/protocol";
import type { LaidTile } from "../tiles/golden-rule";
import * as goldenRule from "../tiles/golden-rule";
import { around, beside, type Cell, cellText } from "../tiles/hexes";
import { groupOf, type Laid, tileAt } from "./state";

/** An edge of a cell, 0 to 2, which names each edge once. */
export interface Seam {
  cell: Cell;
  edge: number;
}

/** A loop that was closed too early. */
export interface EarlyLoop {
  colour: ColourLetter;
  tiles: Laid;
}

export interface Marks {
  mismatches: readonly Seam[];
  holes: readonly Cell[];
  early: readonly EarlyLoop[];
}

export const NO_MARKS: Marks = { mismatches: [], holes: [], early: [] };

/** Return the letter that a tile on the table shows on an edge. */
export function tileLetterAt(puzzle: PuzzleView, placed: LaidTile, edge: number): string {
  return goldenRule.letterAt(lettersIn(puzzle, placed.tile), placed.rotation, edge);
}

/** Return the six letters of a tile of the puzzle, clockwise from east before it is turned. */
export function lettersIn(puzzle: PuzzleView, tile: number): string {
  return puzzle.edges[puzzle.tiles.indexOf(tile)] ?? "";
}

/** Return what the neighbours of a cell show to it, clockwise from east; "." where there is none. */
export function facingInPuzzle(puzzle: PuzzleView, laid: Laid, cell: Cell): string {
  return goldenRule.facingAt(
    cell,
    (one) => tileAt(laid, one),
    (tile) => lettersIn(puzzle, tile),
  );
}

export function marksOf(puzzle: PuzzleView, laid: Laid): Marks {
  const holes = puzzle.holes === 0 ? holesIn(laid) : [];
  return { mismatches: mismatches(puzzle, laid), holes, early: earlyLoops(puzzle, laid) };
}

/** Return the edges on which two touching tiles differ. */
export function mismatches(puzzle: PuzzleView, laid: Laid): Seam[] {
  return laid.flatMap((placed) =>
    [0, 1, 2]
      .filter((edge) => {
        const other = tileAt(laid, beside(placed, edge));
        return other && tileLetterAt(puzzle, placed, edge) !== tileLetterAt(puzzle, other, edge + 3);
      })
      .map((edge) => ({ cell: { q: placed.q, r: placed.r }, edge })),
  );
}

/** Return whether all tiles are laid, joined and match, so that it is worth asking the server. */
export function looksDone(puzzle: PuzzleView, laid: Laid): boolean {
  const [first] = laid;
  if (!first || laid.length < puzzle.n_to_lay) return false;
  return groupOf(laid, first).length === laid.length && mismatches(puzzle, laid).length === 0;
}

/** Return the empty cells that are enclosed by tiles. */
export function holesIn(laid: Laid): Cell[] {
  const taken = new Set(laid.map(cellText));
  const [qs, rs] = [laid.map((placed) => placed.q), laid.map((placed) => placed.r)];
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

/** Return the closed loops in the puzzle's colours that leave out tiles they should contain. */
export function earlyLoops(puzzle: PuzzleView, laid: Laid): EarlyLoop[] {
  return puzzle.strands.flatMap(({ colour, is_loop, is_of_all }) => {
    const carriers = puzzle.edges.filter((letters) => letters.includes(colour)).length;
    const nNeeded = is_of_all ? puzzle.n_to_lay : carriers;
    return loops(puzzle, laid, colour)
      .filter((tiles) => !is_loop || tiles.length < nNeeded)
      .map((tiles) => ({ colour, tiles }));
  });
}

function loops(puzzle: PuzzleView, laid: Laid, colour: ColourLetter): Laid[] {
  const left = new Set(laid);
  const found: Laid[] = [];
  for (const start of laid) {
    if (!left.has(start)) continue;
    const chain = follow(puzzle, laid, start, colour);
    for (const placed of chain.tiles) left.delete(placed);
    if (chain.isClosed) found.push(chain.tiles);
  }
  return found;
}

/** Follow a line from a tile in one of two directions until it ends or returns. */
export function follow(puzzle: PuzzleView, laid: Laid, start: LaidTile, colour: ColourLetter, way: 0 | 1 = 0) {
  const tiles = [start];
  let placed = start;
  let leaving = ends(puzzle, start, colour)[way];
  while (leaving !== undefined) {
    const next = tileAt(laid, beside(placed, leaving));
    const entered = (leaving + 3) % 6;
    if (!next || tileLetterAt(puzzle, next, entered) !== colour) break;
    if (next === start) return { tiles, isClosed: true };
    tiles.push(next);
    leaving = ends(puzzle, next, colour).find((edge) => edge !== entered);
    placed = next;
  }
  return { tiles, isClosed: false };
}

function ends(puzzle: PuzzleView, placed: LaidTile, colour: ColourLetter): number[] {
  return [0, 1, 2, 3, 4, 5].filter((edge) => tileLetterAt(puzzle, placed, edge) === colour);
}
