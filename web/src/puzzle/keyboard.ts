/** A puzzle played by keys: what a key asks for is done. */
import { puzzleKeys, showKeys } from "../page/key-help";
import { isForTable, isOnButton, isViewKey, moveView } from "../tiles/view-keys";
import type { PuzzleInput } from "./input";
import { type PuzzleKey, puzzleKeyOf } from "./keys";
import type { PuzzlePage } from "./page";
import { handOf } from "./solitaire/scoring";
import type { Leaf } from "./solutions";
import { type Piece, pieceAt } from "./state";

export class PuzzleTyping {
  constructor(
    private readonly page: PuzzlePage,
    private readonly input: PuzzleInput,
    private readonly leaf: (leaf: Leaf) => void,
  ) {}

  pressed(event: KeyboardEvent): void {
    if (!isForTable(event)) return;
    const key = puzzleKeyOf(event, this.page.settings.letters === "on");
    if (!key || (key.name === "place" && isOnButton(event))) return;
    if (this.#do(key, event.target as Element)) event.preventDefault();
  }

  /** Do what a key asks for; tell whether there was anything to do. */
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
        return input.turn(key.step, this.#pieceAt(target)?.tile ?? null);
      case "place":
        return this.#enter(target);
      case "cancel":
        page.closeMenus();
        input.putDown();
        return true;
      case "review":
        if (page.isSolved) this.leaf(key.to);
        return page.isSolved;
      case "undo":
      case "redo":
        input[key.name]();
        return true;
      case "remove":
        return input.remove(this.#pieceAt(target));
      case "keys":
        return showKeys(puzzleKeys(page.isStack));
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
    this.input.enter(board.cursor, this.#pieceAt(target));
    return true;
  }

  /** Return the tile under the cursor if the key was pressed on the table. */
  #pieceAt(target: Element): Piece | undefined {
    const board = this.page.board();
    return board.contains(target) ? pieceAt(this.page.table.laid, board.cursor) : undefined;
  }
}
