/** Sentences about a gap for players who cannot see it, made of those that the page of a puzzle uses. */
import { t, tn } from "../../page/i18n";
import { facingAt, type LaidTile } from "../../tiles/golden-rule";
import { type Cell, isSameCell } from "../../tiles/hexes";
import { checkedSentence, emptyPlaceSentence, mismatchSentences, type TileTable } from "../../tiles/table-text";
import { lettersOf, tileText } from "../../tiles/text";
import { clashesOf, type Gap, isClosed, isFilled, trayTiles, turnsLeft } from "./gap";

/** Name the loop to close. */
export function closeSentence(colour: Gap["view"]["colour"]): string {
  return {
    R: t("Close the red loop"),
    Y: t("Close the yellow loop"),
    G: t("Close the green loop"),
    B: t("Close the blue loop"),
  }[colour];
}

/** Say what to do: the loop to close, what faces each space, and the tiles. */
export function taskSentences(gap: Gap): string {
  const spaces = gap.view.spaces.map((cell) => gapCellSentence(gap, cell));
  const tiles = trayTiles(gap).map((tile) => `${tileText(tile)}.`);
  return [`${closeSentence(gap.view.colour)}.`, ...spaces, ...tiles].join(" ");
}

/** Describe a tile of the loop, with its mismatches; of an empty space, what faces it. */
export function gapCellSentence(gap: Gap, cell: Cell): string {
  const table = tableOf(gap);
  const lies = table.tileAt(cell);
  if (lies) return checkedSentence(lies, table);
  return emptyPlaceSentence(cell, facingAt(cell, table.tileAt, lettersOf));
}

/** Say which edges of the tiles that were laid do not match. */
export function clashSentences(gap: Gap): string[] {
  return gap.placed.flatMap((one) => mismatchSentences(one, tableOf(gap), clashesOf(gap, one)));
}

/** Say what a change has done: the tile that was laid or turned, or that tiles are back in the tray. */
export function changeSentence(before: Gap, after: Gap): string {
  const changed = after.placed.find((one) => !before.placed.some((other) => isSame(one, other)));
  const n = trayTiles(after).length;
  const left = n > 0 ? tn("{n} tile is left.", "{n} tiles are left.", n) : t("All tiles are on the table.");
  if (!changed) return after.placed.length < before.placed.length ? left : "";
  if (isClosed(after)) return gapCellSentence(after, changed);
  return [
    gapCellSentence(after, changed),
    isFilled(after) ? t("Something is not right yet.") : left,
    turnsLeft(after) > 0 ? t("Press Enter again to turn it.") : "",
    turnsSentence(after),
  ].join(" ");
}

/** Say how tiles are placed and turned, or that no turn is left. */
export function wayOn(gap: Gap): string {
  if (turnsLeft(gap) <= 0) return t("No turns left. Try another tile, or go on.");
  return `${t("Choose a tile, press the space, press again to turn.")} ${turnsSentence(gap)}`;
}

export function turnsSentence(gap: Gap): string {
  return tn("{n} turn left.", "{n} turns left.", turnsLeft(gap));
}

function isSame(one: LaidTile, other: LaidTile): boolean {
  return one.tile === other.tile && one.rotation === other.rotation && isSameCell(one, other);
}

function tableOf({ laid, placed }: Gap): TileTable {
  const all = [...laid, ...placed];
  return { tileAt: (cell) => all.find((one) => isSameCell(one, cell)), lettersOf, printed: (tile) => tile };
}
