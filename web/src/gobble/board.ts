/**
 * `<tantrix-gobble-board>`: the table of a rush, its spaces, and the tile in the hand over one of them.
 *
 * It draws what it is given and tells what the person pointed at, by events: `cell-hover` {cell}, `cell-tap` {cell},
 * `cell-focus` {cell}, `tile-turn` {step}. While others play too the view must not run away from under a finger, so
 * it moves only when a tile would be out of sight.
 */
import { html, LitElement, nothing, type PropertyValues, type SVGTemplateResult, svg } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { t } from "../page/i18n";
import { icon } from "../page/icons";
import { mustKeepStill, type Settings } from "../settings/preferences";
import { Camera } from "../tiles/camera";
import { tileShape } from "../tiles/draw";
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
import { aimed, type Help, handTile, isFitting, leastSides, onTrust, type Rush, rotationsAt, shown } from "./state";
import { clashes, FORCED_SIDES, facingAt, type Lying, MIN_SIDES, type Space, spacesWith } from "./table";
import { cellSentence } from "./text";

const RING = hexagonPoints(APOTHEM - 5);
const FIELD = hexagonPoints(APOTHEM - 3);
const SNAP_REACH = 85;
const PAN_STEP_PX = 80;
const ROOM_TO_GROW = 90;
const PANS: Record<Direction, [number, number]> = { left: [1, 0], right: [-1, 0], up: [0, 1], down: [0, -1] };

/** A tile that was laid a moment ago, and by whom. */
export interface Fresh extends Cell {
  seat: number;
}

export class TantrixGobbleBoard extends LitElement {
  static override properties = {
    rush: { attribute: false },
    settings: { attribute: false },
    help: { attribute: false },
    inFlight: { attribute: false },
    fresh: { attribute: false },
    refused: { attribute: false },
    isIdle: { attribute: false },
    cursor: { attribute: false },
  };

  declare rush: Rush;
  declare settings: Settings;
  declare help: Help;
  /** Cells whose tiles are still in the air. */
  declare inFlight: ReadonlySet<string>;
  declare fresh: readonly Fresh[];
  /** A placement that was just refused: it shakes, and shows where it does not fit. */
  declare refused: Lying | null;
  /** Tell whether nothing can be laid: the rush has not begun, or is over. */
  declare isIdle: boolean;
  /** The cell that takes the focus when it comes to the table. */
  declare cursor: Cell;

  #gestures: Gestures | null = null;
  #hadFocus = false;
  #camera = new Camera({
    surface: () => this.#surface(),
    cells: () => this.#sight(),
    isStill: () => !this.hasUpdated || mustKeepStill(this.settings),
  });

  constructor() {
    super();
    this.inFlight = new Set();
    this.fresh = [];
    this.refused = null;
    this.isIdle = false;
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
      tap: (at) => this.#tell("cell-tap", { cell: this.#snapped(at) ?? this.#camera.cellAt(at) }),
      hover: (at) => this.#tell("cell-hover", { cell: at && this.#snapped(at) }),
      pan: (dx, dy) => this.#camera.pan(dx, dy),
      zoom: (factor, at) => this.#camera.zoomAt(factor, at),
      wheel: (_, step) => this.#wheel(step),
    });
    surface.addEventListener("focusin", (event) => this.#focused(event));
    surface.addEventListener("contextmenu", (event) => this.#turnedByButton(event));
  }

  override willUpdate(): void {
    this.#hadFocus = this.#surface()?.contains(document.activeElement) ?? false;
    if (!this.#stops().some((cell) => isSameCell(cell, this.cursor))) this.cursor = this.#nearest(this.cursor);
  }

  override updated(changed: PropertyValues): void {
    const before = changed.get("rush") as Rush | undefined;
    if (changed.has("rush") && before?.laid !== this.rush.laid) this.#camera.keepShowing(ROOM_TO_GROW);
    if (this.#hadFocus && !this.contains(document.activeElement)) this.focusCursor();
  }

  /** Put the focus on the cell of the cursor. */
  focusCursor(): void {
    this.querySelector<SVGGElement>('.surface [tabindex="0"]')?.focus({ preventScroll: true });
  }

  async go(direction: Direction): Promise<void> {
    await this.goTo(neighbourIn(this.#goals(), this.cursor, direction));
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

  /** Return the space that a dragged tile snaps to: the one under the pointer, or the nearest within reach. */
  snapCell(clientX: number, clientY: number): Cell | null {
    const box = this.#surface().getBoundingClientRect();
    if (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom) return null;
    return this.#snapped({ x: clientX - box.left, y: clientY - box.top });
  }

  /** Return where a cell lies on the screen once the view has come to rest, and how wide a tile is there. */
  boxOf(cell: Cell): { x: number; y: number; width: number } {
    const box = this.#surface().getBoundingClientRect();
    const { x, y, scale } = this.#camera.atRest(centre(cell));
    return { x: box.left + x, y: box.top + y, width: 2 * APOTHEM * scale };
  }

  override render() {
    if (!this.rush) return nothing;
    const { laid } = shown(this.rush);
    const trusted = onTrust(this.rush);
    return html`
      <svg class="surface" role="group" aria-label=${t("Table")} viewBox=${this.#camera.viewBox}>
        <g class="spaces">${repeat(this.#spaces(), cellText, (space) => this.#space(space))}</g>
        <g class="tiles">${repeat(laid, cellText, (one) =>
          this.#tile(
            one,
            trusted.some((other) => other.tile === one.tile),
          ),
        )}</g>
        <g class="fresh-marks">${repeat(this.fresh, cellText, mark)}</g>
        ${this.#preview()}
        ${this.refused ? this.#shaken(this.refused) : nothing}
      </svg>
      <div class="zoom-buttons">
        <button type="button" class="round" aria-label=${t("Zoom in")} title=${t("Zoom in (+)")} @click=${() => this.zoom(1.25)}>${icon("plus")}</button>
        <button type="button" class="round" aria-label=${t("Zoom out")} title=${t("Zoom out (-)")} @click=${() => this.zoom(0.8)}>${icon("minus")}</button>
        <button type="button" class="round" aria-label=${t("Show all")} title=${t("Show all (0)")} @click=${() => this.fit()}>${icon("fit")}</button>
      </div>`;
  }

  #space(space: Space): SVGTemplateResult {
    const tile = handTile(this.rush);
    const isShown = this.help === "show" && tile !== null && this.#takes(space, tile);
    const names = `cell space ${space.sides >= FORCED_SIDES ? "forced" : ""} ${isShown ? "legal" : ""} ${tile === null ? "" : "aiming"}`;
    return svg`<g class=${names} transform=${at(space)} role="button" tabindex=${this.#tabindex(space)}
        data-cell=${cellText(space)} data-sides=${space.sides} aria-label=${cellSentence(this.rush, space, this.help)}>
      <polygon class="field" points=${FIELD}></polygon>
      ${space.sides >= FORCED_SIDES ? svg`<polygon class="glow" points=${RING}></polygon>` : nothing}
      <polygon class="focus-ring" points=${RING}></polygon>
    </g>`;
  }

  #tile(one: Lying, isTrusted: boolean): SVGTemplateResult {
    const name = `cell laid ${this.inFlight.has(cellText(one)) ? "in-flight" : ""} ${isTrusted ? "trusted" : ""}`;
    return svg`<g class=${name} transform=${at(one)} role="img" tabindex=${this.#tabindex(one)}
        data-cell=${cellText(one)} data-tile=${one.tile} aria-label=${cellSentence(this.rush, one, this.help)}>
      ${tileShape(one.tile, one.rotation)}
      <polygon class="focus-ring" points=${RING}></polygon>
    </g>`;
  }

  #preview(): SVGTemplateResult | typeof nothing {
    const placement = this.isIdle ? null : aimed(this.rush);
    if (!placement || isSameCell(placement, this.refused)) return nothing;
    const isGood = this.help === "none" || isFitting(this.rush, placement);
    return svg`<g class="preview hovering ${isGood ? "" : "blocked"}" transform=${at(placement)}>
      ${tileShape(placement.tile, placement.rotation)}<polygon class="preview-ring" points=${RING}></polygon></g>`;
  }

  /** The tile that was refused, with a cross on each edge that differs. */
  #shaken(placement: Lying): SVGTemplateResult {
    const { edges } = this.rush;
    const crossed = clashes(edges, placement, facingAt(edges, shown(this.rush).laid, placement));
    return svg`<g class="shaken" transform=${at(placement)} aria-hidden="true"><g class="shake">
      ${tileShape(placement.tile, placement.rotation)}
      ${crossed.map((edge) => svg`<g class="seam-mark" transform="rotate(${60 * edge}) translate(${APOTHEM} 0)"><circle r="13"></circle><path d="M-6 -6L6 6M6 -6L-6 6"></path></g>`)}
    </g></g>`;
  }

  #takes(space: Space, tile: number): boolean {
    return space.sides >= leastSides(this.rush, tile) && rotationsAt(this.rush, tile, space).length > 0;
  }

  /** The spaces to be drawn: all on which a tile may lie. */
  #spaces(): Space[] {
    return this.isIdle ? [] : spacesWith(this.rush.edges, shown(this.rush).laid, MIN_SIDES);
  }

  /** The cells to be seen when all is seen. */
  #sight(): Cell[] {
    return shown(this.rush).laid.flatMap((one) => [one, ...around(one)]);
  }

  /** The cells that the focus can be on. */
  #stops(): Cell[] {
    return [...this.#spaces(), ...shown(this.rush).laid];
  }

  /** The cells that arrow keys lead to: with a tile in the hand the spaces, with help only those where it fits. */
  #goals(): Cell[] {
    const tile = handTile(this.rush);
    if (tile === null || this.isIdle) return this.#stops();
    const open = this.#spaces();
    const fitting = this.help === "show" ? open.filter((space) => this.#takes(space, tile)) : open;
    return fitting.length > 0 ? fitting : open;
  }

  #nearest(cell: Cell): Cell {
    const from = centre(cell);
    const away = (other: Cell) => Math.hypot(centre(other).x - from.x, centre(other).y - from.y);
    const [first] = this.#stops().sort((a, b) => away(a) - away(b));
    return first ? { q: first.q, r: first.r } : ORIGIN;
  }

  #snapped(at: Point): Cell | null {
    const point = this.#camera.pointAt(at);
    const away = (cell: Cell) => Math.hypot(centre(cell).x - point.x, centre(cell).y - point.y);
    const [first] = this.#spaces()
      .filter((space) => away(space) < SNAP_REACH)
      .sort((a, b) => away(a) - away(b));
    const under = this.#camera.cellAt(at);
    const isTaken = shown(this.rush).laid.some((one) => isSameCell(one, under));
    return first && (isSameCell(first, under) || !isTaken) ? { q: first.q, r: first.r } : null;
  }

  #wheel(step: 1 | -1): boolean {
    if (this.rush.over === null) return false;
    this.#tell("tile-turn", { step });
    return true;
  }

  #turnedByButton(event: Event): void {
    if (handTile(this.rush) === null) return;
    event.preventDefault();
    this.#tell("tile-turn", { step: 1 });
  }

  #focused(event: Event): void {
    const text = (event.target as Element).closest("[data-cell]")?.getAttribute("data-cell");
    const [q, r] = (text ?? "").split(",").map(Number);
    if (q === undefined || r === undefined) return;
    this.cursor = { q, r };
    this.#tell("cell-focus", { cell: this.cursor });
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

/** Who laid a tile, for a moment. */
function mark(one: Fresh): SVGTemplateResult {
  return svg`<g class="fresh-mark seat-${one.seat + 1}" transform=${at(one)} aria-hidden="true">
    <polygon points=${RING}></polygon><circle cx="0" cy="-40" r="15"></circle><text y="-34" text-anchor="middle">${one.seat + 1}</text></g>`;
}

function at(cell: Cell): string {
  const { x, y } = centre(cell);
  return `translate(${x.toFixed(2)} ${y.toFixed(2)})`;
}

customElements.define("tantrix-gobble-board", TantrixGobbleBoard);
