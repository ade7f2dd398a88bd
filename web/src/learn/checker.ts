/** Whether a placement solves the task of a lesson, read from the server's lists. Knows no rule of the game. */
import type { LessonStep, PositionView, VerdictName } from "../generated/protocol";
import { isLegal } from "../tiles/legal-placements";
import { parsePlacement } from "../tiles/placement";

export type CheckResult =
  /** The task is done, by a placement that counts or by one that had to be refused. */
  | { kind: "done"; reason: VerdictName | null }
  | { kind: "refused"; reason: VerdictName }
  /** Legal, but not what the lesson asks for. */
  | { kind: "elsewhere" };

/** Check a placement, written `12@3,-1^4`. */
export function checked(step: LessonStep, text: string): CheckResult {
  const { position } = step.board;
  const reason = refusedFor(position, text);
  if (reason) return { kind: step.expected.includes(text) ? "done" : "refused", reason };
  const isExpected = step.goal === "lay" || step.expected.includes(text);
  return isExpected ? { kind: "done", reason: null } : { kind: "elsewhere" };
}

/** Return whether these placements, the rotations of a tile on a space, all come back: turning the tile is no help. */
export function areAllRefused(step: LessonStep, texts: readonly string[]): boolean {
  const [first, ...others] = texts.map((text) => checked(step, text));
  if (!first || first.kind === "elsewhere" || first.reason === null) return false;
  return others.every((other) => other.kind === first.kind && other.reason !== null);
}

/** Return why a placement on a space is refused; null if it is legal. */
function refusedFor(position: PositionView, text: string): VerdictName | null {
  const placement = parsePlacement(text);
  if (placement && isLegal(position, placement)) return null;
  const found = Object.entries(position.refused).find(([, texts]) => texts.includes(text));
  return (found?.[0] as VerdictName | undefined) ?? "MISMATCH";
}
