/** Effects of the events of a rush: calls, toasts, marks, flying tiles, sounds. */
import type { Rushed, RushRoomView, RushTileGiven, RushTileLaid } from "../generated/protocol";
import { t } from "../page/i18n";
import { play } from "../page/sounds";
import { fly, type Spot, spotOf } from "../tiles/flight";
import { type Cell, cellText } from "../tiles/hexes";
import { giftSentence } from "./announcements";
import type { Fresh } from "./board";
import { flyGift, spotOfPlayer } from "./flights";
import { nTiles, type Rush } from "./state";
import { gobbleSentence, playerName, rankSentence } from "./text";

const CALL_MS = 2_000;
const TOAST_MS = 3_500;
const FRESH_MS = 1_800;
const BANNER_MS = 1_300;
const MAX_TOASTS = 3;

export interface Banner {
  n: number;
  text: string;
  kind: "gobble" | "out";
}

/** Effects that are shown for a moment. */
export interface Effects {
  calls: ReadonlyMap<number, string>;
  toasts: readonly { n: number; text: string }[];
  fresh: readonly Fresh[];
  inFlight: ReadonlySet<string>;
  banner: Banner | null;
}

export const NO_EFFECTS: Effects = { calls: new Map(), toasts: [], fresh: [], inFlight: new Set(), banner: null };

export interface Stage {
  page: HTMLElement;
  isStill(): boolean;
  boxOf(cell: Cell): Spot;
  /** The effects have changed. */
  changed(effects: Effects): void;
}

export class EffectPlayer {
  #effects = NO_EFFECTS;
  #n = 0;

  constructor(private readonly stage: Stage) {}

  /** Show the effects of an update. */
  show(room: RushRoomView, before: Rush, after: Rush, update: Rushed): void {
    for (const event of update.events) {
      if (event.kind === "laid") this.#tileLaid(room, after, event);
      if (event.kind === "given") void this.#tileGiven(room, after, event);
      if (event.kind === "turned" && event.seat === after.seat) play("turn-up");
      if (event.kind === "put-aside" && event.seat === after.seat) play("aside");
      if (event.kind === "finished") this.#playerFinished(room, after, event.seat, event.rank);
      if (event.kind === "left") this.toast(t("{name} has left.", { name: playerName(room, event.seat) }));
      if (event.kind === "over") play("rush-over");
    }
    this.#lastTiles(before, after);
  }

  toast(text: string): void {
    const n = ++this.#n;
    this.#change({ toasts: [...this.#effects.toasts, { n, text }].slice(-MAX_TOASTS) });
    this.#later(TOAST_MS, () => ({ toasts: this.#effects.toasts.filter((one) => one.n !== n) }));
  }

  #tileLaid(room: RushRoomView, after: Rush, event: RushTileLaid): void {
    const isMine = event.seat === after.seat;
    if (event.gobble > 0) this.#gobble(room, event, isMine);
    else play(isMine ? "lay" : "others");
    if (isMine) return;
    this.#mark({ q: event.laid.q, r: event.laid.r, seat: event.seat });
    if (!this.stage.isStill() && !document.hidden) void this.#fly(event);
  }

  #gobble(room: RushRoomView, event: RushTileLaid, isMine: boolean): void {
    play("gobble");
    const text = gobbleSentence(event.gobble);
    this.#call(event.seat, text);
    this.#showBanner(text, "gobble");
    if (!isMine) this.toast(t("{name} filled a forced space.", { name: playerName(room, event.seat) }));
  }

  async #fly({ seat, laid }: RushTileLaid): Promise<void> {
    const from = spotOfPlayer(this.stage.page, seat, false);
    if (!from) return;
    const name = cellText(laid);
    this.#change({ inFlight: new Set([...this.#effects.inFlight, name]) });
    await fly(laid.tile, laid.rotation, from, this.stage.boxOf(laid));
    const inFlight = new Set(this.#effects.inFlight);
    inFlight.delete(name);
    this.#change({ inFlight });
  }

  async #tileGiven(room: RushRoomView, after: Rush, event: RushTileGiven): Promise<void> {
    const sentence = giftSentence(room, event.seat, event.to, after.seat);
    const isByTime = event.by_time && event.seat === after.seat;
    if (sentence) this.toast(isByTime ? `${t("Time was up.")} ${sentence}` : sentence);
    if (event.to === after.seat || event.seat === after.seat) play("gift");
    const from = spotOfPlayer(this.stage.page, event.seat, event.seat === after.seat);
    const to = spotOfPlayer(this.stage.page, event.to, event.to === after.seat);
    if (from && to && !this.stage.isStill() && !document.hidden) await flyGift(from, to);
  }

  #playerFinished(room: RushRoomView, after: Rush, seat: number, rank: number): void {
    play("out");
    this.#call(seat, rankSentence(rank));
    const text = `${rankSentence(rank)}!`;
    if (seat === after.seat) this.#showBanner(text, "out");
    else this.toast(t("{name} is out of tiles: {rank}!", { name: playerName(room, seat), rank: rankSentence(rank) }));
  }

  /** Call "Last tile!" for players who are down to one. */
  #lastTiles(before: Rush, after: Rush): void {
    for (const holding of after.holdings) {
      const was = before.holdings[holding.seat];
      if (was && nTiles(was) > 1 && nTiles(holding) === 1 && holding.rank === null)
        this.#call(holding.seat, t("Last tile!"));
    }
  }

  #call(seat: number, text: string): void {
    this.#change({ calls: new Map([...this.#effects.calls, [seat, text]]) });
    this.#later(CALL_MS, () => {
      const calls = new Map(this.#effects.calls);
      if (calls.get(seat) === text) calls.delete(seat);
      return { calls };
    });
  }

  #mark(one: Fresh): void {
    this.#change({ fresh: [...this.#effects.fresh, one] });
    this.#later(FRESH_MS, () => ({ fresh: this.#effects.fresh.filter((other) => other !== one) }));
  }

  #showBanner(text: string, kind: Banner["kind"]): void {
    const n = ++this.#n;
    this.#change({ banner: { n, text, kind } });
    this.#later(BANNER_MS, () => (this.#effects.banner?.n === n ? { banner: null } : {}));
  }

  #later(ms: number, change: () => Partial<Effects>): void {
    window.setTimeout(() => this.#change(change()), ms);
  }

  #change(change: Partial<Effects>): void {
    this.#effects = { ...this.#effects, ...change };
    this.stage.changed(this.#effects);
  }
}

/** Animate a refused tile back to the hand. */
export async function flyBack(page: HTMLElement, tile: number, from: Spot): Promise<void> {
  const to = spotOf(page.querySelector(`.hand [data-tile="${tile}"]`));
  if (to) await fly(tile, 0, from, to);
}
