/** Whether tiles solve a puzzle, decided by the rules module. */
import type { PuzzleView } from "../generated/protocol";
import { ADDRESSES, COLOUR_LETTERS, MAX_TILES, TOO_WIDE } from "../generated/rules-layout";
import type { LaidTile } from "../tiles/golden-rule";
import type { RulesModule } from "./module";

const SIX = [0, 1, 2, 3, 4, 5];
const ANY_HOLES = -1;
const SOLVED = 0;

/** Return whether the tiles solve the puzzle; null if only the server can tell. */
export function isSolution(rules: RulesModule, puzzle: PuzzleView, laid: readonly LaidTile[]): boolean | null {
  const { strands, shape, n_to_lay: nToLay } = puzzle;
  if (laid.length !== nToLay) return false;
  if (laid.length > MAX_TILES || puzzle.goal.includes(" held:")) return null;
  rules.write(
    ADDRESSES.tiles,
    laid.flatMap((placed) => [placed.q, placed.r, ...shown(puzzle, placed)]),
  );
  rules.write(
    ADDRESSES.strands,
    strands.flatMap((one) => [COLOUR_LETTERS.indexOf(one.colour), Number(one.is_loop), Number(one.is_of_all)]),
  );
  rules.write(
    ADDRESSES.shape,
    (shape ?? []).flatMap(({ q, r }) => [q, r]),
  );
  const holes = puzzle.holes ?? ANY_HOLES;
  const fault = rules.call("judge", laid.length, strands.length, shape?.length ?? 0, holes);
  return fault === TOO_WIDE ? null : fault === SOLVED;
}

/** Return the colours of a tile's edges as it lies. */
function shown(puzzle: PuzzleView, { tile, rotation }: LaidTile): number[] {
  const letters = puzzle.edges[puzzle.tiles.indexOf(tile)] ?? "";
  return SIX.map((edge) => COLOUR_LETTERS.indexOf(letters[(edge - rotation + 6) % 6] ?? ""));
}
