/** What a page asks of the rules, and what they answer. */
import type { ColourLetter, PuzzleView } from "../generated/protocol";
import type { LaidTile } from "../tiles/golden-rule";
import type { LocalBoard, LocalTable } from "./position";
import type { Deal, LocalRobot } from "./robot";

export interface Questions {
  /** Do the tiles solve the puzzle? Null if only the server can tell. */
  judge: { asked: { puzzle: PuzzleView; laid: readonly LaidTile[] }; answer: boolean | null };
  /** What is the position after a placement? */
  place: { asked: { table: LocalTable; placement: string; draw: number | null }; answer: LocalBoard };
  /** What can be played in a position? */
  show: { asked: { table: LocalTable }; answer: LocalBoard };
  deal: { asked: { colours: readonly ColourLetter[]; seed: number }; answer: Deal };
  /** What does the robot play? */
  choose: { asked: { table: LocalTable; robot: LocalRobot; seed: number }; answer: string };
}
