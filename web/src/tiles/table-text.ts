/**
 * What is said about a table of tiles to players who cannot see it: a tile on its cell, an empty place, and where tiles
 * do not match: on which edge, in which colours and beside which tile. Games, puzzles and runs share these sentences.
 */
import type { ColourLetter } from "../generated/protocol";
import { t } from "../page/i18n";
import { clashes, facingAt, type LaidTile, letterAt } from "./golden-rule";
import { beside, type Cell, cellText } from "./hexes";
import { colourName, coloursText, edgeName, sidesText, turnedLetters } from "./text";

const SIX = [0, 1, 2, 3, 4, 5];

/** The tiles that lie on a table: where, with which letters, and under which printed number. */
export interface TileTable {
  tileAt(cell: Cell): LaidTile | undefined;
  lettersOf(tile: number): string;
  printed(tile: number): number;
}

/** Describe a tile on a cell. */
export function placedSentence(placed: LaidTile, { lettersOf, printed }: TileTable): string {
  const colours = coloursText(turnedLetters(lettersOf(placed.tile), placed.rotation));
  return t("Tile {tile} at {cell}: {colours}.", { tile: printed(placed.tile), cell: cellText(placed), colours });
}

/** Describe a tile on a cell, and where it does not match its neighbours. */
export function checkedSentence(placed: LaidTile, table: TileTable): string {
  return [placedSentence(placed, table), ...mismatchSentences(placed, table)].join(" ");
}

/** Describe an empty place by its cell and the colours that face it. */
export function emptyPlaceSentence(cell: Cell, facing: string): string {
  const values = { cell: cellText(cell), sides: sidesText(facing) };
  return values.sides ? t("Empty place {cell}: {sides}.", values) : t("Empty place {cell}.", values);
}

/** Say on which edges a tile does not match its neighbours, in a sentence for each; `edges`: only on these. */
export function mismatchSentences(placed: LaidTile, table: TileTable, edges: readonly number[] = SIX): string[] {
  const letters = table.lettersOf(placed.tile);
  const facing = facingAt(placed, table.tileAt, table.lettersOf);
  const found = clashes(letters, placed.rotation, facing).filter((edge) => edges.includes(edge));
  return found.map((edge) => {
    const other = table.tileAt(beside(placed, edge));
    return t("Mismatch of tile {tile}, {edge}: {own} beside {colour} of tile {other}.", {
      tile: table.printed(placed.tile),
      edge: edgeName(edge),
      own: colourName(letterAt(letters, placed.rotation, edge) as ColourLetter),
      colour: colourName(facing[edge] as ColourLetter),
      other: other ? table.printed(other.tile) : "",
    });
  });
}
