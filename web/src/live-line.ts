/** The live connection of a game's page: takes the server's messages one by one, and shows and says what they bring. */
import { fly, type Spot, slipIn, spotOf } from "./flight";
import type { GamePage } from "./game-page";
import { isSameCell } from "./hexes";
import type { ClientMessage, LaidView, Placed, ServerMessage } from "./protocol";
import { mustKeepStill } from "./settings";
import { socketAddress, TableSocket } from "./socket";
import type { TableState } from "./state";
import * as table from "./state";
import { askSentence, laidSentence, outcomeSentence, passedSentences } from "./words";

interface Spots {
  from: Spot | null;
  bag: Spot | null;
}

export class LiveLine {
  #socket: TableSocket;
  #inbox: ServerMessage[] = [];
  #isTaking = false;

  constructor(
    private readonly page: GamePage,
    id: string,
  ) {
    this.#socket = new TableSocket(socketAddress(location, id), {
      message: (message) => this.#enqueue(message),
      connection: (connection) => {
        page.table = { ...page.table, connection };
      },
      unacknowledged: () => page.table.pending,
    });
  }

  open(signal: AbortSignal): void {
    addEventListener("online", () => this.#socket.hurry(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.#socket.hurry(), { signal });
    this.#socket.open();
  }

  close(): void {
    this.#socket.close();
  }

  send(message: ClientMessage): boolean {
    return this.#socket.send(message);
  }

  #enqueue(message: ServerMessage): void {
    this.#inbox.push(message);
    if (!this.#isTaking) void this.#takeAll();
  }

  /** Take messages one by one; a tile in flight holds up those behind it. */
  async #takeAll(): Promise<void> {
    this.#isTaking = true;
    try {
      for (let message = this.#inbox.shift(); message; message = this.#inbox.shift()) await this.#take(message);
    } finally {
      this.#isTaking = false;
    }
  }

  async #take(message: ServerMessage): Promise<void> {
    const { page } = this;
    const before = page.table;
    const spots = message.type === "placed" ? this.#spotsBefore(message) : null;
    const after = table.receive(before, message);
    if (after.hasGap) {
      this.#socket.send({ type: "sync", version: before.version });
      return;
    }
    const isNews = after.version === before.version + 1;
    if (message.type === "placed" && isNews) await this.#takePlaced(message, after, spots);
    else page.table = after;
    if (message.type === "refused") page.complain(message.detail);
    if (message.type === "over" && isNews) this.#takeOver(message.position.outcome !== null);
  }

  async #takePlaced(message: Placed, after: TableState, spots: Spots | null): Promise<void> {
    const { page } = this;
    const wasDrafted = page.table.draft?.cell && isSameCell(page.table.draft.cell, message.laid);
    const isFlying =
      !mustKeepStill(page.settings) && !document.hidden && !table.isReviewing(after) && !wasDrafted && spots?.from;
    page.notice = null;
    page.pointed = null;
    if (isFlying) page.hiddenPly = message.ply - 1;
    page.table = after;
    page.say(laidSentence(after.game, message.laid));
    if (after.position.phase !== "over") page.say(askSentence(after));
    page.textBoard()?.say([laidSentence(after.game, message.laid), ...passedSentences(after.game, after.position)]);
    await page.settled();
    if (isFlying && spots?.from)
      await fly(message.laid.tile, message.laid.rotation, spots.from, page.board().boxOf(message.laid));
    page.hiddenPly = null;
    if (!mustKeepStill(page.settings)) this.#slipIn(message.laid, spots?.bag ?? null);
    await page.settled();
  }

  #takeOver(hasOutcome: boolean): void {
    const { page } = this;
    page.isReplayOpen = true;
    const { outcome } = page.table.position;
    if (!hasOutcome || !outcome) return;
    const sentence = outcomeSentence(page.table.game, outcome);
    page.say(sentence);
    page.textBoard()?.say([sentence]);
  }

  #spotsBefore({ laid }: Placed): Spots {
    const from = this.page.find(`[data-seat="${laid.seat}"] [data-tile="${laid.tile}"]`);
    return { from: spotOf(from), bag: spotOf(this.page.find(".bag-button")) };
  }

  #slipIn(laid: LaidView, bag: Spot | null): void {
    if (laid.draw !== null) slipIn(this.page.find(`[data-seat="${laid.seat}"] [data-tile="${laid.draw}"]`), bag);
  }
}
