// Written by scripts/make_types.py from the sentences in src/tantrix/game.py. Do not edit.
import type { VerdictName } from "../generated/protocol";
import { t } from "../page/i18n";

/** Say why a placement is refused. */
export function verdictSentence(verdict: VerdictName): string {
  const sentences: Record<VerdictName, string> = {
    GAME_OVER: t("The game is over."),
    NOT_IN_HAND: t("This tile is not in the hand of the player whose turn it is."),
    OCCUPIED: t("There is already a tile here."),
    DETACHED: t("A tile must touch the Tantrix; the first one goes in the middle."),
    MISMATCH: t("The colours of touching edges do not match."),
    FORCED_FIRST: t("A forced space that you can fill comes first."),
    TRIPLE: t("This would leave a space that is shown three links of one colour."),
    FOURTH_SIDE: t("This would give a forced space a fourth side."),
    CONTROLLED: t("This space is controlled by a forced space."),
  };
  return sentences[verdict];
}
