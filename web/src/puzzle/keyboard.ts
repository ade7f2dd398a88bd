/** The keys of a puzzle and what each does. */
import { openKeys } from "../page/open-keys";
import type { LaidTile } from "../tiles/golden-rule";
import { commandOf, type Key, type KeyCommand, latinKey } from "../tiles/keys";
import { isViewKey, moveView, useKey } from "../tiles/view-keys";
import type { PuzzleInput } from "./input";
import type { PuzzlePage } from "./page";
import { handOf } from "./solitaire/scoring";
import type { SolutionStep } from "./solutions";
import { tileAt } from "./state";

export type PuzzleKey =
  | Exclude<KeyCommand, { name: "next-space" }>
  | { name: "undo" }
  | { name: "redo" }
  | { name: "remove" }
  | { name: "groups" };

const LETTERS: Record<string, PuzzleKey> = {
  u: { name: "undo" },
  U: { name: "redo" },
  g: { name: "groups" },
  G: { name: "groups" },
};

/**
 * Return the command of a key; null if it has none. Single letters need `withLetters`, which is a setting; space does
 * not.
 */
export function puzzleKeyOf(event: Key, withLetters: boolean): PuzzleKey | null {
  const sign = latinKey(event);
  const key = sign.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") return { name: event.shiftKey ? "redo" : "undo" };
    if (key === "y") return { name: "redo" };
  }
  if (key === " ") return { name: "place" };
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  if (key === "delete" || key === "backspace") return { name: "remove" };
  if (withLetters && LETTERS[sign]) return LETTERS[sign] ?? null;
  const command = commandOf(event, withLetters);
  return command === null || command.name === "next-space" ? null : command;
}

export class PuzzleKeyboard {
  constructor(
    private readonly page: PuzzlePage,
    private readonly input: PuzzleInput,
    private readonly goToSolution: (step: SolutionStep) => void,
  ) {}

  pressed(event: KeyboardEvent): void {
    const key = puzzleKeyOf(event, this.page.settings.letters === "on");
    useKey(event, key, (key, target) => this.#do(key, target));
  }

  /** Execute a command; return whether there was anything to do. */
  #do(key: PuzzleKey, target: Element): boolean {
    const { page, input } = this;
    const board = page.board();
    if (isViewKey(key)) return moveView(board, key);
    switch (key.name) {
      case "go":
        void (board.contains(target) || page.table.held ? board.go(key.direction) : board.pan(key.direction));
        return true;
      case "choose":
        return this.#chooseSlot(key.slot);
      case "rotate":
        return input.turn(key.step, this.#tileAt(target)?.tile ?? null);
      case "place":
        return this.#enter(target);
      case "cancel":
        page.closeMenus();
        input.putDown();
        return true;
      case "review":
        if (page.isSolved) this.goToSolution(key.to);
        return page.isSolved;
      case "undo":
      case "redo":
        input[key.name]();
        return true;
      case "remove":
        return input.remove(this.#tileAt(target));
      case "keys":
        return openKeys((help) => help.puzzleKeys(page.isStack));
      case "groups":
        page.movesGroups = !page.movesGroups;
        return true;
    }
  }

  #chooseSlot(slot: number): boolean {
    const tile = handOf(this.page.table)[slot];
    if (tile !== undefined) this.input.choose(tile);
    return tile !== undefined;
  }

  #enter(target: Element): boolean {
    const board = this.page.board();
    if (!board.contains(target) || this.page.isDone) return false;
    this.input.enter(board.cursor, this.#tileAt(target));
    return true;
  }

  /** Return the tile under the cursor if the key was pressed on the board. */
  #tileAt(target: Element): LaidTile | undefined {
    const board = this.page.board();
    return board.contains(target) ? tileAt(this.page.table.laid, board.cursor) : undefined;
  }
}
