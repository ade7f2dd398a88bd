/** The player's actions with the tiles of a puzzle, by mouse, touch or keyboard: pick up, hold, turn, lay, put back. */
import { t } from "../page/i18n";
import { mustConfirm } from "../settings/preferences";
import { followDrag } from "../tiles/drag";
import type { LaidTile } from "../tiles/golden-rule";
import { type Cell, isSameCell } from "../tiles/hexes";
import type { PuzzlePage } from "./page";
import { strongest } from "./progress/merge";
import { obeying } from "./solitaire/scoring";
import type { PuzzleState } from "./state";
import * as table from "./state";
import { heldSentence, placeSentence } from "./text";

export class PuzzleInput {
  constructor(private readonly page: PuzzlePage) {}

  /** Pick up a tile of the tray; if it is held already, turn it. */
  choose(tile: number): void {
    const { page } = this;
    if (page.isDone) return;
    const isUp = page.table.held?.tiles[0]?.tile === tile;
    page.act(isUp ? table.rotateHeld(page.table, 1) : table.pickUp(page.table, tile, false));
    page.announce(heldSentence(page.table));
    page.foldTask();
  }

  /** Drag a tile, or turn it if it is tapped on the table. Shift switches between tile and group. */
  grab(tile: number, event: PointerEvent): void {
    const { page } = this;
    const isOnTable = table.laidTile(page.table.laid, tile) !== undefined;
    if (event.button !== 0 || page.isDone || (isOnTable && page.isStack)) return;
    let isTap = true;
    followDrag(tile, event, {
      begin: () => {
        isTap = false;
        if (page.table.held?.tiles[0]?.tile !== tile)
          page.act(table.pickUp(page.table, tile, page.movesGroups !== event.shiftKey));
      },
      over: (cell) => {
        page.act(table.dragOver(page.table, cell));
        return page.table.held?.tiles[0]?.rotation ?? 0;
      },
      turn: (step) => page.act(table.rotateHeld(page.table, step)),
      drop: (x, y) => this.#drop(isOnTable, page.board().cellUnder(x, y)),
      cancel: () => this.putDown(),
      aim: (x, y) => page.board().aim(x, y, page.table),
      tileWidth: () => page.board().tileWidth(),
    });
    if (isOnTable) whenReleased(event, () => isTap && this.#tapPiece(tile));
  }

  /** Drop what was dragged; tiles from the table that are dropped beside it go to the tray. */
  #drop(wasOnTable: boolean, under: Cell | null): void {
    const { page } = this;
    page.foldTask();
    if (page.table.held?.cell) this.#lay(page.table);
    else if (under && (page.isStack || page.table.puzzle.shape)) {
      this.putDown();
      this.#refuse(under);
    } else if (wasOnTable) page.change(table.putBack(page.table));
    else this.putDown();
  }

  #tapPiece(tile: number): void {
    if (this.page.table.held) this.page.showNotice(t("There is already a tile here."));
    else this.#turnPiece(tile, 1);
  }

  /** Lay the held tiles on a cell, if they may lie there. */
  tapCell(cell: Cell): void {
    const { page } = this;
    if (!page.table.held || page.isDone) return;
    if (page.isWaiting && isSameCell(page.table.held.cell, cell)) {
      this.turn(1, null);
      return;
    }
    const over = obeying(table.dragOver(page.table, cell));
    if (table.canDrop(over, cell)) this.#lay(over);
    else {
      if (page.isWaiting) page.act(table.dragOver(page.table, null));
      this.#refuse(cell);
    }
  }

  /** Lay the held tiles where they are held; a tile of a stack, which stays as it lies, first waits to be confirmed. */
  #lay(state: PuzzleState): void {
    const { page } = this;
    if (page.isStack && mustConfirm(page.settings)) page.act(table.setHeld(state));
    else this.confirm(state);
  }

  confirm(state = this.page.table): void {
    this.page.change(table.drop(state));
  }

  /** Say why the held tiles may not lie on a cell. */
  #refuse(cell: Cell): void {
    const { laid, puzzle } = this.page.table;
    const isMarked = !table.tileAt(laid, cell) && (this.page.isStack || puzzle.shape);
    this.page.showNotice(
      isMarked ? t("It cannot go there. The allowed places are marked.") : t("There is already a tile here."),
    );
  }

  /** Turn the held tiles, or else the given tile; return whether there was either. */
  turn(step: 1 | -1, tile: number | null): boolean {
    const { page } = this;
    if (page.table.held) {
      page.act(obeying(table.rotateHeld(page.table, step), step));
      page.announce(heldSentence(page.table));
    } else if (tile !== null) this.#turnPiece(tile, step);
    else return false;
    return true;
  }

  #turnPiece(tile: number, step: 1 | -1): void {
    const { page } = this;
    if (page.isDone || page.isStack) return;
    const after = table.turnOnTable(page.table, tile, step, page.movesGroups);
    if (after.laid === page.table.laid) page.showNotice(t("There is no room to turn."));
    else {
      page.change(after);
      const turned = table.laidTile(after.laid, tile);
      if (turned) page.announce(placeSentence(after, turned, null));
    }
  }

  /** Pick up the tile on a cell, or lay the held tiles there; a tile that waits there is confirmed. */
  enter(cell: Cell, placed: LaidTile | undefined): void {
    const { page } = this;
    if (page.isWaiting && isSameCell(page.table.held?.cell ?? null, cell)) this.confirm();
    else if (page.table.held) {
      this.tapCell(cell);
      if (page.isWaiting) this.#announceEnter();
    } else if (placed && !page.isStack) {
      page.act(table.pickUp(page.table, placed.tile, page.movesGroups));
      this.#announceEnter();
    }
  }

  #announceEnter(): void {
    const { page } = this;
    page.announce(`${heldSentence(page.table)} ${t("Press Enter again to put it down.")}`);
  }

  /** Put the held tiles, or else a tile on the table, back into the tray; return whether there was either. */
  remove(placed: LaidTile | undefined): boolean {
    const { page } = this;
    if (page.isDone || page.isStack || (!placed && !page.table.held)) return false;
    const up = page.table.held || !placed ? page.table : table.pickUp(page.table, placed.tile, page.movesGroups);
    page.change(table.putBack(up));
    return true;
  }

  /** Return the held tiles to where they came from. */
  putDown(): void {
    this.page.act({ ...this.page.table, held: null });
  }

  undo(): void {
    this.#step(table.undo(this.page.table));
  }

  redo(): void {
    this.#step(table.redo(this.page.table));
  }

  #step(after: PuzzleState): void {
    const { page } = this;
    if (page.isSolved) return;
    // A player who takes back a tile of a stack has seen the next one.
    const { help } = page.progress;
    if (page.isStack && after !== page.table) page.progress = { ...page.progress, help: strongest(help, "tile") };
    page.change(after);
  }

  /** The focus moved to a cell. */
  focusCell(cell: Cell): void {
    if (!this.page.isWaiting) this.page.act(table.dragOver(this.page.table, cell));
  }

  /** The mouse moved to a cell, or left the table. */
  hover(cell: Cell | null): void {
    if (cell && !this.page.isWaiting) this.page.act(table.dragOver(this.page.table, cell));
  }
}

/** Call `act` when the pointer is released, unless it is cancelled. */
function whenReleased(down: PointerEvent, act: () => void): void {
  const stop = new AbortController();
  const ended = (event: PointerEvent) => {
    if (event.pointerId !== down.pointerId) return;
    stop.abort();
    if (event.type === "pointerup") act();
  };
  addEventListener("pointerup", ended, { signal: stop.signal });
  addEventListener("pointercancel", ended, { signal: stop.signal });
}
