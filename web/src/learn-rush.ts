/**
 * `<tantrix-learn-rush>`: a step of a Gobble lesson, with the table and the hand of the game, and no hurry.
 *
 * Events: `learn-told` {sentence, kind}, `learn-done` {sentence}.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { followDrag } from "./drag";
import "./gobble-board";
import type { TantrixGobbleBoard } from "./gobble-board";
import { hand } from "./gobble-hand";
import { flyBack } from "./gobble-happenings";
import { type RushKey, rushKeyOf } from "./gobble-keys";
import { sound } from "./gobble-sounds";
import type { Help, Rush } from "./gobble-state";
import * as model from "./gobble-state";
import type { Lying } from "./gobble-table";
import { misfitSentence, temperName } from "./gobble-words";
import { type Cell, isSameCell } from "./hexes";
import { t, tn } from "./i18n";
import { cycled } from "./keyboard";
import { done, isGobble, rushOf, turnUp } from "./learn-rush-table";
import type { LessonRush } from "./protocol";
import { mustKeepStill, type Settings } from "./settings";

const SHAKE_MS = 520;
const HELP: Help = "turn";

export class TantrixLearnRush extends LitElement {
  static override properties = {
    step: { attribute: false },
    settings: { attribute: false },
    rush: { state: true },
    refused: { state: true },
    isGiving: { state: true },
    isDone: { state: true },
  };

  declare step: LessonRush;
  declare settings: Settings;
  declare rush: Rush;
  /** A placement that was just refused. */
  declare refused: Lying | null;
  /** Whether the person is to choose who gets a tile. */
  declare isGiving: boolean;
  declare isDone: boolean;

  #pointed: Cell | null = null;
  #stop = new AbortController();

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", (event) => this.#keyed(event), { signal: this.#stop.signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop.abort();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("step")) return;
    this.rush = rushOf(this.step);
    this.refused = null;
    this.isGiving = false;
    this.isDone = false;
    this.#pointed = null;
  }

  // What the person does.

  get #mayPlay(): boolean {
    return !this.isDone && !this.isGiving;
  }

  #turnUp(): void {
    if (!this.#mayPlay) return;
    if (this.step.goal === "gobble") {
      this.#tell(this.step.nudge, "nudge");
      return;
    }
    if (model.mayPutAside(this.rush))
      this.#tell(t("Lay the turned tile, or put it aside, before you turn another."), "nudge");
    const after = turnUp(this.rush, this.step.stock);
    if (after === this.rush) return;
    sound("turn");
    this.rush = after;
    this.#aim(this.#pointed);
  }

  #putAside(): void {
    if (!this.#mayPlay || !model.mayPutAside(this.rush)) return;
    if (this.step.goal !== "aside") {
      this.#tell(this.step.nudge, "nudge");
      return;
    }
    sound("aside");
    this.rush = done(this.rush, { name: "aside" });
    this.#succeed();
  }

  /** Take up an open tile; the one already up is turned. */
  #choose(tile: number): void {
    if (!this.#mayPlay) return;
    if (model.handTile(this.rush) === tile) this.#rotate(1);
    else this.rush = model.choose(this.rush, model.shown(this.rush).own.turned === tile ? null : tile);
    this.#aim(this.#pointed);
  }

  #rotate(step: 1 | -1): void {
    this.rush = model.rotate(this.rush, step, HELP);
  }

  #aim(cell: Cell | null): void {
    if (this.#mayPlay) this.rush = model.aim(this.rush, cell, HELP);
  }

  #hover(cell: Cell | null): void {
    this.#pointed = cell;
    this.#aim(cell);
  }

  #tap(cell: Cell): void {
    if (!this.#mayPlay) return;
    if (model.handTile(this.rush) === null) this.#tell(this.#needsTile(), "nudge");
    this.#aim(cell);
    this.#lay();
  }

  #needsTile(): string {
    return this.step.goal === "gobble" ? this.step.nudge : t("Turn a tile first.");
  }

  /** Lay the tile in the hand where it is held; one that does not fit shakes its head. */
  #lay(): void {
    const placement = model.aimed(this.rush);
    if (!placement || !this.#mayPlay) return;
    const misfit = model.judge(this.rush, placement);
    if (misfit) {
      this.#shake(placement, misfitSentence(misfit));
      return;
    }
    const isGift = isGobble(this.rush, placement);
    this.rush = done(this.rush, { name: "lay", placement });
    sound(isGift ? "gobble" : "lay");
    if (this.step.goal === "gobble") this.#beginGift();
    else this.#succeed();
  }

  #shake(placement: Lying, reason: string): void {
    sound("refused");
    this.#tell(reason, "refused");
    this.refused = placement;
    window.setTimeout(() => {
      if (this.refused !== placement) return;
      this.refused = null;
      const board = this.#board();
      if (board && !mustKeepStill(this.settings)) void flyBack(this, placement.tile, board.boxOf(placement));
    }, SHAKE_MS);
  }

  #beginGift(): void {
    this.isGiving = true;
    void this.updateComplete.then(() => this.querySelector<HTMLButtonElement>(".taker")?.focus());
  }

  #give(to: number): void {
    if (!this.isGiving) return;
    sound("gift");
    this.isGiving = false;
    const given = done(this.rush, { name: "give", to, tile: null });
    const holdings = given.holdings.map((one) => (one.seat === to ? { ...one, n_stock: one.n_stock + 1 } : one));
    this.rush = { ...given, holdings };
    this.#succeed();
  }

  #grab(tile: number, down: PointerEvent): void {
    if (down.button !== 0 || !this.#mayPlay) return;
    followDrag(tile, down, {
      begin: () => model.handTile(this.rush) === tile || this.#choose(tile),
      over: (cell) => this.#aim(cell),
      turn: (step) => this.#rotate(step),
      drop: () => this.#lay(),
      snap: (x, y) => this.#board()?.snapCell(x, y) ?? null,
    });
  }

  #succeed(): void {
    this.isDone = true;
    this.dispatchEvent(
      new CustomEvent("learn-done", { detail: { sentence: this.step.praise, isRefusal: false }, bubbles: true }),
    );
  }

  #tell(sentence: string, kind: "nudge" | "refused"): void {
    if (sentence) this.dispatchEvent(new CustomEvent("learn-told", { detail: { sentence, kind }, bubbles: true }));
  }

  // Keys.

  #keyed(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (event.defaultPrevented || target.closest("input, select, textarea, dialog[open]")) return;
    const key = rushKeyOf(event, this.settings.letters === "on");
    const isOnButton = target.closest("button, a, summary") !== null;
    if (!key || (isOnButton && (key.name === "turn-up" || key.name === "place"))) return;
    if (this.#do(key)) event.preventDefault();
  }

  #do(key: RushKey): boolean {
    const board = this.#board();
    if (!board) return false;
    switch (key.name) {
      case "go":
        void board.go(key.direction).then(() => this.#aim(board.cursor));
        return true;
      case "next-space":
        void this.#next(board, key.step);
        return true;
      case "pan":
        board.pan(key.direction);
        return true;
      case "turn-up":
        this.#turnUp();
        return true;
      case "rotate":
        this.#rotate(key.step);
        return true;
      case "place":
        if (!this.rush.over) this.#aim(board.cursor);
        this.#lay();
        return true;
      case "aside":
        this.#putAside();
        return true;
      case "number":
        this.#number(key.n);
        return true;
      case "zoom":
        board.zoom(key.factor);
        return true;
      case "fit":
        board.fit();
        return true;
      default:
        return false;
    }
  }

  /** A number takes up a tile of the pile, or says who gets one. */
  #number(n: number): void {
    const tile = this.rush.own.pile[n - 1];
    if (this.isGiving && model.takers(this.rush).includes(n - 1)) this.#give(n - 1);
    else if (!this.isGiving && tile !== undefined) this.#choose(tile);
  }

  async #next(board: TantrixGobbleBoard, step: 1 | -1): Promise<void> {
    const cell = cycled(model.spaces(this.rush), (one) => isSameCell(one, board.cursor), step);
    if (!cell) return;
    await board.goTo(cell);
    this.#aim(cell);
  }

  // Drawing.

  override render(): TemplateResult {
    return html`<div class="lesson-table gobbling" @cell-hover=${(e: CustomEvent) => this.#hover(e.detail.cell)}
        @cell-focus=${(e: CustomEvent) => this.#aim(e.detail.cell)} @cell-tap=${(e: CustomEvent) => this.#tap(e.detail.cell)}
        @tile-turn=${(e: CustomEvent) => this.#rotate(e.detail.step)}>
      <div class="rush-table"><tantrix-gobble-board .rush=${this.rush} .settings=${this.settings} .help=${HELP} .refused=${this.refused}
        .isIdle=${this.isDone}></tantrix-gobble-board></div>
      <section class="dock" aria-label=${t("Your hand")}>
        ${this.isGiving ? this.#gift() : nothing}
        ${hand(this.rush, HELP, !this.#mayPlay, {
          turnUp: () => this.#turnUp(),
          choose: (tile) => this.#choose(tile),
          grab: (tile, event) => this.#grab(tile, event),
          rotate: () => this.#rotate(1),
          putAside: () => this.#putAside(),
        })}
      </section>
    </div>`;
  }

  #gift(): TemplateResult {
    return html`<section class="gift" aria-label=${t("Give a tile away")}>
      <header><h2>${t("Gobble! Give a tile to…")}</h2></header>
      <div class="gift-takers">${model.takers(this.rush).map((seat) => this.#taker(seat))}</div>
    </section>`;
  }

  #taker(seat: number): TemplateResult {
    const name = temperName(seat === 1 ? "calm" : "hasty");
    const holding = this.rush.holdings[seat];
    const n = holding ? model.nTiles(holding) : 0;
    const label = tn("Give to {name}, who has {n} tile", "Give to {name}, who has {n} tiles", n, { name });
    return html`<button type="button" class="taker edge-seat-${seat + 1}" data-to=${seat} aria-label=${label}
      @click=${() => this.#give(seat)}><span class="rush-name">${name}</span><b>${n}</b></button>`;
  }

  #board(): TantrixGobbleBoard | null {
    return this.querySelector("tantrix-gobble-board");
  }
}

customElements.define("tantrix-learn-rush", TantrixLearnRush);
