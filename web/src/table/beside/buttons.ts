/** The buttons at a tile that waits to be placed: turn it, take it off, place it. */
import { html, type TemplateResult } from "lit";
import { t } from "../../page/i18n";
import { icon } from "../../page/icons";
import type { CellPlace } from "../bubble-place";
import { canQueue, type TableState } from "../state";
import { buttonsPlace, type Neighbour } from "./buttons-place";

/** The buttons in a column, as they are in styles/game/tile-buttons.css. */
const COLUMN = { width: 60, height: 156 };

export interface ButtonsListener {
  turn(): void;
  cancel(): void;
  confirm(): void;
}

/** The board, as its buttons use it. */
export interface ButtonsBoard extends HTMLElement {
  /** Return the place of the tile, and the other cells; null if none waits. */
  tilePlaces(): { cell: CellPlace; others: readonly Neighbour[] } | null;
}

/** Render the buttons; they stay hidden until `TileButtons` has placed them. */
export function tileButtons(state: TableState, listener: ButtonsListener): TemplateResult {
  return html`<div class="at-tile bubble">
    <button type="button" class="round" aria-label=${t("Turn the tile")} title=${t("Turn the tile (R)")} @click=${() => listener.turn()}>${icon("turn")}</button>
    <button type="button" class="round" aria-label=${t("Put the tile back")} title=${t("Put the tile back (Esc)")} @click=${() => listener.cancel()}>${icon("close")}</button>
    <button type="button" class="primary confirm" @click=${() => listener.confirm()}>${icon("check")} <span>${canQueue(state) ? t("Queue it") : t("Place it")}</span></button>
  </div>`;
}

/** Places the buttons, each time the view or their size changes. */
export class TileButtons {
  #box: HTMLElement | null = null;
  #row = { width: 0, height: 0 };
  #watcher = new ResizeObserver(() => this.#measure());

  constructor(private readonly board: ButtonsBoard) {}

  /** Follow the buttons that were rendered, if there are any. */
  watch(): void {
    const box = this.board.querySelector<HTMLElement>(":scope > .at-tile");
    if (box !== this.#box) {
      this.stop();
      this.#box = box;
      if (box) this.#watcher.observe(box);
    }
    this.place();
  }

  stop(): void {
    this.#watcher.disconnect();
    this.#row = { width: 0, height: 0 };
  }

  #measure(): void {
    const box = this.#box;
    if (box && !box.classList.contains("column")) this.#row = { width: box.offsetWidth, height: box.offsetHeight };
    this.place();
  }

  place(): void {
    const [box, places] = [this.#box, this.board.tilePlaces()];
    if (!box || !places || this.#row.width === 0) return;
    const { left, top, width, height } = this.board.getBoundingClientRect();
    const screen = { left: -left, top: -top, width: innerWidth, height: innerHeight };
    const at = buttonsPlace(places.cell, this.#row, COLUMN, { width, height }, screen, places.others);
    box.style.translate = `${at.left}px ${at.top}px`;
    box.style.setProperty("--beak", `${places.cell.x - at.left}px`);
    box.classList.add("placed");
    box.classList.toggle("column", at.side === "right" || at.side === "left");
    box.classList.toggle("below", at.side === "below");
    box.classList.toggle("above", at.side === "above");
  }
}
