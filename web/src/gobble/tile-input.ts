/** The tile in hand in a rush: selected, turned, held over a cell, dragged, and laid if it fits. */
import { play } from "../page/sounds";
import { prefersReducedMotion, type Settings } from "../settings/preferences";
import { followDrag } from "../tiles/drag";
import type { LaidTile } from "../tiles/golden-rule";
import { type Cell, isSameCell } from "../tiles/hexes";
import type { TantrixGobbleBoard } from "./board";
import { flyBack } from "./effects";
import type { HelpLevel, Rush } from "./state";
import * as model from "./state";
import { misfitSentence } from "./text";

const SHAKE_MS = 520;

/** An element with the table of a rush, as its input uses it. */
export interface RushTable extends HTMLElement {
  rush: Rush;
  settings: Settings;
  readonly help: HelpLevel;
  /** A placement that was just refused. */
  refused: LaidTile | null;
  readonly board: TantrixGobbleBoard | null;
}

export abstract class TileInput {
  /** The cell under the mouse; null in play by keyboard. */
  pointed: Cell | null = null;

  constructor(private readonly at: RushTable) {}

  /** Whether a tile may be selected and laid. */
  abstract get mayPlay(): boolean;

  /** Whether a tile may be held over the table. */
  abstract get mayAim(): boolean;

  /** Lay a tile that, as far as the page knows, fits. */
  protected abstract layFitting(placement: LaidTile): void;

  /** Put the turned tile on the penalty pile, if it may go there. */
  abstract putAside(): void;

  /** Show why a tile was not laid. */
  protected abstract refuse(placement: LaidTile, reason: string): void;

  /** Select an open tile; if it is selected already, turn it. */
  choose(tile: number): void {
    if (!this.mayPlay) return;
    if (model.handTile(this.at.rush) === tile) {
      this.rotate(1);
      return;
    }
    this.at.rush = model.selectTile(
      this.at.rush,
      model.withPendingApplied(this.at.rush).own.turned === tile ? null : tile,
    );
    this.aimAgain();
  }

  rotate(step: 1 | -1 = 1): void {
    this.at.rush = model.rotateTile(this.at.rush, step, this.at.help);
  }

  aim(cell: Cell | null): void {
    if (this.mayAim) this.at.rush = model.aim(this.at.rush, cell, this.at.help);
  }

  /** Hold a new tile where the player points. */
  aimAgain(): void {
    const { board } = this.at;
    if (board?.contains(document.activeElement) && this.pointed === null) void this.#goToFitting(board);
    else this.aim(this.pointed);
  }

  async #goToFitting(board: TantrixGobbleBoard): Promise<void> {
    const tile = model.handTile(this.at.rush);
    const fitting = tile === null || this.at.help !== "show" ? [] : model.fittingSpaces(this.at.rush, tile);
    const cell = fitting.find((one) => isSameCell(one, board.cursor)) ?? fitting[0] ?? board.cursor;
    await board.goTo(cell);
    this.aim(cell);
  }

  hover(cell: Cell | null): void {
    this.pointed = cell;
    this.aim(cell);
  }

  /** Lay the tile in hand where it is held, if it fits. */
  lay(): void {
    const placement = model.aimed(this.at.rush);
    if (!placement || !this.mayPlay) return;
    const misfit = model.misfitOf(this.at.rush, placement);
    if (misfit) this.refuse(placement, misfitSentence(misfit));
    else this.layFitting(placement);
  }

  /** Shake a refused tile; then let it fly back to the hand, if it should. */
  protected shake(placement: LaidTile, flies: boolean): void {
    const { at } = this;
    play("refused");
    at.refused = placement;
    window.setTimeout(() => {
      if (at.refused !== placement) return;
      at.refused = null;
      const isStill = prefersReducedMotion(at.settings);
      if (flies && !isStill && at.board) void flyBack(at, placement.tile, at.board.boxOf(placement));
    }, SHAKE_MS);
  }

  grab(tile: number, down: PointerEvent): void {
    if (down.button !== 0 || !this.mayPlay) return;
    followDrag(tile, down, {
      begin: () => {
        if (model.handTile(this.at.rush) !== tile) this.choose(tile);
      },
      over: (cell) => {
        this.aim(cell);
        return model.rotationOf(this.at.rush, tile);
      },
      turn: (step) => this.rotate(step),
      drop: (x, y) => this.#drop(tile, document.elementFromPoint(x, y)),
      cancel: () => this.aim(null),
      aim: (x, y) => this.at.board?.aim(x, y) ?? null,
      tileWidth: () => this.at.board?.tileWidth() ?? 0,
    });
  }

  /** Let go of a dragged tile: on the penalty pile it is put aside. */
  #drop(tile: number, on: Element | null): void {
    const isTurned = model.withPendingApplied(this.at.rush).own.turned === tile;
    if (isTurned && on?.closest(".penalty-pile")) this.putAside();
    else this.lay();
  }
}
