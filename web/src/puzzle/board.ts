/**
 * `<tantrix-puzzle-board>`: the free table of a puzzle, the tiles on it, what is in the hand, and the marks.
 *
 * It draws the state it is given and tells what the person pointed at, by events: `cell-hover` {cell},
 * `cell-tap` {cell, pointerType}, `cell-focus` {cell}, `piece-grab` {tile, event}, `piece-turn` {tile, step}.
 */
import { html, LitElement, nothing, type PropertyValues, type SVGTemplateResult, svg } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { ColourLetter } from "../generated/protocol";
import { t } from "../page/i18n";
import { icon } from "../page/icons";
import { mustKeepStill, type Settings } from "../settings/preferences";
import { Camera } from "../tiles/camera";
import { linkPath, tileShape } from "../tiles/draw";
import { Gestures } from "../tiles/gestures";
import {
  APOTHEM,
  around,
  type Cell,
  cellText,
  centre,
  hexagonPoints,
  isSameCell,
  ORIGIN,
  type Point,
} from "../tiles/hexes";
import { type Direction, neighbourIn } from "../tiles/keys";
import { type EarlyLoop, type Marks, NO_MARKS, type Seam } from "./marks";
import { canRest, heldAt, type Piece, type PuzzleState, pieceAt, pieceOf, printed } from "./state";
import { placeSentence } from "./text";

const RING = hexagonPoints(APOTHEM - 5);
const FIELD = hexagonPoints(APOTHEM - 3);
const SNAP_REACH = 85;
const PAN_STEP_PX = 80;
const PANS: Record<Direction, [number, number]> = { left: [1, 0], right: [-1, 0], up: [0, 1], down: [0, -1] };

export class TantrixPuzzleBoard extends LitElement {
  static override properties = {
    state: { attribute: false },
    settings: { attribute: false },
    marks: { attribute: false },
    pair: { attribute: false },
    traced: { attribute: false },
    isSolved: { attribute: false },
    isShown: { attribute: false },
    cursor: { attribute: false },
  };

  declare state: PuzzleState;
  declare settings: Settings;
  declare marks: Marks;
  /** Tiles that are pointed out. */
  declare pair: readonly number[];
  /** Lines that are shown while one plays. */
  declare traced: readonly EarlyLoop[];
  declare isSolved: boolean;
  /** Tell whether the solution was asked for: then there is nothing to celebrate. */
  declare isShown: boolean;
  /** The cell that takes the focus when it comes to the table. */
  declare cursor: Cell;

  #gestures: Gestures | null = null;
  #camera = new Camera({
    surface: () => this.#surface(),
    cells: () => [...(this.#isFull() ? [] : this.#home()), ...this.state.laid.flatMap(around)],
    isStill: () => !this.hasUpdated || mustKeepStill(this.settings),
  });

  constructor() {
    super();
    this.marks = NO_MARKS;
    this.pair = [];
    this.traced = [];
    this.isSolved = false;
    this.isShown = false;
    this.cursor = ORIGIN;
  }

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#camera.stop();
    this.#gestures?.stop();
  }

  override firstUpdated(): void {
    const surface = this.#surface();
    this.#camera.watch(surface);
    this.#gestures = new Gestures(surface, {
      tap: (at, pointerType) => this.#tell("cell-tap", { cell: this.#camera.cellAt(at), pointerType }),
      hover: (at) => this.#tell("cell-hover", { cell: at && this.#camera.cellAt(at) }),
      pan: (dx, dy) => this.#camera.pan(dx, dy),
      zoom: (factor, at) => this.#camera.zoomAt(factor, at),
      wheel: (at, step) => this.#wheel(at, step),
    });
    surface.addEventListener("focusin", (event) => this.#focused(event));
  }

  override updated(changed: PropertyValues): void {
    const before = changed.get("state") as PuzzleState | undefined;
    if (before && before.laid !== this.state.laid) this.#camera.refit();
  }

  /** Put the focus on the cell of the cursor. */
  focusCursor(): void {
    this.querySelector<SVGGElement>('.surface [tabindex="0"]')?.focus({ preventScroll: true });
  }

  async go(direction: Direction): Promise<void> {
    await this.goTo(neighbourIn(cornersFirst(this.cursor), this.cursor, direction));
  }

  async goTo(cell: Cell): Promise<void> {
    this.cursor = { q: cell.q, r: cell.r };
    await this.updateComplete;
    this.focusCursor();
    this.#camera.reveal(cell);
  }

  pan(direction: Direction): void {
    const [dx, dy] = PANS[direction];
    this.#camera.pan(dx * PAN_STEP_PX, dy * PAN_STEP_PX);
  }

  zoom(factor: number): void {
    this.#camera.zoom(factor);
  }

  fit(): void {
    this.#camera.fit();
  }

  /** Return the free cell that what is in the hand snaps to: the one under the pointer or the next one. */
  snapCell(clientX: number, clientY: number, state: PuzzleState): Cell | null {
    const box = this.#surface().getBoundingClientRect();
    if (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom) return null;
    const point = this.#camera.pointAt({ x: clientX - box.left, y: clientY - box.top });
    const under = this.#camera.cellAt({ x: clientX - box.left, y: clientY - box.top });
    const away = (cell: Cell) => distance(centre(cell), point);
    const near = [under, ...around(under)].filter((cell) => away(cell) < SNAP_REACH && canRest(state, cell));
    return near.sort((a, b) => away(a) - away(b))[0] ?? null;
  }

  override render() {
    if (!this.state) return nothing;
    const { laid } = this.state;
    return html`
      <svg class="surface ${this.isSolved && !this.isShown ? "celebrating" : ""}" role="group" aria-label=${t("Table")} viewBox=${this.#camera.viewBox}>
        <g class="spaces">${repeat(this.#places(), cellText, (cell) => this.#place(cell))}</g>
        <g class="tiles">${repeat(
          laid,
          (piece) => piece.tile,
          (piece, n) => this.#piece(piece, n),
        )}</g>
        ${this.traced.map(({ colour, pieces }) => svg`<g class="trace">${pieces.map((piece) => trace(piece, colour))}</g>`)}
        ${this.isSolved ? this.#lines() : this.#marked()}
        ${this.#held()}
      </svg>
      <div class="zoom-buttons">
        <button type="button" class="round" aria-label=${t("Zoom in")} title=${t("Zoom in (+)")} @click=${() => this.zoom(1.25)}>${icon("plus")}</button>
        <button type="button" class="round" aria-label=${t("Zoom out")} title=${t("Zoom out (-)")} @click=${() => this.zoom(0.8)}>${icon("minus")}</button>
        <button type="button" class="round" aria-label=${t("Show all")} title=${t("Show all (0)")} @click=${() => this.fit()}>${icon("fit")}</button>
      </div>`;
  }

  #place(cell: Cell): SVGTemplateResult {
    const { puzzle, legal } = this.state;
    const isFrame = (legal ?? puzzle.shape)?.some((one) => isSameCell(one, cell)) ?? false;
    return svg`<g class="cell place ${isFrame ? "frame" : ""}" transform=${at(cell)} role="button"
        tabindex=${this.#tabindex(cell)} data-cell=${cellText(cell)} aria-label=${placeSentence(this.state, cell, null)}>
      <polygon class="field" points=${FIELD}></polygon>
      <polygon class="focus-ring" points=${RING}></polygon>
    </g>`;
  }

  #piece(piece: Piece, n: number): SVGTemplateResult {
    const isHeld = this.state.held !== null && pieceOf(this.state.held.pieces, piece.tile) !== undefined;
    const names = `cell laid piece ${isHeld ? "lifted" : ""} ${this.pair.includes(piece.tile) ? "pointed" : ""}`;
    return svg`<g class=${names} transform=${at(piece)} role="button" tabindex=${this.#tabindex(piece)}
        data-cell=${cellText(piece)} data-tile=${piece.tile} aria-label=${placeSentence(this.state, piece, this.marks)}
        @pointerdown=${(event: PointerEvent) => this.#grabbed(piece.tile, event)}>
      <polygon class="catch" points=${FIELD}></polygon>
      <g class="hop wave-${n % 8}">${tileShape(printed(piece.tile), piece.rotation)}</g>
      <polygon class="focus-ring" points=${RING}></polygon>
    </g>`;
  }

  #held(): SVGTemplateResult | typeof nothing {
    const { held } = this.state;
    if (!held?.cell) return nothing;
    const name = canRest(this.state, held.cell) ? "preview hovering" : "preview hovering blocked";
    return svg`<g class=${name}>${heldAt(held, held.cell).map(
      (piece) =>
        svg`<g transform=${at(piece)}>${tileShape(printed(piece.tile), piece.rotation)}<polygon class="preview-ring" points=${RING}></polygon></g>`,
    )}</g>`;
  }

  #marked(): SVGTemplateResult {
    const { mismatches, holes, early } = this.marks;
    return svg`<g class="marks" aria-hidden="true">
      ${early.map((loop) => this.#early(loop))}
      ${holes.map((cell) => svg`<g class="hole-mark" transform=${at(cell)}><circle r="22"></circle></g>`)}
      ${mismatches.map(seam)}
    </g>`;
  }

  #early({ colour, pieces }: EarlyLoop): SVGTemplateResult {
    return svg`<g class="early-mark">${pieces.map((piece) => trace(piece, colour))}</g>`;
  }

  /** The lines of the solution, to be admired. */
  #lines(): SVGTemplateResult {
    const { laid, puzzle } = this.state;
    return svg`${puzzle.strands.map(({ colour }) => svg`<g class="trace">${laid.map((piece) => trace(piece, colour))}</g>`)}`;
  }

  #grabbed(tile: number, event: PointerEvent): void {
    event.stopPropagation();
    this.#tell("piece-grab", { tile, event });
  }

  #wheel(point: Point, step: 1 | -1): boolean {
    const cell = this.#camera.cellAt(point);
    const piece = pieceAt(this.state.laid, cell);
    if (!piece && !isSameCell(this.state.held?.cell ?? null, cell)) return false;
    this.#tell("piece-turn", { tile: piece?.tile ?? null, step });
    return true;
  }

  #focused(event: Event): void {
    const text = (event.target as Element).closest("[data-cell]")?.getAttribute("data-cell");
    const [q, r] = (text ?? "").split(",").map(Number);
    if (q === undefined || r === undefined) return;
    this.cursor = { q, r };
    this.#tell("cell-focus", { cell: this.cursor });
  }

  #isFull(): boolean {
    return this.state.laid.length >= this.state.puzzle.n_to_lay;
  }

  /** The cells where a person begins: the frame of the puzzle, or about as many cells as tiles need. */
  #home(): readonly Cell[] {
    const { puzzle } = this.state;
    if (puzzle.shape) return puzzle.shape;
    const reach = Math.max(2, Math.ceil(Math.sqrt(puzzle.tiles.length / 2)));
    const cells: Cell[] = [];
    for (let q = -reach; q <= reach; q++)
      for (let r = Math.max(-reach, -q - reach); r <= Math.min(reach, -q + reach); r++) cells.push({ q, r });
    return cells;
  }

  /** The empty cells that are drawn. */
  #places(): Cell[] {
    const { laid, held } = this.state;
    const cells = [...this.#home(), ...laid.flatMap(around), this.cursor, ...(held?.cell ? [held.cell] : [])];
    const places = new Map(cells.map((cell) => [cellText(cell), { q: cell.q, r: cell.r }]));
    for (const piece of laid) places.delete(cellText(piece));
    return [...places.values()];
  }

  #tabindex(cell: Cell): string {
    return isSameCell(cell, this.cursor) ? "0" : "-1";
  }

  #surface(): SVGSVGElement {
    return this.querySelector<SVGSVGElement>(".surface") as SVGSVGElement;
  }

  #tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }
}

/** The cells around one, ordered so that up and down lead back to where one came from. */
function cornersFirst(cell: Cell): Cell[] {
  const [east, southEast, southWest, west, northWest, northEast] = around(cell) as [Cell, Cell, Cell, Cell, Cell, Cell];
  return [east, west, northEast, southWest, northWest, southEast];
}

function trace(piece: Piece, colour: ColourLetter): SVGTemplateResult {
  return svg`<g transform=${at(piece)}><path class="turn-${piece.rotation} turned" d=${linkPath(printed(piece.tile), colour)}></path></g>`;
}

/** A crossed bar on the edge where two tiles differ. */
function seam({ cell, edge }: Seam): SVGTemplateResult {
  return svg`<g class="seam-mark" transform="${at(cell)} rotate(${60 * edge}) translate(${APOTHEM} 0)">
    <circle r="13"></circle><path d="M-6 -6L6 6M6 -6L-6 6"></path></g>`;
}

function at(cell: Cell): string {
  const { x, y } = centre(cell);
  return `translate(${x.toFixed(2)} ${y.toFixed(2)})`;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

customElements.define("tantrix-puzzle-board", TantrixPuzzleBoard);
