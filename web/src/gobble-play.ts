/** What a person does in a rush by mouse and finger: turns tiles up, holds them over cells, lays them, gives them away. */
import { followDrag } from "./drag";
import type { TantrixGobbleBoard } from "./gobble-board";
import { giftTile, isForcedGift, nOwed } from "./gobble-gift";
import { flyBack } from "./gobble-happenings";
import { sound } from "./gobble-sounds";
import type { Command, Help, Rush } from "./gobble-state";
import * as model from "./gobble-state";
import type { Lying, Misfit } from "./gobble-table";
import { misfitSentence } from "./gobble-words";
import { type Cell, isSameCell } from "./hexes";
import { t } from "./i18n";
import { printPlacement } from "./placement";
import type { GobbleClientMessage, RushRoomView } from "./protocol";
import { mustKeepStill, type Settings } from "./settings";
import { messageId } from "./socket";

const SHAKE_MS = 520;

/** The page of a room as those see it who act on it. */
export interface RushPage extends HTMLElement {
  room: RushRoomView;
  rush: Rush;
  settings: Settings;
  help: Help;
  /** What was answered to the person, until they go on. */
  notice: string | null;
  /** A placement that was just refused. */
  refused: Lying | null;
  /** The tile that the person wants to give; undefined while they have not chosen. */
  gift: number | null | undefined;
  readonly isRunning: boolean;
  readonly isReplaying: boolean;
  readonly board: TantrixGobbleBoard | null;
  /** Send a command; false if there is no line now. */
  transmit(id: string, command: Command): boolean;
  /** Show a sentence and say it. */
  say(sentence: string): void;
  /** Say a sentence to screen readers alone. */
  announce(sentence: string): void;
}

export class Play {
  /** The cell under the mouse; null for who plays by keys. */
  pointed: Cell | null = null;

  constructor(private readonly page: RushPage) {}

  get mayPlay(): boolean {
    return this.page.isRunning && model.isActive(model.myHolding(this.page.rush));
  }

  send(command: Command): void {
    const id = messageId();
    this.page.notice = null;
    this.page.rush = model.sent(this.page.rush, { id, command });
    if (!this.page.transmit(id, command)) this.page.say(t("No connection. It will be done as soon as it is back."));
  }

  turnUp(): void {
    if (!this.mayPlay) return;
    if (model.mayTurn(this.page.rush)) this.send({ name: "turn" });
    else if (model.mayPutAside(this.page.rush))
      this.page.say(t("Lay the turned tile, or put it aside, before you turn another."));
    else if (model.myHolding(this.page.rush)?.n_stock === 0) this.page.say(t("Your stock is empty."));
  }

  putAside(): void {
    if (!this.mayPlay || !model.mayPutAside(this.page.rush)) return;
    this.send({ name: "aside" });
  }

  /** Take up an open tile; the one already up is turned. */
  choose(tile: number): void {
    if (!this.mayPlay) return;
    if (model.handTile(this.page.rush) === tile) {
      this.rotate(1);
      return;
    }
    this.page.notice = null;
    this.page.rush = model.choose(this.page.rush, model.shown(this.page.rush).own.turned === tile ? null : tile);
    this.aimAgain();
  }

  rotate(step: 1 | -1): void {
    this.page.rush = model.rotate(this.page.rush, step, this.page.help);
  }

  aim(cell: Cell | null): void {
    if (this.page.isRunning) this.page.rush = model.aim(this.page.rush, cell, this.page.help);
  }

  /** The tile in the hand is another one: hold it where the person points. */
  aimAgain(): void {
    const board = this.page.board;
    if (board?.contains(document.activeElement) && this.pointed === null) void this.#goToFitting(board);
    else this.aim(this.pointed);
  }

  async #goToFitting(board: TantrixGobbleBoard): Promise<void> {
    const tile = model.handTile(this.page.rush);
    const fitting = tile === null || this.page.help !== "show" ? [] : model.fittingSpaces(this.page.rush, tile);
    const cell = fitting.find((one) => isSameCell(one, board.cursor)) ?? fitting[0] ?? board.cursor;
    await board.goTo(cell);
    this.aim(cell);
  }

  hover(cell: Cell | null): void {
    this.pointed = cell;
    this.aim(cell);
  }

  tap(cell: Cell): void {
    if (!this.mayPlay) return;
    if (model.handTile(this.page.rush) === null) {
      if (model.mayTurn(this.page.rush)) this.page.say(t("Turn a tile first."));
      return;
    }
    this.aim(cell);
    this.lay();
  }

  /** Lay the tile in the hand where it is held; one that does not fit shakes its head. */
  lay(): void {
    const placement = model.aimed(this.page.rush);
    if (!placement || !this.mayPlay) return;
    const misfit = model.judge(this.page.rush, placement);
    if (misfit) this.shake(placement, misfitSentence(misfit satisfies Misfit), false);
    else this.send({ name: "lay", placement });
  }

  shake(placement: Lying, reason: string, flies: boolean): void {
    sound("refused");
    this.page.say(reason);
    this.page.refused = placement;
    const isStill = mustKeepStill(this.page.settings);
    window.setTimeout(() => {
      if (this.page.refused !== placement) return;
      this.page.refused = null;
      const board = this.page.board;
      if (flies && !isStill && board) void flyBack(this.page, placement.tile, board.boxOf(placement));
    }, SHAKE_MS);
  }

  grab(tile: number, down: PointerEvent): void {
    if (down.button !== 0 || !this.mayPlay) return;
    const stop = new AbortController();
    // A second finger anywhere turns the tile under the first.
    const second = (event: PointerEvent) => event.pointerId !== down.pointerId && this.rotate(1);
    const end = (event: PointerEvent) => event.pointerId === down.pointerId && stop.abort();
    for (const name of ["pointerup", "pointercancel"] as const) addEventListener(name, end, { signal: stop.signal });
    followDrag(tile, down, {
      begin: () => {
        addEventListener("pointerdown", second, { signal: stop.signal });
        if (model.handTile(this.page.rush) !== tile) this.choose(tile);
      },
      over: (cell) => this.aim(cell),
      turn: (step) => this.rotate(step),
      drop: () => this.lay(),
      snap: (x, y) => this.page.board?.snapCell(x, y) ?? null,
    });
  }

  give(to: number): void {
    if (nOwed(this.page.rush) === 0 || !model.takers(this.page.rush).includes(to)) return;
    this.send({ name: "give", to, tile: giftTile(this.page.rush, this.page.gift) });
    this.page.gift = undefined;
  }

  /** With one opponent and one tile to give there is nothing to choose. */
  giveIfForced(): void {
    const isUnderWay = this.page.rush.pending.some(({ command }) => command.name === "give");
    const [to] = model.takers(this.page.rush);
    if (nOwed(this.page.rush) > 0 && !isUnderWay && to !== undefined && isForcedGift(this.page.rush)) this.give(to);
  }
}

/** Write a command as it is sent. */
export function messageOf(id: string, command: Command): GobbleClientMessage {
  switch (command.name) {
    case "lay": {
      const { tile, rotation, q, r } = command.placement;
      return { type: "lay", id, placement: printPlacement({ tile, rotation, cell: { q, r } }) };
    }
    case "give":
      return { type: "give", id, to: command.to, tile: command.tile };
    default:
      return { type: command.name, id };
  }
}
