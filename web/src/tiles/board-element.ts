/**
 * The base of the boards of games, puzzles and Gobble: a view that can be moved, a cursor for the keyboard, and events
 * for what was pointed at.
 *
 * A board renders `<svg class="surface">` with `data-cell` on every cell, and dispatches `cell-hover` {cell},
 * `cell-focus` {cell}, and its own events.
 */
import { html, nothing, type PropertyDeclarations, type PropertyValues, type SVGTemplateResult, svg } from "lit";
import { nextFrame, ownTask } from "../page/after-frame";
import { t } from "../page/i18n";
import { icon } from "../page/icons";
import { LightElement } from "../page/light-element";
import { aimedCell } from "./aim";
import { Camera } from "./camera";
import { Gestures } from "./gestures";
import { APOTHEM, type Cell, centre, hexagonPoints, isSameCell, ORIGIN, type Point } from "./hexes";
import { type Direction, neighbourIn } from "./keys";

export const RING = hexagonPoints(APOTHEM - 5);
export const SHADE = hexagonPoints(APOTHEM);
export const FIELD = hexagonPoints(APOTHEM - 3);
const PAN_STEP_PX = 80;
const PANS: Record<Direction, [number, number]> = { left: [1, 0], right: [-1, 0], up: [0, 1], down: [0, -1] };

export abstract class BoardElement extends LightElement {
  static override properties: PropertyDeclarations = { cursor: { attribute: false } };

  /** The cell that gets the focus when the board does. */
  declare cursor: Cell;

  protected readonly camera = new Camera({
    surface: () => this.surface(),
    cells: () => this.cellsInView(),
    isStill: () => !this.hasUpdated || this.isStill(),
    moved: () => this.viewMoved(),
  });
  #gestures: Gestures | null = null;
  #hadFocus = false;
  #isQuiet = false;

  constructor() {
    super();
    this.cursor = ORIGIN;
  }

  /** Return the cells that a view of everything shows. */
  protected abstract cellsInView(): Cell[];

  /** Return the cells that the arrow keys can reach. */
  protected abstract cellsToGoTo(): Cell[];

  /** Return whether animation is off. */
  protected abstract isStill(): boolean;

  /** The view has moved: what lies over the board moves with it. */
  protected viewMoved(): void {}

  protected abstract tapped(at: Point, pointerType: string): void;

  /** Handle a step of the wheel; return false to let it zoom. */
  protected abstract wheeled(at: Point, step: 1 | -1): boolean;

  protected hovered(at: Point | null): void {
    this.emit("cell-hover", { cell: at && this.camera.cellAt(at) });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.camera.stop();
    this.#gestures?.stop();
  }

  override firstUpdated(): void {
    const surface = this.surface();
    this.camera.watch(surface);
    surface.tabIndex = -1;
    this.#gestures = new Gestures(surface, () => this.#corner(), {
      tap: (at, pointerType) => this.tapped(at, pointerType),
      hover: (at) => this.hovered(at),
      pan: (dx, dy) => this.camera.pan(dx, dy),
      zoom: (factor, at) => this.camera.zoomAt(factor, at),
      wheel: (at, step) => this.wheeled(at, step),
    });
    surface.addEventListener("focusin", (event) => this.#focused(event));
  }

  /** Return whether much will be rendered, which then waits for a task of its own. */
  protected isMuchNew(): boolean {
    return false;
  }

  /** Render at first after a frame of its own, because the page around the board has just rendered. */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) await nextFrame();
    else if (this.isMuchNew()) await ownTask();
    super.scheduleUpdate();
  }

  override willUpdate(_changed: PropertyValues): void {
    this.#hadFocus = this.surface()?.contains(document.activeElement) ?? false;
  }

  /** Keep the focus on the board if the cell that had it is gone. */
  override updated(_changed: PropertyValues): void {
    if (this.#hadFocus && !this.contains(document.activeElement)) this.focusCursor();
  }

  /** Focus the cell under the cursor; nothing is pointed at by that if a pointer is what is used. */
  focusCursor(): void {
    const surface = this.surface();
    this.#isQuiet = document.activeElement === surface && !surface.matches(":focus-visible");
    this.querySelector<SVGGElement>('.surface [tabindex="0"]')?.focus({ preventScroll: true });
    this.#isQuiet = false;
  }

  /** Focus the board itself, while its cells change. */
  parkFocus(): void {
    this.surface()?.focus({ preventScroll: true });
  }

  /** Move the cursor to the next cell in a direction. */
  async go(direction: Direction): Promise<void> {
    await this.goTo(neighbourIn(this.cellsToGoTo(), this.cursor, direction));
  }

  async goTo(cell: Cell): Promise<void> {
    this.cursor = { q: cell.q, r: cell.r };
    await this.updateComplete;
    this.focusCursor();
    this.camera.reveal(cell);
  }

  pan(direction: Direction): void {
    const [dx, dy] = PANS[direction];
    this.camera.pan(dx * PAN_STEP_PX, dy * PAN_STEP_PX);
  }

  zoom(factor: number): void {
    this.camera.zoom(factor);
  }

  fit(): void {
    this.camera.fit();
  }

  /** Return where a cell will be on the screen, and how wide a tile is there, once the view stops moving. */
  boxOf(cell: Cell): { x: number; y: number; width: number } {
    const { x: left, y: top } = this.#corner();
    const { x, y, scale } = this.camera.atRest(centre(cell));
    return { x: left + x, y: top + y, width: 2 * APOTHEM * scale };
  }

  /** Return where a cell will be on the board once the view stops moving, without measuring the page. */
  protected restOf(cell: Cell): { x: number; y: number; width: number } {
    const { x, y, scale } = this.camera.atRest(centre(cell));
    return { x, y, width: 2 * APOTHEM * scale };
  }

  /** Return the cell under a point of the screen; null outside the board. */
  cellUnder(clientX: number, clientY: number): Cell | null {
    const point = this.pointUnder(clientX, clientY);
    return point && this.camera.cellAt(point);
  }

  /** Convert a point of the screen to one of the board; null outside it. */
  protected pointUnder(clientX: number, clientY: number): Point | null {
    const { x: left, y: top } = this.#corner();
    const [point, { width, height }] = [{ x: clientX - left, y: clientY - top }, this.camera.size];
    const isOutside = point.x < 0 || point.x > width || point.y < 0 || point.y > height;
    return isOutside ? null : point;
  }

  /** Return where the surface begins on the screen; its own box moves while the view does. */
  #corner(): Point {
    const board = this.getBoundingClientRect();
    return { x: board.left + this.camera.corner.x, y: board.top + this.camera.corner.y };
  }

  /** Return which of some cells a tile aims at with its middle at a point of the screen; null outside the board. */
  protected aimedAmong(cells: readonly Cell[], clientX: number, clientY: number): Cell | null {
    const point = this.pointUnder(clientX, clientY);
    return point && aimedCell(cells, this.camera.pointAt(point));
  }

  /** Return how wide a tile is on the screen, once the view stops moving. */
  tileWidth(): number {
    return this.boxOf(ORIGIN).width;
  }

  protected zoomButtons() {
    return html`<div class="zoom-buttons">
        <button type="button" class="round" aria-label=${t("Zoom in")} title=${t("Zoom in (+)")} @click=${() => this.zoom(1.25)}>${icon("plus")}</button>
        <button type="button" class="round" aria-label=${t("Zoom out")} title=${t("Zoom out (-)")} @click=${() => this.zoom(0.8)}>${icon("minus")}</button>
        <button type="button" class="round" aria-label=${t("Show all")} title=${t("Show all (0)")} @click=${() => this.fit()}>${icon("fit")}</button>
      </div>`;
  }

  /** Render the ring of the cell that has or gets the focus, or that is marked by it. */
  protected focusRing(cell: Cell, isMarked = false): SVGTemplateResult | typeof nothing {
    const isRinged = isMarked || isSameCell(cell, this.cursor);
    return isRinged ? svg`<polygon class="focus-ring" points=${RING}></polygon>` : nothing;
  }

  protected tabindex(cell: Cell): string {
    return isSameCell(cell, this.cursor) ? "0" : "-1";
  }

  protected surface(): SVGSVGElement {
    return this.querySelector<SVGSVGElement>(".surface") as SVGSVGElement;
  }

  #focused(event: Event): void {
    const text = (event.target as Element).closest("[data-cell]")?.getAttribute("data-cell");
    const [q, r] = (text ?? "").split(",").map(Number);
    if (q === undefined || r === undefined) return;
    this.cursor = { q, r };
    if (!this.#isQuiet) this.emit("cell-focus", { cell: this.cursor });
  }
}

/** Return the SVG `transform` that moves a drawing from the origin to a cell. */
export function at(cell: Cell): string {
  const { x, y } = centre(cell);
  return `translate(${x.toFixed(2)} ${y.toFixed(2)})`;
}

/** Render a cross on the edge of a cell where two tiles differ: upright on each edge, so that it never reads as a plus. */
export function seamMark(edge: number, cell = ORIGIN): SVGTemplateResult {
  const turned = 60 * edge;
  return svg`<g class="seam-mark" transform="${at(cell)} rotate(${turned}) translate(${APOTHEM} 0) rotate(${-turned})">
    <circle r="13"></circle><path d="M-6 -6L6 6M6 -6L-6 6"></path></g>`;
}
