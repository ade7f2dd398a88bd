/** Sentences about the table of a puzzle. */
import type { PuzzleView } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { printDuration } from "../page/time/text";
import { type Cell, isSameCell } from "../tiles/hexes";
import {
  checkedSentence,
  emptyPlaceSentence,
  mismatchSentences,
  placedSentence,
  type TileTable,
} from "../tiles/table-text";
import { coloursText, turnedLetters } from "../tiles/text";
import { facingInPuzzle, lettersIn, looksDone, type Marks } from "./marks";
import type { Progress } from "./saved-progress";
import { copyOf, type PuzzleState, printed, tileAt, trayOf } from "./state";

const MAX_TOLD = 3; // of mismatches, as more are hard to remember

/** Name a tile and its copy. */
export function tileName(tile: number): string {
  const values = { tile: printed(tile), copy: copyOf(tile) };
  return values.copy > 1 ? t("Tile {tile}, copy {copy}", values) : t("Tile {tile}", values);
}

/** Name a tile with its colours as turned. */
export function tileLabel({ puzzle }: PuzzleState, tile: number, rotation: number): string {
  return t("{name}: {colours}", { name: tileName(tile), colours: coloursOf(puzzle, tile, rotation) });
}

/** Describe the held tile. */
export function heldSentence(state: PuzzleState): string {
  const first = state.held?.tiles[0];
  return first ? `${tileLabel(state, first.tile, first.rotation)}.` : "";
}

/** Say that a puzzle is solved, with the time, as `print` writes it, if it counts; or that its solution was shown. */
export function solvedSentence({ ms, help }: Pick<Progress, "ms" | "help">, print = printDuration): string {
  if (help === "solution") return t("This is a solution.");
  if (help !== null) return t("Solved, with help.");
  return ms > 0 ? t("Solved in {time}!", { time: print(ms) }) : t("Solved!");
}

/** Describe the tile on a cell, with its mismatches if `marks` has some; of an empty cell, what faces it. */
export function placeSentence(state: PuzzleState, cell: Cell, marks: Marks | null): string {
  const placed = tileAt(state.laid, cell);
  if (!placed) return emptySentence(state, cell);
  const table = tableOf(state);
  return marks?.mismatches.length ? checkedSentence(placed, table) : placedSentence(placed, table);
}

/** Describe the state of the puzzle by ear: also which tiles do not match, and on which edges. */
export function toldSentence(state: PuzzleState, marks: Marks): string {
  const first = marks.mismatches.slice(0, MAX_TOLD).flatMap((seam) => {
    const placed = tileAt(state.laid, seam.cell);
    return placed ? mismatchSentences(placed, tableOf(state), [seam.edge]) : [];
  });
  return [stateSentence(state, marks), ...first].join(" ");
}

/** Describe the state of the puzzle. */
export function stateSentence(state: PuzzleState, marks: Marks): string {
  const { puzzle, laid, held } = state;
  const isStack = puzzle.mode === "stack";
  // A tile of a stack stays as it was laid.
  if ((held || isStack) && laid.length === 0) return t("Place it anywhere on the table.");
  if (laid.length === 0) return t("Drag a tile onto the table. Tap it there to turn it.");
  const n = isStack ? puzzle.n_to_lay - laid.length : trayOf(state).length;
  const left = n > 0 ? tn("{n} tile is left.", "{n} tiles are left.", n) : t("All tiles are on the table.");
  const wrong = marksSentences(marks);
  if (wrong.length === 0 && n === 0 && !looksDone(puzzle, laid)) wrong.push(t("Something is not right yet."));
  return [left, ...wrong].join(" ");
}

function emptySentence({ puzzle, laid, legal }: PuzzleState, cell: Cell): string {
  const sentence = emptyPlaceSentence(cell, facingInPuzzle(puzzle, laid, cell));
  const isMarked = (legal ?? puzzle.shape)?.some((one) => isSameCell(one, cell)) ?? false;
  if (!isMarked) return sentence;
  return `${sentence} ${legal ? t("The tile can go here.") : t("It belongs to the shape.")}`;
}

function coloursOf(puzzle: PuzzleView, tile: number, rotation: number): string {
  return coloursText(turnedLetters(lettersIn(puzzle, tile), rotation));
}

function marksSentences({ mismatches, holes, early }: Marks): string[] {
  const sentences: string[] = [];
  if (mismatches.length > 0)
    sentences.push(tn("{n} edge does not match.", "{n} edges do not match.", mismatches.length));
  if (holes.length > 0) sentences.push(t("There is a hole."));
  if (early.length > 0) sentences.push(t("A loop has closed too early."));
  return sentences;
}

function tableOf({ puzzle, laid }: PuzzleState): TileTable {
  return { tileAt: (cell) => tileAt(laid, cell), lettersOf: (tile) => lettersIn(puzzle, tile), printed };
}
