/** The page of a puzzle, as its parts use it: the state, what else is on the screen, and messages to the player. */
import type { Settings } from "../settings/preferences";
import type { TantrixPuzzleBoard } from "./board";
import type { Progress } from "./saved-progress";
import type { Opened } from "./solutions";
import type { Laid, PuzzleState } from "./state";

export interface PuzzlePage {
  table: PuzzleState;
  settings: Settings;
  /** The latest notice, until the player acts. */
  notice: string | null;
  /** The progress in this puzzle. The tiles on the table are written into it when it is stored. */
  progress: Progress;
  /** Two tiles that a hint points out. */
  pair: readonly number[];
  movesGroups: boolean;
  isSolved: boolean;
  /** The best time before the solution on the table; null if it is the first. */
  bestBeforeMs: number | null;
  /** Whether a solitaire has ended. */
  isOver: boolean;
  /** The solution shown; null for the player's own. */
  opened: Opened | null;
  /** The player's own tiles, while another solution is shown. */
  own: Laid | null;
  /** Whether the tiles come off a stack, one by one. */
  readonly isStack: boolean;
  /** Whether a tile of a stack lies ready to be turned and confirmed. */
  readonly isWaiting: boolean;
  /** Whether nothing more can be laid or moved. */
  readonly isDone: boolean;

  /** Show a new state in which no tile has moved. */
  act(after: PuzzleState): void;
  /** Show a new table, store it, and check whether it is a solution. */
  change(after: PuzzleState): void;
  /** Keep how the puzzle was solved, to share it. */
  keepSolution(): void;
  /** Store the tiles on the table, and the time. */
  keep(): void;
  /** Announce a sentence to screen readers. */
  announce(sentence: string): void;
  /** Show a sentence until the player acts, and announce it or what is told in its place. */
  showNotice(sentence: string, told?: string): void;
  closeMenus(): void;
  /** On a small screen, fold the rules away now that the player has begun. */
  foldTask(): void;
  board(): TantrixPuzzleBoard;
}
