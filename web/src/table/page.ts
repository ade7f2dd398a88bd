/** What the parts of the page of a game share: the one state, what is on the screen beside it, and words for people. */
import type { ClientMessage } from "../generated/protocol";
import type { Settings } from "../settings/preferences";
import type { Cell } from "../tiles/hexes";
import type { TantrixBoard } from "./board";
import type { TableState } from "./state";
import type { TantrixTextBoard } from "./text-board";

export interface GamePage {
  table: TableState;
  settings: Settings;
  /** The cell under the mouse or the focus. */
  pointed: Cell | null;
  /** Something that went wrong, in words. */
  notice: string | null;
  /** Something the page did by itself, in words. */
  remark: string | null;
  /** The ply whose tile is in flight. */
  hiddenPly: number | null;
  isReplayOpen: boolean;

  /** Take over what the person did. */
  act(after: TableState): void;
  /** Say something to screen readers. */
  say(sentence: string): void;
  /** Show and say what went wrong. */
  complain(sentence: string): void;
  /** Show and say what the page did by itself. */
  note(sentence: string): void;
  /** Send to the server if the line is open; tell whether it was. */
  send(message: ClientMessage): boolean;
  closeMenu(): void;
  board(): TantrixBoard;
  textBoard(): TantrixTextBoard | null;
  find(selector: string): Element | null;
  /** Resolve once page and board are drawn as the state is. */
  settled(): Promise<void>;
}
