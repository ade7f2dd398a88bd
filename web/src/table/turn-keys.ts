/** The keys of a game's page and what they do with tiles, board and replay. */
import { openKeys } from "../page/open-keys";
import { type Cell, isSameCell } from "../tiles/hexes";
import { commandOf, cycled, type Direction, type KeyCommand } from "../tiles/keys";
import { takenSentence } from "../tiles/text";
import { isViewKey, moveView, useKey } from "../tiles/view-keys";
import { handSlots } from "./hand-slots";
import type { TablePage } from "./page";
import { type Step, stepOf } from "./ply-steps";
import { draftSentence } from "./sentences";
import * as table from "./state";
import type { TurnInput } from "./turn-input";

export class TurnKeys {
  constructor(
    private readonly page: TablePage,
    private readonly input: TurnInput,
    private readonly step: (to: Step) => void,
    private readonly hasChat: () => boolean = () => false,
  ) {}

  pressed(event: KeyboardEvent): void {
    if (!this.page.hasUpdated) return;
    const command = commandOf(event, this.page.settings.letters === "on");
    useKey(event, command, (command, target) => this.#do(command, target));
  }

  /** Execute a command; return whether there was anything to do. */
  #do(command: KeyCommand, target: Element): boolean {
    const board = this.page.board();
    if (isViewKey(command)) return moveView(board, command);
    switch (command.name) {
      case "go":
        this.#go(command.direction, board.contains(target));
        return true;
      case "choose":
        return this.#chooseSlot(command.slot);
      case "rotate":
        this.input.turn(command.step);
        this.#announceDraft();
        return this.page.table.draft !== null;
      case "next-space":
        return this.#nextSpace(command.step);
      case "place":
        return this.#enter(target);
      case "cancel":
        this.input.cancel();
        return true;
      case "review":
        this.step(command.to);
        return true;
      case "keys":
        return openKeys((help) => help.gameKeys(this.hasChat()));
    }
  }

  /** Arrows move the cursor if it is on the board or a tile is selected; else they step the replay or pan the view. */
  #go(direction: Direction, isOnBoard: boolean): void {
    const board = this.page.board();
    const step = this.page.isReplayOpen ? stepOf(direction) : null;
    if (isOnBoard || this.page.table.draft) void board.go(direction);
    else if (step) this.step(step);
    else board.pan(direction);
  }

  #chooseSlot(slot: number): boolean {
    const { page } = this;
    const docked = table.dockedSeat(page.table);
    const tile = docked && handSlots(page.table, docked.seat).filter((one) => one !== null)[slot];
    if (typeof tile !== "number" || !table.canAim(page.table)) return false;
    page.act(table.choose(page.table, tile));
    if (page.table.draft) {
      const n = table.aimCells(page.table, tile).length;
      page.announce(takenSentence(tile, n));
    }
    return true;
  }

  #nextSpace(step: 1 | -1): boolean {
    const { draft } = this.page.table;
    if (!draft) return false;
    const board = this.page.board();
    const cell = cycled(table.aimCells(this.page.table, draft.tile), (one) => isSameCell(one, board.cursor), step);
    if (cell) void board.goTo(cell);
    return cell !== null;
  }

  /** Enter on a cell sets the tile there; Enter again confirms it. */
  #enter(target: Element): boolean {
    const { draft } = this.page.table;
    const board = this.page.board();
    const isOnBoard = board.contains(target);
    if (draft?.isSet && (!isOnBoard || isSameCell(draft.cell, board.cursor))) this.input.confirm();
    else if (draft && isOnBoard) this.#tap(board.cursor);
    else return false;
    return true;
  }

  #tap(cell: Cell): void {
    this.input.tap(cell, "key");
    this.#announceDraft();
  }

  #announceDraft(): void {
    const { draft } = this.page.table;
    if (draft) this.page.announce(draftSentence(this.page.table, draft));
  }
}
