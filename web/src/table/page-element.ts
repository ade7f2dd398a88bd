/** What a page with the table of a game is to its parts: the one state, words for people, and its elements. */
import type { PropertyDeclarations } from "lit";
import type { ClientMessage } from "../generated/protocol";
import { Announcer } from "../page/announcer";
import { keepFocus } from "../page/focus";
import { LightElement } from "../page/light-element";
import { closeMenus } from "../page/menus";
import type { Settings } from "../settings/preferences";
import type { Cell } from "../tiles/hexes";
import type { TantrixBoard } from "./board";
import type { GamePage } from "./page";
import type { TableState } from "./state";
import type { TantrixTextBoard } from "./text-board";

const REMARK_MS = 6_000;

export abstract class TablePage extends LightElement implements GamePage {
  static override properties: PropertyDeclarations = {
    table: { state: true },
    pointed: { state: true },
    notice: { state: true },
    remark: { state: true },
    hiddenPly: { state: true },
  };

  declare table: TableState;
  declare settings: Settings;
  declare pointed: Cell | null;
  declare notice: string | null;
  declare remark: string | null;
  declare hiddenPly: number | null;
  abstract readonly isReplayOpen: boolean;

  #announcer = new Announcer(() => this.querySelector(".announcements"));
  #remarkTimer = 0;

  constructor() {
    super();
    this.pointed = null;
    this.notice = null;
    this.remark = null;
    this.hiddenPly = null;
    keepFocus(this, () => this.board());
  }

  abstract send(message: ClientMessage): boolean;

  act(after: TableState): void {
    if (after === this.table) return;
    this.notice = null;
    this.remark = null;
    this.table = after;
  }

  say(sentence: string): void {
    this.#announcer.say(sentence);
  }

  complain(sentence: string): void {
    this.notice = sentence;
    this.say(sentence);
  }

  note(sentence: string): void {
    this.remark = sentence;
    this.say(sentence);
    window.clearTimeout(this.#remarkTimer);
    this.#remarkTimer = window.setTimeout(() => {
      this.remark = null;
    }, REMARK_MS);
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

  async settled(): Promise<void> {
    await this.updateComplete;
    await this.board().updateComplete;
  }
}
