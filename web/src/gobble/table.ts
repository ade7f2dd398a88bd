/**
 * The table of a rush: its spaces, what they show, and where a tile fits. Pure functions of the tiles laid.
 *
 * The page checks placements itself, so that a tile lies at once; the server checks them again and decides.
 */
import * as goldenRule from "../tiles/golden-rule";
import { type LaidTile, sidesOf } from "../tiles/golden-rule";
import { type Cell, cellText, emptyAround, isSameCell } from "../tiles/hexes";

/** The six letters of each tile, clockwise from east at rotation 0. */
export type Edges = Readonly<Record<number, string>>;

/** A space and what its neighbours show to it: six letters clockwise from east, "." where there is no tile. */
export interface Space extends Cell {
  facing: string;
  sides: number;
}

/** Why a placement would be refused. */
export type Misfit = "occupied" | "few-sides" | "penalty" | "mismatch";

/** A tile must touch at least two others. */
export const MIN_SIDES = 2;

export function laidAt(laid: readonly LaidTile[], cell: Cell): LaidTile | undefined {
  return laid.find((one) => isSameCell(one, cell));
}

/** Return what the neighbours of an empty cell show to it; all dots if it has none. */
export function facingInRush(edges: Edges, laid: readonly LaidTile[], cell: Cell): string {
  return goldenRule.facingAt(cell, (one) => laidAt(laid, one), lettersIn(edges));
}

/** Return all spaces with at least `least` sides, the oldest first. */
export function spacesWith(edges: Edges, laid: readonly LaidTile[], least: number): Space[] {
  const tiles = new Map<string, LaidTile>(laid.map((one) => [cellText(one), one]));
  const spaces = emptyAround(laid).map((cell) => {
    const facing = goldenRule.facingAt(cell, (one) => tiles.get(cellText(one)), lettersIn(edges));
    return { ...cell, facing, sides: sidesOf(facing) };
  });
  return spaces.filter(({ sides }) => sides >= least);
}

/** Return the rotations in which a tile fits a space. */
export function rotationsIn(edges: Edges, tile: number, facing: string): number[] {
  return goldenRule.fittingRotations(edges[tile] ?? "", facing);
}

export function tileFits(edges: Edges, tile: number, rotation: number, facing: string): boolean {
  return goldenRule.fits(edges[tile] ?? "", rotation, facing);
}

/** Return the edges on which a placement does not match its neighbours. */
export function tileClashes(edges: Edges, { tile, rotation }: LaidTile, facing: string): number[] {
  return goldenRule.clashes(edges[tile] ?? "", rotation, facing);
}

/** Return why a placement that needs `least` sides would be refused; null if it would not. */
export function misfit(edges: Edges, laid: readonly LaidTile[], placement: LaidTile, least: number): Misfit | null {
  if (laidAt(laid, placement)) return "occupied";
  const facing = facingInRush(edges, laid, placement);
  const sides = sidesOf(facing);
  if (sides < MIN_SIDES) return "few-sides";
  if (sides < least) return "penalty";
  return tileFits(edges, placement.tile, placement.rotation, facing) ? null : "mismatch";
}

function lettersIn(edges: Edges): (tile: number) => string {
  return (tile) => edges[tile] ?? "";
}
