/**
 * `<tantrix-puzzle-board>`: the table of a puzzle with its tiles, what is held over it, and marks.
 *
 * Events: `cell-hover` {cell}, `cell-tap` {cell, pointerType}, `cell-focus` {cell}, `tile-grab` {tile, event},
 * `tile-turn` {tile, step}.
 */
import { html, nothing, type PropertyValues, type SVGTemplateResult, svg } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { ColourLetter } from "../generated/protocol";
import { t } from "../page/i18n";
import { prefersReducedMotion, type Settings } from "../settings/preferences";
import { at, BoardElement, FIELD, RING, seamMark } from "../tiles/board-element";
import { linkPath, tileShape } from "../tiles/draw";
import type { LaidTile } from "../tiles/golden-rule";
import { around, type Cell, cellText, isSameCell, type Point } from "../tiles/hexes";
import { type EarlyLoop, type Marks, NO_MARKS } from "./marks";
import { litLines } from "./result/solved-picture";
import { canDrop, heldAt, laidTile, type PuzzleState, printed, tileAt } from "./state";
import { placeSentence } from "./text";

const LIGHT_STEP_MS = 110;
const MIN_ROUND_MS = 900;

export class TantrixPuzzleBoard extends BoardElement {
  static override properties = {
    state: { attribute: false },
    settings: { attribute: false },
    marks: { attribute: false },
    pair: { attribute: false },
    traced: { attribute: false },
    isSolved: { attribute: false },
    isShown: { attribute: false },
  };

  declare state: PuzzleState;
  declare settings: Settings;
  declare marks: Marks;
  /** Tiles pointed out by a hint. */
  declare pair: readonly number[];
  /** Lines shown during play. */
  declare traced: readonly EarlyLoop[];
  declare isSolved: boolean;
  /** Whether the solution was only shown, so that there is nothing to celebrate. */
  declare isShown: boolean;

  constructor() {
    super();
    this.marks = NO_MARKS;
    this.pair = [];
    this.traced = [];
    this.isSolved = false;
    this.isShown = false;
  }

  override updated(changed: PropertyValues): void {
    const before = changed.get("state") as PuzzleState | undefined;
    if (changed.has("isSolved") || this.state.laid.length === 0) this.camera.refit();
    else if (before && before.laid !== this.state.laid) this.camera.keepShowing();
    super.updated(changed);
    if (changed.has("isSolved") && this.#isCelebrating) this.#lightRuns();
  }

  get #isCelebrating(): boolean {
    return this.isSolved && !this.isShown;
  }

  /** Return the free cell that the held tiles aim at, with the middle of the first at a point of the screen. */
  aim(clientX: number, clientY: number, state: PuzzleState): Cell | null {
    const under = this.cellUnder(clientX, clientY);
    const near = under ? [under, ...around(under)].filter((cell) => canDrop(state, cell)) : [];
    return this.aimedAmong(near, clientX, clientY);
  }

  override render() {
    if (!this.state) return nothing;
    const { laid } = this.state;
    return html`
      <svg class="surface ${this.#isCelebrating ? "celebrating" : ""}" role="group" aria-label=${t("Table")} viewBox=${this.camera.viewBox}>
        <g class="spaces">${repeat(this.#places(), cellText, (cell) => this.#place(cell))}</g>
        <g class="tiles">${repeat(
          laid,
          (placed) => placed.tile,
          (placed) => this.#placed(placed),
        )}</g>
        ${this.traced.map(({ colour, tiles }) => svg`<g class="trace">${tiles.map((placed) => trace(placed, colour))}</g>`)}
        ${this.#isCelebrating ? litLines(this.state.puzzle, this.state.laid) : this.isSolved ? this.#lines() : this.#marked()}
        ${this.#held()}
      </svg>
      ${this.zoomButtons()}`;
  }

  #place(cell: Cell): SVGTemplateResult {
    const { puzzle, legal } = this.state;
    const isFrame = (legal ?? puzzle.shape)?.some((one) => isSameCell(one, cell)) ?? false;
    return svg`<g class="cell place ${isFrame ? "frame" : ""}" transform=${at(cell)} role="button"
        tabindex=${this.tabindex(cell)} data-cell=${cellText(cell)} aria-label=${placeSentence(this.state, cell, null)}>
      <polygon class="field" points=${FIELD}></polygon>
      ${this.focusRing(cell)}
    </g>`;
  }

  #placed(placed: LaidTile): SVGTemplateResult {
    const isHeld = this.state.held !== null && laidTile(this.state.held.tiles, placed.tile) !== undefined;
    const isPointed = this.pair.includes(placed.tile);
    const names = `cell laid piece ${isHeld ? "lifted" : ""} ${isPointed ? "pointed" : ""}`;
    return svg`<g class=${names} transform=${at(placed)} role="button" tabindex=${this.tabindex(placed)}
        data-cell=${cellText(placed)} data-tile=${placed.tile} aria-label=${placeSentence(this.state, placed, this.marks)}
        @pointerdown=${(event: PointerEvent) => this.#grabbed(placed.tile, event)}>
      <polygon class="catch" points=${FIELD}></polygon>
      ${tileShape(printed(placed.tile), placed.rotation)}
      ${this.focusRing(placed, isPointed)}
    </g>`;
  }

  #held(): SVGTemplateResult | typeof nothing {
    const { held } = this.state;
    if (!held?.cell) return nothing;
    const name = held.isSet ? "set" : canDrop(this.state, held.cell) ? "hovering" : "hovering blocked";
    return svg`<g class="preview ${name}">${heldAt(held, held.cell).map(
      (placed) =>
        svg`<g transform=${at(placed)}>${tileShape(printed(placed.tile), placed.rotation)}<polygon class="preview-ring" points=${RING}></polygon></g>`,
    )}</g>`;
  }

  #marked(): SVGTemplateResult {
    const { mismatches, holes, early } = this.marks;
    return svg`<g class="marks" aria-hidden="true">
      ${early.map((loop) => this.#early(loop))}
      ${holes.map((cell) => svg`<g class="hole-mark" transform=${at(cell)}><circle r="22"></circle></g>`)}
      ${mismatches.map(({ cell, edge }) => seamMark(edge, cell))}
    </g>`;
  }

  #early({ colour, tiles }: EarlyLoop): SVGTemplateResult {
    return svg`<g class="early-mark">${tiles.map((placed) => trace(placed, colour))}</g>`;
  }

  /** Let the light pass the tiles of each line one after the other. */
  #lightRuns(): void {
    for (const line of this.querySelectorAll(".solved-line")) {
      const lights = [...line.querySelectorAll<SVGElement>(".light")];
      const roundMs = Math.max(MIN_ROUND_MS, LIGHT_STEP_MS * lights.length);
      for (const [n, light] of lights.entries()) {
        light.style.animationDuration = `${roundMs}ms`;
        light.style.animationDelay = `${Math.round((n * roundMs) / lights.length)}ms`;
      }
    }
  }

  /** Render the lines of a solution that is shown. */
  #lines(): SVGTemplateResult {
    const { laid, puzzle } = this.state;
    return svg`${puzzle.strands.map(({ colour }) => svg`<g class="trace">${laid.map((placed) => trace(placed, colour))}</g>`)}`;
  }

  #grabbed(tile: number, event: PointerEvent): void {
    event.stopPropagation();
    this.emit("tile-grab", { tile, event });
  }

  protected tapped(point: Point, pointerType: string): void {
    this.emit("cell-tap", { cell: this.camera.cellAt(point), pointerType });
  }

  protected wheeled(point: Point, step: 1 | -1): boolean {
    const cell = this.camera.cellAt(point);
    const placed = tileAt(this.state.laid, cell);
    if (!placed && !isSameCell(this.state.held?.cell ?? null, cell)) return false;
    this.emit("tile-turn", { tile: placed?.tile ?? null, step });
    return true;
  }

  protected cellsInView(): Cell[] {
    const { laid, puzzle } = this.state;
    if (this.#isCelebrating) return [...laid];
    if (puzzle.shape) return [...puzzle.shape, ...laid];
    return [...(this.#isFull() ? [] : this.#home()), ...laid.flatMap(around)];
  }

  protected cellsToGoTo(): Cell[] {
    return cornersFirst(this.cursor);
  }

  protected isStill(): boolean {
    return prefersReducedMotion(this.settings);
  }

  #isFull(): boolean {
    return this.state.laid.length >= this.state.puzzle.n_to_lay;
  }

  /** Return the cells to start with: the frame of the puzzle, or about as many cells as the tiles need. */
  #home(): readonly Cell[] {
    const { puzzle } = this.state;
    if (puzzle.shape) return puzzle.shape;
    const reach = Math.max(2, Math.ceil(Math.sqrt(puzzle.tiles.length / 2)));
    const cells: Cell[] = [];
    for (let q = -reach; q <= reach; q++)
      for (let r = Math.max(-reach, -q - reach); r <= Math.min(reach, -q + reach); r++) cells.push({ q, r });
    return cells;
  }

  /** Return the empty cells to render. */
  #places(): Cell[] {
    const { laid, held, puzzle } = this.state;
    const beside = puzzle.shape ? [] : laid.flatMap(around);
    const cells = [...this.#home(), ...beside, this.cursor, ...(held?.cell ? [held.cell] : [])];
    const places = new Map(cells.map((cell) => [cellText(cell), { q: cell.q, r: cell.r }]));
    for (const placed of laid) places.delete(cellText(placed));
    return [...places.values()];
  }
}

/** Return the neighbours of a cell, ordered so that up after down leads back. */
function cornersFirst(cell: Cell): Cell[] {
  const [east, southEast, southWest, west, northWest, northEast] = around(cell) as [Cell, Cell, Cell, Cell, Cell, Cell];
  return [east, west, northEast, southWest, northWest, southEast];
}

function trace(placed: LaidTile, colour: ColourLetter): SVGTemplateResult {
  return svg`<g transform=${at(placed)}><path class="turn-${placed.rotation} turned" d=${linkPath(printed(placed.tile), colour)}></path></g>`;
}

customElements.define("tantrix-puzzle-board", TantrixPuzzleBoard);
