/**
 * The live connection of a game's page: applies messages from the server one by one, with animation, announcements
 * and sounds.
 */
import { conversation } from "../chat/conversation";
import type { ClientMessage, LaidView, Placed, ServerMessage } from "../generated/protocol";
import { nextFrame } from "../page/after-frame";
import { ReconnectingSocket, socketAddress } from "../page/socket";
import { play } from "../page/sounds";
import { prefersReducedMotion } from "../settings/preferences";
import type { TablePage } from "../table/page";
import { eventSentences, laidAnnouncement, outcomeSentence, passedSentences, promptSentence } from "../table/sentences";
import type { TableState } from "../table/state";
import * as table from "../table/state";
import { fly, type Spot, slipIn, spotOf } from "../tiles/flight";
import { isSameCell } from "../tiles/hexes";
import { cueOf } from "./cues";
import { declinedSentences, newSentences } from "./offers";

/** A message, and the moment it was valid, on the clock of `performance.now()`. */
interface ReceivedMessage {
  message: ServerMessage;
  atMs: number;
}

export interface LiveListener {
  /** Tiles were taken back to a ply. */
  takenBack(ply: number): void;
  /** A message was applied and shown; the page may play automatically. */
  taken(): void;
}

export class LiveConnection {
  #socket: ReconnectingSocket;
  #inbox: ReceivedMessage[] = [];
  #isTaking = false;

  constructor(
    private readonly page: TablePage,
    id: string,
    private readonly listener: LiveListener,
  ) {
    this.#socket = new ReconnectingSocket(socketAddress(location, id), {
      message: (message) => this.#receive(message),
      connection: (connection) => {
        page.table = { ...page.table, connection };
      },
      unacknowledged: () => page.table.pending,
    });
    conversation.begin(page.table.game, (message) => this.send(message));
  }

  open(signal: AbortSignal): void {
    this.#socket.keepOpen(signal);
  }

  close(): void {
    this.#socket.close();
  }

  send(message: ClientMessage): boolean {
    return this.#socket.send(message);
  }

  /** Pass chat messages on; queue all others. */
  #receive(message: ServerMessage): void {
    const isChat = message.type === "chat_message" && this.page.settings.chat === "on";
    if (isChat && !conversation.isMine(message)) play("word");
    if (!conversation.receive(message)) this.#enqueue(message);
  }

  #enqueue(message: ServerMessage): void {
    // Answer at once: the server measures the latency.
    if (message.type === "probe") this.#socket.send({ type: "echo", nonce: message.nonce });
    this.#inbox.push({ message, atMs: performance.now() - this.#socket.latencyMs });
    if (!this.#isTaking) void this.#takeAll();
  }

  /** Apply messages one by one; a tile in flight delays those after it. */
  async #takeAll(): Promise<void> {
    this.#isTaking = true;
    try {
      for (let received = this.#inbox.shift(); received; received = this.#inbox.shift()) await this.#take(received);
    } finally {
      this.#isTaking = false;
    }
  }

  async #take({ message, atMs }: ReceivedMessage): Promise<void> {
    const { page } = this;
    // Before the state is read, because the player may change it meanwhile.
    if (message.type === "placed" && this.#isFlying(message.laid)) await nextFrame();
    const before = page.table;
    const after = table.applyMessage(before, message, atMs);
    if (after.hasGap) {
      this.#socket.send({ type: "sync", version: before.version });
      return;
    }
    const isNew = after.version === before.version + 1;
    const cue = cueOf(before, after, message);
    if (cue) play(cue);
    if (message.type === "placed" && isNew) await this.#takePlaced(message, after);
    else page.table = after;
    this.#report(before, after, message);
    this.listener.taken();
  }

  /** Report what a message changed apart from a tile. */
  #report(before: TableState, after: TableState, message: ServerMessage): void {
    const { page } = this;
    const isNew = after.version === before.version + 1;
    if (message.type === "refused") page.showError(message.detail);
    if (message.type === "over" && isNew) this.#takeOver(message.position.outcome !== null);
    if (message.type === "taken_back" && isNew) this.listener.takenBack(message.ply);
    if (message.type === "rematch") this.#followRematch(message.url);
    if (isNew) for (const sentence of eventSentences(after, message)) page.showNotice(sentence);
    for (const sentence of newSentences(before, after)) page.announce(sentence);
    for (const sentence of declinedSentences(before, after)) page.showNotice(sentence);
  }

  /** Take players to the rematch; spectators get a link. */
  #followRematch(url: string): void {
    if (table.dockedSeat(this.page.table)) location.assign(url);
  }

  async #takePlaced(message: Placed, after: TableState): Promise<void> {
    const { page } = this;
    const from = this.#isFlying(message.laid) ? this.#spotBefore(message.laid) : null;
    page.parkFocus(".surface, .dock-row");
    page.message = null;
    page.pointed = null;
    if (from) page.hiddenPly = message.ply - 1;
    if (after.position.phase === "over") page.isReplayOpen = true;
    page.table = after;
    page.announce(laidAnnouncement(after.game, message.laid));
    if (after.position.phase !== "over") page.announce(promptSentence(after));
    page.textBoard()?.log([laidAnnouncement(after.game, message.laid), ...passedSentences(after.game, after.position)]);
    await page.settled();
    await nextFrame();
    if (from) await fly(message.laid.tile, message.laid.rotation, from, page.board().boxOf(message.laid));
    page.hiddenPly = null;
    await nextFrame();
    if (!prefersReducedMotion(page.settings)) this.#slipIn(message.laid);
    await page.settled();
  }

  /** Return whether a tile flies to its place: not if the player has put it there. */
  #isFlying(laid: LaidView): boolean {
    const { table: before, settings } = this.page;
    if (prefersReducedMotion(settings) || document.hidden || table.isReviewing(before)) return false;
    return !isSameCell(before.draft?.cell ?? null, laid);
  }

  #takeOver(hasOutcome: boolean): void {
    const { page } = this;
    page.isReplayOpen = true;
    const { outcome } = page.table.position;
    if (!hasOutcome || !outcome) return;
    const sentence = outcomeSentence(page.table.game, outcome);
    page.announce(sentence);
    page.textBoard()?.log([sentence]);
  }

  #spotBefore(laid: LaidView): Spot | null {
    return spotOf(this.page.find(`[data-seat="${laid.seat}"] [data-tile="${laid.tile}"]`));
  }

  #slipIn(laid: LaidView): void {
    if (laid.draw === null) return;
    const drawn = this.page.find(`[data-seat="${laid.seat}"] [data-tile="${laid.draw}"]`);
    slipIn(drawn, spotOf(this.page.find(".bag-button")));
  }
}
