/**
 * The table of a Gobble: what lies there, what the empty cells beside it show, and where a tile fits.
 *
 * A page of the rush judges placements itself, so that a tile lies at once; the server, which knows the same
 * golden rule, has the last word. Plain functions of the tiles laid.
 */
import * as goldenRule from "../tiles/golden-rule";
import { type LaidTile, sidesOf } from "../tiles/golden-rule";
import { type Cell, cellText, emptyAround, isSameCell } from "../tiles/hexes";

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

export function lyingAt(laid: readonly LaidTile[], cell: Cell): LaidTile | undefined {
  return laid.find((one) => isSameCell(one, cell));
}

/** Return what an empty cell shows; all dots for one that touches nothing. */
export function facingAt(edges: Edges, laid: readonly LaidTile[], cell: Cell): string {
  return goldenRule.facingAt(cell, (one) => lyingAt(laid, one), lettersIn(edges));
}

/** Return all empty cells with so many sides or more, the oldest first. */
export function spacesWith(edges: Edges, laid: readonly LaidTile[], least: number): Space[] {
  const tiles = new Map<string, LaidTile>(laid.map((one) => [cellText(one), one]));
  const spaces = emptyAround(laid).map((cell) => {
    const facing = goldenRule.facingAt(cell, (one) => tiles.get(cellText(one)), lettersIn(edges));
    return { ...cell, facing, sides: sidesOf(facing) };
  });
  return spaces.filter(({ sides }) => sides >= least);
}

/** Return the rotations in which a tile fits what a space shows. */
export function rotationsIn(edges: Edges, tile: number, facing: string): number[] {
  return goldenRule.fittingRotations(edges[tile] ?? "", facing);
}

export function fits(edges: Edges, tile: number, rotation: number, facing: string): boolean {
  return goldenRule.fits(edges[tile] ?? "", rotation, facing);
}

/** Return the edges of a placement whose colours differ from what the space shows. */
export function clashes(edges: Edges, { tile, rotation }: LaidTile, facing: string): number[] {
  return goldenRule.clashes(edges[tile] ?? "", rotation, facing);
}

/** Tell why a placement on a space of at least so many sides would be refused; null if it would not. */
export function misfit(edges: Edges, laid: readonly LaidTile[], placement: LaidTile, least: number): Misfit | null {
  if (lyingAt(laid, placement)) return "occupied";
  const facing = facingAt(edges, laid, placement);
  const sides = sidesOf(facing);
  if (sides < MIN_SIDES) return "few-sides";
  if (sides < least) return "penalty";
  return fits(edges, placement.tile, placement.rotation, facing) ? null : "mismatch";
}

function lettersIn(edges: Edges): (tile: number) => string {
  return (tile) => edges[tile] ?? "";
}
