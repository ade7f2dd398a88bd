/**
 * The table of a Gobble: what lies there, what the empty cells beside it show, and where a tile fits.
 *
 * A page of the rush judges placements itself, so that a tile lies at once; the server, which knows the same
 * golden rule, has the last word. Plain functions of the tiles laid.
 */
import { around, beside, type Cell, cellText, isSameCell } from "../tiles/hexes";

/** A tile on the table. */
export interface Lying extends Cell {
  tile: number;
  rotation: number;
}

/** The six letters of tiles by number, clockwise from east at rotation 0. */
export type Edges = Readonly<Record<number, string>>;

/** An empty cell beside the tiles, and the colours it shows: six letters clockwise from east, "." where no tile. */
export interface Space extends Cell {
  facing: string;
  sides: number;
}

/** Why a placement would be refused. */
export type Misfit = "occupied" | "few-sides" | "penalty" | "mismatch";

/** A tile touches at least two others. */
export const MIN_SIDES = 2;
/** A space of so many sides is forced: who fills it, gobbles. */
export const FORCED_SIDES = 3;

const SIX = [0, 1, 2, 3, 4, 5];

/** Return the letter that a tile shows on an edge. */
export function letterOf(edges: Edges, tile: number, rotation: number, edge: number): string {
  return edges[tile]?.[(edge - rotation + 12) % 6] ?? "";
}

export function lyingAt(laid: readonly Lying[], cell: Cell): Lying | undefined {
  return laid.find((one) => isSameCell(one, cell));
}

/** Return what an empty cell shows; all dots for one that touches nothing. */
export function facingAt(edges: Edges, laid: readonly Lying[], cell: Cell): string {
  return SIX.map((edge) => {
    const other = lyingAt(laid, beside(cell, edge));
    return other ? letterOf(edges, other.tile, other.rotation, edge + 3) : ".";
  }).join("");
}

export function sidesOf(facing: string): number {
  return [...facing].filter((letter) => letter !== ".").length;
}

/** Return all empty cells with so many sides or more, the oldest first. */
export function spacesWith(edges: Edges, laid: readonly Lying[], least: number): Space[] {
  const beneath = new Map<string, Lying>(laid.map((one) => [cellText(one), one]));
  const cells = new Map(laid.flatMap(around).map((cell) => [cellText(cell), cell]));
  const spaces: Space[] = [];
  for (const [name, cell] of cells) {
    if (beneath.has(name)) continue;
    let facing = "";
    for (const edge of SIX) {
      const other = beneath.get(cellText(beside(cell, edge)));
      facing += other ? letterOf(edges, other.tile, other.rotation, edge + 3) : ".";
    }
    const sides = sidesOf(facing);
    if (sides >= least) spaces.push({ ...cell, facing, sides });
  }
  return spaces;
}

/** Return the rotations in which a tile obeys the golden rule in what a space shows. */
export function rotationsIn(edges: Edges, tile: number, facing: string): number[] {
  return SIX.filter((rotation) => fits(edges, tile, rotation, facing));
}

export function fits(edges: Edges, tile: number, rotation: number, facing: string): boolean {
  return SIX.every((edge) => facing[edge] === "." || facing[edge] === letterOf(edges, tile, rotation, edge));
}

/** Return the edges of a placement whose colours differ from what the space shows. */
export function clashes(edges: Edges, placement: Lying, facing: string): number[] {
  const { tile, rotation } = placement;
  return SIX.filter((edge) => facing[edge] !== "." && facing[edge] !== letterOf(edges, tile, rotation, edge));
}

/** Tell why a placement on a space of at least so many sides would be refused; null if it would not. */
export function misfit(edges: Edges, laid: readonly Lying[], placement: Lying, least: number): Misfit | null {
  if (lyingAt(laid, placement)) return "occupied";
  const facing = facingAt(edges, laid, placement);
  const sides = sidesOf(facing);
  if (sides < MIN_SIDES) return "few-sides";
  if (sides < least) return "penalty";
  return fits(edges, placement.tile, placement.rotation, facing) ? null : "mismatch";
}
