/**
 * Solitaire: the score of a table, and where the top tile of a stack may be laid. Pure functions of the table.
 *
 * A line scores one point per tile, a closed loop two. Forced spaces that the tile fits come first.
 */
import type { ColourLetter, PuzzleView } from "../../generated/protocol";
import type { LaidTile } from "../../tiles/golden-rule";
import { FORCED_SIDES, fittingRotations, sidesOf } from "../../tiles/golden-rule";
import { type Cell, emptyAround, isSameCell } from "../../tiles/hexes";
import { facingInPuzzle, follow, lettersIn, mismatches } from "../marks";
import { groupOf, type Laid, type PuzzleState, trayOf } from "../state";

export const COLOURS: readonly ColourLetter[] = ["R", "Y", "G", "B"];

/** The best line or loop of a colour. */
export interface BestLine {
  colour: ColourLetter;
  tiles: Laid;
  isLoop: boolean;
  score: number;
}

/** Return the best line or loop of each colour. */
export function tally(puzzle: PuzzleView, laid: Laid): BestLine[] {
  return COLOURS.map((colour) => bestLine(puzzle, laid, colour));
}

export function sum(lines: readonly BestLine[]): number {
  return lines.reduce((total, line) => total + line.score, 0);
}

export function bestLine(puzzle: PuzzleView, laid: Laid, colour: ColourLetter): BestLine {
  const left = new Set(laid);
  let best: BestLine = { colour, tiles: [], isLoop: false, score: 0 };
  for (const start of laid) {
    if (!left.has(start) || !lettersIn(puzzle, start.tile).includes(colour)) continue;
    const { tiles, isClosed } = wholeLine(puzzle, laid, start, colour);
    for (const placed of tiles) left.delete(placed);
    const score = tiles.length * (isClosed ? 2 : 1);
    if (score > best.score) best = { colour, tiles, isLoop: isClosed, score };
  }
  return best;
}

/** Return whether all tiles are joined and match, so that the score counts. */
export function isSound(puzzle: PuzzleView, laid: Laid): boolean {
  const [first] = laid;
  return first !== undefined && groupOf(laid, first).length === laid.length && mismatches(puzzle, laid).length === 0;
}

/** Return the tiles that may be picked up: all of the tray, or the top of the stack. */
export function handOf(state: PuzzleState): number[] {
  const tray = trayOf(state);
  return state.puzzle.mode === "stack" ? tray.slice(0, 1) : tray;
}

/** Return the cells where a tile may be laid; null for anywhere, for the first tile. */
export function stackCells(puzzle: PuzzleView, laid: Laid, tile: number): Cell[] | null {
  if (laid.length === 0) return null;
  const fitting = emptyAround(laid).filter((cell) => stackRotations(puzzle, laid, tile, cell).length > 0);
  const forced = fitting.filter((cell) => sidesOf(facingInPuzzle(puzzle, laid, cell)) >= FORCED_SIDES);
  return forced.length > 0 ? forced : fitting;
}

/** Return the rotations in which a tile fits its neighbours on a cell. */
export function stackRotations(puzzle: PuzzleView, laid: Laid, tile: number, cell: Cell): number[] {
  return fittingRotations(lettersIn(puzzle, tile), facingInPuzzle(puzzle, laid, cell));
}

/** Set the legal cells of a held tile of a stack, and turn it until it fits where it is held. */
export function obeying(state: PuzzleState, step: 1 | -1 = 1): PuzzleState {
  const { puzzle, laid, held } = state;
  const first = held?.tiles[0];
  if (puzzle.mode !== "stack" || !held || !first) return state.legal === null ? state : { ...state, legal: null };
  const legal = stackCells(puzzle, laid, first.tile);
  const { cell } = held;
  if (!cell || !legal?.some((one) => isSameCell(one, cell))) return { ...state, legal };
  const fitting = stackRotations(puzzle, laid, first.tile, cell);
  let { rotation } = first;
  while (!fitting.includes(rotation)) rotation = (rotation + step + 6) % 6;
  return { ...state, legal, held: { ...held, tiles: [{ ...first, rotation }] } };
}

/** Return the lines that count: of all colours, or of the one that a stack is about. */
export function scored(puzzle: PuzzleView, laid: Laid): BestLine[] {
  if (puzzle.mode === "solve") return [];
  const colours = puzzle.strands.map(({ colour }) => colour);
  return tally(puzzle, laid).filter((line) => puzzle.mode !== "stack" || colours.includes(line.colour));
}

/** Return whether a solitaire has ended: its stack has, or all tiles are laid and match. */
export function hasEnded(state: PuzzleState): boolean {
  const { puzzle, laid } = state;
  return puzzle.mode === "stack" ? isStackOver(state) : laid.length === puzzle.n_to_lay && isSound(puzzle, laid);
}

/** Return whether a stack has ended: no tile is left, or the next one fits nowhere. */
export function isStackOver(state: PuzzleState): boolean {
  const [next] = handOf(state);
  if (next === undefined) return state.laid.length === state.puzzle.n_to_lay; // else it is told in a moment
  return stackCells(state.puzzle, state.laid, next)?.length === 0;
}

/** Follow a line from a tile in both directions. */
function wholeLine(puzzle: PuzzleView, laid: Laid, start: LaidTile, colour: ColourLetter) {
  const one = follow(puzzle, laid, start, colour, 0);
  if (one.isClosed) return one;
  const other = follow(puzzle, laid, start, colour, 1);
  return { tiles: [...one.tiles, ...other.tiles.slice(1)], isClosed: false };
}
