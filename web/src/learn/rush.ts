/**
 * `<tantrix-learn-rush>`: a step of a Gobble lesson, with the board and hand of the game but no clock.
 *
 * Events: `learn-answered` {sentence, kind}, `learn-done` {sentence}.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { LightElement } from "../page/light-element";
import "../gobble/board";
import type { LessonRush } from "../generated/protocol";
import type { TantrixGobbleBoard } from "../gobble/board";
import { hand } from "../gobble/hand";
import { type RushKey, rushKeyOf } from "../gobble/keyboard";
import type { HelpLevel, Rush } from "../gobble/state";
import * as model from "../gobble/state";
import { styleName } from "../gobble/text";
import { t, tn } from "../page/i18n";
import { openKeys } from "../page/open-keys";
import type { Settings } from "../settings/preferences";
import type { LaidTile } from "../tiles/golden-rule";
import { isSameCell } from "../tiles/hexes";
import { cycled } from "../tiles/keys";
import { isViewKey, moveView, useKey } from "../tiles/view-keys";
import { LessonInput, type LessonStage } from "./rush-input";
import { rushOfStep } from "./rush-table";

export class TantrixLearnRush extends LightElement implements LessonStage {
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
  declare refused: LaidTile | null;
  declare isGiving: boolean;
  declare isDone: boolean;
  readonly help: HelpLevel = "turn";

  #input = new LessonInput(this);

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", (event) => this.#keyed(event), { signal: this.untilRemoved });
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has("step")) return;
    this.rush = rushOfStep(this.step);
    this.refused = null;
    this.isGiving = false;
    this.isDone = false;
    this.#input.pointed = null;
  }

  get board(): TantrixGobbleBoard | null {
    return this.querySelector("tantrix-gobble-board");
  }

  // Results of the player's actions.

  beginGift(): void {
    this.isGiving = true;
    void this.updateComplete.then(() => this.querySelector<HTMLButtonElement>(".recipient")?.focus());
  }

  succeed(): void {
    this.isDone = true;
    this.emit("learn-done", { sentence: this.step.praise, isRefusal: false });
  }

  answer(sentence: string, kind: "nudge" | "refused"): void {
    if (sentence) this.emit("learn-answered", { sentence, kind });
  }

  // Keys.

  #keyed(event: KeyboardEvent): void {
    useKey(event, rushKeyOf(event, this.settings.letters === "on"), (key) => this.#do(key));
  }

  #do(key: RushKey): boolean {
    const { board } = this;
    if (!board) return false;
    if (isViewKey(key)) return moveView(board, key);
    switch (key.name) {
      case "go":
        void board.go(key.direction).then(() => this.#input.aim(board.cursor));
        return true;
      case "next-space":
        void this.#next(board, key.step);
        return true;
      case "turn-up":
        this.#input.turnUp();
        return true;
      case "rotate":
        this.#input.rotate(key.step);
        return true;
      case "place":
        if (!this.rush.over) this.#input.aim(board.cursor);
        this.#input.lay();
        return true;
      case "aside":
        this.#input.putAside();
        return true;
      case "number":
        this.#input.number(key.n);
        return true;
      case "keys":
        return openKeys((help) => help.rushKeys());
      default:
        return false;
    }
  }

  async #next(board: TantrixGobbleBoard, step: 1 | -1): Promise<void> {
    const cell = cycled(model.spaces(this.rush), (one) => isSameCell(one, board.cursor), step);
    if (!cell) return;
    await board.goTo(cell);
    this.#input.aim(cell);
  }

  // Rendering.

  override render(): TemplateResult {
    return html`<div class="lesson-table gobbling" @cell-hover=${(e: CustomEvent) => this.#input.hover(e.detail.cell)}
        @cell-focus=${(e: CustomEvent) => this.#input.aim(e.detail.cell)} @cell-tap=${(e: CustomEvent) => this.#input.tap(e.detail.cell)}
        @tile-turn=${(e: CustomEvent) => this.#input.rotate(e.detail.step)}>
      <div class="rush-table"><tantrix-gobble-board .rush=${this.rush} .settings=${this.settings} .help=${this.help} .refused=${this.refused}
        .isIdle=${this.isDone}></tantrix-gobble-board></div>
      <section class="dock" aria-label=${t("Your hand")}>
        ${this.isGiving ? this.#gift() : nothing}
        ${hand(this.rush, this.help, !this.#input.mayPlay, this.#input)}
      </section>
    </div>`;
  }

  #gift(): TemplateResult {
    return html`<section class="gift" aria-label=${t("Give a tile away")}>
      <header><h2>${t("Gobble! Give a tile to…")}</h2></header>
      <div class="gift-recipients">${model.recipients(this.rush).map((seat) => this.#recipient(seat))}</div>
    </section>`;
  }

  #recipient(seat: number): TemplateResult {
    const name = styleName(seat === 1 ? "calm" : "hasty");
    const holding = this.rush.holdings[seat];
    const n = holding ? model.nTiles(holding) : 0;
    const label = tn("Give to {name}, who has {n} tile", "Give to {name}, who has {n} tiles", n, { name });
    return html`<button type="button" class="recipient edge-seat-${seat + 1}" data-to=${seat} aria-label=${label}
      @click=${() => this.#input.give(seat)}><span class="rush-name">${name}</span><b>${n}</b></button>`;
  }
}

customElements.define("tantrix-learn-rush", TantrixLearnRush);
