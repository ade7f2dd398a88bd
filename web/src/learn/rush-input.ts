/**
 * The player's actions in a step of a Gobble lesson. Nobody else plays, and other actions than the task's are
 * declined.
 */
import type { LessonRush } from "../generated/protocol";
import * as model from "../gobble/state";
import { type RushTable, TileInput } from "../gobble/tile-input";
import { t } from "../page/i18n";
import { play } from "../page/sounds";
import type { LaidTile } from "../tiles/golden-rule";
import type { Cell } from "../tiles/hexes";
import { done, isGobble, turnUp } from "./rush-table";

/** The step, as its input uses it. */
export interface LessonStage extends RushTable {
  step: LessonRush;
  /** Whether the player has to choose who gets a tile. */
  isGiving: boolean;
  isDone: boolean;
  /** Ask who gets a tile. */
  beginGift(): void;
  /** The task is done. */
  succeed(): void;
  /** Answer an action that does not solve the task. */
  answer(sentence: string, kind: "nudge" | "refused"): void;
}

export class LessonInput extends TileInput {
  constructor(private readonly table: LessonStage) {
    super(table);
  }

  get mayPlay(): boolean {
    return !this.table.isDone && !this.table.isGiving;
  }

  get mayAim(): boolean {
    return this.mayPlay;
  }

  turnUp(): void {
    const { table } = this;
    if (!this.mayPlay) return;
    if (table.step.goal === "gobble") {
      table.answer(table.step.nudge, "nudge");
      return;
    }
    if (model.mayPutAside(table.rush))
      table.answer(t("Place the tile you flipped, or put it aside, before you flip another."), "nudge");
    const after = turnUp(table.rush, table.step.stock);
    if (after === table.rush) return;
    play("turn-up");
    table.rush = after;
    this.aimAgain();
  }

  putAside(): void {
    const { table } = this;
    if (!this.mayPlay || !model.mayPutAside(table.rush)) return;
    if (table.step.goal !== "aside") {
      table.answer(table.step.nudge, "nudge");
      return;
    }
    play("aside");
    table.rush = done(table.rush, { name: "aside" });
    table.succeed();
  }

  tap(cell: Cell): void {
    if (!this.mayPlay) return;
    if (model.handTile(this.table.rush) === null) this.table.answer(this.#needsTile(), "nudge");
    this.aim(cell);
    this.lay();
  }

  #needsTile(): string {
    const { goal, nudge } = this.table.step;
    return goal === "gobble" ? nudge : t("Flip a tile first.");
  }

  protected layFitting(placement: LaidTile): void {
    const { table } = this;
    const isGift = isGobble(table.rush, placement);
    table.rush = done(table.rush, { name: "lay", placement });
    play(isGift ? "gobble" : "lay");
    if (table.step.goal === "gobble") table.beginGift();
    else table.succeed();
  }

  protected refuse(placement: LaidTile, reason: string): void {
    this.table.answer(reason, "refused");
    this.shake(placement, true);
  }

  give(to: number): void {
    const { table } = this;
    if (!table.isGiving) return;
    play("gift");
    table.isGiving = false;
    const given = done(table.rush, { name: "give", to, tile: null });
    const holdings = given.holdings.map((one) => (one.seat === to ? { ...one, n_stock: one.n_stock + 1 } : one));
    table.rush = { ...given, holdings };
    table.succeed();
  }

  /** Handle a number key: select a tile of the pile, or choose who gets one. */
  number(n: number): void {
    const { rush, isGiving } = this.table;
    const tile = rush.own.pile[n - 1];
    if (isGiving && model.recipients(rush).includes(n - 1)) this.give(n - 1);
    else if (!isGiving && tile !== undefined) this.choose(tile);
  }
}
