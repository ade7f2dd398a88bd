/** What the parts of the page of a puzzle share: the one state, what is on the screen beside it, and words for people. */
import type { Settings } from "../settings/preferences";
import type { TantrixPuzzleBoard } from "./board";
import type { Progress } from "./saved-progress";
import type { Opened } from "./solutions";
import type { Laid, PuzzleState } from "./state";

export interface PuzzlePage {
  table: PuzzleState;
  settings: Settings;
  /** What was answered to the person, until they go on. */
  notice: string | null;
  /** What is remembered of this puzzle. What lies on the table is written into it when it is kept. */
  progress: Progress;
  /** Two tiles that a hint points out. */
  pair: readonly number[];
  movesGroups: boolean;
  isSolved: boolean;
  /** Tell whether a solitaire has come to its end. */
  isOver: boolean;
  /** Which of the solutions is shown; null while it is the person's own. */
  opened: Opened | null;
  /** What the person laid, while another solution is shown. */
  own: Laid | null;
  /** Tell whether the tiles come off a stack, one after the other. */
  readonly isStack: boolean;
  /** Tell whether nothing more can be laid or moved. */
  readonly isDone: boolean;

  /** Show another state of which nothing lies otherwise. */
  act(after: PuzzleState): void;
  /** Show another table, keep it, and ask whether it is the solution. */
  change(after: PuzzleState): void;
  /** Keep in this browser what lies on the table, and the time. */
  keep(): void;
  /** Say something to screen readers. */
  announce(sentence: string): void;
  /** Show and say an answer, which stands until the person goes on. */
  showNotice(sentence: string): void;
  closeMenus(): void;
  /** On a small screen, make room for the table now that the person has begun. */
  foldTask(): void;
  board(): TantrixPuzzleBoard;
}
