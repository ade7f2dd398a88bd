/** A refused placement: why the tile may not lie on a cell, and which edges or cells are the cause. */
import type { PositionView, SpaceView, VerdictName } from "../generated/protocol";
import { TILE_EDGES } from "../generated/tile-edges";
import { clashes } from "../tiles/golden-rule";
import { around, beside, type Cell, cellText, isSameCell } from "../tiles/hexes";
import { spaceAt } from "../tiles/legal-placements";
import { trialAt } from "./sentences";
import { shownLaid, shownPosition, type TableState } from "./state";
import { verdictSentence } from "./verdicts";

const SIX = [0, 1, 2, 3, 4, 5];
const NOTHING_FACES = "......";

export interface RefusedTile {
  tile: number;
  rotation: number;
  cell: Cell;
  sentence: string;
  /** The edges of the cell on which the colours differ. */
  edges: readonly number[];
  /** The cells that are the cause: forced spaces, or spaces that would become unfillable. */
  causes: readonly Cell[];
  /** The ply at which it was refused: another position ends it. */
  ply: number;
}

/** Return why the selected tile may not be laid on a cell; null if it may, or if nothing is said about the cell. */
export function refusedAt(state: TableState, cell: Cell): RefusedTile | null {
  const { draft, position } = state;
  if (!draft) return null;
  const known = { tile: draft.tile, cell, ply: position.ply };
  const laid = shownLaid(state).find((one) => isSameCell(one, cell));
  if (laid)
    return { ...known, rotation: draft.rotation, edges: [], causes: [laid], sentence: verdictSentence("OCCUPIED") };
  const trial = trialAt(state, cell);
  if (!trial?.verdict || !trial.refusal) return null;
  const rotation = closestRotation(draft.tile, draft.rotation, spaceAt(position, cell)?.facing ?? NOTHING_FACES);
  const edges = trial.verdict === "MISMATCH" ? clashesAt(shownPosition(state), draft.tile, rotation, cell) : [];
  return { ...known, rotation, edges, causes: causesOf(position, trial.verdict, cell), sentence: trial.refusal };
}

/** Return the rotation in which the fewest edges of a tile clash, the present one if it is as good. */
export function closestRotation(tile: number, rotation: number, facing: string): number {
  const letters = TILE_EDGES[tile - 1] ?? "";
  const nClashes = (one: number) => clashes(letters, one, facing).length;
  return SIX.reduce((best, one) => (nClashes(one) < nClashes(best) ? one : best), rotation);
}

/** Return the edges of a cell on which a turned tile would differ from its neighbours. */
export function clashesAt(position: PositionView, tile: number, rotation: number, cell: Cell): number[] {
  return clashes(TILE_EDGES[tile - 1] ?? "", rotation, spaceAt(position, cell)?.facing ?? NOTHING_FACES);
}

/** Return the cells that make a placement illegal, as far as they can be seen on the board. */
export function causesOf(position: PositionView, verdict: VerdictName, cell: Cell): Cell[] {
  switch (verdict) {
    case "FORCED_FIRST":
      return position.spaces.filter((space) => space.is_forced && isFillable(position, space));
    case "FOURTH_SIDE":
      return besides(position, cell).filter((space) => space.is_forced);
    case "TRIPLE":
      return besides(position, cell).filter(({ facing }) => hasPair(facing));
    case "CONTROLLED":
      return SIX.flatMap((edge) => forcedAlong(position, cell, edge));
    default:
      return [];
  }
}

function isFillable(position: PositionView, space: SpaceView): boolean {
  return position.placements.some((text) => text.includes(`@${cellText(space)}^`));
}

function besides(position: PositionView, cell: Cell): SpaceView[] {
  return around(cell).flatMap((one) => spaceAt(position, one) ?? []);
}

/** Return whether two edges that face a space have the same colour. */
function hasPair(facing: string): boolean {
  const letters = [...facing].filter((letter) => letter !== ".");
  return new Set(letters).size < letters.length;
}

/** Return the forced space that a row of controlled spaces leads to from a cell; none if it leads to another space. */
function forcedAlong(position: PositionView, cell: Cell, edge: number): Cell[] {
  let one = beside(cell, edge);
  while (spaceAt(position, one)?.is_controlled) one = beside(one, edge);
  const space = spaceAt(position, one);
  return space?.is_forced ? [space] : [];
}
