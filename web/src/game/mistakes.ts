/** The mistakes of a finished game as puzzles: which they are, and how good another try is. Pure functions. */
import type { AnalysisView, ChoiceView, JudgedView, StepView } from "../generated/protocol";
import type { TableState } from "../table/state";

/** A step that was a mistake, with its choice. */
export interface Mistake extends StepView {
  choice: ChoiceView;
}

/** How many points worse than the best placement a try may be and still count as found. */
const AS_GOOD_POINTS = 0.5;

export type Verdict = "best" | "good" | "played" | "worse" | "unknown";

/** Return the mistakes and blunders of the players at this browser, in the order of the game. */
export function mistakesOf(analysis: AnalysisView, state: TableState): Mistake[] {
  return analysis.steps.filter((step): step is Mistake => {
    const isMine = state.game.seats[step.seat]?.is_mine ?? false;
    return isMine && (step.choice?.grade === "mistake" || step.choice?.grade === "blunder");
  });
}

/** Judge a try, with what the robot thinks of the placements of the position. */
export function judge(mistake: Mistake, tried: string, judged: readonly JudgedView[]): Verdict {
  if (tried === mistake.choice.best.placement) return "best";
  if (tried === mistake.placement) return "played";
  const margin = judged.find((one) => one.placement === tried)?.margin;
  if (margin === undefined) return "unknown";
  return margin >= mistake.choice.best.margin - AS_GOOD_POINTS ? "good" : "worse";
}
