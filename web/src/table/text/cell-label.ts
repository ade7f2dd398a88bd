/** Labels of cells for players who cannot see the board: where a cell is, what it shows, what is possible there. */
import type { GameView, LaidView } from "../../generated/protocol";
import { t } from "../../page/i18n";
import { type Cell, isSameCell } from "../../tiles/hexes";
import { fittingRotation, spaceAt } from "../../tiles/legal-placements";
import type { Placement } from "../../tiles/placement";
import { mismatchSentences } from "../../tiles/table-text";
import { fitSentence, lettersOf, lyingSentence, spaceSentence } from "../../tiles/text";
import { closestRotation } from "../refusal";
import { forcedSentence, seatName, type TileTrial, trialAt } from "../sentences";
import { shownLaid, shownPosition, type TableState } from "../state";
import { verdictSentence } from "../verdicts";

const NOTHING_FACES = "......";

/** Describe a cell; of a space also say whether the selected tile fits and what it would show there. */
export function cellLabel(state: TableState, cell: Cell): string {
  const laid = shownLaid(state).find((one) => isSameCell(one, cell));
  if (laid) return laidLabel(state, laid);
  const space = spaceAt(shownPosition(state), cell);
  const trial = trialAt(state, cell);
  return [
    spaceSentence(cell, space?.facing ?? NOTHING_FACES),
    ...(trial ? [trialSentence(trial, state.draft?.rotation ?? 0)] : []),
    ...(trial?.verdict === "MISMATCH" ? closestMismatches(state, trial, cell) : []),
    ...(space?.is_forced ? [forcedSentence(state, space)] : []),
    ...(space?.is_controlled && !trial ? [verdictSentence("CONTROLLED")] : []),
  ].join(" ");
}

/** Say where a tile would not match its neighbours. */
export function mismatchesAt(state: TableState, { tile, cell, rotation }: Placement): string[] {
  const laid = shownLaid(state);
  const tileAt = (one: Cell) => laid.find((other) => isSameCell(other, one));
  return mismatchSentences({ tile, ...cell, rotation }, { tileAt, lettersOf, printed: (one) => one });
}

/** Say where the selected tile would not match, turned as it fits best. */
function closestMismatches(state: TableState, { tile }: TileTrial, cell: Cell): string[] {
  const facing = spaceAt(shownPosition(state), cell)?.facing ?? NOTHING_FACES;
  const rotation = closestRotation(tile, state.draft?.rotation ?? 0, facing);
  return mismatchesAt(state, { tile, cell, rotation });
}

function trialSentence({ tile, rotations, refusal }: TileTrial, rotation: number): string {
  return refusal ?? fitSentence(tile, rotations, fittingRotation(rotations, rotation));
}

function laidLabel(state: TableState, laid: LaidView): string {
  const sentence = lyingSentence({ tile: laid.tile, cell: laid, rotation: laid.rotation });
  const isSetUp = laid.seat === null && state.laid.filter((one) => one.seat === null).length > 1;
  return isSetUp ? sentence : `${sentence} ${laidBySentence(state.game, laid)}`;
}

function laidBySentence(game: GameView, laid: LaidView): string {
  const name = seatName(game, laid.seat);
  if (laid.seat === null) return t("Placed as the opening.");
  return laid.forced
    ? t("Placed by {name} as a forced placement.", { name })
    : t("Placed by {name} as a free placement.", { name });
}
