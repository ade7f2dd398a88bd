/**
 * `<tantrix-board>`: the Tantrix with its spaces, the tile taken up, and what is marked on them.
 *
 * It draws the state it is given and tells what the person pointed at, by events:
 * `cell-hover` {cell}, `cell-tap` {cell, pointerType}, `tile-turn` {step}, `confirm`.
 */
import { html, LitElement, nothing, type PropertyValues, type SVGTemplateResult, svg } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { icon, linkPath, tileShape } from "./draw";
import { Gestures } from "./gestures";
import { APOTHEM, type Cell, cellAt, cellText, centre, hexagonPoints, isSameCell, ORIGIN, type Point } from "./hexes";
import { t } from "./i18n";
import { type Direction, neighbourIn } from "./keyboard";
import { legalCells, targets } from "./legal";
import type { LaidView, LineView, SpaceView } from "./protocol";
import { mustKeepStill, type Settings } from "./settings";
import { canPlay, isReviewing, shownLaid, shownPosition, type TableState } from "./state";
import { fitted, panned, revealing, type Size, toPlane, toScreen, type Viewport, viewBox, zoomed } from "./viewport";
import { cellSentence, hintFor } from "./words";

const RING = hexagonPoints(APOTHEM - 5);
const FIELD = hexagonPoints(APOTHEM - 3);
const GLIDE_MS = 260;
const SNAP_REACH = 85;
const PAN_STEP_PX = 80;
const PANS: Record<Direction, [number, number]> = { left: [1, 0], right: [-1, 0], up: [0, 1], down: [0, -1] };

export class TantrixBoard extends LitElement {
  static override properties = {
    state: { attribute: false },
    settings: { attribute: false },
    cursor: { attribute: false },
    hiddenPly: { attribute: false },
  };

  declare state: TableState;
  declare settings: Settings;
  /** The cell that takes the focus when it comes to the board. */
  declare cursor: Cell;
  /** The ply whose tile is still in flight and not yet drawn. */
  declare hiddenPly: number | null;

  #view: Viewport = { x: 0, y: 0, scale: 1 };
  #size: Size = { width: 1, height: 1 };
  #isFitting = true;
  #glide = 0;
  #watcher = new ResizeObserver(() => this.#resized());
  #gestures: Gestures | null = null;

  constructor() {
    super();
    this.cursor = ORIGIN;
    this.hiddenPly = null;
  }

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#watcher.disconnect();
    this.#gestures?.stop();
  }

  override firstUpdated(): void {
    const surface = this.#surface();
    this.#watcher.observe(surface);
    this.#gestures = new Gestures(surface, {
      tap: (at, pointerType) => this.#tapped(at, pointerType),
      hover: (at) => this.#tell("cell-hover", { cell: at && this.#cellAt(at) }),
      pan: (dx, dy) => this.#look(panned(this.#view, dx, dy)),
      zoom: (factor, at) => this.#look(zoomed(this.#view, this.#size, factor, at)),
      wheel: (at, step) => this.#wheel(at, step),
    });
    surface.addEventListener("focusin", (event) => this.#focused(event));
  }

  override updated(changed: PropertyValues): void {
    if (this.#isFitting && (changed.has("state") || changed.has("hiddenPly"))) this.#glideTo(this.#fittedView());
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
    this.#look(revealing(this.#view, this.#size, cell, 8), this.#isFitting);
  }

  pan(direction: Direction): void {
    const [dx, dy] = PANS[direction];
    this.#look(panned(this.#view, dx * PAN_STEP_PX, dy * PAN_STEP_PX));
  }

  zoom(factor: number): void {
    this.#isFitting = false;
    this.#glideTo(zoomed(this.#view, this.#size, factor, { x: this.#size.width / 2, y: this.#size.height / 2 }));
  }

  fit(): void {
    this.#isFitting = true;
    this.#glideTo(this.#fittedView());
  }

  /** Return the cell a dragged tile snaps to: a legal one under the pointer or close to it. */
  snapCell(clientX: number, clientY: number, tile: number): Cell | null {
    const box = this.#surface().getBoundingClientRect();
    if (clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom) return null;
    const point = toPlane(this.#view, this.#size, { x: clientX - box.left, y: clientY - box.top });
    const away = (cell: Cell) => Math.hypot(centre(cell).x - point.x, centre(cell).y - point.y);
    const near = legalCells(this.state.position, tile).filter((cell) => away(cell) < SNAP_REACH);
    return near.sort((a, b) => away(a) - away(b))[0] ?? null;
  }

  /** Return the cell under a point of the screen; null outside the board. */
  cellUnder(clientX: number, clientY: number): Cell | null {
    const box = this.#surface().getBoundingClientRect();
    const isOutside = clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
    return isOutside ? null : this.#cellAt({ x: clientX - box.left, y: clientY - box.top });
  }

  /** Return where a cell lies on the screen, and how wide a tile is there, once the view has come to rest. */
  boxOf(cell: Cell): { x: number; y: number; width: number } {
    const view = this.#isFitting ? this.#fittedView() : this.#view;
    const box = this.#surface().getBoundingClientRect();
    const { x, y } = toScreen(view, this.#size, centre(cell));
    return { x: box.left + x, y: box.top + y, width: 2 * APOTHEM * view.scale };
  }

  override render() {
    if (!this.state) return nothing;
    const position = shownPosition(this.state);
    const laid = shownLaid(this.state);
    return html`
      <svg class="surface" role="group" aria-label=${t("Board")} viewBox=${viewBox(this.#view, this.#size)}>
        <g class="spaces">${repeat(targets(position), cellText, (space) => this.#space(space))}</g>
        <g class="tiles">${repeat(laid, cellText, (one, ply) => this.#tile(one, ply, laid.length))}</g>
        <g class="traces">${position.lines.map((line) => this.#trace(line))}</g>
        <g class="last">${position.last_turn.map((ply, n, all) => this.#mark(laid[ply], all.length > 1 ? n + 1 : null))}</g>
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
    const label = (draft && hintFor(this.state, space)) || cellSentence(this.state, space);
    return svg`<g class=${names.join(" ")} transform=${at(space)} role="button" tabindex=${this.#tabindex(space)}
        data-cell=${cellText(space)} aria-label=${label}>
      <polygon class="field" points=${FIELD}></polygon>
      ${space.is_forced ? this.#dots(space) : nothing}
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
        data-cell=${cellText(one)} aria-label=${cellSentence(this.state, one)}>
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
    const cell = this.#cellAt(at);
    const draft = this.state.draft;
    if (draft?.isSet && isSameCell(draft.cell, cell)) {
      const middle = toScreen(this.#view, this.#size, centre(cell));
      const isDot = Math.hypot(at.x - middle.x, at.y - middle.y) < 21 * this.#view.scale;
      this.#tell(isDot ? "confirm" : "tile-turn", { step: 1 });
    } else {
      this.#tell("cell-tap", { cell, pointerType });
    }
  }

  #wheel(at: Point, step: 1 | -1): boolean {
    if (!isSameCell(this.state.draft?.cell ?? null, this.#cellAt(at))) return false;
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

  #legal(): Cell[] {
    const { draft } = this.state;
    return draft && canPlay(this.state) ? legalCells(this.state.position, draft.tile) : [];
  }

  #cells(): Cell[] {
    return [...targets(shownPosition(this.state)), ...shownLaid(this.state)];
  }

  #tabindex(cell: Cell): string {
    return isSameCell(cell, this.cursor) ? "0" : "-1";
  }

  #cellAt(at: Point): Cell {
    return cellAt(toPlane(this.#view, this.#size, at));
  }

  #surface(): SVGSVGElement {
    return this.querySelector<SVGSVGElement>(".surface") as SVGSVGElement;
  }

  #fittedView(): Viewport {
    return fitted(this.#cells(), this.#size, 4);
  }

  #resized(): void {
    cancelAnimationFrame(this.#glide);
    const box = this.#surface().getBoundingClientRect();
    this.#size = { width: Math.max(box.width, 1), height: Math.max(box.height, 1) };
    this.#show(this.#isFitting ? this.#fittedView() : this.#view);
  }

  /** Look elsewhere at once; a person who does so keeps the view until they ask to see all. */
  #look(view: Viewport, isFitting = false): void {
    cancelAnimationFrame(this.#glide);
    this.#isFitting = isFitting;
    this.#show(view);
  }

  #glideTo(target: Viewport): void {
    cancelAnimationFrame(this.#glide);
    const from = this.#view;
    if (mustKeepStill(this.settings) || !this.hasUpdated) {
      this.#show(target);
      return;
    }
    const start = performance.now();
    const step = (now: number) => {
      const share = Math.min(1, (now - start) / GLIDE_MS);
      const eased = 1 - (1 - share) ** 3;
      const between = (a: number, b: number) => a + (b - a) * eased;
      this.#show({
        x: between(from.x, target.x),
        y: between(from.y, target.y),
        scale: between(from.scale, target.scale),
      });
      if (share < 1) this.#glide = requestAnimationFrame(step);
    };
    this.#glide = requestAnimationFrame(step);
  }

  #show(view: Viewport): void {
    this.#view = view;
    this.#surface()?.setAttribute("viewBox", viewBox(view, this.#size));
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
