/** A picture as it was read and corrected: what its tiles are, which to check, and what they make together. */

import { NO_TILE, UNREAD } from "../generated/eye-layout";
import type { ColourLetter } from "../generated/protocol";
import { type LaidTile, letterAt } from "../tiles/golden-rule";
import { around, cellText } from "../tiles/hexes";
import { printPlacement } from "../tiles/placement";
import { lettersOf } from "../tiles/text";
import type { Decided, DecidedTile, EyeLine, SeenPicture, SeenTile } from "./module";

export const SURE = 0.95;
const COLOURS: readonly ColourLetter[] = ["R", "Y", "G", "B"];

export interface Scan {
  seen: SeenPicture;
  decided: Decided;
  /** What the user says of each tile: its reading, UNREAD or NO_TILE. */
  fixed: readonly number[];
  /** What the user said before each correction, for undoing. */
  past: readonly (readonly number[])[];
}

/** What a picture can be used for. */
export type Use = "analyse" | "check" | "make" | "won";

/** How a tile is outlined. */
export type Mark = "sure" | "doubtful" | "cut";

/** A line of the golden rule that is broken: between two tiles that touch. */
export interface Clash {
  place: number;
  edge: number;
}

/** What the user said of the tile that lies there in the picture. */
export interface Said {
  x: number;
  y: number;
  reading: number;
}

/** Return what is said of the tiles of a picture, by where they lie: it may have been read a little differently. */
export function saidOf({ tiles }: SeenPicture, said: readonly Said[]): number[] {
  return tiles.map(({ x, y, matrix }) => {
    const reach = Math.hypot(matrix[0], matrix[1]) / 2;
    return said.find((one) => Math.hypot(one.x - x, one.y - y) < reach)?.reading ?? UNREAD;
  });
}

/** Return what the user says after a correction of one tile. */
export function corrected(scan: Scan, place: number, reading: number): Pick<Scan, "fixed" | "past"> {
  return {
    fixed: scan.fixed.map((known, other) => (other === place ? reading : known)),
    past: [...scan.past, scan.fixed],
  };
}

/** Return the picture with a tile that the user pointed at, which may be one that is known. */
export function withTile(scan: Scan, place: number, tile: SeenTile): Scan {
  if (place < scan.fixed.length)
    return scan.fixed[place] === NO_TILE ? { ...scan, ...corrected(scan, place, UNREAD) } : scan;
  return {
    ...scan,
    seen: withAdded(scan.seen, tile),
    fixed: [...scan.fixed, UNREAD],
    past: [...scan.past, scan.fixed],
  };
}

/** Return a picture with one more tile. */
export function withAdded(seen: SeenPicture, tile: SeenTile): SeenPicture {
  return { ...seen, tiles: [...seen.tiles, { ...tile, isAdded: true }] };
}

/** Return what the user said before the last correction; what was added by it is no tile then. */
export function undone(scan: Scan): Pick<Scan, "fixed" | "past"> {
  const last = scan.past.at(-1) ?? scan.fixed;
  return { fixed: scan.fixed.map((_, place) => last[place] ?? NO_TILE), past: scan.past.slice(0, -1) };
}

export function placeAt(scan: Scan, place: number): { seen: SeenTile; decided: DecidedTile } {
  return { seen: scan.seen.tiles[place] as SeenTile, decided: scan.decided.tiles[place] as DecidedTile };
}

/** Return how a tile is outlined; null for what is no tile. */
export function markOf(scan: Scan, place: number): Mark | null {
  const { seen, decided } = placeAt(scan, place);
  const said = scan.fixed[place];
  if (said === NO_TILE) return null;
  if (said === UNREAD && !seen.isWhole) return "cut";
  return said !== UNREAD || decided.confidence > SURE ? "sure" : "doubtful";
}

/** Return the places of the tiles that count, doubtful ones first. */
export function counted(scan: Scan): number[] {
  const places = scan.seen.tiles.map((_, place) => place);
  const withMark = (mark: Mark) => places.filter((place) => markOf(scan, place) === mark);
  return [...withMark("doubtful"), ...withMark("sure")];
}

export function nDoubtful(scan: Scan): number {
  return counted(scan).filter((place) => markOf(scan, place) === "doubtful").length;
}

/** Return the places of the tiles that are only partly seen, which count for nothing. */
export function cut(scan: Scan): number[] {
  return scan.seen.tiles.flatMap((_, place) => (markOf(scan, place) === "cut" ? [place] : []));
}

/** Return a tile as it lies in its group. */
export function tileAsRead(scan: Scan, place: number): LaidTile {
  const { seen, decided } = placeAt(scan, place);
  const [reading] = decided.readings;
  return { tile: reading?.tile ?? 0, rotation: reading?.rotation ?? 0, q: seen.q, r: seen.r };
}

/** Return the places of the largest group. */
export function largestGroup(scan: Scan): number[] {
  const groups = new Map<number, number[]>();
  for (const place of counted(scan)) {
    const { group } = placeAt(scan, place).seen;
    groups.set(group, [...(groups.get(group) ?? []), place]);
  }
  return [...groups.values()].reduce((most, one) => (one.length > most.length ? one : most), []);
}

/** Return where touching tiles of a group show two colours, each contact once. */
export function brokenContacts(scan: Scan): Clash[] {
  const at = new Map(
    counted(scan).map((place) => {
      const { group, q, r } = placeAt(scan, place).seen;
      return [`${group}:${cellText({ q, r })}`, place];
    }),
  );
  return counted(scan).flatMap((place) => {
    const { seen } = placeAt(scan, place);
    const mine = tileAsRead(scan, place);
    return [0, 1, 2].flatMap((edge) => {
      const beside = at.get(`${seen.group}:${cellText(around(seen)[edge] as LaidTile)}`);
      if (beside === undefined) return [];
      const other = tileAsRead(scan, beside);
      const shown = letterAt(lettersOf(mine.tile), mine.rotation, edge);
      return shown === letterAt(lettersOf(other.tile), other.rotation, edge + 3) ? [] : [{ place, edge }];
    });
  });
}

/** Return the numbers that lie here more than once. */
export function repeated(scan: Scan): number[] {
  const tiles = counted(scan).map((place) => tileAsRead(scan, place).tile);
  return [...new Set(tiles.filter((tile, at) => tiles.indexOf(tile) !== at))].sort((a, b) => a - b);
}

/** Return the lines of colours that have one, the best first. */
export function standings(scan: Scan): { colour: ColourLetter; line: EyeLine; score: number }[] {
  const all = COLOURS.map((colour, at) => {
    const line = scan.decided.lines[at] as EyeLine;
    return { colour, line, score: line.tiles.length * (line.isLoop ? 2 : 1) };
  });
  return all.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
}

/** What can be said of a game that is over: who won by how much, or why that cannot be said. */
export type ScanVerdict =
  | { kind: "few" }
  | { kind: "clashing"; n: number }
  | { kind: "repeated"; tiles: number[] }
  | { kind: "draw" }
  | { kind: "won"; colour: ColourLetter; lead: number };

/** Return who won among the colours that played; nobody while the tiles cannot lie as they were read. */
export function verdictOf(scan: Scan, playing: ReadonlySet<ColourLetter>): ScanVerdict {
  const n = brokenContacts(scan).length;
  if (n) return { kind: "clashing", n };
  const tiles = repeated(scan);
  if (tiles.length) return { kind: "repeated", tiles };
  const [first, second] = standings(scan).filter(({ colour }) => playing.has(colour));
  if (!first || !second) return { kind: "few" };
  const lead = first.score - second.score;
  return lead ? { kind: "won", colour: first.colour, lead } : { kind: "draw" };
}

/** Return what to say of the tiles so that only the lines of the largest group, of whole tiles, are found. */
export function groupAlone(scan: Scan): number[] {
  const group = largestGroup(scan);
  const all = counted(scan);
  return scan.fixed.map((_, place) => {
    if (!all.includes(place)) return NO_TILE;
    const { tile, rotation } = tileAsRead(scan, place);
    return group.includes(place) ? readingNumber(tile, rotation) : NO_TILE;
  });
}

/** Return how many tiles lie outside the largest group. */
export function nApart(scan: Scan): number {
  return counted(scan).length - largestGroup(scan).length;
}

/** Return the tiles outside the largest group, split by the side of the table on which they lie: far, near. */
export function racks(scan: Scan): [number[], number[]] {
  const group = largestGroup(scan);
  const middle = group.reduce((sum, place) => sum + placeAt(scan, place).seen.y, 0) / Math.max(1, group.length);
  const outside = counted(scan).filter((place) => !group.includes(place));
  outside.sort((a, b) => placeAt(scan, a).seen.x - placeAt(scan, b).seen.x);
  const isFar = (place: number) => placeAt(scan, place).seen.y < middle;
  return [outside.filter(isFar), outside.filter((place) => !isFar(place))];
}

/** Return what the picture most likely shows: a game, a puzzle that lies whole, tiles for one, or a game that is over. */
export function mainUse(scan: Scan): Use {
  const n = counted(scan).length;
  const nGrouped = largestGroup(scan).length;
  if (nGrouped <= 1 && n > 1) return "make";
  if (racks(scan).every((rack) => rack.length > 0)) return "analyse";
  const isLoop = standings(scan)[0]?.line.isLoop ?? false;
  return nGrouped === n && isLoop ? "check" : "won";
}

/** Write the position for the analysis board: two seats, the near one first. */
export function positionText(
  scan: Scan,
  colours: readonly [ColourLetter, ColourLetter],
  isNearToPlay: boolean,
): string {
  const [far, near] = racks(scan);
  const hand = (places: number[]) => places.map((place) => tileAsRead(scan, place).tile).join(" ") || "-";
  const laid = largestGroup(scan).map((place) => {
    const { tile, rotation, q, r } = tileAsRead(scan, place);
    return printPlacement({ tile, rotation, cell: { q, r } });
  });
  return [colours.join(""), laid.join(" ") || "-", `${hand(near)} / ${hand(far)}`, isNearToPlay ? 1 : 2].join("; ");
}

/** Write the goals that all tiles together may make, loops first, for puzzles of these tiles. */
export function goalsOf(scan: Scan): { colour: ColourLetter; isLoop: boolean; goal: string }[] {
  const tiles = counted(scan)
    .map((place) => tileAsRead(scan, place).tile)
    .sort((a, b) => a - b);
  const carried = COLOURS.filter((colour) => tiles.every((tile) => lettersOf(tile).includes(colour)));
  return [true, false].flatMap((isLoop) =>
    carried.map((colour) => ({ colour, isLoop, goal: `${tiles.join(",")} ${isLoop ? "loop" : "line"}:${colour}` })),
  );
}

/** Return a reading of the eye as a number, as `fixed` has it. */
export function readingNumber(tile: number, rotation: number): number {
  return 6 * (tile - 1) + rotation;
}
