/** The player's actions in a rush by mouse and touch: turn tiles up, lay them, put them aside, give them away. */
import type { GobbleClientMessage, RushRoomView } from "../generated/protocol";
import { t } from "../page/i18n";
import { messageId } from "../page/socket";
import type { LaidTile } from "../tiles/golden-rule";
import type { Cell } from "../tiles/hexes";
import { printPlacement } from "../tiles/placement";
import { giftTile, isForcedGift, nOwed } from "./gift";
import type { HelpLevel, RushCommand } from "./state";
import * as model from "./state";
import { type RushTable, TileInput } from "./tile-input";

/** The page of a room, as its input uses it. */
export interface RushPage extends RushTable {
  room: RushRoomView;
  help: HelpLevel;
  /** The latest notice, until the player acts. */
  notice: string | null;
  /** The tile chosen to give, null for the stock's; undefined if none was chosen. */
  gift: number | null | undefined;
  readonly isRunning: boolean;
  readonly isReplaying: boolean;
  /** Send a command; return false if there is no connection. */
  transmit(id: string, command: RushCommand): boolean;
  /** Show and announce a sentence. */
  showNotice(sentence: string): void;
  /** Announce a sentence to screen readers only. */
  announce(sentence: string): void;
}

export class RushInput extends TileInput {
  constructor(private readonly page: RushPage) {
    super(page);
  }

  get mayPlay(): boolean {
    return this.page.isRunning && model.isActive(model.myHolding(this.page.rush));
  }

  get mayAim(): boolean {
    return this.page.isRunning;
  }

  send(command: RushCommand): void {
    const id = messageId();
    this.page.notice = null;
    this.page.rush = model.withSentCommand(this.page.rush, { id, command });
    if (!this.page.transmit(id, command))
      this.page.showNotice(t("No connection. Your move will be made as soon as it is back."));
  }

  turnUp(): void {
    if (!this.mayPlay) return;
    if (model.mayTurn(this.page.rush)) this.send({ name: "turn" });
    else if (model.mayPutAside(this.page.rush))
      this.page.showNotice(t("Place the tile you flipped, or put it aside, before you flip another."));
    else if (model.myHolding(this.page.rush)?.n_stock === 0) this.page.showNotice(t("Your stock is empty."));
  }

  putAside(): void {
    if (!this.mayPlay || !model.mayPutAside(this.page.rush)) return;
    this.send({ name: "aside" });
  }

  override choose(tile: number): void {
    if (this.mayPlay && model.handTile(this.page.rush) !== tile) this.page.notice = null;
    super.choose(tile);
  }

  tap(cell: Cell): void {
    if (!this.mayPlay) return;
    if (model.handTile(this.page.rush) === null) {
      if (model.mayTurn(this.page.rush)) this.page.showNotice(t("Flip a tile first."));
      return;
    }
    this.aim(cell);
    this.lay();
  }

  protected layFitting(placement: LaidTile): void {
    this.send({ name: "lay", placement });
  }

  protected refuse(placement: LaidTile, reason: string): void {
    this.page.showNotice(reason);
    this.shake(placement, false);
  }

  /** Take back a tile that seemed to fit but that the server refused. */
  takeBack(placement: LaidTile, reason: string): void {
    this.page.showNotice(reason);
    this.shake(placement, true);
  }

  give(to: number): void {
    if (nOwed(this.page.rush) === 0 || !model.recipients(this.page.rush).includes(to)) return;
    this.send({ name: "give", to, tile: giftTile(this.page.rush, this.page.gift) });
    this.page.gift = undefined;
  }

  /** Give a tile at once if there is nothing to choose. */
  giveIfForced(): void {
    const isUnderWay = this.page.rush.pending.some(({ command }) => command.name === "give");
    const [to] = model.recipients(this.page.rush);
    if (nOwed(this.page.rush) > 0 && !isUnderWay && to !== undefined && isForcedGift(this.page.rush)) this.give(to);
  }
}

/** Convert a command to its message. */
export function messageOf(id: string, command: RushCommand): GobbleClientMessage {
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
