/** The base of every page with the table of a game: its state, messages to the player, and its elements. */
import type { PropertyDeclarations } from "lit";
import type { ClientMessage } from "../generated/protocol";
import { Announcer } from "../page/announcer";
import { DeferredElement } from "../page/deferred-element";
import { keepFocus } from "../page/focus";
import { closeMenus } from "../page/menus";
import { play } from "../page/sounds";
import type { Settings } from "../settings/preferences";
import type { Cell } from "../tiles/hexes";
import type { TantrixBoard } from "./board";
import type { RefusedTile } from "./refusal";
import type { TableState } from "./state";
import * as table from "./state";
import type { TantrixTextBoard } from "./text/board";

const NOTICE_MS = 6_000;

export abstract class TablePage extends DeferredElement {
  static override properties: PropertyDeclarations = {
    table: { state: true },
    pointed: { state: true },
    message: { state: true },
    notice: { state: true },
    hiddenPly: { state: true },
    refused: { state: true },
  };

  declare table: TableState;
  declare settings: Settings;
  /** The cell under the mouse or the focus. */
  declare pointed: Cell | null;
  /** Replaces the hint until the player acts: an error or a confirmation. */
  declare message: string | null;
  /** What the page did automatically; disappears after a while. */
  declare notice: string | null;
  /** The ply whose tile is in flight. */
  declare hiddenPly: number | null;
  /** The placement that was refused last, until the player acts or has had the time to read why. */
  declare refused: RefusedTile | null;
  abstract isReplayOpen: boolean;

  #announcer = new Announcer(() => this.querySelector(".announcements"));
  #noticeTimer = 0;
  #refusedTimer = 0;

  constructor() {
    super();
    this.pointed = null;
    this.message = null;
    this.notice = null;
    this.hiddenPly = null;
    this.refused = null;
    keepFocus(this, () => this.board());
  }

  /** Send to the server if the connection is open; return whether it was. */
  abstract send(message: ClientMessage): boolean;

  /** Show a new state after an action of the player. */
  act(after: TableState): void {
    if (after === this.table) return;
    this.message = null;
    this.notice = null;
    this.refused = null;
    this.table = after;
  }

  /** Show on the board, and announce, why a tile may not be laid there. */
  refuse(refused: RefusedTile): void {
    // A new object each time, so that the tile shakes again.
    this.refused = { ...refused };
    this.announce(refused.sentence);
    play("refused");
    window.clearTimeout(this.#refusedTimer);
    this.#refusedTimer = window.setTimeout(() => {
      this.refused = null;
    }, NOTICE_MS);
  }

  /** Return the refusal to show; none once the position has changed. */
  get refusal(): RefusedTile | null {
    return this.refused?.ply === this.table.position.ply && !table.isReviewing(this.table) ? this.refused : null;
  }

  /** Announce a sentence to screen readers. */
  announce(sentence: string): void {
    this.#announcer.announce(sentence);
  }

  /** Show and announce an error. */
  showError(sentence: string): void {
    this.message = sentence;
    this.announce(sentence);
  }

  /** Show and announce, for a while, what the page did automatically. */
  showNotice(sentence: string): void {
    this.notice = sentence;
    this.announce(sentence);
    window.clearTimeout(this.#noticeTimer);
    this.#noticeTimer = window.setTimeout(() => {
      this.notice = null;
    }, NOTICE_MS);
  }

  /**
   * Move the focus to the board from a part of the page that may be about to go; it goes on to the cursor later.
   *
   * Chromium lays out the whole page when an element with the focus is removed.
   */
  parkFocus(from: string): void {
    if (document.activeElement?.closest(from)) this.board().parkFocus();
  }

  closeMenu(): void {
    closeMenus(document);
  }

  board(): TantrixBoard {
    return this.querySelector("tantrix-board") as TantrixBoard;
  }

  textBoard(): TantrixTextBoard | null {
    return this.querySelector("tantrix-text-board");
  }

  find(selector: string): Element | null {
    return this.querySelector(selector);
  }

  /** Resolve once page and board show the state. */
  async settled(): Promise<void> {
    await this.updateComplete;
    await this.board().updateComplete;
  }
}
