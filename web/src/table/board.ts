/**
 * `<tantrix-board>`: the Tantrix with its spaces, the selected tile, and marks.
 *
 * Events: `cell-hover` {cell}, `cell-focus` {cell}, `cell-tap` {cell, pointerType}, `tile-turn` {step}, `confirm`,
 * `tile-cancel`.
 */
import { html, nothing, type PropertyValues, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { repeat } from "lit/directives/repeat.js";
import type { LaidView, LineView, SpaceView } from "../generated/protocol";
import { t } from "../page/i18n";
import { prefersReducedMotion, type Settings } from "../settings/preferences";
import { at, BoardElement, FIELD, RING, SHADE } from "../tiles/board-element";
import { linkPath, tilePicture, tileShape } from "../tiles/draw";
import { APOTHEM, type Cell, CIRCUMRADIUS, cellText, isSameCell, ORIGIN, type Point } from "../tiles/hexes";
import { type HintTile, hintTiles } from "../tiles/hint-tiles";
import { legalCells, targets } from "../tiles/legal-placements";
import { TileButtons, tileButtons } from "./beside/buttons";
import type { Neighbour } from "./beside/buttons-place";
import { bubblePlace, type CellPlace } from "./bubble-place";
import type { RefusedTile } from "./refusal";
import { aimCells, canAim, isReviewing, shownLaid, shownPosition, type TableState } from "./state";
import { cellLabel } from "./text/cell-label";

/** How bad it is that buttons cover a space, where a tile is 1. */
const SPACE_WEIGHT = 0.3;
const NO_SIZE = { width: 0, height: 0 };
/** The edge of a cell before it is turned: east. */
const EAST_EDGE = `M${APOTHEM} ${-CIRCUMRADIUS / 2}v${CIRCUMRADIUS}`;

/** A line that draws itself at the end of a game, a tile each `stepMs`. */
export interface DrawnLine {
  line: LineView;
  isWinner: boolean;
  stepMs: number;
}

export class TantrixBoard extends BoardElement {
  static override properties = {
    state: { attribute: false },
    settings: { attribute: false },
    hiddenPly: { attribute: false },
    hints: { attribute: false },
    ring: { attribute: false },
    spot: { attribute: false },
    refused: { attribute: false },
    winning: { attribute: false },
  };

  declare state: TableState;
  declare settings: Settings;
  /** The ply whose tile is still in flight, and hidden. */
  declare hiddenPly: number | null;
  /** Tiles that a robot suggests or that were played. */
  declare hints: readonly HintTile[];
  /** A space that a lesson points out. */
  declare ring: Cell | null;
  /** The cell of the move under the pointer in the strip of moves. */
  declare spot: Cell | null;
  /** The placement that was refused, with the cause. */
  declare refused: RefusedTile | null;
  /** The lines that draw themselves at the end, the winner's first. */
  declare winning: readonly DrawnLine[];

  #nRendered = 0;
  readonly #buttons = new TileButtons(this);
  #bubbleBox: HTMLElement | null = null;
  #bubbleSize = NO_SIZE;
  #boardSize = NO_SIZE;
  #bubbleWatcher = new ResizeObserver((entries) => {
    for (const { target, borderBoxSize } of entries) {
      const [size] = borderBoxSize;
      const found = { width: size?.inlineSize ?? 0, height: size?.blockSize ?? 0 };
      if (target === this) this.#boardSize = found;
      else this.#bubbleSize = found;
    }
    this.viewMoved();
  });

  constructor() {
    super();
    this.hiddenPly = null;
    this.hints = [];
    this.ring = null;
    this.spot = null;
    this.refused = null;
    this.winning = [];
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#bubbleWatcher.disconnect();
    this.#bubbleBox = null;
    this.#buttons.stop();
  }

  protected override isMuchNew(): boolean {
    return this.state?.laid.length !== this.#nRendered;
  }

  override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed);
    this.#nRendered = this.state?.laid.length ?? 0;
    if (this.state && !this.cellsInView().some((cell) => isSameCell(cell, this.cursor))) {
      this.cursor = this.cellsInView()[0] ?? ORIGIN;
    }
  }

  override updated(changed: PropertyValues): void {
    const before = changed.get("state") as TableState | undefined;
    if (before || changed.has("hiddenPly"))
      this.camera.refit(before !== undefined && before.laid.length < this.state.laid.length);
    super.updated(changed);
    if (changed.has("winning")) this.#delayParts();
    this.#watchBubble();
    this.viewMoved();
    this.#buttons.watch();
  }

  /** Return where the tile is that waits to be placed, and where other cells are, once the view stops moving. */
  tilePlaces(): { cell: CellPlace; others: readonly Neighbour[] } | null {
    const { draft } = this.state;
    if (!draft?.isSet || !draft.cell) return null;
    const others = (cells: readonly Cell[], weight: number) => cells.map((one) => ({ ...this.#placeOf(one), weight }));
    const [tiles, spaces] = [shownLaid(this.state), targets(shownPosition(this.state))];
    return { cell: this.#placeOf(draft.cell), others: [...others(tiles, 1), ...others(spaces, SPACE_WEIGHT)] };
  }

  /** Return the cell that a tile aims at with its middle at a point of the screen. */
  aim(clientX: number, clientY: number, tile: number): Cell | null {
    return this.aimedAmong(aimCells(this.state, tile), clientX, clientY);
  }

  override render() {
    if (!this.state) return nothing;
    const position = shownPosition(this.state);
    const laid = shownLaid(this.state);
    return html`
      <svg class="surface ${this.winning.length > 0 ? "dimmed" : ""}" role="group" aria-label=${t("Board")} viewBox=${this.camera.viewBox}>
        <g class="spaces">${repeat(targets(position), cellText, (space) => this.#space(space))}</g>
        <g class="tiles">${repeat(laid, cellText, (one, ply) => this.#tile(one, ply, laid.length))}</g>
        <g class="traces">${position.lines.map((line) => this.#trace(line))}</g>
        ${this.winning.length > 0 ? svg`<g class="shades">${laid.map((one) => svg`<polygon class="shade" transform=${at(one)} points=${SHADE}></polygon>`)}</g>` : nothing}
        <g class="winning">${this.winning.map((one) => this.#winningLine(one))}</g>
        <g class="last">${position.last_turn.map((ply, n, all) => this.#mark(laid[ply], all.length > 1 ? n + 1 : null))}</g>
        <g class="hints">${hintTiles(this.hints)}</g>
        ${this.#queuedTile()}
        ${this.#preview()}
        ${keyed(this.refused, this.refused ? refusedTile(this.refused) : nothing)}
        ${this.spot ? svg`<polygon class="spot-ring" transform=${at(this.spot)} points=${RING}></polygon>` : nothing}
      </svg>
      ${this.zoomButtons()}
      ${this.#tileButtons()}
      ${this.#remark ? bubble(this.#remark) : nothing}`;
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
    return svg`<g class=${names.join(" ")} transform=${at(space)} role="button" tabindex=${this.tabindex(space)}
        data-cell=${cellText(space)} aria-label=${label}>
      <polygon class="field" points=${FIELD}></polygon>
      ${space.is_forced ? this.#dots(space) : nothing}
      ${isRinged ? svg`<polygon class="ring-mark" points=${RING}></polygon>` : nothing}
      ${this.focusRing(space)}
    </g>`;
  }

  /** Render a dot for each seat that holds a fitting tile, or a grey one; in review, how many unseen tiles fit. */
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
    return svg`<g class="cell laid ${isHidden ? "in-flight" : ""}" transform=${at(one)} role="img" tabindex=${this.tabindex(one)}
        data-cell=${cellText(one)} aria-label=${cellLabel(this.state, one)}>
      ${tileShape(one.tile, one.rotation)}
      ${this.focusRing(one)}
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

  /** Let the parts of each line appear one after the other. */
  #delayParts(): void {
    for (const [n, line] of this.querySelectorAll(".win-line").entries()) {
      const stepMs = this.winning[n]?.stepMs ?? 0;
      for (const [k, part] of line.querySelectorAll<SVGElement>(".win-part").entries())
        part.style.animationDelay = `${Math.round(k * stepMs)}ms`;
    }
  }

  /** Render a line tile by tile; the winner's with a white core, after it the others. */
  #winningLine({ line, isWinner }: DrawnLine): SVGTemplateResult {
    const laid = shownLaid(this.state);
    const parts = line.cells.flatMap((cell) => laid.find((one) => isSameCell(one, cell)) ?? []);
    return svg`<g class="win-line ${isWinner ? "winner" : ""}">${parts.map((one) => {
      const d = linkPath(one.tile, line.colour);
      return svg`<g transform=${at(one)} class="win-part">
        <g class="turn-${one.rotation} turned"><path class="win-body stroke-${line.colour}" d=${d}></path>${
          isWinner ? svg`<path class="win-core" d=${d}></path>` : nothing
        }</g></g>`;
    })}</g>`;
  }

  #mark(one: LaidView | undefined, n: number | null): SVGTemplateResult | typeof nothing {
    if (!one || shownLaid(this.state).indexOf(one) === this.hiddenPly) return nothing;
    return svg`<g class="last-mark" transform=${at(one)}><polygon points=${RING}></polygon>${
      n === null ? nothing : svg`<circle cx="0" cy="-42" r="11"></circle><text y="-37" text-anchor="middle">${n}</text>`
    }</g>`;
  }

  /** Render the queued tile as a ghost. */
  #queuedTile(): SVGTemplateResult | typeof nothing {
    const { queued } = this.state;
    if (!queued || isReviewing(this.state)) return nothing;
    return svg`<g class="queued" transform=${at(queued.cell)}>
      ${tileShape(queued.tile, queued.rotation)}
      <polygon class="queued-ring" points=${RING}></polygon>
      <g class="queued-sign"><circle r="19"></circle><path d="M0-11v11l7 5"></path></g>
    </g>`;
  }

  #preview(): SVGTemplateResult | typeof nothing {
    const draft = this.state.draft;
    if (!draft?.cell) return nothing;
    return svg`<g class="preview ${draft.isSet ? "set" : "hovering"}" transform=${at(draft.cell)}>
      ${tileShape(draft.tile, draft.rotation)}
      <polygon class="preview-ring" points=${RING}></polygon>
    </g>`;
  }

  #tileButtons(): TemplateResult | typeof nothing {
    const { draft, pending } = this.state;
    if (!draft?.isSet || pending) return nothing;
    return tileButtons(this.state, {
      turn: () => this.emit("tile-turn", { step: 1 }),
      cancel: () => this.emit("tile-cancel", {}),
      confirm: () => this.emit("confirm", {}),
    });
  }

  /** Observe the size of the bubble, if there is one; measuring it here would force a layout of the page. */
  #watchBubble(): void {
    const box = this.querySelector<HTMLElement>(":scope > .board-bubble");
    if (box === this.#bubbleBox) return;
    this.#bubbleWatcher.disconnect();
    this.#bubbleBox = box;
    this.#bubbleSize = NO_SIZE;
    if (!box) return;
    this.#bubbleWatcher.observe(box);
    this.#bubbleWatcher.observe(this);
  }

  /** What the bubble says at its cell: why a tile was refused, or what a tile of the analysis is worth. */
  get #remark(): Remark | undefined {
    return (
      this.refused ??
      this.hints.flatMap(({ placement, words }) => (words ? [{ ...placement, sentence: words }] : []))[0]
    );
  }

  /** Return where the cell of the bubble will be on the board once the view stops moving. */
  #bubbleCell(): CellPlace | null {
    const cell = this.#bubbleBox && this.#remark?.cell;
    return cell ? this.#placeOf(cell) : null;
  }

  #placeOf(cell: Cell): CellPlace {
    const { x, y, width } = this.restOf(cell);
    const { corner } = this.camera;
    return { x: x + corner.x, y: y + corner.y, half: width * 0.58 };
  }

  /** Place the bubble, and the buttons, beside their cells. */
  protected override viewMoved(): void {
    this.#buttons.place();
    const [box, cell] = [this.#bubbleBox, this.#bubbleCell()];
    if (!box || !cell) return;
    const { left, top, isBelow, isAfloat } = bubblePlace(cell, this.#bubbleSize, this.#boardSize, !this.refused);
    box.style.translate = `${left}px ${top}px`;
    box.style.setProperty("--beak", `${cell.x - left}px`);
    box.classList.toggle("below", isBelow);
    box.classList.toggle("afloat", isAfloat);
  }

  protected tapped(at: Point, pointerType: string): void {
    const cell = this.camera.cellAt(at);
    const draft = this.state.draft;
    if (draft?.isSet && isSameCell(draft.cell, cell)) this.emit("tile-turn", { step: 1 });
    else this.emit("cell-tap", { cell, pointerType });
  }

  protected wheeled(at: Point, step: 1 | -1): boolean {
    if (!isSameCell(this.state.draft?.cell ?? null, this.camera.cellAt(at))) return false;
    this.emit("tile-turn", { step });
    return true;
  }

  /** Return where the selected tile is legal; a lesson that lets it be tried elsewhere still marks only these cells. */
  #legal(): Cell[] {
    const { draft, aiming } = this.state;
    if (!draft || !canAim(this.state)) return [];
    const isTrial = aiming === "fitting";
    return isTrial ? legalCells(shownPosition(this.state), draft.tile) : aimCells(this.state, draft.tile);
  }

  protected cellsInView(): Cell[] {
    return [...targets(shownPosition(this.state)), ...shownLaid(this.state)];
  }

  /** With a selected tile the arrow keys reach spaces only. */
  protected cellsToGoTo(): Cell[] {
    return this.state.draft ? targets(shownPosition(this.state)) : this.cellsInView();
  }

  protected isStill(): boolean {
    return prefersReducedMotion(this.settings);
  }
}

type Remark = Pick<RefusedTile, "tile" | "cell" | "rotation" | "sentence">;

/** Render a text at the cell of a placement. */
function bubble({ tile, rotation, sentence }: Remark): TemplateResult {
  return html`<div class="bubble board-bubble"><div class="refusal-words">${tilePicture(tile, rotation)}<p>${sentence}</p></div></div>`;
}

/** Render a tile that was refused: it shakes; the edges that clash glow, or the cells that are the cause. */
function refusedTile({ tile, rotation, cell, edges, causes }: RefusedTile): SVGTemplateResult {
  return svg`<g class="refused">
    ${causes.map((cause) => svg`<polygon class="cause" transform=${at(cause)} points=${RING}></polygon>`)}
    <g transform=${at(cell)}><g class="refused-tile">${tileShape(tile, rotation)}</g>
      ${edges.map((edge) => svg`<path class="clash" transform="rotate(${60 * edge})" d=${EAST_EDGE}></path>`)}</g>
  </g>`;
}

customElements.define("tantrix-board", TantrixBoard);
