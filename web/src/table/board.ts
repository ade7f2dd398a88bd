/**
 * `<tantrix-board>`: the Tantrix with its spaces, the tile taken up, and what is marked on them.
 *
 * It draws the state it is given and tells what the person pointed at, by events:
 * `cell-hover` {cell}, `cell-tap` {cell, pointerType}, `tile-turn` {step}, `confirm`.
 */
import { html, LitElement, nothing, type PropertyValues, type SVGTemplateResult, svg } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { LaidView, LineView, SpaceView } from "../generated/protocol";
import { t } from "../page/i18n";
import { icon } from "../page/icons";
import { mustKeepStill, type Settings } from "../settings/preferences";
import { Camera } from "../tiles/camera";
import { linkPath, tileShape } from "../tiles/draw";
import { Gestures } from "../tiles/gestures";
import { APOTHEM, type Cell, cellText, centre, hexagonPoints, isSameCell, ORIGIN, type Point } from "../tiles/hexes";
import { type HintTile, hintTiles } from "../tiles/hint-tiles";
import { type Direction, neighbourIn } from "../tiles/keys";
import { legalCells, targets } from "../tiles/legal";
import { cellLabel } from "./cell-text";
import { aimCells, canAim, isReviewing, shownLaid, shownPosition, type TableState } from "./state";

const RING = hexagonPoints(APOTHEM - 5);
const FIELD = hexagonPoints(APOTHEM - 3);
const SNAP_REACH = 85;
const DOT_REACH = 21;
const PAN_STEP_PX = 80;
const PANS: Record<Direction, [number, number]> = { left: [1, 0], right: [-1, 0], up: [0, 1], down: [0, -1] };

export class TantrixBoard extends LitElement {
  static override properties = {
    state: { attribute: false },
    settings: { attribute: false },
    cursor: { attribute: false },
    hiddenPly: { attribute: false },
    hints: { attribute: false },
    ring: { attribute: false },
  };

  declare state: TableState;
  declare settings: Settings;
  /** The cell that takes the focus when it comes to the board. */
  declare cursor: Cell;
  /** The ply whose tile is still in flight and not yet drawn. */
  declare hiddenPly: number | null;
  /** Tiles that somebody would lay, or did. */
  declare hints: readonly HintTile[];
  /** A space that a lesson speaks of. */
  declare ring: Cell | null;

  #camera = new Camera({
    surface: () => this.#surface(),
    cells: () => this.#cells(),
    isStill: () => !this.hasUpdated || mustKeepStill(this.settings),
  });
  #gestures: Gestures | null = null;

  constructor() {
    super();
    this.cursor = ORIGIN;
    this.hiddenPly = null;
    this.hints = [];
    this.ring = null;
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
      tap: (at, pointerType) => this.#tapped(at, pointerType),
      hover: (at) => this.#tell("cell-hover", { cell: at && this.#camera.cellAt(at) }),
      pan: (dx, dy) => this.#camera.pan(dx, dy),
      zoom: (factor, at) => this.#camera.zoomAt(factor, at),
      wheel: (at, step) => this.#wheel(at, step),
    });
    surface.addEventListener("focusin", (event) => this.#focused(event));
  }

  override updated(changed: PropertyValues): void {
    if (changed.has("state") || changed.has("hiddenPly")) this.#camera.refit();
    if (this.#hadFocus && !this.contains(document.activeElement)) this.focusCursor();
  }

  #hadFocus = false;

  override willUpdate(): void {
    this.#hadFocus = this.#surface()?.contains(document.activeElement) ?? false;
    if (this.state && !this.#cells().some((cell) => isSameCell(cell, this.cursor))) {
      this.cursor = this.#cells()[0] ?? ORIGIN;
    }
  }

  /** Put the focus on the cell of the cursor. */
  focusCursor(): void {
    this.querySelector<SVGGElement>('.surface [tabindex="0"]')?.focus({ preventScroll: true });
  }

  /** Move the cursor to the next cell; with a tile in hand among spaces only. */
  async go(direction: Direction): Promise<void> {
    const { draft } = this.state;
    const cells = draft ? targets(shownPosition(this.state)) : this.#cells();
    await this.goTo(neighbourIn(cells, this.cursor, direction));
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

  /** Return the cell a dragged tile snaps to: a legal one under the pointer or close to it. */
  snapCell(clientX: number, clientY: number, tile: number): Cell | null {
    const box = this.#surface().getBoundingClientRect();
    if (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom) return null;
    const point = this.#camera.pointAt({ x: clientX - box.left, y: clientY - box.top });
    const away = (cell: Cell) => Math.hypot(centre(cell).x - point.x, centre(cell).y - point.y);
    const near = aimCells(this.state, tile).filter((cell) => away(cell) < SNAP_REACH);
    return near.sort((a, b) => away(a) - away(b))[0] ?? null;
  }

  /** Return the cell under a point of the screen; null outside the board. */
  cellUnder(clientX: number, clientY: number): Cell | null {
    const box = this.#surface().getBoundingClientRect();
    const isOutside = clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
    return isOutside ? null : this.#camera.cellAt({ x: clientX - box.left, y: clientY - box.top });
  }

  /** Return where a cell lies on the screen, and how wide a tile is there, once the view has come to rest. */
  boxOf(cell: Cell): { x: number; y: number; width: number } {
    const box = this.#surface().getBoundingClientRect();
    const { x, y, scale } = this.#camera.atRest(centre(cell));
    return { x: box.left + x, y: box.top + y, width: 2 * APOTHEM * scale };
  }

  override render() {
    if (!this.state) return nothing;
    const position = shownPosition(this.state);
    const laid = shownLaid(this.state);
    return html`
      <svg class="surface" role="group" aria-label=${t("Board")} viewBox=${this.#camera.viewBox}>
        <g class="spaces">${repeat(targets(position), cellText, (space) => this.#space(space))}</g>
        <g class="tiles">${repeat(laid, cellText, (one, ply) => this.#tile(one, ply, laid.length))}</g>
        <g class="traces">${position.lines.map((line) => this.#trace(line))}</g>
        <g class="last">${position.last_turn.map((ply, n, all) => this.#mark(laid[ply], all.length > 1 ? n + 1 : null))}</g>
        <g class="hints">${hintTiles(this.hints)}</g>
        ${this.#wish()}
        ${this.#preview()}
      </svg>
      <div class="zoom-buttons">
        <button type="button" class="round" aria-label=${t("Zoom in")} title=${t("Zoom in (+)")} @click=${() => this.zoom(1.25)}>${icon("plus")}</button>
        <button type="button" class="round" aria-label=${t("Zoom out")} title=${t("Zoom out (-)")} @click=${() => this.zoom(0.8)}>${icon("minus")}</button>
        <button type="button" class="round" aria-label=${t("Show all")} title=${t("Show all (0)")} @click=${() => this.fit()}>${icon("fit")}</button>
      </div>`;
  }

  #space(space: SpaceView): SVGTemplateResult {
    const { draft } = this.state;
    const isLegal = draft !== null && this.#legal().some((cell) => isSameCell(cell, space));
    const names = [
      "cell space",
      space.is_forced ? "forced" : "",
      space.is_controlled ? "controlled" : "",
      isLegal ? "legal" : "",
      draft ? "aiming" : "",
    ];
    const sentence = cellLabel(this.state, space);
    const isRinged = isSameCell(this.ring, space);
    const label = isRinged ? `${t("The ringed space.")} ${sentence}` : sentence;
    return svg`<g class=${names.join(" ")} transform=${at(space)} role="button" tabindex=${this.#tabindex(space)}
        data-cell=${cellText(space)} aria-label=${label}>
      <polygon class="field" points=${FIELD}></polygon>
      ${space.is_forced ? this.#dots(space) : nothing}
      ${isRinged ? svg`<circle class="ring-mark" r="34"></circle>` : nothing}
      <polygon class="focus-ring" points=${RING}></polygon>
    </g>`;
  }

  /** A dot for each seat that holds a fitting tile, or a grey one; in review the number of unseen tiles that fit. */
  #dots(space: SpaceView): SVGTemplateResult {
    const colours = [...new Set(space.holders.map((seat) => this.state.game.seats[seat]?.colour))];
    const shown = colours.length > 0 ? colours.map((colour) => `fill-${colour}`) : ["fill-nobody"];
    const left = -12 * (shown.length - 1);
    const isCounting = isReviewing(this.state) && this.settings.unseen === "on";
    const y = isCounting ? -12 : 0;
    return svg`${shown.map((name, n) => svg`<circle class="dot ${name}" cx=${left + 24 * n} cy=${y} r="10"></circle>`)}
      ${isCounting ? svg`<text class="unseen-count" y="26" text-anchor="middle">${space.n_unseen_fitting}</text>` : nothing}`;
  }

  #tile(one: LaidView, ply: number, n: number): SVGTemplateResult {
    const isHidden = ply === this.hiddenPly && n === this.state.laid.length;
    return svg`<g class="cell laid ${isHidden ? "in-flight" : ""}" transform=${at(one)} role="img" tabindex=${this.#tabindex(one)}
        data-cell=${cellText(one)} aria-label=${cellLabel(this.state, one)}>
      ${tileShape(one.tile, one.rotation)}
      <polygon class="focus-ring" points=${RING}></polygon>
    </g>`;
  }

  #trace(line: LineView): SVGTemplateResult | typeof nothing {
    if (!this.state.traced.includes(line.colour)) return nothing;
    const laid = shownLaid(this.state);
    const parts = line.cells
      .map((cell) => laid.find((one) => isSameCell(one, cell)))
      .filter((one) => one !== undefined);
    return svg`<g class="trace trace-${line.colour}">${parts.map(
      (one) =>
        svg`<g transform=${at(one)}><path class="turn-${one.rotation} turned" d=${linkPath(one.tile, line.colour)}></path></g>`,
    )}</g>`;
  }

  #mark(one: LaidView | undefined, n: number | null): SVGTemplateResult | typeof nothing {
    if (!one || shownLaid(this.state).indexOf(one) === this.hiddenPly) return nothing;
    return svg`<g class="last-mark" transform=${at(one)}><polygon points=${RING}></polygon>${
      n === null ? nothing : svg`<circle cx="0" cy="-42" r="11"></circle><text y="-37" text-anchor="middle">${n}</text>`
    }</g>`;
  }

  /** The tile queued for the next turn, as a ghost. */
  #wish(): SVGTemplateResult | typeof nothing {
    const { wish } = this.state;
    if (!wish || isReviewing(this.state)) return nothing;
    return svg`<g class="wish" transform=${at(wish.cell)}>
      ${tileShape(wish.tile, wish.rotation)}
      <polygon class="wish-ring" points=${RING}></polygon>
      <g class="wish-sign"><circle r="19"></circle><path d="M0-11v11l7 5"></path></g>
    </g>`;
  }

  #preview(): SVGTemplateResult | typeof nothing {
    const draft = this.state.draft;
    if (!draft?.cell) return nothing;
    return svg`<g class="preview ${draft.isSet ? "set" : "hovering"}" transform=${at(draft.cell)}>
      ${tileShape(draft.tile, draft.rotation)}
      <polygon class="preview-ring" points=${RING}></polygon>
      ${draft.isSet ? svg`<g class="confirm-dot"><circle r="19"></circle><path d="M-8 0l6 6L9-6"></path></g>` : nothing}
    </g>`;
  }

  #tapped(at: Point, pointerType: string): void {
    const cell = this.#camera.cellAt(at);
    const draft = this.state.draft;
    if (draft?.isSet && isSameCell(draft.cell, cell)) {
      const [middle, point] = [centre(cell), this.#camera.pointAt(at)];
      const isDot = Math.hypot(point.x - middle.x, point.y - middle.y) < DOT_REACH;
      this.#tell(isDot ? "confirm" : "tile-turn", { step: 1 });
    } else {
      this.#tell("cell-tap", { cell, pointerType });
    }
  }

  #wheel(at: Point, step: 1 | -1): boolean {
    if (!isSameCell(this.state.draft?.cell ?? null, this.#camera.cellAt(at))) return false;
    this.#tell("tile-turn", { step });
    return true;
  }

  #focused(event: Event): void {
    const text = (event.target as Element).closest("[data-cell]")?.getAttribute("data-cell");
    const [q, r] = (text ?? "").split(",").map(Number);
    if (q === undefined || r === undefined) return;
    this.cursor = { q, r };
    this.#tell("cell-focus", { cell: this.cursor });
  }

  /** Where the tile taken up may be laid; a lesson that lets it be tried elsewhere does not say so. */
  #legal(): Cell[] {
    const { draft, aiming } = this.state;
    if (!draft || !canAim(this.state)) return [];
    const isTrial = aiming === "fitting";
    return isTrial ? legalCells(shownPosition(this.state), draft.tile) : aimCells(this.state, draft.tile);
  }

  #cells(): Cell[] {
    return [...targets(shownPosition(this.state)), ...shownLaid(this.state)];
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

function at(cell: Cell): string {
  const { x, y } = centre(cell);
  return `translate(${x.toFixed(2)} ${y.toFixed(2)})`;
}

customElements.define("tantrix-board", TantrixBoard);
